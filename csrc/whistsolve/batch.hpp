// Many deals in many strains, every hand leading, shared among threads. The answers do not depend on their number.
#pragma once

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

  /// Solves every cell: for deal d, leader s and strain m the tricks of the leader's side are written to
  /// tricks[(d * seats + s) * strains + m]. `hands` holds `seats` masks a deal. `done` has a flag a cell
  /// (d * strains + m), set when all its leaders are written. Throws InvalidProblem; returns false where the tick ended
  /// the batch.
  bool run(const BatchGame& game, std::span<const CardMask> hands, std::span<std::uint8_t> tricks,
           std::span<std::uint8_t> done, const Tick& tick);

  int threads() const { return static_cast<int>(solvers_.size()); }
  SearchStats stats() const;

 private:
  std::vector<std::unique_ptr<Solver>> solvers_;
};

}  // namespace whistsolve
