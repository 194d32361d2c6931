#include "batch.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

#include "errors.hpp"

namespace whistsolve {
namespace {

/// Leaders of one side after another, so that each finds the table as its partner left it.
std::vector<int> leaders_by_side(const BatchGame& game) {
  std::vector<int> order;
  for (int first = 0; first < game.seats; ++first)
    for (int seat = first; seat < game.seats; ++seat)
      if (game.side_of[seat] == game.side_of[first] && std::find(order.begin(), order.end(), seat) == order.end())
        order.push_back(seat);
  return order;
}

}  // namespace

Batch::Batch(int threads, std::size_t table_bytes) {
  const int count = std::max(threads, 1);
  for (int i = 0; i < count; ++i)
    solvers_.push_back(std::make_unique<Solver>(table_bytes / static_cast<std::size_t>(count)));
}

Batch::~Batch() = default;

SearchStats Batch::stats() const {
  SearchStats sum;
  for (const auto& s : solvers_) sum += s->stats();
  return sum;
}

bool Batch::run(const BatchGame& game, std::span<const CardMask> hands, const Results& results, const Tick& tick,
                Time until) {
  const std::size_t seats = static_cast<std::size_t>(game.seats);
  const std::size_t strains = game.strains.size();
  const std::size_t cells = hands.size() / seats * strains;
  const std::vector<int> order = leaders_by_side(game);

  std::atomic<std::size_t> next{0}, finished{0};
  std::mutex mutex;
  std::condition_variable changed;
  std::size_t running = 0;
  std::exception_ptr failure;

  // A cell that nothing is known of still has a number of tricks.
  for (std::size_t cell = 0; cell < cells; ++cell) {
    if (results.done[cell]) continue;
    const std::size_t deal = cell / strains;
    const int all = std::popcount(hands[deal * seats]) - 1 + game.first_trick_weight;
    for (std::size_t s = 0; s < seats; ++s) {
      const std::size_t at = (deal * seats + s) * strains + cell % strains;
      results.low[at] = 0;
      results.high[at] = static_cast<std::uint8_t>(all);
    }
  }

  const auto work = [&](Solver& solver) {
    Budget budget;
    budget.until = until;
    try {
      for (std::size_t cell; (cell = next.fetch_add(1)) < cells;) {
        if (results.done[cell]) {
          finished.fetch_add(1);
          continue;
        }
        const std::size_t deal = cell / strains, m = cell % strains;
        Problem problem;
        problem.seats = game.seats;
        std::copy_n(hands.begin() + static_cast<std::ptrdiff_t>(deal * seats), seats, problem.hands.begin());
        problem.trump = game.strains[m].trump;
        problem.ranking = game.strains[m].ranking;
        problem.jokers = game.jokers;
        problem.first_trick_weight = game.first_trick_weight;
        bool exact = true;
        for (const int leader : order) {
          problem.leader = leader;
          problem.side = game.side_of[leader];
          const std::size_t at = (deal * seats + static_cast<std::size_t>(leader)) * strains + m;
          const auto write = [&](int low, int high) {
            results.low[at] = static_cast<std::uint8_t>(low);
            results.high[at] = static_cast<std::uint8_t>(high);
          };
          try {
            const Answer answer = solver.solve(problem, budget);
            write(answer.low, answer.high);
            exact &= answer.exact();
          } catch (const SolveStopped& stopped) {
            write(stopped.low, stopped.high);
            throw;
          }
        }
        results.done[cell] = exact;
        finished.fetch_add(1);
      }
    } catch (const SolveStopped&) {
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
      next.store(cells);
    }
    const std::lock_guard lock(mutex);
    --running;
    changed.notify_all();
  };

  bool wanted = true;
  {
    // Joins on the way out, also where a thread cannot be made.
    struct Pool : std::vector<std::thread> {
      ~Pool() {
        for (std::thread& t : *this) t.join();
      }
    } pool;
    const std::size_t count = std::min(solvers_.size(), std::max<std::size_t>(cells, 1));
    for (std::size_t i = 0; i < count; ++i) {
      solvers_[i]->interrupt().resume();
      {
        const std::lock_guard lock(mutex);
        ++running;
      }
      pool.emplace_back(work, std::ref(*solvers_[i]));
    }
    std::unique_lock lock(mutex);
    while (!changed.wait_for(lock, std::chrono::milliseconds(50), [&] { return running == 0; })) {
      lock.unlock();
      if (wanted && tick && !tick(finished.load())) {
        wanted = false;
        next.store(cells);
        for (const auto& s : solvers_) s->interrupt().stop();
      }
      lock.lock();
    }
  }
  if (failure) std::rethrow_exception(failure);
  if (wanted && tick) wanted = tick(finished.load());
  return wanted;
}

}  // namespace whistsolve
