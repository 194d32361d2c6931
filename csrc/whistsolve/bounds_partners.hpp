// Sure tricks in a game of two against two, from tables of what each suit is worth (suit_tables.hpp).
// Compiled once per instruction set, see bits.hpp.
#pragma once

#include <algorithm>
#include <bit>

#include "bounds_general.hpp"
#include "suit_tables.hpp"
#include "view.hpp"

namespace whistsolve::WHISTSOLVE_ARCH {

/// The counts for one trick start, from one set of look-ups.
///
/// Sound because suits do not disturb each other: a run is won to its end whatever the rivals play to it or throw from
/// it, and the lead comes out of it where the table says. What remains to be seen to is that nobody ruffs, and that the
/// hands of the side have other cards to throw meanwhile than those that they are to cash.
template <Play kPlay>
class PartnerBounds {
 public:
  /// `low` and `high` are the owner planes squeezed by `ranked`, the cards present that have a rank.
  PartnerBounds(const Game& game, const TrickView& t, Word ranked, Word low, Word high)
      : game_(game), t_(t), ranked_(ranked) {
    // Owners as turns: the leader is turn 0, its partner turn 2.
    switch (t.leader) {
      case 0: low_ = low, high_ = high; break;
      case 1: low_ = ~low, high_ = high ^ ~low; break;
      case 2: low_ = low, high_ = ~high; break;
      default: low_ = ~low, high_ = high ^ low; break;
    }
    for (int turn = 0; turn < 4; ++turn) {
      const Word hand = t.hand[(t.leader + turn) & 3];
      for (int l = 0; l < kLanes; ++l) length_[l][turn] = std::popcount(hand & lane(l) & game.packed.ranks);
    }
    int at = 0;
    for (int l = 0; l < kLanes; ++l) {
      offset_[l] = at;
      cards_[l] = length_[l][0] + length_[l][1] + length_[l][2] + length_[l][3];
      at += cards_[l];
    }
  }

  /// True where the leader's side takes `wanted` tricks; `relevant` then holds the cards that this leans on.
  bool leader_takes(int wanted, Word& relevant) {
    for (int l = 0; l < kLanes; ++l) look_up(l);
    if constexpr (kPlay == Play::trumps)
      return cashes_beside_trumps(wanted, relevant) || cashes_after_drawing(wanted, relevant);
    // A blank cannot be thrown, so a hand has that many cards fewer to throw.
    const Word partner = t_.hand[(t_.leader + 2) & 3];
    const int blanks = game_.packed.jokers.kind == JokerKind::blank ? std::popcount(partner & kNoSuitJokers) : 0;
    Plan plan;
    if (!plan_for(wanted, kNoLimits, t_.left - blanks, t_.left, plan)) return false;
    relevant = spread(leaning(plan, plan.total() - wanted), ranked_);
    return true;
  }

  /// The same for the other side.
  bool rivals_take(int wanted, Word& relevant) const {
    if constexpr (kPlay != Play::trumps) return rivals_cash<kPlay>(game_, t_, wanted, relevant);
    const int n = cards_[kTrumpLane];
    if (n > SureTrumps::kMostCards || wanted > SureTrumps::kMostClaimed)
      return rivals_hold_trumps(game_, t_, wanted, relevant);
    const unsigned low = plane(low_, kTrumpLane), high = plane(high_, kTrumpLane);
    const SureTrumps::Entry entry = game_.sure_trumps->at(n, low & ~high, low & high);
    if (entry.tricks() < wanted) return false;
    relevant = spread(top(kTrumpLane, entry.leans_on(wanted)), ranked_);
    return true;
  }

 private:
  /// Lanes that are cashed as plain suits.
  static constexpr int kCashed = kPlay == Play::trumps ? kTrumpLane : kLanes;
  static constexpr int kNoLimits[kLanes] = {SuitRuns::kMostCards, SuitRuns::kMostCards, SuitRuns::kMostCards,
                                            SuitRuns::kMostCards};

  /// Runs that start and end with the leader, start with it and end with the partner, start and end with the partner.
  struct Suit {
    SuitClaim home, across, partner;
  };
  /// Rounds of each suit, and which run they are.
  struct Plan {
    int rounds[kLanes] = {0, 0, 0, 0};
    const SuitClaim* claim[kLanes] = {};
    int crossing = -1;  ///< the lane in which the lead crosses
    int total() const { return rounds[0] + rounds[1] + rounds[2] + rounds[3]; }
  };

