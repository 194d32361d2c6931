// Leads that lose at once where the side on lead has no trumps: quick tricks of the other side, suit by suit.
// Compiled once per instruction set, see pext.hpp.
#pragma once

#include <algorithm>

#include "quick_tricks_partners.hpp"

namespace whistsolve::WHISTSOLVE_ARCH {

/// A rival who holds the top card of a suit can win its first round and cash its winners.
///
/// Sound without trumps, and where jokers never win: the top card of a suit that is led wins, and a hand that wins the first
/// round of a suit by its top card has discarded none of its other winners. With trumps for the reasons that rivals_cash() has. Where
/// the side on lead has trumps too, the rule saves nodes and hardly any time (docs/performance.md).
template <Play kPlay, Seating kSeating>
Word PartnerQuickTricks<kPlay, kSeating>::losing_leads(int wanted, Word& relevant) const {
  relevant = 0;
  if (t_.surplus) return 0;
  int winners[kLanes], plain[2] = {0, 0};
  bool third[kLanes];  // they are of turn 3, not 1
  for (int l = 0; l < kLanes; ++l) {
    third[l] = high_[l] << 1 >> cards_[l] & 1;
    winners[l] = leading(l, low_[l] & ~(high_[l] ^ static_cast<unsigned>(only_if(third[l]))));
    plain[third[l]] += winners[l];
  }
  Word lost = 0, used = 0;
  for (const bool turn3 : {false, true}) {
    if (plain[turn3] < wanted) continue;
    Word cards = 0, entries = 0;
    int missing = wanted, taken[kLanes] = {};
    for (int l = 0; l < kLanes; ++l) {
      if (!winners[l] || third[l] != turn3) continue;
      if (winners[l] == cards_[l]) {
        missing -= winners[l];  // who holds the suit follows from the shape
      } else if (length(l, 0) > 0) {
        entries |= lane(l) & game_.packed.ranks;
        taken[l] = 1;
        --missing;
      }
    }
    if (!entries) continue;
    for (int l = 0; l < kLanes; ++l) {
      if (!winners[l] || third[l] != turn3 || winners[l] == cards_[l]) continue;
      const int more = std::clamp(missing, 0, winners[l] - taken[l]);
      missing -= more;
      cards |= top(l, taken[l] + more);
    }
    lost |= entries, used |= cards;
  }
  relevant = deposit_bits(used, ranked_);
  return lost;
}

}  // namespace whistsolve::WHISTSOLVE_ARCH
