// How leads did in a search so far, by hand and card: a history heuristic (J. Schaeffer, 1983). Only move ordering depends on it.
// Compiled once per instruction set, see pext.hpp.
#pragma once

#include <cstdint>

#include "lanes.hpp"
#include "pext.hpp"

namespace whistsolve::WHISTSOLVE_ARCH {

/// Leads that cut rise, those that failed before them fall, ever more slowly towards a limit. Of leads chosen by their order alone:
/// refutation cards have a table of their own.
class LeadHistory {
 public:
  void clear() { *this = {}; }

  /// What to add to the weights of a lead.
  int bonus(int seat, Word card) const { return score_[seat][index_of(card)] / kScale; }

  /// `card` cut after `failed` had not.
  void update(int seat, Word card, Word failed) {
    move(score_[seat][index_of(card)], kRise);
    for (; failed; failed &= failed - 1) move(score_[seat][index_of(lowest(failed))], -kFall);
  }

 private:
  static constexpr int kScale = 8, kRise = 200, kFall = 300, kMost = 8192;
  static void move(std::int32_t& score, int by) { score += by - score * (by < 0 ? -by : by) / kMost; }
  std::int32_t score_[kMaxSeats][64] = {};
};

}  // namespace whistsolve::WHISTSOLVE_ARCH
