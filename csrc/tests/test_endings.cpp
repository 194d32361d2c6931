// Random endings of every kind against plain minimax, with little memory: a table of 1 MB, and one that holds a single
// block of patterns, so that nearly everything found is lost again.
#include <cstdlib>
#include <map>
#include <memory>

#include "check.hpp"
#include "minimax.hpp"
#include "random_problem.hpp"
#include "whistsolve/solver.hpp"

using namespace whistsolve;

namespace {

/// A table whose memory is taken but for one block of 32-bit keys, the only ones that short hands use. The rest are blocks
/// of 64-bit keys: a sweep frees blocks of the width that is wanted, so it leaves these alone.
class OneBlock {
 public:
  TranspositionTable table{1};
  CutoffCards cutoffs{1};

  /// Takes the memory, once a search has cleared the table.
  void take(int planes) {
    planes_ = planes;
    table.clear(planes);
    if (planes == 2) fill<2>();
    else fill<3>();
  }
  /// Blocks that are taken and still there; fewer than `taken` where the table dropped everything.
  int standing() {
    int blocks = 0;
    for (Word shape = kNowhere; const ShapeSlot* slot = table.find(shape); ++shape)
      for (BlockRef ref = slot->head[0]; ref; ++blocks)
        ref = planes_ == 2 ? table.block<std::uint64_t, 2>(ref)->next : table.block<std::uint64_t, 3>(ref)->next;
    return blocks;
  }
  int taken() const { return room_[planes_]; }

  template <int kPlanes>
  void store(Word shape) {
    table.store(shape, 0, 0, Pattern<std::uint32_t, kPlanes>{{}, 0, 0, 1});
  }

 private:
  /// Shapes that no short hands have: these and the ones that follow give the last of four hands eight or four trumps.
  static constexpr Word kNowhere = Word{1} << 63, kElsewhere = Word{1} << 62;

  /// The `number`th wide entry: chains as long as they may be without a fork, one after another.
  template <int kPlanes>
  void store_wide(int number) {
    const int chain = number / (kBlockEntries * kForkLength);
    table.store(kNowhere + static_cast<Word>(chain), 0, 0, Pattern<std::uint64_t, kPlanes>{{}, 0, 0, 1});
  }
  template <int kPlanes>
  void fill() {
    int& room = room_[kPlanes];
    if (!room) {  // found out once: how many fit before the first sweep
      const std::uint64_t before = table.sweeps();
      store<kPlanes>(kElsewhere);
      int stores = 0;
      while (table.sweeps() == before) store_wide<kPlanes>(stores++);
      room = (stores - 1) / kBlockEntries;
      table.clear(kPlanes);
    }
    store<kPlanes>(kElsewhere);
    for (int i = 0; i < room * kBlockEntries; ++i) store_wide<kPlanes>(i);
  }

  int planes_ = 2;
  int room_[4] = {};
};

/// The table of this test is what it says: a second block only by giving up the first.
void holds_one_block(int planes) {
  OneBlock one;
  one.take(planes);
  CHECK(one.taken() > 100 && one.standing() == one.taken());
  const Word shapes[] = {1, 2, 3};
  std::uint64_t sweeps = one.table.sweeps();
  for (const Word shape : shapes) {
    if (planes == 2) one.store<2>(shape);
    else one.store<3>(shape);
    CHECK(one.table.sweeps() == ++sweeps);
    for (const Word other : shapes) {
      const ShapeSlot* slot = one.table.find(other);
      CHECK((slot && slot->head[0]) == (other == shape));
    }
  }
  CHECK(one.standing() == one.taken());
}

/// Searches on one such table, one of each sort, as a solver keeps them.
class OneBlockSearch {
 public:
  explicit OneBlockSearch(const Architecture& architecture) : architecture_(architecture) {}

  SearchInterface& load(const Packed& packed) {
    const int planes = packed.seats > 4 ? 3 : 2;
    std::unique_ptr<SearchInterface>& s = searchers_[{packed.play, packed.seating()}];
    if (!s) s = architecture_.make(packed, one.table, one.cutoffs);
    s->interrupt = &interrupt_;
    s->load(packed);
    one.take(planes);
    return *s;
  }

  OneBlock one;

 private:
  const Architecture& architecture_;
  std::map<std::pair<Play, Seating>, std::unique_ptr<SearchInterface>> searchers_;
  Interrupt interrupt_;
};

/// How many endings there were of each kind; a kind that never came was not tested.
struct Kinds {
  long seats[kMaxSeats + 1] = {}, play[3] = {}, ranking[3] = {}, joker[3] = {}, lead[4] = {}, must_throw = 0, any_time = 0;
  long partners = 0, one_against_rest = 0, other_sides = 0, in_trick = 0, led_joker = 0, double_trick = 0;

