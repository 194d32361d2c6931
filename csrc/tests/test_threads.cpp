// Threads: a solver each, batches of every kind side by side, discards, alpha-mu, and each of them ended by another thread.
// ThreadSanitizer watches the same code.
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <latch>
#include <memory>
#include <thread>
#include <vector>

#include "check.hpp"
#include "random_problem.hpp"
#include "whistsolve/alpha_mu.hpp"
#include "whistsolve/batch.hpp"
#include "whistsolve/discard_solver.hpp"
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

/// Single questions, and every card of the layouts of one situation: three threads write what one writes.
long rows_and_layouts(ProblemSource& source) {
  const std::vector<CardMask> hands = deals_of_four(source, 60, 5);
  const std::size_t rows = hands.size() / 4;
  std::vector<std::uint8_t> trumps(rows), rankings(rows), leaders(rows), sides(rows);
  for (std::size_t row = 0; row < rows; ++row) {
    trumps[row] = static_cast<std::uint8_t>(source.below(5));
    rankings[row] = static_cast<std::uint8_t>(source.below(3));
    leaders[row] = static_cast<std::uint8_t>(source.below(4));
    sides[row] = static_cast<std::uint8_t>(1 << source.below(4));
  }
  BatchLayouts layouts;
  layouts.situation.side = 0b0101;
  layouts.situation.trump = 1;
  // The hand that leads is the same in all; the others change places.
  const std::vector<CardMask> deal = deals_of_four(source, 1, 6);
  std::vector<CardMask> places;
  std::array<std::size_t, 3> order{1, 2, 3};
  do {
    places.push_back(deal[0]);
    for (const std::size_t at : order) places.push_back(deal[at]);
  } while (std::next_permutation(order.begin(), order.end()));
  layouts.hands = places;
  layouts.cards = deal[0];

  std::vector<std::vector<std::uint8_t>> found;
  for (const int threads : {1, 3}) {
    Batch batch(threads, std::size_t{1} << 20);
    std::vector<std::uint8_t> low(rows), high(rows), done(rows);
    CHECK(batch.run(GameRules{}, {4, hands, trumps, rankings, leaders, sides}, {low, high, done}, {}));
    CHECK(low == high);
    std::vector<std::uint8_t> tricks(6 * 6), whole(6);
    CHECK(batch.run(layouts, {tricks, whole}, {}));
    low.insert(low.end(), tricks.begin(), tricks.end());
    found.push_back(low);
  }
  CHECK(found[0] == found[1]);
  return static_cast<long>(rows) + 6;
}

/// A tick that says enough, or throws, ends a batch of several threads; cells that are flagged are right.
long ended_batches(ProblemSource& source) {
  const BatchGame game = game_of_four();
  const std::vector<CardMask> hands = deals_of_four(source, 12, 12);
  const std::size_t cells = hands.size() / 4 * game.strains.size();
  std::vector<std::uint8_t> want(4 * cells), high(4 * cells), done(cells);
  CHECK(Batch(2, std::size_t{8} << 20).run(game, hands, {want, high, done}, {}));
  for (const bool throws : {false, true}) {
    Batch batch(3, std::size_t{8} << 20);
    std::vector<std::uint8_t> low(4 * cells), most(4 * cells), flags(cells);
    bool ended = false;
    const Batch::Tick enough = [&](std::size_t) {
      if (throws) throw InvalidProblem("enough");
      return false;
    };
    try {
      ended = !batch.run(game, hands, {low, most, flags}, enough);
    } catch (const InvalidProblem&) {
      ended = true;
    }
    CHECK(ended);
    for (std::size_t at = 0; at < low.size(); ++at) CHECK(low[at] <= want[at] && want[at] <= most[at]);
    CHECK(batch.run(game, hands, {low, most, flags}, {}));  // what is left, with the same threads' solvers
    CHECK(low == want);
  }
  return static_cast<long>(cells);
}

