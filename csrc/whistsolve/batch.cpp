#include "batch.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <numeric>
#include <string>
#include <thread>

#include "compiler.hpp"
#include "errors.hpp"
#include "expected_work.hpp"

namespace whistsolve {
namespace {

constexpr std::chrono::milliseconds kTickInterval{3};

/// Leaders grouped by side, so that each reuses the table that its partner filled.
std::vector<int> leaders_by_side(const BatchGame& game) {
  std::vector<int> order;
  for (int first = 0; first < game.seats; ++first)
    for (int seat = first; seat < game.seats; ++seat)
      if (game.side_of[seat] == game.side_of[first] && std::find(order.begin(), order.end(), seat) == order.end())
        order.push_back(seat);
  return order;
}

/// Sets the hands of a problem to those of one deal, or row, of many.
void set_hands(Problem& problem, std::span<const CardMask> hands, std::size_t deal) {
  std::copy_n(hands.begin() + static_cast<std::ptrdiff_t>(deal) * problem.seats, problem.seats, problem.hands.begin());
}

/// One deal of many, or the hands of one row, as a problem without strain, leader and side.
Problem problem_of(const GameRules& rules, int seats, std::span<const CardMask> hands, std::size_t deal) {
  Problem problem;
  problem.seats = seats;
  problem.rules = rules;
  set_hands(problem, hands, deal);
  return problem;
}

Problem problem_of(const BatchGame& game, std::span<const CardMask> hands, std::size_t deal, std::size_t strain) {
  Problem problem = problem_of(game.rules, game.seats, hands, deal);
  problem.trump = game.strains[strain].trump;
  problem.ranking = game.strains[strain].ranking;
  return problem;
}

/// The strains of the first deal, those with most work first: threads that take the next job whenever they are free then end
/// nearly together (R. L. Graham, "Bounds on multiprocessing timing anomalies", 1969). Throws InvalidProblem.
std::vector<std::size_t> longest_first(const BatchGame& game, std::span<const CardMask> hands) {
  std::vector<std::size_t> order(game.strains.size());
  std::vector<double> work;
  for (std::size_t m = 0; m < order.size(); ++m) {
    Problem problem = problem_of(game, hands, 0, m);
    problem.side = game.side_of[0];
    work.push_back(expected_work(pack(problem, LaneMap(problem.trump, problem.ranking))));
  }
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return work[a] > work[b]; });
  return order;
}

/// Trivial bounds: from no trick to all tricks.
void write_unknown(const Batch::Results& results, std::size_t at, CardMask hand, const GameRules& rules) {
  results.low[at] = 0;
  results.high[at] = static_cast<std::uint8_t>(std::popcount(hand) - 1 + rules.first_trick_weight);
}

/// Writes what a solver finds, also where it is stopped; returns whether it is exact. Throws as Solver::solve.
bool write_answer(Solver& solver, const Problem& problem, const Budget& budget, const Batch::Results& results, std::size_t at) {
  const auto write = [&](int low, int high) {
    results.low[at] = static_cast<std::uint8_t>(low);
    results.high[at] = static_cast<std::uint8_t>(high);
  };
  try {
    const Answer answer = solver.solve(problem, budget);
    write(answer.low, answer.high);
    return answer.exact();
  } catch (const SolveStopped& stopped) {
    write(stopped.low, stopped.high);
    throw;
  }
}

/// Throws InvalidProblem where rows cannot be read; the solvers check their values.
void check(const BatchRows& rows, const Batch::Results& results) {
  if (rows.seats < kMinSeats || rows.seats > kMaxSeats) throw InvalidProblem("a deal has two to six hands");
  const std::size_t count = rows.trumps.size();
  for (const std::size_t size :
       {rows.hands.size() / static_cast<std::size_t>(rows.seats), rows.rankings.size(), rows.leaders.size(), rows.sides.size(),
        results.low.size(), results.high.size(), results.done.size()})
    if (size < count) throw InvalidProblem("each row needs an element of every array");
  for (const std::uint8_t ranking : rows.rankings)
    if (ranking > 2) throw InvalidProblem("ranking is 0, 1 or 2");
}

