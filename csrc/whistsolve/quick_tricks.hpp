// Quick tricks: a static lower bound of the tricks of either side at the start of a trick, and the cards that it depends on.
// Compiled once per instruction set, see pext.hpp.
//
// Sound because every plan that is counted can be carried out against any defence. A plan reports the lowest relevant card of
// each suit: in every position with the same suit lengths and the same owners from those cards upwards it can be carried out
// too. tests/test_rules.cpp checks both claims against plain minimax.
#pragma once

#include "losing_leads.hpp"
#include "quick_tricks_general.hpp"
#include "quick_tricks_partners.hpp"

namespace whistsolve::WHISTSOLVE_ARCH {

/// 1 or 0 where quick tricks answer "does side 0 take t.need?", else -1, and then t.lost may say which leads need no search.
/// `low` and `high` are the first two owner planes, extracted by `ranked`, the ranked cards present.
template <Play kPlay, Seating kSeating>
inline int quick_tricks(const Game<kSeating>& game, TrickNode& t, Word shape, Word ranked, Word low, Word high,
                        Word& relevant) {
  const bool side0 = game.on_side(t.leader);
  const int wanted = side0 ? t.need : t.left - t.need + 1;
  const int rivals_wanted = t.left - wanted + 1;
  if (PartnerQuickTricks<kPlay, kSeating>::fits(game)) {
    PartnerQuickTricks<kPlay, kSeating> bounds(game, t, shape, ranked, low, high);
    if (bounds.rivals_take(rivals_wanted, relevant)) return !side0;
    if constexpr (kPlay == Play::no_suit) {
      // The tables suppose that rivals follow suit, which one who may throw a joker at any time need not.
      const Word rivals = t.all & game.side_cards[side0];
      if (may_throw_any_time<kPlay>(game.packed, rivals))
        return CashPlan<kPlay, kSeating>(game, t, wanted).succeeds(relevant) ? side0 : -1;
    }
    if (bounds.leader_takes(wanted, relevant)) return side0;
    if constexpr (kPlay == Play::trumps) {
      if (!bounds.leaders_have_no_trumps()) return -1;
      if (bounds.rivals_cash(rivals_wanted, relevant)) return !side0;
    }
    t.lost = bounds.losing_leads(rivals_wanted, relevant) & t.hand[t.leader];
    t.lost_relevant = relevant;
    return t.lost == t.hand[t.leader] ? !side0 : -1;
  } else {
    if (kPlay == Play::trumps ? holds_trumps(game, t, !side0, rivals_wanted, relevant)
                              : rivals_cash<kPlay>(game, t, rivals_wanted, relevant))
      return !side0;
    // Plans count every card of the side, so one that must be discarded invalidates them.
    if (t.owed && game.on_side(game.packed.surplus_seat) == side0) return -1;
    if (CashPlan<kPlay, kSeating>(game, t, wanted).succeeds(relevant)) return side0;
    return kPlay == Play::trumps && holds_trumps(game, t, side0, wanted, relevant) ? side0 : -1;
  }
}

}  // namespace whistsolve::WHISTSOLVE_ARCH
