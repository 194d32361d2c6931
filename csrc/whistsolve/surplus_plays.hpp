// Which cards a hand with a surplus plays in the relaxation in which it discards during play (relaxed_discard.hpp): cards that it
// hardly ever plays there are the first to discard.
#pragma once

#include <array>
#include <cstdint>

#include "cards.hpp"
#include "lanes.hpp"

namespace whistsolve {

/// A history heuristic (J. Schaeffer, 1983) for discards: the plays of the hand after which its side took the tricks asked for,
/// by the number of tricks left. The order of discards depends on it and no answer.
class SurplusPlays {
 public:
  void clear() {
    for (auto& row : plays_) row.fill(0);
  }
  void count(int left, Word card) { ++plays_[left][index_of(card)]; }

  /// How often each card was played, in units of kWhole times a line of play: each trick counts as much as another, since there
  /// are far more plays where few are left.
  static constexpr std::int64_t kWhole = 1 << 16;
  std::array<std::int64_t, 64> shares() const {
    std::array<std::int64_t, 64> shares{};
    for (const auto& row : plays_) {
      std::int64_t all = 0;
      for (const std::uint32_t n : row) all += n;
      for (std::size_t card = 0; all && card < row.size(); ++card) shares[card] += kWhole * row[card] / all;
    }
    return shares;
  }

 private:
  std::array<std::array<std::uint32_t, 64>, kMaxHand + 1> plays_{};  ///< by tricks left and bit of the card
};

}  // namespace whistsolve
