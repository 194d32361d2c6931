// Many deals in many strains with every hand leading, many single questions, or every card to play in many layouts of one
// situation, distributed over threads. Answers do not depend on the number of threads, and nodes depend on it for layouts only.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "solver.hpp"

namespace whistsolve {

struct BatchStrain {
  int trump;
  Ranking ranking;
};

/// What is the same for all deals of a batch in which every hand leads in every strain.
struct BatchGame {
  int seats = 4;
  GameRules rules{};
  /// The side that each leader plays for, as bits of seats.
  std::array<unsigned, kMaxSeats> side_of{};
  std::vector<BatchStrain> strains{};
};

/// Independent questions under the same rules: one element of each array a row.
struct BatchRows {
  int seats = 4;
  std::span<const CardMask> hands;  ///< `seats` masks a row
  std::span<const std::uint8_t> trumps, rankings, leaders, sides;
};

/// Layouts of the cards in one situation: the same strain, sides, trick in progress and legal cards of the hand to act.
struct BatchLayouts {
  Problem situation;                ///< its hands are not looked at
  std::span<const CardMask> hands;  ///< as many masks a row as there are seats, before the cards played
  CardMask cards = 0;               ///< the legal cards
  Names names = Names::best;
};

class Batch {
 public:
  /// `table_bytes` is the cap for all threads together.
  Batch(int threads, std::size_t table_bytes);
  ~Batch();

  /// Called from the thread that runs the batch, up to 300 times a second and at the end, with the number of cells
  /// (deal and strain, or row) that are done. Returning false ends the batch.
  using Tick = std::function<bool(std::size_t cells_done)>;

  /// Where answers go. For deal d, leader s and strain m, the tricks of the leader's side are certainly from
  /// low[(d * seats + s) * strains + m] to high[...]. `done` has a flag a cell (d * strains + m), set when low and high are
  /// the same for all its leaders; where it is set before the batch, the cell is left as it is.
  struct Results {
    std::span<std::uint8_t> low, high, done;
  };
  using Time = std::chrono::steady_clock::time_point;

  /// Solves every cell. `hands` holds `seats` masks a deal. From `until` on, cells get only the bounds that probes give.
  /// Throws InvalidProblem; returns false where the tick ended the batch, and then what is written holds all the same.
  bool run(const BatchGame& game, std::span<const CardMask> hands, const Results& results, const Tick& tick,
           Time until = Time::max());
  /// Solves every row, as above, with one element of `low`, `high` and `done` for each. Rows of the same hands and strain
  /// next to one another share a table, so it pays to sort them so. Throws InvalidProblem, also where an
  /// array is too short.
  bool run(const GameRules& rules, const BatchRows& rows, const Results& results, const Tick& tick, Time until = Time::max());

  /// For row r and the i-th of n answers of Solver::solve_cards, the tricks of the side: tricks[r * n + i]. `done` has a flag a
  /// row, set when these are written and exact; where it is set before the batch, the row is left as it is.
  struct CardResults {
    std::span<std::uint8_t> tricks, done;
  };
  /// Solves every legal card of every row. A thread keeps its table from row to row where that saves nodes (Reuse::layouts).
  /// From `until` on rows are left undone. Throws IllegalPlay or InvalidProblem before any row is solved; returns as above.
  bool run(const BatchLayouts& layouts, const CardResults& results, const Tick& tick, Time until = Time::max());

  /// Distributes jobs, numbered from 0, to one thread a solver. `work` does one of them and returns how many cells that are.
  /// Returns whether all are done; rethrows what `work` throws first, but for SolveStopped, and what `tick` throws. Where a thread
  /// cannot be started, those that run do its jobs, or the one that calls.
  using Work = std::function<std::size_t(Solver& solver, std::size_t job)>;
  bool share(std::size_t jobs, const Work& work, const Tick& tick);

  int threads() const { return static_cast<int>(solvers_.size()); }
  SearchStats stats() const;

 private:
  /// The same where there are no threads, in the one that calls.
  bool do_alone(std::size_t jobs, const Work& work, const Tick& tick);

  std::vector<std::unique_ptr<Solver>> solvers_;
};

}  // namespace whistsolve
