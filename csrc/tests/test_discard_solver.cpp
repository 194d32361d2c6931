// Discards against enumeration by plain minimax and by the solver: the most tricks, how many discards take them, and that the
// relaxation never takes less.
#include <algorithm>
#include <bit>
#include <cstdlib>
#include <set>

#include "check.hpp"
#include "minimax.hpp"
#include "random_problem.hpp"
#include "whistsolve/discard_solver.hpp"
#include "whistsolve/errors.hpp"
#include "whistsolve/solver.hpp"

using namespace whistsolve;

namespace {

int value_of(const Problem& problem) {
  const LaneMap map(problem.trump, problem.ranking);
  const Packed packed = pack(problem, map);
  Position position(packed);
  const int value = Minimax().value(position);
  return problem.side & 1 ? value : packed.hand_size - 1 + packed.first_trick_weight - value;
}

long one_game(ProblemSource& source, const Architecture& architecture) {
  const int seats = 2 + source.below(5);
  const int size = 2 + source.below(seats <= 3 ? 3 : seats == 4 ? 2 : 1);
  const int surplus = 1 + source.below(3);
  const Dealt d = source.with_surplus(seats, size, surplus);
  if (!d.problem.hands[0]) return 0;
  const CardMask hand = d.problem.hands[static_cast<std::size_t>(d.holder)];

  DiscardSolver solver(d.problem, d.holder, std::size_t{1} << 20, architecture);
  CHECK(solver.surplus() == surplus);
  // Groups: discards with at least so many cards of each lane.
  const LaneMap map(d.problem.trump, d.problem.ranking);
  const Packed packed = pack(d.problem, map, d.holder);
  const auto held = [&](CardMask cards, int l) { return std::popcount(map.pack(cards) & lane(l) & packed.ranks); };
  std::vector<std::pair<Word, int>> groups;
  for (int n = 0; n < 4; ++n) {
    Word owed = 0;
    for (int l = 0; l < kLanes; ++l)
      owed |= static_cast<Word>(source.below(std::min(held(hand, l), n ? surplus : 1) + 1)) << (kLaneBits * l);
    groups.push_back({owed, -1});
  }
  const auto in_group = [&](CardMask discard, Word owed) {
    for (int l = 0; l < kLanes; ++l)
      if (held(discard, l) < static_cast<int>(owed >> (kLaneBits * l) & 15)) return false;
    return true;
  };
  int best = -1;
  std::set<CardMask> reach;
  each_choice(hand, surplus, [&](CardMask discard) {
    Problem p = d.problem;
    p.hands[static_cast<std::size_t>(d.holder)] = hand & ~discard;
    const int value = value_of(p);
    const auto [low, high] = solver.value(discard);
    CHECK(low == value && high == value);
    for (auto& [owed, most] : groups)
      if (in_group(discard, owed)) most = std::max(most, value);
    if (value > best) best = value, reach.clear();
    if (value == best) reach.insert(discard);
  });
  const DiscardAnswer answer = solver.best();
  CHECK(answer.exact() && answer.low == best && !answer.stopped);
  CHECK(reach.contains(answer.cards));
  std::set<CardMask> listed;
  const std::uint64_t count = solver.reaching(best, [&](CardMask discard) { listed.insert(discard); });
  CHECK(listed == reach && count == reach.size());
  CHECK(solver.reaching(best, {}) == count && solver.reaching(best + 1, {}) == 0);

  // The relaxation, straight from the search.
  TranspositionTable table(std::size_t{1} << 20);
  CutoffCards cutoffs(std::size_t{1} << 18);
  const auto search = architecture.make(packed, table, cutoffs);
  const Interrupt never;
  search->interrupt = &never;
  search->load(packed);
  search->begin({});
  const bool side0 = packed.on_side(d.holder);
  const int all = packed.hand_size - 1 + packed.first_trick_weight;
  const auto takes = [&](int tricks, Word owed) {
    const int need = side0 ? tricks : all - tricks + 1;
    return search->reaches_from(packed.all(), packed.leader, packed.first_trick_weight, need, owed) == side0;
  };
  for (int tricks = 1; tricks <= best; ++tricks) CHECK(takes(tricks, 0));
  if (seats <= 4)
    for (const auto& [owed, most] : groups)
      for (int tricks = all; tricks > 0; --tricks) CHECK(takes(tricks, owed) || tricks > most);
  return 1;
}

/// Full hands: ends within a budget, with bounds that hold; cards the other way round are errors.
long full_hands(ProblemSource& source) {
  Problem problem;
  CardMask left = kAllCards;
  const auto draw = [&](int count) {
    CardMask hand = 0;
    while (std::popcount(hand) < count) {
      const CardMask card = CardMask{1} << source.below(kDeckSize);
      if (left & card) hand |= card, left ^= card;
    }
    return hand;
  };
  for (int seat = 0; seat < 4; ++seat) problem.hands[static_cast<std::size_t>(seat)] = draw(seat == 2 ? 18 : 12);
  problem.trump = source.below(kNoTrump + 1);
  problem.leader = 2;

  DiscardSolver solver(problem, 2, std::size_t{16} << 20);
  const DiscardAnswer whole = solver.best();
  CHECK(whole.exact() && std::popcount(whole.cards) == 6 && !(whole.cards & ~problem.hands[2]));
  Problem after = problem;
  after.hands[2] &= ~whole.cards;
  CHECK(Solver(std::size_t{16} << 20).solve(after).low == whole.low);

  // Ended anywhere, also within the first discard.
  for (const unsigned share : {1u, 4u, 16u, 64u, 256u}) {
    DiscardSolver again(problem, 2, std::size_t{16} << 20);
    Budget budget;
    budget.nodes = 1 + whole.stats.nodes / share * static_cast<unsigned>(source.below(100)) / 100;
    const DiscardAnswer part = again.best(budget);
    CHECK(part.low <= whole.low && part.high >= whole.low && part.stats.nodes <= budget.nodes + 100);
    CHECK(again.best().cards == whole.cards);
  }
  DiscardSolver going_on(problem, 2, std::size_t{16} << 20);
  Budget some;
  some.nodes = 10'000 + whole.stats.nodes / 8;
  DiscardAnswer so_far = going_on.best(some);
  for (int calls = 1; calls < 80 && !so_far.exact(); ++calls) so_far = going_on.best(some);
  CHECK(so_far.exact() && so_far.low == whole.low);

  solver.interrupt().stop();
  const DiscardAnswer stopped = solver.best();
  CHECK(stopped.stopped && stopped.low <= whole.low && stopped.high >= whole.low);
  solver.interrupt().resume();

  const auto wrong = [](auto&& f) {
    try {
      f();
    } catch (const InvalidProblem&) {
      return true;
    }
    return false;
  };
  CHECK(wrong([&] { solver.value(problem.hands[1] & ~(problem.hands[1] - 1)); }));
  for (int outside = kDeckSize; outside < 64; ++outside)
    CHECK(wrong([&] { solver.value((whole.cards & (whole.cards - 1)) | CardMask{1} << outside); }));
  Problem crowded = problem;
  crowded.seats = 100;
  CHECK(wrong([&] { DiscardSolver(crowded, 92, std::size_t{1} << 20); }));
  CHECK(wrong([&] { DiscardSolver(problem, 1, std::size_t{1} << 20); }));
  CHECK(wrong([&] { DiscardSolver(problem, 0, std::size_t{1} << 20); }));
  return 1;
}

/// Every discard is in a group of each level until one that it reaches is refuted, and in no group that it does not reach.
long groups_cover(ProblemSource& source) {
  const Dealt d = source.with_surplus(4, 5, 5);
  const LaneMap map(d.problem.trump, d.problem.ranking);
  const Packed packed = pack(d.problem, map, d.holder);
  const Word hand = packed.hands[static_cast<std::size_t>(d.holder)];
  if (packed.seating() != Seating::partners) return 0;
  std::vector<Word> discards;
  each_choice(map.unpack(hand), 5, [&](CardMask discard) { discards.push_back(map.pack(discard)); });
  DiscardGroups groups(packed, hand, 5);
  std::vector<DiscardCounts> refuted;
  std::vector<int> asked(discards.size());
  while (const auto group = groups.next()) {
    CHECK(!groups.refuted(*group));
    for (std::size_t i = 0; i < discards.size(); ++i) asked[i] += DiscardCounts(discards[i], packed).reaches(*group);
    if (source.below(4)) continue;
    groups.refute(*group);
    refuted.push_back(*group);
  }
  for (std::size_t i = 0; i < discards.size(); ++i) {
    const DiscardCounts counts(discards[i], packed);
    bool reaches = false;
    for (const DiscardCounts group : refuted) {
      bool all = true;
      for (int c = 0; c < DiscardCounts::kClasses; ++c) all &= counts.of(c) >= group.of(c);
      CHECK(all == counts.reaches(group));
      reaches |= all;
    }
    CHECK(groups.refuted(counts) == reaches);
    CHECK(reaches || asked[i] >= 3);
  }
  return 1;
}

/// A hand of eighteen cards no two of which are equivalent, so that each is a lead of its own.
long cards_apart() {
  for (int trump = 0; trump <= kNoTrump; ++trump) {
    Problem problem;
    problem.seats = 3;
    problem.trump = trump;
    problem.side = 1;
    int taken[3] = {};
    for (CardIndex card = 0; card < kLittleJoker; ++card) {
      const int seat = card % 2 ? 0 : 1 + card / 2 % 2;
      if (taken[seat] == (seat ? 12 : 18)) continue;
      problem.hands[static_cast<std::size_t>(seat)] |= CardMask{1} << card;
      ++taken[seat];
    }
    DiscardSolver solver(problem, 0, std::size_t{4} << 20);
    Budget budget;
    budget.nodes = 100'000;
    const DiscardAnswer answer = solver.best(budget);
    CHECK(answer.low <= answer.high && std::popcount(answer.cards) == 6);
    const auto [low, high] = solver.value(answer.cards, budget);
    CHECK(high >= answer.low && low <= answer.high);
  }
  return kNoTrump + 1;
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 400;
  ProblemSource source(argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 11);
  long cases = 0;
  for (int i = 0; i < rounds; ++i)
    for (const Architecture& architecture : architectures()) cases += one_game(source, architecture);
  for (int i = 0; i < std::max(rounds / 80, 2); ++i) cases += full_hands(source);
  for (int i = 0; i < std::max(rounds / 20, 5); ++i) cases += groups_cover(source);
  cases += cards_apart();
  return check::result("discard_solver", cases);
}