/// Throws InvalidProblem or IllegalPlay where a row is no layout of the situation; the rows are numbered from 0.
void check(const BatchLayouts& layouts, const Batch::CardResults& results) {
  Problem problem = layouts.situation;
  if (problem.seats < kMinSeats || problem.seats > kMaxSeats) throw InvalidProblem("a deal has two to six hands");
  const std::size_t rows = layouts.hands.size() / static_cast<std::size_t>(problem.seats);
  auto answers = static_cast<std::size_t>(std::popcount(layouts.cards));
  const LaneMap map(problem.trump, problem.ranking);
  if (rows && layouts.names == Names::each) {
    set_hands(problem, layouts.hands, 0);
    const Packed packed = pack(problem, map);
    const Position position = replay(packed, map, problem.played);
    for (CardMask rest = layouts.cards; rest; rest &= rest - 1)
      if (position.needs_name(bit_at(map.bit(std::countr_zero(rest))))) answers += kSuits - 1;
  }
  if (results.done.size() != rows || results.tricks.size() != rows * answers)
    throw InvalidProblem("the arrays for the results do not fit the layouts");
  for (std::size_t row = 0; row < rows; ++row) {
    set_hands(problem, layouts.hands, row);
    const Packed packed = pack(problem, map);
    if (map.unpack(replay(packed, map, problem.played).legal()) != layouts.cards)
      throw InvalidProblem("row " + std::to_string(row) + " has other legal cards: expected the same in every row");
  }
}

}  // namespace

Batch::Batch(int threads, std::size_t table_bytes) {
  const int count = std::max(threads, 1);
  for (int i = 0; i < count; ++i) solvers_.push_back(std::make_unique<Solver>(table_bytes / static_cast<std::size_t>(count)));
}

Batch::~Batch() = default;

SearchStats Batch::stats() const {
  SearchStats sum;
  for (const auto& s : solvers_) sum += s->stats();
  return sum;
}

bool Batch::share(std::size_t jobs, const Work& work, const Tick& tick) {
  if (!kThreads) return do_alone(jobs, work, tick);
  std::atomic<std::size_t> next{0}, finished{0};
  std::mutex mutex;
  std::condition_variable changed;
  std::size_t running = 0;
  std::exception_ptr failure;

  const auto work_on = [&](Solver& solver) {
    try {
      for (std::size_t job; (job = next.fetch_add(1)) < jobs;) finished.fetch_add(work(solver, job));
    } catch (const SolveStopped&) {
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
      next.store(jobs);
    }
    const std::lock_guard lock(mutex);
    --running;
    changed.notify_all();
  };

  const auto end_all = [&] {
    next.store(jobs);
    for (const auto& s : solvers_) s->interrupt().stop();
  };

  bool wanted = true;
  {
    // Joins on every exit.
    struct Pool : std::vector<std::thread> {
      ~Pool() {
        for (std::thread& t : *this) t.join();
      }
    } pool;
    const std::size_t count = std::min(solvers_.size(), std::max<std::size_t>(jobs, 1));
    pool.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
      solvers_[i]->interrupt().resume();
      {
        const std::lock_guard lock(mutex);
        ++running;
      }
      try {
        pool.emplace_back(work_on, std::ref(*solvers_[i]));
      } catch (const std::exception&) {  // no thread is to be had, or no memory for it: those that run do its jobs
        const std::lock_guard lock(mutex);
        --running;
        break;
      }
    }
    if (pool.empty()) return do_alone(jobs, work, tick);
    std::unique_lock lock(mutex);
    while (!changed.wait_for(lock, kTickInterval, [&] { return running == 0; })) {
      lock.unlock();
      try {
        if (wanted && tick && !tick(finished.load())) {
          wanted = false;
          end_all();
        }
      } catch (...) {
        end_all();
        throw;
      }
      lock.lock();
    }
  }
  if (failure) std::rethrow_exception(failure);
  if (wanted && tick) wanted = tick(finished.load());
  return wanted;
}

bool Batch::do_alone(std::size_t jobs, const Work& work, const Tick& tick) {
  using Clock = std::chrono::steady_clock;
  Solver& solver = *solvers_.front();
  std::size_t finished = 0;
  bool wanted = true;
  Clock::time_point next_tick = Clock::now() + kTickInterval;
  solver.interrupt().resume();
  // The search asks whether it is to end, and the tick is called then.
  solver.interrupt().poll_with([&] {
    if (wanted && tick && Clock::now() >= next_tick) {
      wanted = tick(finished);
      next_tick = Clock::now() + kTickInterval;
    }
    return !wanted;
  });
  struct Reset {
    Interrupt& interrupt;
    ~Reset() { interrupt.poll_with({}); }
  } const reset{solver.interrupt()};
  try {
    for (std::size_t job = 0; job < jobs && wanted; ++job) finished += work(solver, job);
  } catch (const SolveStopped&) {
  }
  if (wanted && tick) wanted = tick(finished);
  return wanted;
}

