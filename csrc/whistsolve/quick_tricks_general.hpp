// Quick tricks of any two sides, with any number of hands: counted from top cards and suit lengths.
// Compiled once per instruction set, see pext.hpp.
#pragma once

#include <algorithm>
#include <bit>

#include "suit_tables.hpp"
#include "trick.hpp"
#include "trick_node.hpp"

namespace whistsolve::WHISTSOLVE_ARCH {

/// Winners: cards of one lane above every one of `others`.
inline Word over_all(Word cards, Word others) { return others ? cards & above(highest(others)) : cards; }

/// The lowest of the `count` highest cards; 0 where there are none.
inline Word nth_highest(Word cards, int count) {
  Word card = 0;
  for (; count > 0 && cards; --count) {
    card = highest(cards);
    cards ^= card;
  }
  return card;
}

/// The `count` highest cards.
inline Word nth_tops(Word cards, int count) {
  const Word last = nth_highest(cards, count);
  return last ? cards & (Word{0} - last) : 0;
}

/// Whether a hand may play a joker though it could follow suit.
template <Play kPlay>
inline bool may_throw_any_time(const Packed& p, Word hand) {
  return kPlay == Play::no_suit && p.jokers.any_time && (hand & kNoSuitJokers);
}

/// The side on lead cashes winners: the leader's and, after one crossing to a partner's hand, the partner's.
template <Play kPlay, Seating kSeating>
class CashPlan {
 public:
  CashPlan(const Game<kSeating>& game, const TrickNode& t, int wanted)
      : game_(game), t_(t), wanted_(wanted), side_(game.on_side(t.leader)) {
    const Packed& p = game.packed;
    for (int l = 0; l < kLanes; ++l) {
      rivals_[l] = t.all & game.side_cards[side_] & lane(l) & p.ranks;
      rival_length_[l] = 0;
      limit_[l] = kNoLimit;
    }
    for (int seat = 0; seat < game_.seats(); ++seat) {
      if (game_.on_side(seat) == side_) {
        if (kPlay == Play::trumps) most_trumps_ = std::max(most_trumps_, length(seat, kTrumpLane));
        continue;
      }
      const bool may_ruff = kPlay == Play::trumps    ? (t.hand[seat] & lane(kTrumpLane)) != 0
                            : kPlay == Play::no_suit ? p.jokers.kind == JokerKind::high && (t.hand[seat] & kNoSuitJokers)
                                                     : false;
      const int thrown_instead = may_throw_any_time<kPlay>(p, t.hand[seat]) ? std::popcount(t.hand[seat] & kNoSuitJokers) : 0;
      for (int l = 0; l < kLanes; ++l) {
        const int n = length(seat, l);
        // Each joker that may be thrown at any time keeps a card of the suit for one more round.
        rival_length_[l] = std::max(rival_length_[l], n ? n + thrown_instead : 0);
        // A hand that still has to discard may discard from this suit, and so be void sooner.
        const int bound = seat == p.surplus_seat ? std::max(0, n - (t.surplus_for(l))) : n;
        if (kPlay == Play::no_suit && may_ruff && p.jokers.any_time) limit_[l] = 0;  // it wins at once
        if (may_ruff && !(kPlay == Play::trumps && l == kTrumpLane)) limit_[l] = std::min(limit_[l], bound);
      }
    }
  }

  /// True where the leader's side takes `wanted` tricks; `relevant` then holds the cards that the plan depends on.
  bool succeeds(Word& relevant) {
    const int leader = t_.leader;
    for (int l = kLanes - 1; l >= 0; --l) {
      from_lead_[l] = run(leader, l);
      if (kPlay == Play::trumps && l == kTrumpLane) draw(from_lead_[l]);
    }
    Run plan[kLanes];
    std::copy(from_lead_, from_lead_ + kLanes, plan);
    if (total(plan) >= wanted_) {
      report(plan, relevant);
      return true;
    }
    for (int seat = game_.next_seat(leader); seat != leader; seat = game_.next_seat(seat))
      if (game_.on_side(seat) == side_ && crossing(seat, relevant)) return true;
    return false;
  }

 private:
  static constexpr int kNoLimit = 99;

  /// Tricks taken in a row by leading one suit.
  struct Run {
    int rounds = 0;
    Word winners = 0;            ///< cards that win by rank; rounds beyond `by_rank` are won by length
    int by_rank = 0;             ///< rounds won by rank
    Word crossing_relevant = 0;  ///< the lowest relevant card of a run that crosses, which cannot be cut short
    int exhaust = kNoLimit;      ///< after so many rounds nobody else has the suit
  };