  void count(const Problem& problem, const Position& position) {
    const Packed& p = position.packed();
    ++seats[p.seats], ++play[static_cast<int>(p.play)], ++ranking[static_cast<int>(problem.ranking)];
    if (p.play == Play::no_suit) {
      ++joker[static_cast<int>(p.jokers.kind)], ++lead[static_cast<int>(p.jokers.lead)];
      must_throw += p.jokers.must_throw;
      any_time += p.jokers.any_time;
    }
    const int members = std::popcount(p.side);
    if (p.seats == 4 && p.side == 0b0101) ++partners;
    else if (members == 1 || members == p.seats - 1) ++one_against_rest;
    else ++other_sides;
    in_trick += position.on_table() > 0;
    led_joker += p.play == Play::no_suit && position.on_table() == 1 && (position.trick().best & kNoSuitJokers);
    double_trick += position.weight() == 2;
  }
  void check_all_came(long least) const {
    for (int s = kMinSeats; s <= kMaxSeats; ++s) CHECK(seats[s] >= least);
    for (const long n : play) CHECK(n >= least);
    for (const long n : ranking) CHECK(n >= least);
    for (const long n : joker) CHECK(n >= least);
    for (const long n : lead) CHECK(n >= least);
    for (const long n : {must_throw, any_time, partners, one_against_rest, other_sides, in_trick, led_joker, double_trick})
      CHECK(n >= least);
  }
};

void complain(const char* where, int got, int want, const Problem& problem) {
  if (got != want && check::failures < 5)
    std::fprintf(stderr, "  %s: %d, minimax %d, %zu cards played: %s\n", where, got, want, problem.played.size(),
                 describe(problem).c_str());
}

/// The largest number of tricks that a search says side 0 reaches; each question is asked, upwards or downwards.
template <class Reaches>
int most_reached(int total, bool upwards, Reaches&& reaches) {
  int yes = 0;
  bool in_order = true, last = upwards;
  for (int i = 1; i <= total; ++i) {
    const bool answer = reaches(upwards ? i : total + 1 - i);
    in_order = in_order && (upwards ? last || !answer : answer || !last);
    last = answer;
    yes += answer;
  }
  CHECK(in_order);
  return yes;
}

struct Ways {
  Solver megabyte{std::size_t{1} << 20};
  std::vector<std::unique_ptr<OneBlockSearch>> one_block;
};

long one_ending(ProblemSource& source, Ways& ways, Kinds& kinds) {
  const int seats = 2 + source.below(5);
  Problem problem = source.problem(seats, 2 + source.below(seats <= 3 ? 5 : seats == 4 ? 3 : 2));
  if (!problem.hands[0]) return 0;
  problem.rules.first_trick_weight = 1 + source.below(2);
  const LaneMap map(problem.trump, problem.ranking);
  const Packed packed = pack(problem, map);
  Position position(packed);
  source.play_some(problem, map, position, 2 * seats);
  if (position.over()) return 0;
  kinds.count(problem, position);

  Minimax minimax;
  const int value = minimax.value(position);
  const int total = position.tricks_left() - 1 + position.weight();
  const bool counted = problem.side & 1;
  const int got = ways.megabyte.solve(problem).low;
  CHECK(got == (counted ? value : total - value));
  complain("1 MB", got, counted ? value : total - value, problem);
  const std::vector<CardAnswer> cards = ways.megabyte.solve_cards(problem);
  CHECK(static_cast<int>(cards.size()) == std::popcount(position.legal()));

  for (const auto& way : ways.one_block) {
    SearchInterface& search = way->load(packed);
    const int found = most_reached(total, source.below(2), [&](int need) { return search.reaches(position, need); });
    CHECK(found == value);
    complain("one block", found, value, problem);
    for (const CardAnswer& c : cards) {
      const Word card = bit_at(map.bit(c.card));
      const bool name = position.needs_name(card), mine = packed.on_side(position.to_act());
      const int before = position.won();
      int best = mine ? -1 : 99;
      for (int l = 0; l < (name ? kLanes : 1); ++l) {
        const Word named = name ? lane(l) & kPlainRanks : 0;
        position.play(card, named);
        const int v = position.won() - before + minimax.value(position);
        position.undo();
        best = mine ? std::max(best, v) : std::min(best, v);
        const int reached =
            most_reached(total, source.below(2), [&](int need) { return search.reaches_after(position, card, named, need); });
        CHECK(reached == v);
        complain("one block, after a card", reached, v, problem);
      }
      CHECK(c.low == (counted ? best : total - best));
      complain("1 MB, after a card", c.low, counted ? best : total - best, problem);
    }
    CHECK(way->one.standing() == way->one.taken());  // nothing but the one block was ever used
  }
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 5000;
  ProblemSource source(argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 7u);
  holds_one_block(2);
  holds_one_block(3);
  Ways ways;
  for (const Architecture& architecture : architectures())
    ways.one_block.push_back(std::make_unique<OneBlockSearch>(architecture));
  Kinds kinds;
  long cases = 0;
  while (cases < rounds) cases += one_ending(source, ways, kinds);
  kinds.check_all_came(rounds / 500);
  for (const auto& way : ways.one_block) {
    std::printf("%llu sweeps\n", static_cast<unsigned long long>(way->one.table.sweeps()));
    CHECK(way->one.table.sweeps() > static_cast<std::uint64_t>(rounds));
  }
  return check::result("endings", cases);
}
