// Threads: a solver each, batches side by side, a search that another thread ends. ThreadSanitizer watches the same code.
#include <atomic>
#include <cstdlib>
#include <latch>
#include <memory>
#include <thread>
#include <vector>

#include "check.hpp"
#include "random_problem.hpp"
#include "whistsolve/batch.hpp"
#include "whistsolve/errors.hpp"

using namespace whistsolve;

namespace {

constexpr int kThreads = 6;

/// Joined at the end of their scope; not every library has std::jthread.
struct Threads : std::vector<std::thread> {
  ~Threads() {
    for (std::thread& t : *this) t.join();
  }
};

std::vector<Problem> problems(ProblemSource& source, int count) {
  std::vector<Problem> out;
  while (static_cast<int>(out.size()) < count) {
    const int seats = out.size() % 2 ? 2 + source.below(5) : 4;
    Problem p = source.problem(seats, seats <= 4 ? 5 : 4);
    if (!p.hands[0]) continue;
    if (out.size() % 2 == 0) p.side = 0b0101;  // the tables that all solvers share are made by who needs them first
    out.push_back(p);
  }
  return out;
}

struct Found {
  std::vector<int> tricks, cards;
  friend bool operator==(const Found&, const Found&) = default;
};

void solve(Solver& solver, const Problem& problem, Found& found) {
  found.tricks.push_back(solver.solve(problem).low);
  for (const CardAnswer& c : solver.solve_cards(problem)) found.cards.push_back(64 * c.card + c.low);
}

/// Each thread solves all problems, and each starts at another; nothing has been solved before, so that what is made
/// once for the process is wanted by all of them at the same moment.
long own_solvers(const std::vector<Problem>& all) {
  std::vector<std::vector<Found>> found(kThreads, std::vector<Found>(all.size()));
  {
    std::latch together(kThreads);
    Threads threads;
    for (int t = 0; t < kThreads; ++t)
      threads.emplace_back([&, t] {
        together.arrive_and_wait();
        Solver solver(std::size_t{1} << 18);
        for (std::size_t i = 0; i < all.size(); ++i) {
          const std::size_t at = (i + static_cast<std::size_t>(t) * 2) % all.size();
          solve(solver, all[at], found[static_cast<std::size_t>(t)][at]);
        }
      });
  }
  Solver alone(std::size_t{1} << 20);
  for (std::size_t i = 0; i < all.size(); ++i) {
    Found want;
    solve(alone, all[i], want);
    for (const std::vector<Found>& each : found) CHECK(each[i] == want);
  }
  return static_cast<long>(all.size()) * kThreads;
}

BatchGame game_of_four() {
  BatchGame game;
  for (int seat = 0; seat < 4; ++seat) game.side_of[static_cast<std::size_t>(seat)] = seat % 2 ? 0b1010u : 0b0101u;
  game.strains = {{2, Ranking::uptown}, {kNoTrump, Ranking::downtown}};
  return game;
}

std::vector<CardMask> deals_of_four(ProblemSource& source, int deals, int size) {
  std::vector<CardMask> hands;
  while (deals > 0) {
    const Problem p = source.problem(4, size);
    if (std::popcount(p.hands[0]) != size) continue;
    hands.insert(hands.end(), p.hands.begin(), p.hands.begin() + 4);
    --deals;
  }
  return hands;
}

/// Batches of several threads, side by side, over the same deals.
long batches(ProblemSource& source) {
  const BatchGame game = game_of_four();
  const std::vector<CardMask> hands = deals_of_four(source, 40, 5);
  const std::size_t cells = hands.size() / 4 * game.strains.size();
  std::vector<std::vector<std::uint8_t>> tricks(4, std::vector<std::uint8_t>(4 * cells, 99));
  std::atomic<int> whole{0};
  {
    Threads threads;
    for (int t = 0; t < 4; ++t)
      threads.emplace_back([&, t] {
        Batch batch(1 + t, std::size_t{1} << 20);
        std::vector<std::uint8_t>& low = tricks[static_cast<std::size_t>(t)];
        for (int again = 0; again < 2; ++again) {
          std::vector<std::uint8_t> done(cells), high(low.size());
          whole += batch.run(game, hands, {low, high, done}, {}) && low == high;
        }
      });
  }
  CHECK(whole == 8);
  for (const auto& each : tricks) CHECK(each == tricks[0]);
  for (const std::uint8_t t : tricks[0]) CHECK(t <= 5);
  return 4;
}

/// A deal with enough to search that the search asks many times whether it shall end.
Problem long_search(ProblemSource& source) {
  for (;;) {
    const std::vector<CardMask> hands = deals_of_four(source, 1, 12);
    Problem p;
    std::copy_n(hands.begin(), 4, p.hands.begin());
    Solver solver(std::size_t{1} << 20);
    solver.solve(p);
    if (solver.stats().tricks > 20'000) return p;
  }
}

/// A search that is ended from outside says so; the solver answers afterwards as if nothing had been.
long stopped(ProblemSource& source) {
  const Problem problem = long_search(source);
  const int want = Solver(std::size_t{1} << 20).solve(problem).low;
  constexpr int kTimes = 10;
  for (int i = 0; i < kTimes; ++i) {
    Solver solver(std::size_t{1} << 18);
    std::atomic<int> solved{0};
    bool was_stopped = false;
    {
      Threads at_work;
      at_work.emplace_back([&] {
        try {
          for (;; solver.clear()) solved += solver.solve(problem).low == want;
        } catch (const SolveStopped&) {
          was_stopped = true;
        }
      });
      // Now before the first call, now in the midst of one.
      while (solved.load() < i % 3) std::this_thread::yield();
      solver.interrupt().stop();
    }
    CHECK(was_stopped);
    solver.interrupt().resume();
    CHECK(solver.solve(problem).low == want);
  }
  return kTimes;
}

}  // namespace

int main(int argc, char** argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 300;
  ProblemSource source(argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 19u);
  const long cases = own_solvers(problems(source, count)) + batches(source) + stopped(source);
  return check::result("threads", cases);
}