/// Discards of one hand in several threads; then one that another thread ends, which goes on afterwards.
long discards(ProblemSource& source) {
  Problem problem;
  problem.side = 0b0101;
  problem.trump = 2;
  const std::vector<CardMask> hands = deals_of_four(source, 1, 9);
  std::copy_n(hands.begin(), 4, problem.hands.begin());
  CardMask rest = ~(hands[0] | hands[1] | hands[2] | hands[3]) & ((CardMask{1} << kLittleJoker) - 1);
  for (int i = 0; i < 4; ++i, rest &= rest - 1) problem.hands[0] |= rest & (~rest + 1);

  const DiscardAnswer want = DiscardSolver(problem, 0, std::size_t{1} << 20).best();
  CHECK(want.exact());
  std::vector<DiscardAnswer> found(kThreads);
  {
    Threads threads;
    for (DiscardAnswer& each : found)
      threads.emplace_back([&] { each = DiscardSolver(problem, 0, std::size_t{1} << 20).best(); });
  }
  for (const DiscardAnswer& each : found) CHECK(each.low == want.low && each.exact() && each.cards == want.cards);

  DiscardSolver solver(problem, 0, std::size_t{1} << 20);
  std::atomic<bool> begun{false};
  DiscardAnswer ended;
  {
    Threads threads;
    threads.emplace_back([&] {
      do {
        begun = true;
        ended = solver.best();
      } while (!ended.stopped);
    });
    while (!begun) std::this_thread::yield();
    solver.interrupt().stop();
  }
  CHECK(ended.stopped && ended.low <= want.low && want.low <= ended.high);
  solver.interrupt().resume();
  CHECK(solver.best().low == want.low);
  return kThreads + 1;
}

/// Alpha-mu over the same layouts in several threads, then told to stop by another thread.
long alpha_mus(ProblemSource& source) {
  AlphaMuQuestion question;
  question.game.side = 0b0101;
  question.game.trump = 0;
  question.controls = 0b0001;
  question.target = 3;
  question.depth = 2;
  const std::vector<CardMask> hands = deals_of_four(source, 1, 6);
  std::array<std::size_t, 3> order{1, 2, 3};
  do question.layouts.push_back({hands[0], hands[order[0]], hands[order[1]], hands[order[2]]});
  while (std::next_permutation(order.begin(), order.end()));
  question.weights.assign(question.layouts.size(), 1.0);

  const auto ask = [&](const Interrupt& interrupt) { return alpha_mu(question, std::size_t{4} << 20, interrupt, {}); };
  const auto same = [](const AlphaMuCard& a, const AlphaMuCard& b) {
    return a.card == b.card && a.made == b.made && a.weight == b.weight && a.exact == b.exact;
  };
  const AlphaMuAnswer want = ask(Interrupt());
  CHECK(want.depth == 2 && want.cards.size() == 6);
  std::vector<AlphaMuAnswer> found(kThreads);
  {
    Threads threads;
    for (AlphaMuAnswer& each : found) threads.emplace_back([&] { each = ask(Interrupt()); });
  }
  for (const AlphaMuAnswer& each : found)
    CHECK(std::equal(each.cards.begin(), each.cards.end(), want.cards.begin(), want.cards.end(), same));

  Interrupt interrupt;
  std::atomic<int> asked{0};
  {
    Threads threads;
    for (int t = 0; t < 3; ++t)
      threads.emplace_back([&] {
        do ++asked;
        while (!ask(interrupt).told_to_stop);
      });
    while (asked < 3) std::this_thread::yield();
    interrupt.stop();
  }
  interrupt.resume();
  CHECK(!ask(interrupt).told_to_stop);
  return kThreads + 3;
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
  long cases = own_solvers(problems(source, count)) + batches(source) + stopped(source);
  cases += rows_and_layouts(source) + ended_batches(source) + discards(source) + alpha_mus(source);
  return check::result("threads", cases);
}
