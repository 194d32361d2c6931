// Budgets and stops: bounds that hold, the same on every machine; a cut-off search leaves a solver that is right.
#include <atomic>
#include <cstdlib>
#include <thread>

#include "check.hpp"
#include "minimax.hpp"
#include "random_problem.hpp"
#include "whistsolve/errors.hpp"
#include "whistsolve/solver.hpp"

using namespace whistsolve;

namespace {

Budget cards(std::uint64_t nodes) {
  Budget budget;
  budget.nodes = nodes;
  return budget;
}

Budget seconds(double count) {
  Budget budget;
  budget.until = std::chrono::steady_clock::now() +
                 std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(count));
  return budget;
}

/// A problem of every kind, some cards played.
Problem any_problem(ProblemSource& source, int size) {
  const int seats = 2 + source.below(5);
  Problem problem;
  do problem = source.problem(seats, size);
  while (!problem.hands[0]);
  problem.rules.first_trick_weight = 1 + source.below(2);
  const LaneMap map(problem.trump, problem.ranking);
  const Packed packed = pack(problem, map);
  Position position(packed);
  for (int played = source.below(2 * seats); played > 0 && !position.over(); --played) {
    Word card = position.legal();
    for (int skip = source.below(std::popcount(card)); skip > 0; --skip) card &= card - 1;
    card = lowest(card);
    const bool name = position.needs_name(card);
    const int suit = source.below(4);
    problem.played.push_back({map.card(index_of(card)), name ? suit : -1});
    position.play(card, name ? lane(map.lane_of_suit(suit)) & kPlainRanks : 0);
  }
  return problem;
}

/// Against minimax: whatever the limit, the bounds hold the value, of the position and of every card.
long bounds_hold(ProblemSource& source, int rounds) {
  long cut = 0;
  for (int round = 0; round < rounds; ++round) {
    Problem problem = any_problem(source, 4);
    const LaneMap map(problem.trump, problem.ranking);
    const Packed packed = pack(problem, map);
    Position position = replay(packed, map, problem.played);
    const int total = position.over() ? 0 : position.tricks_left() - 1 + position.weight();
    Minimax minimax;
    const int side_0 = minimax.value(position);
    const int value = problem.side & 1 ? side_0 : total - side_0;
    Solver warm(1 << 20);
    for (const std::uint64_t limit : {1u, 5u, 20u, 60u, 200u, 1000000u}) {
      Solver fresh(1 << 20);
      for (Solver* solver : {&fresh, &warm}) {
        const std::uint64_t before = solver->stats().nodes;
        const Answer a = solver->solve(problem, cards(limit));
        CHECK(0 <= a.low && a.low <= value && value <= a.high && a.high <= total);
        CHECK(solver->stats().nodes - before < limit + 200);
        if (limit == 1000000u) CHECK(a.exact());
        cut += !a.exact();
      }
      const auto bounded = fresh.solve_cards(problem, cards(limit));
      const auto exact = Solver(1 << 20).solve_cards(problem);
      CHECK(bounded.size() == exact.size());
      for (std::size_t i = 0; i < exact.size(); ++i) {
        CHECK(bounded[i].card == exact[i].card && exact[i].low == exact[i].high);
        CHECK(bounded[i].low <= exact[i].low && exact[i].high <= bounded[i].high);
        if (limit == 1000000u) CHECK(bounded[i].low == bounded[i].high);
      }
    }
    CHECK(warm.solve(problem).low == value);
  }
  CHECK(cut > rounds / 4);
  return rounds;
}

Problem full_problem(ProblemSource& source, int size) {
  Problem problem;
  do problem = source.problem(4, size);
  while (std::popcount(problem.hands[0]) != size);
  problem.side = source.below(2) ? 0b0101u : 0b1010u;
  return problem;
}

