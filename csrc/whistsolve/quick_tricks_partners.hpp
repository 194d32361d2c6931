// Quick tricks in a game of two against two, or of fewer hands, from precomputed tables of single suits (suit_tables.hpp).
// Compiled once per instruction set, see pext.hpp.
#pragma once

#include <algorithm>
#include <bit>

#include "quick_tricks_general.hpp"
#include "suit_tables.hpp"
#include "trick_node.hpp"

namespace whistsolve::WHISTSOLVE_ARCH {

/// Quick tricks of one node, from one set of table look-ups.
///
/// Sound because suits are independent: a run is won to its end whatever the rivals follow with or discard, and it ends with
/// the lead in the hand that the table says. What is left to check is that nobody ruffs, and that the hands of the side
/// can discard other cards meanwhile than those that they are to cash.
///
/// Hands are numbered by turn: the leader is 0, its partner 2, the rivals are 1 and 3. Of fewer than four hands some are void.
template <Play kPlay, Seating kSeating>
class PartnerQuickTricks {
 public:
  /// Whether sides are of one or two hands each, of which those of the leader are opposite or the only ones.
  static bool fits(const Game<kSeating>& game) {
    return kSeating == Seating::partners ||
           (kSeating == Seating::few && game.seats() <= 3 && game.packed.jokers.kind != JokerKind::high);
  }

  /// `low` and `high` are the owner planes extracted by `ranked`, the ranked cards present.
  PartnerQuickTricks(const Game<kSeating>& game, const TrickNode& t, Word shape, Word ranked, Word low, Word high)
      : game_(game), t_(t), ranked_(ranked) {
    const Word by_seat = kPlay == Play::no_suit ? count_lengths() : shape;
    if constexpr (kSeating == Seating::partners) {
      // Seat numbers become turns: subtracts the leader from all two-bit numbers at once.
      const Word odd = Word{0} - static_cast<Word>(t.leader & 1);
      const Word turned = Word{0} - static_cast<Word>((t.leader ^ t.leader >> 1) & 1);
      high ^= (low & odd) ^ turned;
      low ^= odd;
      lengths_ = std::rotr(by_seat, 16 * t.leader);
    } else {
      seat_few(by_seat, low, high);
    }
    playable_ = t.owed ? without_owed() : lengths_;
    const Word sums = lengths_ + (lengths_ >> 16) + (lengths_ >> 32) + (lengths_ >> 48);
    int at = 0;
    for (int l = 0; l < kLanes; ++l) {
      const int n = static_cast<int>(sums >> 4 * l & 15);
      const unsigned full = (1u << n) - 1;
      offset_[l] = at;
      cards_[l] = n;
      low_[l] = static_cast<unsigned>(low >> at) & full;
      high_[l] = static_cast<unsigned>(high >> at) & full;
      at += n;
    }
  }

  /// True where the leader's side takes `wanted` tricks; `relevant` then holds the cards that this depends on.
  bool leader_takes(int wanted, Word& relevant) {
    if constexpr (kPlay == Play::trumps) {
      return cashes_beside_trumps(wanted, relevant) || cashes_after_drawing(wanted, relevant);
    } else {
      int limit[kLanes];
      for (int l = 0; l < kLanes; ++l) limit[l] = t_.owed ? std::min(longer(l), kNoLimits[l]) : kNoLimits[l];
      if (most_plain(limit) < wanted) return false;
      look_up_plain();
      // A blank cannot be discarded, so the hand has that many fewer cards for it.
      const Word partner = t_.hand[seat(2)];
      const int blanks = game_.packed.jokers.kind == JokerKind::blank ? std::popcount(partner & kNoSuitJokers) : 0;
      Plan plan;
      if (!plan_for(wanted, limit, t_.left - blanks, t_.left, plan)) return false;
      relevant = deposit_bits(relevant_cards(plan, plan.total() - wanted), ranked_);
      return true;
    }
  }

