// Quick tricks against exact values, and their relevant cards against positions with the other cards reshuffled.
#define WHISTSOLVE_ARCH test_build
#include "whistsolve/quick_tricks.hpp"

#include <cstdlib>

#include "check.hpp"
#include "minimax.hpp"
#include "random_problem.hpp"
#include "whistsolve/solver.hpp"

using namespace whistsolve;
using namespace whistsolve::test_build;

namespace {

template <Seating kSeating>
int sure_at(const Position& position, int need, Word& relevant, TrickNode& t) {
  Game<kSeating> game;
  game.load(position.packed());
  fill(game, position.cards(), t);
  t.leader = position.to_act();
  t.need = need;
  t.left = position.tricks_left();
  t.weight = 1;
  const Word ranked = position.cards() & game.packed.ranks;
  const Word low = extract_bits(game.packed.owner[0], ranked), high = extract_bits(game.packed.owner[1], ranked);
  const Word shape = game.packed.shape(position.cards());
  switch (game.packed.play) {
    case Play::trumps: return quick_tricks<Play::trumps>(game, t, shape, ranked, low, high, relevant);
    case Play::plain: return quick_tricks<Play::plain>(game, t, shape, ranked, low, high, relevant);
    default: return quick_tricks<Play::no_suit>(game, t, shape, ranked, low, high, relevant);
  }
}

int sure(const Position& position, int need, Word& relevant, TrickNode& t) {
  switch (position.packed().seating()) {
    case Seating::partners: return sure_at<Seating::partners>(position, need, relevant, t);
    case Seating::few: return sure_at<Seating::few>(position, need, relevant, t);
    default: return sure_at<Seating::many>(position, need, relevant, t);
  }
}

/// The same game with the cards below the lowest relevant one of each suit dealt anew, every hand keeping its lengths.
Packed reshuffled(const Packed& p, Word relevant, ProblemSource& source) {
  Packed out = p;
  for (int l = 0; l < kLanes; ++l) {
    const Word suit = lane(l) & p.ranks;
    const Word fixed = up_from_lowest(relevant & suit) & suit;
    std::vector<Word> loose;
    for (Word w = p.all() & suit & ~fixed; w; w &= w - 1) loose.push_back(lowest(w));
    std::shuffle(loose.begin(), loose.end(), source.engine());
    for (int seat = 0; seat < p.seats; ++seat) {
      const Word had = p.hands[seat] & suit & ~fixed;
      out.hands[seat] &= ~had;
      for (int i = std::popcount(had); i > 0; --i) {
        out.hands[seat] |= loose.back();
        loose.pop_back();
      }
    }
  }
  return out;
}

/// Whether every legal lead among `lanes` loses: the leader's side is then kept from what `need` asks.
bool all_lose(Position& position, Word lanes, int need) {
  const bool mine = position.packed().on_side(position.to_act());
  bool lose = true;
  for (Word leads = position.legal() & lanes; leads; leads &= leads - 1) {
    position.play(lowest(leads));
    lose &= (Minimax().value(position) >= need) != mine;
    position.undo();
  }
  return lose;
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 20000;
  ProblemSource source(argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 1u);
  const int more = argc > 3 ? std::atoi(argv[3]) : 0;  // cards a hand; plain minimax takes long for many
  long cuts = 0, losing = 0, with_tables[2] = {}, general[3][2] = {};
  for (int round = 0; round < rounds; ++round) {
    const int seats = 2 + source.below(5);
    const Problem problem = source.problem(seats, 1 + source.below(more + (seats <= 3 ? 5 : seats == 4 ? 4 : 3)));
    if (!problem.hands[0]) continue;
    const LaneMap map(problem.trump, problem.ranking);
    const Packed packed = pack(problem, map);
    if (packed.hand_size == 0) continue;
    Position position(packed);
    const int value = Minimax().value(position);
    for (int need = 1; need <= packed.hand_size; ++need) {
      Word relevant = 0;
      TrickNode t;
      const int answer = sure(position, need, relevant, t);
      if (answer < 0) {
        if (!t.lost) continue;
        ++losing;
        Word lanes = 0;
        for (Word w = t.lost; w; w &= w - 1) lanes |= lane_of(lowest(w)) & packed.ranks;
        const Packed other = reshuffled(packed, t.lost_relevant, source);
        Position elsewhere(other);
        const bool here = all_lose(position, lanes, need), there = all_lose(elsewhere, lanes, need);
        CHECK(here);
        CHECK(there);
        if (!(here && there) && check::failures < 5)
          std::fprintf(stderr, "  leads %llx, need %d: %s\n", static_cast<unsigned long long>(t.lost), need,
                       describe(problem).c_str());
        continue;
      }
      ++cuts;
      ++(packed.seating() == Seating::partners ? with_tables : general[static_cast<int>(packed.play)])[answer];
      CHECK(answer == (value >= need));
      if (answer != (value >= need) && check::failures < 5)
        std::fprintf(stderr, "  need %d, value %d: %s\n", need, value, describe(problem).c_str());
      const Packed other = reshuffled(packed, relevant, source);
      Position elsewhere(other);
      const int there = Minimax().value(elsewhere);
      CHECK(answer == (there >= need));
      if (answer != (there >= need) && check::failures < 5)
        std::fprintf(stderr, "  pattern %llx, need %d, value there %d: %s\n", static_cast<unsigned long long>(relevant), need,
                     there, describe(problem).c_str());
    }
  }
  // Each answer came from each implementation often enough.
  CHECK(cuts >= rounds);
  CHECK(losing >= rounds / 200);
  std::printf("%ld positions with leads that lose\n", losing);
  for (const int answer : {0, 1}) {
    CHECK(with_tables[answer] >= rounds / 50);
    for (const auto& by_answer : general) CHECK(by_answer[answer] >= rounds / 50);
    std::printf("answer %d: %ld from tables, %ld %ld %ld from top cards and lengths\n", answer, with_tables[answer],
                general[0][answer], general[1][answer], general[2][answer]);
  }
  return check::result("quick_tricks", cuts);
}
