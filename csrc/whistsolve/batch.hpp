// Many deals in many strains, every hand leading, shared among threads. The answers do not depend on their number.
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

/// What is the same for all deals of a batch.
struct BatchGame {
  int seats = 4;
  /// The side that each leader plays for, as bits of seats.
  std::array<unsigned, kMaxSeats> side_of{};
  JokerRules jokers{};
  int first_trick_weight = 1;
  std::vector<BatchStrain> strains{};
};

class Batch {
 public:
  /// `table_bytes` is the cap for all threads together.
  Batch(int threads, std::size_t table_bytes);
  ~Batch();

  /// Called from the thread that runs the batch, about twenty times a second and at the end, with the number of cells
  /// (deal and strain) that are done. Returning false ends the batch.
  using Tick = std::function<bool(std::size_t cells_done)>;

  /// Where answers go. For deal d, leader s and strain m, the tricks of the leader's side are certainly from
  /// low[(d * seats + s) * strains + m] to high[...]. `done` has a flag a cell (d * strains + m), set when low and high are
  /// the same for all its leaders; where it is set before the batch, the cell is left as it is.
  struct Results {
    std::span<std::uint8_t> low, high, done;
  };
  using Time = std::chrono::steady_clock::time_point;

  /// Solves every cell. `hands` holds `seats` masks a deal. From `until` on, cells get only what is seen at a glance.
  /// Throws InvalidProblem; returns false where the tick ended the batch, and then what is written holds all the same.
  bool run(const BatchGame& game, std::span<const CardMask> hands, const Results& results, const Tick& tick,
           Time until = Time::max());

  int threads() const { return static_cast<int>(solvers_.size()); }
  SearchStats stats() const;

 private:
  std::vector<std::unique_ptr<Solver>> solvers_;
};

}  // namespace whistsolve