  /// The same for the other side.
  bool rivals_take(int wanted, Word& relevant) const {
    if constexpr (kPlay != Play::trumps) {
      return rivals_cash(wanted, relevant);
    } else {
      if (std::max(length(kTrumpLane, 1), length(kTrumpLane, 3)) < wanted) return false;
      if (const LoneTrumps::Claim* claim = lone_trumps(false)) {
        if (claim->tricks() < wanted) return false;
        relevant = deposit_bits(top(kTrumpLane, claim->relevant_tops(wanted)), ranked_);
        return true;
      }
      const int n = cards_[kTrumpLane];
      if (n > SureTrumps::kMostCards || wanted > SureTrumps::kMostClaimed || !plays_all_trumps(1))
        return holds_trumps(game_, t_, !game_.on_side(t_.leader), wanted, relevant);
      const unsigned low = low_[kTrumpLane], high = high_[kTrumpLane];
      const SureTrumps::Entry entry = SureTrumps::at(n, low & ~high, low & high);
      if (entry.tricks() < wanted) return false;
      relevant = deposit_bits(top(kTrumpLane, entry.relevant_tops(wanted)), ranked_);
      return true;
    }
  }
  bool leaders_have_no_trumps() const { return !length(kTrumpLane, 0) && !length(kTrumpLane, 2); }
  /// The part of rivals_take() without trumps; with trumps where leaders_have_no_trumps().
  bool rivals_cash(int wanted, Word& relevant) const;
  /// Cards that the leader cannot lead without the other side taking `wanted` tricks, and the relevant cards; see
  /// losing_leads.hpp.
  Word losing_leads(int wanted, Word& relevant) const;

  // The parts of leader_takes() with trumps.
  bool cashes_beside_trumps(int wanted, Word& relevant);
  bool cashes_after_drawing(int wanted, Word& relevant);

 private:
  static constexpr int kVoid = 3;  ///< the seat of nobody, where there are two or three hands
  /// Lanes that are cashed as plain suits.
  static constexpr int kCashed = kPlay == Play::trumps ? kTrumpLane : kLanes;
  static constexpr int kNoLimits[kLanes] = {SuitRuns::kMostCards, SuitRuns::kMostCards, SuitRuns::kMostCards,
                                            SuitRuns::kMostCards};

  /// Rounds of each suit, and the claim that they rest on.
  struct Plan {
    int rounds[kLanes] = {0, 0, 0, 0};
    const SuitClaim* claim[kLanes] = {};
    int crossing = -1;  ///< the lane in which the lead crosses
    int total() const { return rounds[0] + rounds[1] + rounds[2] + rounds[3]; }
  };

  /// Two or three hands take the places of four, of which the others are void: the leader's partner is opposite whether it plays
  /// second or last, so that a rival who plays between them does so as one of four would.
  void seat_few(Word by_seat, Word& low, Word& high) {
    const Word owners[4] = {~low & ~high, low & ~high, high, 0};
    const int next = game_.next_seat(t_.leader), last = game_.next_seat(next);
    const bool side = game_.on_side(t_.leader);
    seat_[0] = t_.leader;
    seat_[1] = seat_[2] = seat_[3] = kVoid;
    if (last == t_.leader) {
      seat_[1] = next;
    } else {
      const bool with_next = game_.on_side(next) == side;
      seat_[with_next ? 2 : 1] = next;
      seat_[!with_next && game_.on_side(last) == side ? 2 : 3] = last;
    }
    low = owners[seat_[1]] | owners[seat_[3]];
    high = owners[seat_[2]] | owners[seat_[3]];
    lengths_ = 0;
    for (int turn = 0; turn < 4; ++turn) lengths_ |= (by_seat >> 16 * seat_[turn] & 0xffff) << 16 * turn;
  }

  /// Suit lengths without the cards that the hand with a surplus must discard.
  Word without_owed() const {
    Word playable = lengths_;
    for (int turn = 0; turn < 4; ++turn)
      if (gives_up(turn))
        for (int l = 0; l < kLanes; ++l) playable -= static_cast<Word>(t_.owed_in(l)) << (16 * turn + 4 * l);
    return playable;
  }