  Word cards(int seat, int l) const { return t_.hand[seat] & lane(l) & game_.packed.ranks; }
  int length(int seat, int l) const { return std::popcount(cards(seat, l)); }
  /// Cards that a hand cannot discard while it has others.
  int blanks(int seat) const {
    if (kPlay != Play::no_suit || game_.packed.jokers.kind != JokerKind::blank) return 0;
    return std::popcount(t_.hand[seat] & kNoSuitJokers);
  }

  /// The run of a suit led from one hand, to which all other hands of its side play low.
  Run run(int seat, int l) const {
    Run r;
    const Word own = cards(seat, l);
    if (!own) return r;
    r.winners = over_all(own, rivals_[l]);
    int tops = std::popcount(r.winners);
    int partner_length = 0;
    for (int other = game_.next_seat(seat); other != seat; other = game_.next_seat(other)) {
      if (game_.on_side(other) != side_) continue;
      const Word theirs = cards(other, l);
      const int n = std::popcount(theirs);
      partner_length = std::max(partner_length, n);
      // A partner left with higher cards only would win the trick, and with it the lead.
      for (; tops > 0; --tops)
        if (std::popcount(theirs & (nth_highest(r.winners, tops) - 1)) >= std::min(tops, n)) break;
    }
    r.by_rank = r.rounds = std::min(tops, limit_[l]);
    // Once nobody else has the suit, every card of it wins.
    const int exhaust = std::max(rival_length_[l], partner_length);
    if (r.by_rank >= exhaust && limit_[l] == kNoLimit) {
      r.rounds = std::popcount(own);
      r.exhaust = exhaust;
    }
    return r;
  }

  /// The run of a suit that starts in the leader's hand and ends in a partner's: the leader cashes its winners, crosses with
  /// its lowest card, and the partner cashes the winners that it did not have to follow suit with.
  Run run_across(int partner, int l) const {
    const Word own = cards(t_.leader, l), theirs = cards(partner, l);
    if (!own || !theirs) return {};
    const Word own_winners = over_all(own, rivals_[l]), their_winners = over_all(theirs, rivals_[l]);
    const int own_length = std::popcount(own), their_length = std::popcount(theirs);
    int first = std::popcount(own_winners);
    if (from_lead_[l].by_rank < first) return {};  // blocked, or ruffed too soon
    if (first == own_length) --first;              // the last winner crosses
    const int wasted = std::max(0, first - (their_length - std::popcount(their_winners)));
    const int second = std::popcount(their_winners) - wasted;
    if (second <= 0 || first + second > limit_[l]) return {};
    const Word kept = nth_tops(their_winners, second);
    if (highest(kept) < lowest(own)) return {};

    Run r;
    r.by_rank = r.rounds = first + second;
    r.winners = nth_tops(own_winners, first) | kept;
    r.crossing_relevant = lowest(r.winners);
    int others_length = std::max(rival_length_[l], own_length);
    for (int seat = game_.next_seat(t_.leader); seat != t_.leader; seat = game_.next_seat(seat)) {
      if (seat == partner || game_.on_side(seat) != side_) continue;
      // Nor may a third hand of the side be left with higher cards only.
      const Word third = cards(seat, l);
      const int n = std::popcount(third);
      others_length = std::max(others_length, n);
      if (std::popcount(third & (r.crossing_relevant - 1)) < std::min(r.rounds, n)) return {};
    }
    if (r.by_rank >= others_length && limit_[l] == kNoLimit) r.rounds = std::max(r.by_rank, their_length);
    return r;
  }

  /// Where the leader draws all trumps of the rivals, nothing can be ruffed afterwards.
  void draw(const Run& trumps) {
    if (trumps.by_rank < rival_length_[kTrumpLane]) return;
    for (int l = 0; l < kTrumpLane; ++l) limit_[l] = kNoLimit;
    drawn_ = rival_length_[kTrumpLane] > 0;
  }

