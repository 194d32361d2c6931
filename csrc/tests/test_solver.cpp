// The solver against plain minimax: all rules, all numbers of hands, every phase of a trick, tables of every size and
// every instruction set of this machine. Node counts: the same work after clearing and on every instruction set.
#include <cstdlib>

#include "check.hpp"
#include "minimax.hpp"
#include "random_problem.hpp"
#include "whistsolve/errors.hpp"
#include "whistsolve/solver.hpp"

using namespace whistsolve;

namespace {

/// The cards that take so many tricks of the side of the hand to act, or for -1 the most, are those of that value or more.
void cards_taking(Problem problem, int to_act, Solver& solver, int target) {
  if (!(problem.side >> to_act & 1)) problem.side ^= (1u << problem.seats) - 1;
  std::vector<CardAnswer> values = solver.solve_cards(problem);
  int most = 0;
  for (const CardAnswer& each : values) most = std::max(most, each.low);
  CardMask wanted = 0, found = 0, some = 0;
  for (const CardAnswer& each : values)
    if (each.low >= (target < 0 ? most : target)) wanted |= CardMask{1} << each.card;
  for (const CardAnswer& each : solver.cards_taking(problem, target, true)) {
    found |= CardMask{1} << each.card;
    CHECK(each.low == (target < 0 ? most : target) && each.high == each.low);
  }
  for (const CardAnswer& each : solver.cards_taking(problem, target, false)) some |= CardMask{1} << each.card;
  CHECK(found == wanted && !(some & ~wanted) && !some == !wanted);
}

/// Plays some random cards and asks what is left, for both sides and for every card.
long one_problem(ProblemSource& source, std::vector<std::unique_ptr<Solver>>& solvers) {
  const int seats = 2 + source.below(5);
  Problem problem = source.problem(seats, 1 + source.below(seats <= 3 ? 5 : seats == 4 ? 4 : 3));
  if (!problem.hands[0]) return 0;
  problem.rules.first_trick_weight = 1 + source.below(2);
  const LaneMap map(problem.trump, problem.ranking);
  const Packed packed = pack(problem, map);
  Position position(packed);
  source.play_some(problem, map, position, 2 * seats);
  Minimax minimax;
  const int value = minimax.value(position);
  const int total = position.over() ? 0 : position.tricks_left() - 1 + position.weight();
  const bool counted = problem.side & 1;
  std::vector<std::uint64_t> work;
  for (const auto& solver : solvers) {
    const std::uint64_t before = solver->stats().nodes;
    const Answer a = solver->solve(problem);
    work.push_back(solver->stats().nodes - before);
    CHECK(a.exact() && a.low == (counted ? value : total - value));
    if (a.low != (counted ? value : total - value) && check::failures < 5)
      std::fprintf(stderr, "  got %d, value %d, %zu cards played: %s\n", a.low, value, problem.played.size(),
                   describe(problem).c_str());
    for (const CardAnswer& c : solver->solve_cards(problem)) {
      const Word card = bit_at(map.bit(c.card));
      const int before_card = position.won();
      const bool mine = packed.on_side(position.to_act());
      const bool name = position.needs_name(card);
      int best = mine ? -1 : 99;
      for (int l = 0; l < (name ? kLanes : 1); ++l) {
        position.play(card, name ? lane(l) & kPlainRanks : 0);
        const int v = position.won() - before_card + minimax.value(position);
        position.undo();
        best = mine ? std::max(best, v) : std::min(best, v);
      }
      CHECK(c.low == c.high && c.low == (counted ? best : total - best));
    }
    if (!position.over()) cards_taking(problem, position.to_act(), *solver, source.below(total + 3) - 1);
  }
  return 1;
}

/// Full deals, so that tables fill: every cap and every instruction set finds the same, and does the same work again.
long full_deals(ProblemSource& source, int deals) {
  long cases = 0;
  for (int i = 0; i < deals; ++i) {
    Problem problem;
    const int seats = i % 2 ? 2 + i / 2 % 5 : 4;
    const int size = seats <= 4 ? 8 : seats == 5 ? 7 : 6;
    do problem = source.problem(seats, size);
    while (std::popcount(problem.hands[0]) != size);
    if (seats == 4) problem.side = 0b0101;
    std::vector<std::uint64_t> nodes;
    int want = -1;
    for (const Architecture& architecture : architectures()) {
      Solver solver(std::size_t{64} << 20, architecture);
      for (int again = 0; again < 2; ++again) {
        const std::uint64_t before = solver.stats().nodes;
        const int got = solver.solve(problem).low;
        if (want < 0) want = got;
        CHECK(got == want);
        nodes.push_back(solver.stats().nodes - before);
        solver.clear();
      }
    }
    for (const std::uint64_t p : nodes) CHECK(p == nodes.front());
    for (const std::size_t cap : {std::size_t{1}, std::size_t{1} << 16, std::size_t{1} << 18}) {
      Solver small(cap);
      CHECK(small.solve(problem).low == want);
    }
    ++cases;
  }
  return cases;
}

void stops_when_told() {
  ProblemSource source(5);
  Problem problem = source.problem(4, 12);
  Solver solver(1 << 20);
  solver.interrupt().stop();
  bool stopped = false;
  for (int i = 0; i < 50 && !stopped; ++i) {  // a problem may be too easy to be asked
    try {
      problem = source.problem(4, 12);
      solver.solve(problem);
    } catch (const SolveStopped&) {
      stopped = true;
    }
  }
  CHECK(stopped);
  solver.interrupt().resume();
  const int value = solver.solve(problem).low;
  CHECK(value == Solver(1 << 20).solve(problem).low);
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 4000;
  ProblemSource source(argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 3u);
  std::vector<std::unique_ptr<Solver>> solvers;
  for (const Architecture& architecture : architectures())
    solvers.push_back(std::make_unique<Solver>(std::size_t{1} << 20, architecture));
  solvers.push_back(std::make_unique<Solver>(1));  // the smallest table there is
  long cases = 0;
  for (int i = 0; i < rounds; ++i) cases += one_problem(source, solvers);
  cases += full_deals(source, rounds / 100);
  stops_when_told();
  return check::result("solver", cases);
}