/// The same limit gives the same bounds and the same work in every new solver, whatever its instruction set, and more of
/// the same in a solver that goes on; in the end that one has the value.
long same_everywhere(ProblemSource& source, int rounds) {
  long cut = 0;
  for (int round = 0; round < rounds; ++round) {
    const Problem problem = full_problem(source, 8);
    const int value = Solver(1 << 22).solve(problem).low;
    for (const std::uint64_t limit : {1u, 300u, 3000u, 30000u}) {
      std::vector<Answer> answers;
      std::vector<std::uint64_t> work;
      for (const Architecture& architecture : architectures())
        for (int again = 0; again < 2; ++again) {
          Solver solver(1 << 22, architecture);
          answers.push_back(solver.solve(problem, cards(limit)));
          work.push_back(solver.stats().nodes);
        }
      for (std::size_t i = 0; i < answers.size(); ++i) {
        CHECK(answers[i].low == answers[0].low && answers[i].high == answers[0].high && work[i] == work[0]);
        CHECK(answers[i].low <= value && value <= answers[i].high);
      }
      cut += !answers[0].exact();
    }
    Solver patient(1 << 22);
    int calls = 0;
    for (Answer a; !(a = patient.solve(problem, cards(2000))).exact() && calls < 10000; ++calls)
      CHECK(a.low <= value && value <= a.high);
    CHECK(calls < 10000);
    CHECK(patient.solve(problem).low == value);
  }
  CHECK(cut > 0);
  return rounds;
}

/// A search so long that no machine has finished it when it is told to stop.
Problem hard_problem() {
  ProblemSource source(7);
  Problem p;
  p.seats = 3;
  p.rules.jokers = {JokerKind::worthless, JokerLead::free_play, false};
  p.side = 0b001;
  std::array<CardIndex, kDeckSize> deck{};
  for (CardIndex c = 0; c < kDeckSize; ++c) deck[static_cast<std::size_t>(c)] = c;
  for (int i = kDeckSize - 1; i > 0; --i)  // not std::shuffle, which differs from library to library
    std::swap(deck[static_cast<std::size_t>(i)], deck[static_cast<std::size_t>(source.below(i + 1))]);
  for (std::size_t i = 0; i < 48; ++i) p.hands[i % 3] |= CardMask{1} << deck[i];
  return p;
}

long stopped_from_another_thread() {
  const Problem problem = hard_problem();
  for (const bool mine : {true, false}) {
    Problem asked = problem;
    asked.side = mine ? 0b001u : 0b110u;
    Solver solver(1 << 16);
    std::atomic<bool> begun{false};
    solver.interrupt().poll_with([&] {
      begun = true;
      return false;
    });
    std::thread other([&] {
      while (!begun) std::this_thread::yield();
      solver.interrupt().stop();
    });
    int low = -2, high = -2;
    try {
      solver.solve(asked);
    } catch (const SolveStopped& stopped) {
      low = stopped.low, high = stopped.high;
    }
    other.join();
    CHECK(0 <= low && low < high && high <= 16);
    bool told = false;
    try {
      solver.solve_cards(asked);
    } catch (const SolveStopped& stopped) {
      told = stopped.low == -1 && stopped.high == -1;
    }
    CHECK(told);
    solver.interrupt().resume();
    const Answer later = solver.solve(asked, seconds(0.01));
    CHECK(0 <= later.low && later.low <= later.high && later.high <= 16);
  }
  return 2;
}

/// A stop holds for a problem however small, and a time that is over too.
long nothing_is_too_small(ProblemSource& source) {
  for (int i = 0; i < 200; ++i) {
    const Problem problem = full_problem(source, 5);
    Solver solver(1 << 16);
    const int value = solver.solve(problem).low;
    solver.clear();
    solver.interrupt().stop();
    bool stopped = false;
    try {
      solver.solve(problem);
    } catch (const SolveStopped& s) {
      stopped = s.low <= value && value <= s.high;
    }
    CHECK(stopped);
    solver.interrupt().resume();
    const Answer a = solver.solve(problem, seconds(0));
    CHECK(a.low <= value && value <= a.high);
    CHECK(solver.solve(problem).low == value);
  }
  return 200;
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 400;
  ProblemSource source(argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 9u);
  long cases = bounds_hold(source, rounds);
  cases += same_everywhere(source, rounds / 20);
  cases += stopped_from_another_thread();
  cases += nothing_is_too_small(source);
  return check::result("budget", cases);
}