  int seat(int turn) const {
    if constexpr (kSeating == Seating::partners) return (t_.leader + turn) & 3;
    return seat_[turn];
  }
  int length(int l, int turn) const { return static_cast<int>(lengths_ >> (16 * turn + 4 * l) & 15); }
  /// How often a hand must follow suit: one that still has to discard may discard from this suit first.
  int bound_to_follow(int l, int turn) const {
    return gives_up(turn) ? std::max(0, length(l, turn) - t_.surplus_for(l)) : length(l, turn);
  }
  /// Whether the hand of a turn still has to discard.
  bool gives_up(int turn) const { return t_.surplus && seat(turn) == game_.packed.surplus_seat; }
  /// Whether the side of a turn must discard a trump.
  bool owes_trump(int turn) const { return t_.owed_in(kTrumpLane) && (gives_up(turn) || gives_up(turn ^ 2)); }
  /// Whether that side can count on playing all its trumps.
  bool plays_all_trumps(int turn) const {
    if (owes_trump(turn)) return false;
    return !t_.surplus || std::max(length(kTrumpLane, turn), length(kTrumpLane, turn ^ 2)) <= t_.left;
  }
  /// Length of the longer holding of the leader's side.
  int longer(int l) const { return std::max(playable(l, 0), playable(l, 2)); }
  /// Cards of a lane that a hand can play, without those that it must discard.
  int playable(int l, int turn) const { return static_cast<int>(playable_ >> (16 * turn + 4 * l) & 15); }
  bool top_is_ours(int l) const { return !(low_[l] << 1 >> cards_[l] & 1); }
  /// The `count` highest cards of a lane as extracted bits.
  Word top(int l, int count) const { return ((Word{1} << count) - 1) << (offset_[l] + cards_[l] - count); }
  /// How many of the highest cards of a lane belong to `owner`.
  int leading(int l, unsigned owner) const { return std::countl_one(owner << (31 - cards_[l]) << 1); }

  /// What the only hand of a side wins with trumps, against two hands; nothing where this is not known.
  const LoneTrumps::Claim* lone_trumps(bool leader) const {
    if constexpr (kSeating == Seating::few) {
      const int n = cards_[kTrumpLane];
      if (game_.seats() != 3 || (seat_[2] == kVoid) != leader || n > LoneTrumps::kMostCards) return nullptr;
      // Others who discard trumps need not follow with them.
      const int turn = leader ? 0 : seat_[1] == kVoid ? 3 : 1;
      if (t_.surplus && (seat(turn) != game_.packed.surplus_seat || !plays_all_trumps(turn))) return nullptr;
      const unsigned low = low_[kTrumpLane], high = high_[kTrumpLane], full = (1u << n) - 1;
      if (leader) return &LoneTrumps::at(n, ~low & ~high & full, low & ~high).on_lead;
      return &LoneTrumps::at(n, low, ~low & ~high & full).off_lead;
    }
    (void)leader;
    return nullptr;
  }

  Word count_lengths() const {
    Word lengths = 0;
    for (int seat = 0; seat < 4; ++seat)
      for (int l = 0; l < kLanes; ++l)
        lengths |= static_cast<Word>(std::popcount(t_.hand[seat] & lane(l) & game_.packed.ranks)) << (16 * seat + 4 * l);
    return lengths;
  }

  /// An upper bound that rejects most plans before any look-up: a suit whose top card is a rival's cannot be run, and no suit
  /// can be run for more rounds than the longer hand has cards.
  int most_plain(const int (&limit)[kLanes]) const {
    int most = 0;
    for (int l = 0; l < kCashed; ++l) most += std::min(longer(l), limit[l]) & -static_cast<int>(top_is_ours(l));
    return most;
  }

  void look_up_plain() {
    if (looked_up_) return;
    for (int l = 0; l < kCashed; ++l) look_up(l);
    looked_up_ = true;
  }
  void look_up(int l) {
    const unsigned low = low_[l], high = high_[l], full = (1u << cards_[l]) - 1;
    if (cards_[l] > SuitRuns::kMostCards) {
      // Too long for the tables: only the top cards of one hand.
      suit_[l] = {tops_only(leading(l, ~low & ~high & full)), SuitClaim{}, tops_only(leading(l, ~low & high & full))};
      return;
    }
    suit_[l] = SuitRuns::at(cards_[l], low, high);
  }
  static SuitClaim tops_only(int count) {
    SuitClaim claim;
    for (int n = 1; n <= std::min(count, SuitRuns::kMostCards); ++n) claim.allow(n, n);
    return claim;
  }

  bool plan_for(int wanted, const int (&limit)[kLanes], int partner_room, int room, Plan& plan) const;
  Word relevant_cards(Plan& plan, int surplus) const;