  static int rounds(const Run (&plan)[kLanes]) { return plan[0].rounds + plan[1].rounds + plan[2].rounds + plan[3].rounds; }
  /// Plain rounds that cannot be cashed: no hand of the side may be forced to ruff a plain winner, so each needs as many plain
  /// cards as there are plain rounds.
  int too_many_plain(const Run (&plan)[kLanes]) const {
    if constexpr (kPlay != Play::trumps) return 0;
    const int trumps = plan[kTrumpLane].rounds;
    return std::max(0, rounds(plan) - trumps - (t_.left - std::max(trumps, most_trumps_)));
  }
  /// Tricks of a plan.
  int total(const Run (&plan)[kLanes]) const { return std::min(rounds(plan) - too_many_plain(plan), t_.left); }

  /// One suit crosses to the partner; each other suit is cashed by the leader before that or by the partner after it, whichever
  /// gets more rounds from it.
  bool crossing(int partner, Word& relevant) {
    Run theirs[kLanes], best[kLanes];
    for (int l = 0; l < kLanes; ++l) {
      theirs[l] = run(partner, l);
      best[l] = theirs[l].rounds > from_lead_[l].rounds ? theirs[l] : from_lead_[l];
    }
    for (int l = 0; l < kLanes; ++l) {
      const Run across = run_across(partner, l);
      if (!across.rounds) continue;
      Run plan[kLanes];
      std::copy(best, best + kLanes, plan);
      plan[l] = across;
      if (total(plan) < wanted_) continue;
      // Until the crossing the partner must not be forced to discard what it is to cash.
      int before = across.rounds, kept = 0;
      bool partner_draws = false;
      for (int other = 0; other < kLanes; ++other) {
        if (other == l) continue;
        if (theirs[other].rounds > from_lead_[other].rounds) {
          kept += length(partner, other);
          if (kPlay == Play::trumps && other == kTrumpLane) partner_draws = true;
        } else {
          before += from_lead_[other].rounds;
        }
      }
      // The ruff limits are off only where the leader draws trumps first.
      if (kPlay == Play::trumps && drawn_ && (partner_draws || l == kTrumpLane)) continue;
      if (kPlay == Play::trumps && !partner_draws) {
        const int trump_rounds = plan[kTrumpLane].rounds;
        const int plain_before = before - trump_rounds;
        if (plain_before + std::max(trump_rounds, length(partner, kTrumpLane)) + kept > t_.left) continue;
      } else if (before + kept > t_.left - blanks(partner)) {
        continue;
      }
      report(plan, relevant);
      return true;
    }
    return false;
  }

  /// The relevant cards of a plan after dropping the rounds beyond `wanted`, those with the deepest relevant card first.
  void report(Run (&plan)[kLanes], Word& relevant) const {
    // Plain rounds that cannot be cashed are dropped first; trump rounds may be dropped only after them.
    for (int plain = too_many_plain(plan); rounds(plan) > wanted_; --plain) {
      int deepest = -1, most = 0;
      for (int l = 0; l < kLanes; ++l) {
        const Run& r = plan[l];
        const bool trumps_stay = kPlay == Play::trumps && l == kTrumpLane && (drawn_ || plain > 0);
        if (!r.rounds || r.crossing_relevant || trumps_stay) continue;
        const int depth = r.rounds > r.exhaust ? 1 : 2 + std::popcount(t_.all & lane(l) & ~(relevant_card(r) - 1));
        if (depth > most) most = depth, deepest = l;
      }
      if (deepest < 0) break;
      --plan[deepest].rounds;
    }
    relevant = 0;
    for (const Run& r : plan) relevant |= relevant_card(r);
  }
  static Word relevant_card(const Run& r) {
    return r.crossing_relevant ? r.crossing_relevant : nth_highest(r.winners, std::min(r.rounds, r.exhaust));
  }

