// Tricks that a side is sure of at the start of a trick, and the cards that make it sure.
// Compiled once per instruction set, see pext.hpp.
//
// Every plan behind this door can be carried out against any defence. It reports the lowest card of each suit that it leans
// on: with the same lengths, and the same owners from those cards upwards, it can be carried out just as well. An error shows in
// tests/test_bounds.cpp, where both are held against plain minimax.
#pragma once

#include "quick_tricks_general.hpp"
#include "quick_tricks_partners.hpp"

namespace whistsolve::WHISTSOLVE_ARCH {

/// 1 or 0 where sure tricks answer "does side 0 take t.need?", else -1. `low` and `high` are the first two owner planes,
/// squeezed by `ranked`, the cards present that have a rank.
template <Play kPlay, Seating kSeating>
inline int quick_tricks(const Game<kSeating>& game, const TrickNode& t, Word shape, Word ranked, Word low, Word high,
                        Word& relevant) {
  const bool side0 = game.on_side(t.leader);
  const int wanted = side0 ? t.need : t.left - t.need + 1;
  const int rivals_wanted = t.left - wanted + 1;
  if constexpr (kSeating == Seating::partners) {
    PartnerQuickTricks<kPlay> bounds(game, t, shape, ranked, low, high);
    if (bounds.rivals_take(rivals_wanted, relevant)) return !side0;
    return bounds.leader_takes(wanted, relevant) ? side0 : -1;
  } else {
    (void)shape, (void)ranked, (void)low, (void)high;
    if (kPlay == Play::trumps ? rivals_hold_trumps(game, t, rivals_wanted, relevant)
                              : rivals_cash<kPlay>(game, t, rivals_wanted, relevant))
      return !side0;
    // Plans count on every trump of the side.
    if (t.owed && game.on_side(game.packed.surplus_seat) == side0) return -1;
    return CashPlan<kPlay, kSeating>(game, t, wanted).succeeds(relevant) ? side0 : -1;
  }
}

}  // namespace whistsolve::WHISTSOLVE_ARCH