  unsigned plane(Word w, int l) const { return static_cast<unsigned>(w >> offset_[l]) & ((1u << cards_[l]) - 1); }
  /// The `count` highest cards of a lane as squeezed bits.
  Word top(int l, int count) const { return ((Word{1} << count) - 1) << (offset_[l] + cards_[l] - count); }

  void look_up(int l) {
    const unsigned low = plane(low_, l), high = plane(high_, l);
    if (cards_[l] > SuitRuns::kMostCards) {
      suit_[l] = {top_cards(l, 0), SuitClaim{}, top_cards(l, 2)};
      return;
    }
    const SuitRuns::Entry& e = game_.suit_runs->at(cards_[l], low, high);
    // Seen from the partner, turns 0 and 2 change places, and 1 and 3.
    suit_[l] = {e.home, e.across, game_.suit_runs->at(cards_[l], low, ~high & ((1u << cards_[l]) - 1)).home};
  }
  /// The highest cards of a suit that is too long for the tables, as far as one hand has them.
  SuitClaim top_cards(int l, unsigned turn) const {
    SuitClaim claim;
    const unsigned low = plane(low_, l), high = plane(high_, l);
    for (int i = cards_[l] - 1, n = 1; n <= SuitRuns::kMostCards; --i, ++n) {
      if (((low >> i & 1) | (high >> i & 1) << 1) != turn) break;
      claim.allow(n, n);
    }
    return claim;
  }

  bool plan_for(int wanted, const int (&limit)[kLanes], int partner_room, int room, Plan& plan) const;
  bool cashes_beside_trumps(int wanted, Word& relevant) const;
  bool cashes_after_drawing(int wanted, Word& relevant) const;
  Word leaning(Plan& plan, int surplus) const;