  const Game<kSeating>& game_;
  const TrickNode& t_;
  Word ranked_;
  int seat_[4];    ///< by turn, with two or three hands
  Word lengths_;   ///< suit lengths: turn t in lane l has four bits from bit 16 * t + 4 * l
  Word playable_;  ///< the same without cards that must be discarded
  int cards_[kLanes], offset_[kLanes];
  unsigned low_[kLanes], high_[kLanes];  ///< bit planes of the owner's turn, the lowest card of the lane in bit 0
  SuitRuns::Entry suit_[kLanes];
  bool looked_up_ = false;
};

/// Plain tricks: every suit cashed by the leader, or one suit that crosses and each other suit cashed by the partner that gets
/// more rounds from it. No suit is led more than `limit` times. `partner_room` is the number of cards that the partner can
/// follow with, discard or keep to cash until the lead has crossed; `room` is the number of plain rounds possible without a
/// hand of the side being forced to ruff.
template <Play kPlay, Seating kSeating>
bool PartnerQuickTricks<kPlay, kSeating>::plan_for(int wanted, const int (&limit)[kLanes], int partner_room, int room,
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
      if (theirs[other] > home[other]) kept += length(other, 2);
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

/// Plain winners, cashed before a rival can ruff, plus the trump tricks that are certain whatever is led. Both count because
/// cashing the winners uses no trump of the side.
template <Play kPlay, Seating kSeating>
bool PartnerQuickTricks<kPlay, kSeating>::cashes_beside_trumps(int wanted, Word& relevant) {
  const int n = cards_[kTrumpLane];
  const unsigned low = low_[kTrumpLane], high = high_[kTrumpLane], full = (1u << n) - 1;
  int sure;
  const SureTrumps::Entry* entry = nullptr;
  if (n <= SureTrumps::kMostCards && plays_all_trumps(0)) {
    entry = &SureTrumps::at(n, ~low & ~high & full, ~low & high & full);
    sure = std::min(entry->tricks(), SureTrumps::kMostClaimed);
  } else {
    sure = std::max(leading(kTrumpLane, ~low & ~high & full), leading(kTrumpLane, ~low & high & full)) - owes_trump(0);
    sure = std::max(sure, 0);
  }
  const LoneTrumps::Claim* lone = lone_trumps(true);
  if (lone) sure = lone->tricks();
  const auto relevant_trumps = [&](int tricks) {
    return tricks ? top(kTrumpLane, lone ? lone->relevant_tops(tricks) : entry ? entry->relevant_tops(tricks) : tricks) : 0;
  };
  if (sure >= wanted) {
    relevant = deposit_bits(relevant_trumps(wanted), ranked_);
    return true;
  }
  int limit[kLanes] = {SuitRuns::kMostCards, SuitRuns::kMostCards, SuitRuns::kMostCards, 0};
  for (const int rival : {1, 3})
    if (length(kTrumpLane, rival))
      for (int l = 0; l < kCashed; ++l) limit[l] = std::min(limit[l], bound_to_follow(l, rival));
  if (t_.owed)
    for (int l = 0; l < kCashed; ++l) limit[l] = std::min(limit[l], longer(l));
  if (most_plain(limit) < wanted - sure) return false;
  look_up_plain();
  Plan plan;
  if (!plan_for(wanted - sure, limit, t_.left - length(kTrumpLane, 2), t_.left - longer(kTrumpLane), plan)) return false;
  relevant = deposit_bits(relevant_cards(plan, plan.total() + sure - wanted) | relevant_trumps(sure), ranked_);
  return true;
}

/// The leader draws all trumps of the rivals. Then nothing can be ruffed, and each trump left in the side's longer holding,
/// which no plain round needs, wins a trick.
template <Play kPlay, Seating kSeating>
bool PartnerQuickTricks<kPlay, kSeating>::cashes_after_drawing(int wanted, Word& relevant) {
  const int theirs = std::max(length(kTrumpLane, 1), length(kTrumpLane, 3));
  if (owes_trump(0)) return false;
  if (!top_is_ours(kTrumpLane) || length(kTrumpLane, 0) < theirs) return false;
  look_up(kTrumpLane);
  const int drawn = suit_[kTrumpLane].home.most(SuitRuns::kMostCards);
  if (drawn == 0 || drawn < theirs) return false;
  const int most_trumps = longer(kTrumpLane);
  const int rest = std::max(most_trumps - drawn, 0);
  const int plain = wanted - drawn - rest;
  Plan plan;
  if (plain > 0 && most_plain(kNoLimits) < plain) return false;
  if (plain > 0) look_up_plain();
  if (plain > 0 && !plan_for(plain, kNoLimits, t_.left - std::max(drawn, length(kTrumpLane, 2)),
                             t_.left - std::max(drawn, most_trumps), plan))
    return false;
  const Word drawing = top(kTrumpLane, suit_[kTrumpLane].home.relevant_tops(drawn));
  relevant = deposit_bits(relevant_cards(plan, plan.total() - std::max(plain, 0)) | drawing, ranked_);
  return true;
}

/// The side not on lead, without trumps: the rule of rivals_cash in quick_tricks_general.hpp with the same answers, computed
/// from the owner planes and lengths.
///
/// Sound with trumps too where the leader's side has none. It cannot ruff, so the rivals' winners win. A rival may ruff where it would
/// discard, which brings its side a trick and the lead. It must ruff only once it has nothing but trumps, and then its side wins every
/// trick that is left.
template <Play kPlay, Seating kSeating>
bool PartnerQuickTricks<kPlay, kSeating>::rivals_cash(int wanted, Word& relevant) const {
  if constexpr (kPlay == Play::no_suit) {
    // A joker that is led would invalidate the count.
    const Word theirs = t_.hand[t_.leader] | t_.hand[seat(2)];
    if (game_.packed.jokers.kind != JokerKind::worthless || (theirs & kNoSuitJokers)) return false;
  }
  int longest_run = 0;
  for (int l = 0; l < kLanes; ++l) longest_run += longer(l) & -static_cast<int>(top_is_ours(l));
  if (longest_run + wanted > t_.left) return false;
  Word relevant_to_rivals = 0;
  for (const int rival : {1, 3}) {
    int winners[kLanes], taken[kLanes] = {};
    int missing = wanted;
    bool entry = false;
    for (int l = 0; l < kLanes; ++l) {
      const unsigned own = low_[l] & (rival == 1 ? ~high_[l] : high_[l]);
      const int run = leading(l, own);
      winners[l] = std::min(run, playable(l, rival));
      if (run == cards_[l]) {
        missing -= winners[l];  // who holds the suit follows from the shape
        winners[l] = 0;
      } else if (winners[l] && longer(l) > 0) {  // the leader's side can lead it
        entry = true;
        taken[l] = 1;
        --missing;
      }
    }
    if (!entry) continue;
    Word used = 0;
    for (int l = 0; l < kLanes; ++l) {
      const int more = std::clamp(missing, 0, winners[l] - taken[l]);
      missing -= more;
      used |= top(l, taken[l] + more);
    }
    if (missing > 0) return false;
    relevant_to_rivals |= used;
  }
  relevant = deposit_bits(relevant_to_rivals, ranked_);
  return true;
}

/// The relevant cards of a plan, as extracted bits, after dropping `surplus` of its rounds where that saves most relevant
/// cards.
template <Play kPlay, Seating kSeating>
Word PartnerQuickTricks<kPlay, kSeating>::relevant_cards(Plan& plan, int surplus) const {
  while (surplus > 0) {
    int lightened = -1, fewer = 0, gain = 0;
    for (int l = 0; l < kCashed; ++l) {
      if (!plan.rounds[l]) continue;
      const SuitClaim& claim = *plan.claim[l];
      const int now = claim.relevant_tops(plan.rounds[l]);
      const int least = std::max(plan.rounds[l] - surplus, l == plan.crossing ? 1 : 0);
      for (int n = plan.rounds[l] - 1; n >= least; --n) {
        if (!claim.holds(n)) continue;
        const int saved = now - claim.relevant_tops(n);
        if (saved > gain) gain = saved, lightened = l, fewer = n;
      }
    }
    if (lightened < 0) break;
    surplus -= plan.rounds[lightened] - fewer;
    plan.rounds[lightened] = fewer;
  }
  Word cards = 0;
  for (int l = 0; l < kCashed; ++l)
    if (plan.rounds[l]) cards |= top(l, plan.claim[l]->relevant_tops(plan.rounds[l]));
  return cards;
}

}  // namespace whistsolve::WHISTSOLVE_ARCH