  const Game<kSeating>& game_;
  const TrickNode& t_;
  int wanted_;
  bool side_;
  bool drawn_ = false;
  int most_trumps_ = 0;
  Word rivals_[kLanes];
  int rival_length_[kLanes];  ///< longest holding of a rival
  int limit_[kLanes];         ///< rounds before a rival may ruff
  Run from_lead_[kLanes];
};

/// Trump tricks that a side wins sooner or later, whoever leads what: top trumps of one hand, or what the table has for one or
/// two hands of the side against all others, where a third hand of the side only helps.
template <Seating kSeating>
inline bool holds_trumps(const Game<kSeating>& game, const TrickNode& t, bool side, int wanted, Word& relevant) {
  const Word trumps = t.all & lane(kTrumpLane);
  const Word ours = trumps & game.side_cards[!side];
  if (std::popcount(ours) < wanted) return false;
  const int n = std::popcount(trumps);
  // A hand that has to discard may have to discard trumps.
  const bool look_up = n <= SureTrumps::kMostCards && wanted <= SureTrumps::kMostClaimed && !t.surplus;
  for (int seat = 0; seat < game.seats(); ++seat) {
    const Word own = t.hand[seat] & trumps;
    if (game.on_side(seat) != side || !own) continue;
    if (seat == game.packed.surplus_seat && std::popcount(own) - t.owed_in(kTrumpLane) < wanted) continue;
    const Word tops = over_all(own, trumps & ~ours);
    if (std::popcount(tops) >= wanted) {
      relevant = nth_highest(tops, wanted);
      return true;
    }
    if (!look_up) continue;
    const auto one = static_cast<unsigned>(extract_bits(own, trumps));
    for (int other = seat; other < game.seats(); ++other) {
      if (game.on_side(other) != side || (other == seat && own != ours)) continue;
      const Word second = other == seat ? 0 : t.hand[other] & trumps;
      if (other != seat && !second) continue;
      const SureTrumps::Entry entry = SureTrumps::at(n, one, static_cast<unsigned>(extract_bits(second, trumps)));
      if (entry.tricks() < wanted) continue;
      relevant = nth_highest(trumps, entry.relevant_tops(wanted));
      return true;
    }
  }
  return false;
}

/// The side not on lead, without trumps: the leader's side wins rounds only of suits whose top card it holds, of each at most as
/// many as its longest hand has cards. Else it leads another suit, and the rival with the top card wins and cashes its winners.
///
/// Sound because that rival, E, can keep until then all its top cards of suits that the other side can lead, its entries, and
/// winners for what the rivals still want: these are at most max(wanted, entries) cards. Before that trick there were at most
/// `longest_run` rounds of suits that the leader's side can win, whoever won or led them, and v rounds of others that a rival
/// had to lead, each of which the rivals won. A rival leads one of these only after it has won one of the former. So with v > 0
/// they want at least v + 2 tricks, or have what they want; E has kept at least left - longest_run - v >= wanted - v >= 2
/// cards; and a suit of each sort leaves at most two for entries if the leader's side is to win the lead again. If it is not,
/// the rivals choose the suit, and E discards other entries. Winners that E gave up meanwhile are fewer than tricks that
/// the rivals won.
template <Play kPlay, Seating kSeating>
inline bool rivals_cash(const Game<kSeating>& game, const TrickNode& t, int wanted, Word& relevant) {
  const Packed& p = game.packed;
  const bool side = game.on_side(t.leader);
  const Word ours = t.all & game.side_cards[!side];
  if (kPlay == Play::no_suit) {
    // A joker that is led or wins would invalidate the count.
    if (p.jokers.kind != JokerKind::worthless || (ours & kNoSuitJokers)) return false;
  }
  int longest_run = 0;
  Word tops = 0;  // of suits that the leader's side can lead and the rivals can win
  for (int l = 0; l < kLanes; ++l) {
    const Word suit = lane(l) & p.ranks;
    if (!(ours & suit)) continue;
    const Word top = highest(t.all & suit);
    if (top & ours) {
      int most = 0;
      for (int seat = 0; seat < game.seats(); ++seat)
        if (game.on_side(seat) == side) most = std::max(most, std::popcount(t.hand[seat] & suit));
      longest_run += most;
    } else {
      tops |= top;
    }
  }
  if (longest_run + wanted > t.left) return false;
  relevant = 0;
  for (int seat = 0; seat < game.seats(); ++seat) {
    const Word hand = t.hand[seat];
    const Word entries = hand & tops;
    if (!entries) continue;
    Word used = entries, others = 0;
    int count = std::popcount(entries);
    if (longest_run + count > t.left) return false;
    for (int l = 0; l < kLanes; ++l) {
      const Word suit = lane(l) & p.ranks;
      const Word rest = t.all & suit & ~hand;
      if (rest) others |= over_all(hand & suit, rest) & ~entries;
      else count += std::popcount(hand & suit);  // who holds the suit follows from the shape
    }
    for (; others && count < wanted; ++count) {
      const Word card = highest(others);
      others ^= card;
      used |= card;
    }
    if (count < wanted) return false;
    relevant |= used;
  }
  return true;
}

}  // namespace whistsolve::WHISTSOLVE_ARCH