  const Game& game_;
  const TrickView& t_;
  Word ranked_, low_, high_;
  int length_[kLanes][4], cards_[kLanes], offset_[kLanes];
  Suit suit_[kLanes];
};

/// Plain tricks: every suit cashed by the leader, or the lead crossing in one suit and the others cashed by whichever
/// partner gets more from them. No suit is led more than `limit` times. `partner_room` is how many plain cards the
/// partner has for the time until the lead has crossed, those that it is to cash included; `room` is how many plain
/// rounds there may be at all without a hand of the side being forced to ruff.
template <Play kPlay>
bool PartnerBounds<kPlay>::plan_for(int wanted, const int (&limit)[kLanes], int partner_room, int room,
                                    Plan& plan) const {
  if (wanted > room) return false;
  int home[kLanes], theirs[kLanes];
  int own = 0, either = 0;
  for (int l = 0; l < kCashed; ++l) {
    home[l] = suit_[l].home.most(limit[l]);
    theirs[l] = suit_[l].partner.most(limit[l]);
    own += home[l];
    either += std::max(home[l], theirs[l]);
  }
  if (own >= wanted) {
    for (int l = 0; l < kCashed; ++l) plan.rounds[l] = home[l], plan.claim[l] = &suit_[l].home;
    return true;
  }
  for (int l = 0; l < kCashed; ++l) {
    const int across = suit_[l].across.most(limit[l]);
    if (across == 0 || either - std::max(home[l], theirs[l]) + across < wanted) continue;
    int before = across, kept = 0;
    for (int other = 0; other < kCashed; ++other) {
      if (other == l) continue;
      if (theirs[other] > home[other]) kept += length_[other][2];
      else before += home[other];
    }
    if (before + kept > partner_room) continue;
    for (int other = 0; other < kCashed; ++other) {
      const bool by_partner = theirs[other] > home[other];
      plan.rounds[other] = by_partner ? theirs[other] : home[other];
      plan.claim[other] = by_partner ? &suit_[other].partner : &suit_[other].home;
    }
    plan.rounds[l] = across;
    plan.claim[l] = &suit_[l].across;
    plan.crossing = l;
    return true;
  }
  return false;
}

/// Plain winners, cashed before a rival can ruff, and the trumps that come home whatever is led: the winners are cashed
/// without a trump of the side, so the trumps stand as they did.
template <Play kPlay>
bool PartnerBounds<kPlay>::cashes_beside_trumps(int wanted, Word& relevant) const {
  const int* trumps = length_[kTrumpLane];
  const int n = cards_[kTrumpLane];
  int sure;
  const SureTrumps::Entry* entry = nullptr;
  if (n <= SureTrumps::kMostCards) {
    const unsigned full = (1u << n) - 1;
    const unsigned low = plane(low_, kTrumpLane), high = plane(high_, kTrumpLane);
    entry = &game_.sure_trumps->at(n, ~low & ~high & full, ~low & high & full);
    sure = std::min(entry->tricks(), SureTrumps::kMostClaimed);
  } else {
    const Suit& s = suit_[kTrumpLane];
    sure = std::max(s.home.most(SuitRuns::kMostCards), s.partner.most(SuitRuns::kMostCards));
  }
  const auto trumps_leaned_on = [&](int tricks) {
    return tricks ? top(kTrumpLane, entry ? entry->leans_on(tricks) : tricks) : 0;
  };
  if (sure >= wanted) {
    relevant = spread(trumps_leaned_on(wanted), ranked_);
    return true;
  }
  int limit[kLanes] = {SuitRuns::kMostCards, SuitRuns::kMostCards, SuitRuns::kMostCards, 0};
  for (const int rival : {1, 3})
    if (trumps[rival])
      for (int l = 0; l < kCashed; ++l) limit[l] = std::min(limit[l], length_[l][rival]);
  Plan plan;
  if (!plan_for(wanted - sure, limit, t_.left - trumps[2], t_.left - std::max(trumps[0], trumps[2]), plan)) return false;
  relevant = spread(leaning(plan, plan.total() + sure - wanted) | trumps_leaned_on(sure), ranked_);
  return true;
}

/// The leader draws all trumps of the rivals; then nothing can be ruffed, and the longer rest of the side's own trumps,
/// which no plain round needs, takes a trick each.
template <Play kPlay>
bool PartnerBounds<kPlay>::cashes_after_drawing(int wanted, Word& relevant) const {
  const int* trumps = length_[kTrumpLane];
  const int drawn = suit_[kTrumpLane].home.most(SuitRuns::kMostCards);
  if (drawn == 0 || drawn < std::max(trumps[1], trumps[3])) return false;
  const int most_trumps = std::max(trumps[0], trumps[2]);
  const int rest = std::max(most_trumps - drawn, 0);
  const int plain = wanted - drawn - rest;
  Plan plan;
  if (plain > 0 && !plan_for(plain, kNoLimits, t_.left - std::max(drawn, trumps[2]),
                             t_.left - std::max(drawn, most_trumps), plan))
    return false;
  const Word drawing = top(kTrumpLane, suit_[kTrumpLane].home.leans_on(drawn));
  relevant = spread(leaning(plan, plan.total() - std::max(plain, 0)) | drawing, ranked_);
  return true;
}

/// The squeezed cards that a plan leans on once `surplus` of its rounds are left out of it, from whichever suit then leans
/// on fewer.
template <Play kPlay>
Word PartnerBounds<kPlay>::leaning(Plan& plan, int surplus) const {
  while (surplus > 0) {
    int lightened = -1, fewer = 0, gain = 0;
    for (int l = 0; l < kCashed; ++l) {
      if (!plan.rounds[l]) continue;
      const SuitClaim& claim = *plan.claim[l];
      const int now = claim.leans_on(plan.rounds[l]);
      const int least = std::max(plan.rounds[l] - surplus, l == plan.crossing ? 1 : 0);
      for (int n = plan.rounds[l] - 1; n >= least; --n) {
        if (!claim.holds(n)) continue;
        const int saved = now - claim.leans_on(n);
        if (saved > gain) gain = saved, lightened = l, fewer = n;
      }
    }
    if (lightened < 0) break;
    surplus -= plan.rounds[lightened] - fewer;
    plan.rounds[lightened] = fewer;
  }
  Word cards = 0;
  for (int l = 0; l < kCashed; ++l)
    if (plan.rounds[l]) cards |= top(l, plan.claim[l]->leans_on(plan.rounds[l]));
  return cards;
}

}  // namespace whistsolve::WHISTSOLVE_ARCH
