// Play and undo: counts with a closed form, random play undone card by card, equivalent cards.
#include <cstdlib>

#include "check.hpp"
#include "minimax.hpp"
#include "random_problem.hpp"
#include "whistsolve/errors.hpp"
#include "whistsolve/solver.hpp"

using namespace whistsolve;

namespace {

std::uint64_t factorial(int n) { return n < 2 ? 1 : static_cast<std::uint64_t>(n) * factorial(n - 1); }

/// All in one suit, or every hand in a suit of its own: n! orders for every hand, whatever is trump.
long closed_forms() {
  long cases = 0;
  for (int size = 1; size <= 3; ++size) {
    for (int trump = 0; trump <= kNoTrump; ++trump) {
      for (const bool one_suit : {true, false}) {
        Problem p;
        p.trump = trump;
        for (int seat = 0; seat < 4; ++seat)
          for (int i = 0; i < size; ++i)
            p.hands[static_cast<std::size_t>(seat)] |= CardMask{1} << (one_suit ? 4 * i + seat : kRanks * seat + i);
        const LaneMap map(p.trump, p.ranking);
        const Packed packed = pack(p, map);
        Position position(packed);
        std::uint64_t want = 1;
        for (int seat = 0; seat < 4; ++seat) want *= factorial(size);
        CHECK(perft(position, 4 * size) == want);
        ++cases;
      }
    }
  }
  return cases;
}

/// A count that would take years ends when it is told to.
void ended() {
  Problem p;
  for (std::size_t seat = 0; seat < 4; ++seat) p.hands[seat] = CardMask{0x1FFF} << (kRanks * seat);
  const LaneMap map(p.trump, p.ranking);
  const Packed packed = pack(p, map);
  Position position(packed);
  Interrupt interrupt;
  int polls = 0;
  interrupt.poll_with([&] { return ++polls > 3; });
  bool told = false;
  try {
    perft(position, 52, &interrupt);
  } catch (const SearchEnded& end) {
    told = end.told;
  }
  CHECK(told && polls == 4);
}

struct Snapshot {
  Word cards, played, beats, best, follow;
  int to_act, leader, on_table, left, won;
  friend bool operator==(const Snapshot&, const Snapshot&) = default;
};

Snapshot snapshot(const Position& p) {
  const TrickState& t = p.trick();
  return {p.cards(), t.played, t.beats, t.best, t.follow, p.to_act(), p.leader(), p.on_table(), p.tricks_left(), p.won()};
}

/// Random cards to the end and all the way back.
long random_play(ProblemSource& source) {
  const Problem problem = source.problem(2 + source.below(5), 1 + source.below(8));
  if (!problem.hands[0]) return 0;
  const LaneMap map(problem.trump, problem.ranking);
  const Packed packed = pack(problem, map);
  Position position(packed);
  std::vector<Snapshot> path;
  while (!position.over()) {
    CHECK(position.is_consistent());
    const Word legal = position.legal();
    CHECK(legal != 0 && !(legal & ~position.hand(position.to_act())));
    CHECK(!(position.representatives() & ~legal));
    Word grouped = 0;
    for (Word reps = position.representatives(); reps; reps &= reps - 1) {
      const Word group = position.equivalents(lowest(reps));
      CHECK((group & lowest(reps)) && !(group & grouped) && !(group & ~legal));
      grouped |= group;
    }
    CHECK(grouped == legal);
    path.push_back(snapshot(position));
    const Word card = source.one_of(legal);
    position.play(card, position.needs_name(card) ? lane(source.below(4)) & kPlainRanks : 0);
  }
  CHECK(position.legal() == 0);
  for (; !path.empty(); path.pop_back()) {
    position.undo();
    CHECK(snapshot(position) == path.back());
  }
  return 1;
}

/// Cards that the position calls equivalent lead to equal values.
long equal_cards(ProblemSource& source) {
  const Problem problem = source.problem(2 + source.below(3), 1 + source.below(3));
  if (!problem.hands[0]) return 0;
  const LaneMap map(problem.trump, problem.ranking);
  const Packed packed = pack(problem, map);
  Position position(packed);
  Minimax minimax;
  long cases = 0;
  for (Word reps = position.representatives(); reps; reps &= reps - 1) {
    int first = -1;
    for (Word group = position.equivalents(lowest(reps)); group; group &= group - 1) {
      if (position.needs_name(lowest(group))) continue;
      position.play(lowest(group));
      const int value = position.won() + minimax.value(position);
      position.undo();
      if (first < 0) first = value;
      CHECK(value == first);
      ++cases;
    }
  }
  return cases;
}

template <class Change>
void refused(Change change) {
  Problem p;
  for (int seat = 0; seat < 4; ++seat) p.hands[static_cast<std::size_t>(seat)] = CardMask{3} << (2 * seat);
  bool thrown = false;
  try {
    change(p);
    Solver(1 << 20).solve(p);
  } catch (const InvalidProblem&) {
    thrown = true;
  }
  CHECK(thrown);
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 3000;
  ProblemSource source(argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 2u);
  long cases = closed_forms();
  for (int i = 0; i < rounds; ++i) cases += random_play(source) + equal_cards(source);
  ended();
  refused([](Problem& p) { p.seats = 1; });
  refused([](Problem& p) { p.seats = 7; });
  refused([](Problem& p) { p.trump = 5; });
  refused([](Problem& p) { p.leader = 4; });
  refused([](Problem& p) { p.side = 0; });
  refused([](Problem& p) { p.side = 15; });
  refused([](Problem& p) { p.rules.first_trick_weight = 3; });
  refused([](Problem& p) { p.hands[0] = 0; });
  refused([](Problem& p) { p.hands[1] = p.hands[0]; });
  refused([](Problem& p) { p.hands[2] |= CardMask{1} << 60; });
  refused([](Problem& p) { p.played = {{0}, {1}}; });
  refused([](Problem& p) { p.played = {{99}}; });
  refused([](Problem& p) { p.played = {{0, 2}}; });
  return check::result("position", cases);
}
