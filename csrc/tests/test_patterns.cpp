// Every pattern in the table against plain minimax, in all positions of the game that match it, and in
// others of its shape, where the cards that are not relevant are dealt anew. In relaxations they are bounds of the best discard.
#define WHISTSOLVE_ARCH test_build
#include <cstdlib>
#include <memory>
#include <set>

#include "check.hpp"
#include "minimax.hpp"
#include "random_problem.hpp"
#include "whistsolve/pext.hpp"
#include "whistsolve/search_interface.hpp"

using namespace whistsolve;
using namespace whistsolve::test_build;

namespace {

/// Cards or shapes, with who leads.
using Led = std::set<std::pair<Word, int>>;

/// A pattern as cards of the position that it was found for.
struct CardPattern {
  Word mask;
  Word owner[kMaxPlanes];
  int low, high;

  bool fits(const Packed& p, Word ranked) const {
    Word differ = 0;
    for (int plane = 0; plane < kMaxPlanes; ++plane) differ |= (owner[plane] ^ p.owner[plane]) & ranked;
    return !(differ & mask);
  }
};

template <class Key, int kPlanes>
void read_chain(TranspositionTable& table, BlockRef chain, Word ranked, std::vector<CardPattern>& out) {
  for (const Pattern<Key, kPlanes>& p : table.patterns<Key, kPlanes>(chain)) {
    CardPattern pattern{deposit_bits(p.mask, ranked), {}, p.low, p.high};
    for (int plane = 0; plane < kPlanes; ++plane) pattern.owner[plane] = deposit_bits(p.owners.plane[plane], ranked);
    out.push_back(pattern);
  }
}

std::vector<CardPattern> patterns_of(TranspositionTable& table, const Packed& p, BlockRef chain, Word ranked) {
  std::vector<CardPattern> patterns;
  if (p.seats > 4) read_chain<std::uint32_t, 3>(table, chain, ranked, patterns);
  else read_chain<std::uint32_t, 2>(table, chain, ranked, patterns);
  return patterns;
}

/// The game that starts at a position whose hands are `hands`.
Packed game_from(const Packed& p, const std::array<Word, kSeatSlots>& hands, int leader) {
  Packed out = p;
  out.hands = hands;
  out.leader = leader;
  out.first_trick_weight = 1;
  out.hand_size = std::popcount(hands[0]);
  out.owner = {};
  for (int seat = 0; seat < p.seats; ++seat)
    for (int plane = 0; plane < kMaxPlanes; ++plane)
      if (seat >> plane & 1) out.owner[plane] |= hands[seat];
  return out;
}

/// All that can be reached where a trick begins that counts one: no other is looked up. Whoever leads to it, for the search also
/// asks what if another hand had won the trick before.
void collect(const Packed& p, Position& position, Led& seen, Led& starts) {
  if (position.over()) return;
  if (position.on_table() == 0) {
    if (!seen.insert({position.cards(), position.to_act()}).second) return;
    if (position.weight() == 1) {
      starts.insert({position.cards(), position.to_act()});
      std::array<Word, kSeatSlots> hands{};
      for (int seat = 0; seat < p.seats; ++seat) hands[seat] = p.hands[seat] & position.cards();
      for (int seat = 0; seat < p.seats; ++seat) {
        const Packed other = game_from(p, hands, seat);
        Position led(other);
        collect(p, led, seen, starts);
      }
    }
  }
  for (Word moves = position.legal(); moves; moves &= moves - 1) {
    const bool name = position.needs_name(lowest(moves));
    for (int l = 0; l < (name ? kLanes : 1); ++l) {
      position.play(lowest(moves), name ? lane(l) & kPlainRanks : 0);
      collect(p, position, seen, starts);
      position.undo();
    }
  }
}

/// The cards of a position dealt anew: those in the mask as the pattern has them, the others at random, every hand
/// with the lengths that it has.
Packed dealt_anew(const Packed& p, Word cards, int leader, const CardPattern& pattern, ProblemSource& source) {
  std::array<Word, kSeatSlots> hands{};
  for (int l = 0; l < kLanes; ++l) {
    const Word suit = cards & lane(l) & p.ranks;
    std::vector<Word> loose;
    for (Word w = suit & ~pattern.mask; w; w &= w - 1) loose.push_back(lowest(w));
    std::shuffle(loose.begin(), loose.end(), source.engine());
    for (int seat = 0; seat < p.seats; ++seat) {
      Word fixed = suit & pattern.mask;
      for (int plane = 0; plane < kMaxPlanes; ++plane)
        fixed &= seat >> plane & 1 ? pattern.owner[plane] : ~pattern.owner[plane];
      hands[seat] |= fixed;
      int more = std::popcount(suit & p.hands[seat]) - std::popcount(fixed);
      CHECK(more >= 0 && more <= static_cast<int>(loose.size()));  // a pattern can be met by its shape
      for (; more > 0 && !loose.empty(); --more) {
        hands[seat] |= loose.back();
        loose.pop_back();
      }
    }
    CHECK(loose.empty());
  }
  for (int seat = 0; seat < p.seats; ++seat) hands[seat] |= cards & p.hands[seat] & ~p.ranks;
  return game_from(p, hands, leader);
}

struct Counts {
  long games = 0, patterns = 0, by_play[3] = {}, by_seats[kMaxSeats + 1] = {};
  long positions = 0;  ///< of the game, held against patterns that fit them
  long anew = 0;       ///< dealt anew, other than the position
  long controls = 0, control_failures = 0;
  long relaxed = 0;  ///< positions with a surplus
};

bool holds(const CardPattern& pattern, int value) { return pattern.low <= value && value <= pattern.high; }

int value_of(const Packed& game) {
  Position position(game);
  return Minimax().value(position);
}

void complain(const char* where, const Problem& problem, const CardPattern& pattern, Word cards, int leader, int value) {
  if (check::failures >= 5) return;
  std::fprintf(stderr, "  %s: mask %llx of %llx, leader %d, %d to %d, value %d: %s\n", where,
               static_cast<unsigned long long>(pattern.mask), static_cast<unsigned long long>(cards), leader, pattern.low,
               pattern.high, value, describe(problem).c_str());
}

/// Asks a search everything about a position, so that it stores much.
void ask(SearchInterface& search, Position& position, ProblemSource& source) {
  const int total = position.tricks_left() - 1 + position.weight();
  const bool upwards = source.below(2);
  for (int i = 1; i <= total; ++i) search.reaches(position, upwards ? i : total + 1 - i);
  if (source.below(2)) return;
  for (Word cards = position.representatives(); cards; cards &= cards - 1) {
    const bool name = position.needs_name(lowest(cards));
    for (int need = 1; need <= total; ++need)
      search.reaches_after(position, lowest(cards), name ? lane(source.below(kLanes)) & kPlainRanks : 0, need);
  }
}

void one_game(ProblemSource& source, TranspositionTable& table, CutoffCards& cutoffs, Counts& counts) {
  const int seats = 2 + source.below(5);
  Problem problem = source.problem(seats, 3 + source.below(seats <= 3 ? 4 : seats <= 5 ? 2 : 1));
  if (!problem.hands[0]) return;
  problem.rules.first_trick_weight = 1 + source.below(2);
  const LaneMap map(problem.trump, problem.ranking);
  const Packed packed = pack(problem, map);
  Position position(packed);
  source.play_some(problem, map, position, seats);
  if (position.over()) return;
  ++counts.games;

  const std::span<const Architecture> all = architectures();
  const auto search = all[static_cast<std::size_t>(source.below(static_cast<int>(all.size())))].make(packed, table, cutoffs);
  const Interrupt never;
  search->interrupt = &never;
  const std::uint64_t sweeps = table.sweeps();
  search->load(packed);
  ask(*search, position, source);
  CHECK(table.sweeps() == sweeps);

  Led seen, starts, chains;
  collect(packed, position, seen, starts);
  Minimax minimax;
  long found = 0;
  for (const auto& [cards, leader] : starts) {
    const Word shape = packed.shape(cards);
    const ShapeSlot* slot = table.find(shape);
    if (!slot || !slot->head[leader]) continue;
    const Word ranked = cards & (packed.play == Play::no_suit ? kPlainRanks : ~Word{0});
    CHECK(!slot->wide && std::popcount(ranked) <= 32);
    const std::vector<CardPattern> patterns = patterns_of(table, packed, slot->head[leader], ranked);

    std::array<Word, kSeatSlots> hands{};
    for (int seat = 0; seat < seats; ++seat) hands[seat] = packed.hands[seat] & cards;
    const Packed here = game_from(packed, hands, leader);
    Position start(here);
    int value = -1;
    for (const CardPattern& pattern : patterns) {
      if (!pattern.fits(packed, ranked)) continue;
      if (value < 0) value = minimax.value(start);
      ++counts.positions;
      CHECK(holds(pattern, value));
      if (!holds(pattern, value)) complain("as played", problem, pattern, cards, leader, value);
    }

    if (!chains.insert({shape, leader}).second) continue;  // these patterns were dealt anew before
    for (const CardPattern& pattern : patterns) {
      ++found;
      CHECK(pattern.low > 0 || pattern.high < here.hand_size);  // it says something
      for (int time = 0; time < 3; ++time) {
        const Packed other = dealt_anew(packed, cards, leader, pattern, source);
        if (other.hands == here.hands) continue;
        ++counts.anew;
        const int there = value_of(other);
        CHECK(holds(pattern, there));
        if (!holds(pattern, there)) complain("dealt anew", problem, pattern, cards, leader, there);
      }
      // Control: with one relevant card fewer a pattern is mostly wrong; if that never showed, neither would a mistake.
      if (!pattern.mask || source.below(4)) continue;
      CardPattern looser = pattern;
      looser.mask ^= source.one_of(lowest_in_lanes(pattern.mask));
      ++counts.controls;
      counts.control_failures += !holds(looser, value_of(dealt_anew(packed, cards, leader, looser, source)));
    }
  }
  CHECK(found == static_cast<long>(search->stats.leads));  // every search of a trick left a pattern, and all were read
  counts.patterns += found;
  counts.by_play[static_cast<int>(packed.play)] += found;
  counts.by_seats[seats] += found;
}

/// The value of a position after the best discard of the hand with a surplus.
int best_value(const Packed& p, int holder, int surplus) {
  const bool side0 = p.on_side(holder);
  int best = side0 ? -1 : 99;
  each_choice(p.hands[holder], surplus, [&](Word discard) {
    std::array<Word, kSeatSlots> hands = p.hands;
    hands[static_cast<std::size_t>(holder)] ^= discard;
    const int value = value_of(game_from(p, hands, p.leader));
    best = side0 ? std::max(best, value) : std::min(best, value);
  });
  return best;
}

/// In a relaxation the side of the hand with a surplus takes at least what it takes after its best discard, so that is how far a
/// pattern's bounds may go. Positions are random subsets of the cards dealt, for a pattern holds wherever it fits.
void one_relaxation(ProblemSource& source, TranspositionTable& table, CutoffCards& cutoffs, Counts& counts) {
  const int seats = 2 + source.below(5), size = seats <= 4 ? 3 : 2, surplus = 1 + source.below(2);
  const Dealt d = source.with_surplus(seats, size, surplus);
  if (!d.problem.hands[0]) return;
  const LaneMap map(d.problem.trump, d.problem.ranking);
  const Packed packed = pack(d.problem, map, d.holder);
  const std::span<const Architecture> all = architectures();
  const auto search = all[static_cast<std::size_t>(source.below(static_cast<int>(all.size())))].make(packed, table, cutoffs);
  const Interrupt never;
  search->interrupt = &never;
  search->load(packed);
  for (int need = 1; need < packed.hand_size + packed.first_trick_weight; ++need)
    search->reaches_from(packed.all(), packed.leader, packed.first_trick_weight, need);

  for (int time = 0; time < 200; ++time) {
    const int played = 1 + source.below(packed.hand_size - 1), left = source.below(surplus + 1);
    std::array<Word, kSeatSlots> hands{};
    Word cards = 0;
    for (int seat = 0; seat < seats; ++seat) {
      Word hand = packed.hands[seat];
      const int out = std::popcount(hand) - (packed.hand_size - played) - (seat == d.holder ? left : 0);
      for (int n = 0; n < out; ++n) hand ^= source.one_of(hand);
      cards |= hands[static_cast<std::size_t>(seat)] = hand;
    }
    const int leader = source.below(seats);
    const ShapeSlot* slot = table.find(packed.shape(cards));
    if (!slot || !slot->head[leader]) continue;
    const Word ranked = cards & (packed.play == Play::no_suit ? kPlainRanks : ~Word{0});
    Packed here = game_from(packed, hands, leader);
    for (const CardPattern& pattern : patterns_of(table, packed, slot->head[leader], ranked))
      for (const bool anew : {false, true}) {
        if (!anew && !pattern.fits(packed, ranked)) continue;
        const Packed game = anew ? dealt_anew(packed, cards, leader, pattern, source) : here;
        const int value = best_value(game, d.holder, left);
        counts.relaxed += left > 0;
        CHECK(packed.on_side(d.holder) ? value <= pattern.high : value >= pattern.low);
        CHECK(left > 0 || holds(pattern, value));
      }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 2500;
  ProblemSource source(argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 13u);
  TranspositionTable table(std::size_t{4} << 20);
  CutoffCards cutoffs(std::size_t{1} << 20);
  Counts counts;
  for (int i = 0; i < rounds; ++i) one_game(source, table, cutoffs, counts);
  for (int i = 0; i < rounds; ++i) one_relaxation(source, table, cutoffs, counts);
  std::printf(
      "%ld patterns of %ld games, %ld positions that fit, %ld dealt anew, %ld of relaxations, %ld of %ld controls fail\n",
      counts.patterns, counts.games, counts.positions, counts.anew, counts.relaxed, counts.control_failures, counts.controls);
  CHECK(counts.patterns >= 3L * rounds && counts.positions >= 15L * rounds && counts.anew >= 6L * rounds);
  for (const long n : counts.by_play) CHECK(n >= rounds / 10);
  for (int seats = kMinSeats; seats <= kMaxSeats; ++seats) CHECK(counts.by_seats[seats] >= rounds / 20);
  CHECK(counts.relaxed >= rounds);
  CHECK(counts.control_failures * 10 >= counts.controls && counts.controls > 0);
  return check::result("patterns", counts.positions + counts.anew + counts.relaxed);
}