bool Batch::run(const BatchGame& game, std::span<const CardMask> hands, const Results& results, const Tick& tick, Time until) {
  const std::size_t seats = static_cast<std::size_t>(game.seats);
  const std::size_t strains = game.strains.size();
  const std::size_t cells = hands.size() / seats * strains;
  const std::vector<int> order = leaders_by_side(game);
  Budget budget;
  budget.until = until;

  for (std::size_t cell = 0; cell < cells; ++cell) {
    if (results.done[cell]) continue;
    const std::size_t deal = cell / strains;
    for (std::size_t s = 0; s < seats; ++s)
      write_unknown(results, (deal * seats + s) * strains + cell % strains, hands[deal * seats], game.rules);
  }

  // Threads wait for the longest strain of a single deal. With a limit of time, strains end in the order asked for.
  std::vector<std::size_t> ordered;
  if (threads() > 1 && cells == strains && until == Time::max()) ordered = longest_first(game, hands);

  const auto solve_cell = [&](Solver& solver, std::size_t job) -> std::size_t {
    const std::size_t cell = ordered.empty() ? job : ordered[job];
    if (results.done[cell]) return 1;
    const std::size_t deal = cell / strains, m = cell % strains;
    Problem problem = problem_of(game, hands, deal, m);
    bool exact = true;
    for (const int leader : order) {
      problem.leader = leader;
      problem.side = game.side_of[leader];
      exact &= write_answer(solver, problem, budget, results, (deal * seats + static_cast<std::size_t>(leader)) * strains + m);
    }
    results.done[cell] = exact;
    return 1;
  };
  return share(cells, solve_cell, tick);
}

bool Batch::run(const GameRules& rules, const BatchRows& rows, const Results& results, const Tick& tick, Time until) {
  check(rows, results);
  const std::size_t seats = static_cast<std::size_t>(rows.seats);
  const std::size_t count = rows.trumps.size();
  Budget budget;
  budget.until = until;

  // All rows that share a table are one job, so that the nodes do not depend on the number of threads.
  std::vector<std::size_t> begins;
  for (std::size_t row = 0; row < count; ++row) {
    if (!results.done[row]) write_unknown(results, row, rows.hands[row * seats], rules);
    const auto hands = rows.hands.begin() + static_cast<std::ptrdiff_t>(row * seats);
    const bool as_before = row > 0 && rows.trumps[row] == rows.trumps[row - 1] &&
                           rows.rankings[row] == rows.rankings[row - 1] &&
                           std::equal(hands, hands + rows.seats, hands - rows.seats);
    if (!as_before) begins.push_back(row);
  }
  begins.push_back(count);

  const auto solve_rows = [&](Solver& solver, std::size_t job) {
    for (std::size_t row = begins[job]; row < begins[job + 1]; ++row) {
      if (results.done[row]) continue;
      Problem problem = problem_of(rules, rows.seats, rows.hands, row);
      problem.trump = rows.trumps[row];
      problem.ranking = static_cast<Ranking>(rows.rankings[row]);
      problem.leader = rows.leaders[row];
      problem.side = rows.sides[row];
      results.done[row] = write_answer(solver, problem, budget, results, row);
    }
    return begins[job + 1] - begins[job];
  };
  return share(begins.size() - 1, solve_rows, tick);
}

bool Batch::run(const BatchLayouts& layouts, const CardResults& results, const Tick& tick, Time until) {
  check(layouts, results);
  Budget budget;
  budget.until = until;
  const auto solve_row = [&](Solver& solver, std::size_t row) -> std::size_t {
    if (results.done[row]) return 1;
    if (std::chrono::steady_clock::now() >= until) return 0;
    Problem problem = layouts.situation;
    set_hands(problem, layouts.hands, row);
    const std::vector<CardAnswer> answers = solver.solve_cards(problem, budget, Reuse::layouts, layouts.names);
    bool exact = true;
    for (std::size_t card = 0; card < answers.size(); ++card) {
      results.tricks[row * answers.size() + card] = static_cast<std::uint8_t>(answers[card].low);
      exact &= answers[card].low == answers[card].high;
    }
    results.done[row] = exact;
    return exact;
  };
  return share(results.done.size(), solve_row, tick);
}

}  // namespace whistsolve
