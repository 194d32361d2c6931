// Move ordering, and dominance: which cards need not be searched. Compiled once per instruction set, see pext.hpp.
#pragma once

#include <algorithm>
#include <bit>
#include <utility>

#include "lead_features.hpp"
#include "lead_features_three.hpp"
#include "lead_history.hpp"
#include "lead_weights.hpp"
#include "lead_weights_three.hpp"
#include "trick.hpp"
#include "trick_node.hpp"

namespace whistsolve::WHISTSOLVE_ARCH {

// ------------------------------------------------------------------------------------------- dominance, relevance

/// Cards dominated by `card`, which failed with the relevant cards `relevant`: they fail too.
///
/// Sound because neither their rank nor that of `card` is relevant: after either, the positions differ only in cards below the
/// lowest relevant one. If `card` itself is relevant, nothing follows.
template <Play kPlay>
inline Word dominated_cards(Word card, Word relevant) {
  if (kPlay == Play::no_suit && (card & kNoSuitJokers)) return 0;
  const Word suit = suit_lane<kPlay>(card);
  const Word below = suit & (lowest(relevant & suit) - 1);
  return below & only_if(card & below);
}

/// Relevant cards after `card`, the lowest of its run of equivalent cards, caused a cutoff. If it is relevant and no lower
/// card of its suit is, the top of its run replaces it: playing that one leaves the same relative position, and the
/// pattern becomes more general.
template <Play kPlay>
inline Word raise_winner(Word relevant, Word card, Word hand, Word reps) {
  if (!(relevant & card)) return relevant;
  const Word suit = suit_lane<kPlay>(card);
  const Word next = lowest(reps & suit & above(card));
  const Word run = hand & suit & (Word{0} - card) & (next - 1);
  const bool alone = (relevant & ((suit & (card - 1)) | run)) == card;
  return relevant ^ ((card ^ highest(run)) & only_if(alone));
}

/// Relevant cards after all cards failed, each run tried by its lowest card. Where the lowest relevant card cuts a run in two,
/// the whole run is relevant: in other positions of the pattern its parts need not be equivalent, and only one was tried.
inline Word whole_runs(Word relevant, Word legal, Word reps) {
  Word cut = lowest_in_lanes(relevant) & legal & ~reps;
  while (cut) {
    const Word card = lowest(cut);
    cut ^= card;
    relevant |= highest(reps & lane_of(card) & (card - 1));
  }
  return relevant;
}

/// The winning card of a trick if it had to beat a card of its own suit among `rivals`, else nothing.
template <Play kPlay>
inline Word rank_of_winner(const TrickState& s, Word rivals) {
  if (kPlay == Play::no_suit && (s.best & kNoSuitJokers)) return 0;
  return s.played & suit_lane<kPlay>(s.best) & ~s.best & rivals ? s.best : 0;
}

// ------------------------------------------------------------------------------------------------------- on lead

/// Leads ordered by a static evaluation: of two against two and of one against two by weights fitted to the nodes that leads cost
/// (benchmarks/fitting, lead_order.py and lead_order_three.py), of other sides and in freak deals by classes of suits. To both is
/// added how leads of the same card did before (lead_history.hpp), but not in freak deals, whose searches it makes 1.1 to 2.5 times as large.
class LeadOrder {
 public:
  template <Play kPlay, Seating kSeating>
  void score(const Game<kSeating>& game, const LeadHistory& history, const TrickNode& t, Word shape, Word moves) {
    if constexpr (kSeating == Seating::few)
      if (game.seats() == 3 && !game.freak) return score_three_by_weights<kPlay>(game, history, t, shape, moves);
    if constexpr (kSeating == Seating::partners)
      if (!game.freak) return score_by_weights<kPlay>(game, history, t, shape, moves);
    score_by_classes<kPlay>(game, history, t, moves);
  }

  /// The best lead among `moves`, or 0 when none is left. The first call must be for the moves that were scored.
  Word take(Word moves) {
    unsigned best = std::exchange(best_, 0);  // the first call
    if (!best)
      for (const unsigned* g = graded_; *g; ++g)
        best = std::max(best, *g & static_cast<unsigned>(only_if(moves >> (*g & 63) & 1)));
    return best ? bit_at(static_cast<int>(best & 63)) : 0;
  }

 private:
  template <Play kPlay>
  void score_by_weights(const Game<Seating::partners>& game, const LeadHistory& history, const TrickNode& t, Word shape,
                        Word moves) {
    for_each_lead<kPlay>(game, t, shape, moves, [&](Word card, const LeadFeatures& f) {
      add(card, kLeadTops[f.tops] + kLeadLengths[f.lengths] + kLeadRuffs[f.ruffs] + kLeadTrumps[f.trumps] +
                    history.bonus(t.leader, card));
    });
  }
  template <Play kPlay>
  void score_three_by_weights(const Game<Seating::few>& game, const LeadHistory& history, const TrickNode& t, Word shape,
                              Word moves) {
    for_each_lead<kPlay>(game, t, shape, moves, [&](Word card, const LeadFeatures& f) {
      add(card, kThreeTops[f.tops] + kThreeLengths[f.lengths] + kThreeRuffs[f.ruffs] + kThreeTrumps[f.trumps] +
                    history.bonus(t.leader, card));
    });
  }
  template <Play kPlay, Seating kSeating>
  void score_by_classes(const Game<kSeating>& game, const LeadHistory& history, const TrickNode& t, Word moves);

  /// Compared by score, then by order of adding, then by card.
  void add(Word card, int score) {
    const int grade = (score + kWorst) * kMaxLeads + (kMaxLeads - 1 - count_);
    const auto graded = static_cast<unsigned>(grade << 6 | index_of(card));
    best_ = std::max(best_, graded);
    graded_[count_++] = graded;
    graded_[count_] = 0;
  }

  static constexpr int kWorst = 1 << 14;
  static constexpr int kClassScale = 32;  ///< of a bonus, where classes are tens apart and weights hundreds
  /// Runs in one hand. A hand with the kitty has more than kMaxHand cards, but runs are separated by cards of others, so 54
  /// cards make at most half as many and one more a suit.
  static constexpr int kMaxLeads = 32;
  int count_ = 0;
  unsigned best_ = 0;
  unsigned graded_[kMaxLeads + 1];  ///< score of a card, and its index in the low six bits; 0 ends the list
};

/// Classes of leads, best first. Cashing winners is no class: quick tricks have counted them.
enum LeadClass : int {
  kFinesse = 50,   ///< through the next hand, up to a partner's tenace
  kStrong = 40,    ///< the side holds the top card, or the next two
  kGiveRuff = 35,  ///< a partner is void and can ruff
  kNeutral = 30,
  kIntoTenace = 20,  ///< away from a tenace into the rival who sits over it
  kTrump = 10,
  kJoker = 5,
  kRuffed = 0,  ///< a rival is void and can ruff
};

/// Whether a lead through the next hand, which holds `guarded` in the suit, finesses its honour against a partner's tenace;
/// `us` are the cards of the side and `lower` all cards below the three best.
inline bool finesse(Word partners, Word guarded, Word us, Word a, Word k, Word q, Word lower) {
  if (!(guarded & (guarded - 1))) return false;
  if ((partners & k) && (guarded & a)) return true;
  const Word j = highest(lower), ten = highest(lower ^ j);
  if ((partners & a) && (guarded & k)) return (partners & q) || !((q | j) & ~us);
  return (partners & k) && (guarded & q) && ((partners & j) || !((j | ten) & ~us));
}

template <Play kPlay, Seating kSeating>
void LeadOrder::score_by_classes(const Game<kSeating>& game, const LeadHistory& history, const TrickNode& t, Word moves) {
  const int leader = t.leader;
  const bool side = game.on_side(leader);
  const Word trumps = kPlay == Play::trumps ? lane(kTrumpLane) : 0;
  const Word ours = t.all & game.side_cards[!side];
  const int next = game.next_seat(leader);
  const int last = game.previous_seat(leader);
  const Word next_hand = game.on_side(next) != side ? t.hand[next] : 0;
  const Word last_hand = game.on_side(last) != side ? t.hand[last] : 0;

  const auto bonus = [&](Word card) { return game.freak ? 0 : history.bonus(leader, card) / kClassScale; };

  if (kPlay == Play::no_suit) {
    if (const Word jokers = moves & kNoSuitJokers) add(lowest(jokers), kJoker);
    moves &= ~kNoSuitJokers;
  }
  while (moves) {
    const Word suit = suit_lane<kPlay>(lowest(moves));
    const Word leads = moves & suit;
    moves ^= leads;
    const Word mine = t.hand[leader] & suit;
    const Word partners = ours & suit & ~mine;
    int grade = kNeutral;
    if (kPlay == Play::trumps && suit == trumps) {
      grade = kTrump;
    } else {
      bool rival_void_ruffs = false, partner_void_ruffs = false, rivals_follow = true;
      for (int i = 1, seat = next; i < game.seats(); ++i, seat = game.next_seat(seat)) {
        const bool out = !(t.hand[seat] & suit);
        const bool ruffs = out && (t.hand[seat] & trumps);
        if (game.on_side(seat) == side) {
          partner_void_ruffs |= ruffs;
        } else {
          rival_void_ruffs |= ruffs;
          rivals_follow &= !out;
        }
      }
      Word rest = t.all & suit;
      const Word a = highest(rest);
      const Word k = highest(rest ^= a);
      const Word q = highest(rest ^= k);
      const Word us = mine | partners;
      const bool several = partners & (partners - 1);
      if (rival_void_ruffs) {
        grade = kRuffed;
      } else if (several && (next_hand & suit & (a | k | q)) && finesse(partners, next_hand & suit, us, a, k, q, rest ^ q)) {
        grade = kFinesse;
      } else if (kPlay == Play::trumps && (mine & (mine - 1)) && std::popcount(last_hand & suit) >= 2 &&
                 (((mine & a) && (last_hand & k)) || ((mine & k) && (last_hand & a) && !(us & q)))) {
        grade = kIntoTenace;
      } else if (rivals_follow && ((us & a) || ((us & k) && (us & q)))) {
        grade = kStrong;
      } else if (kPlay == Play::trumps && partner_void_ruffs && rivals_follow && !(leads == a)) {
        grade = kGiveRuff;
      }
    }
    // The highest or the lowest card first, then those between. The lowest where the strength is a partner's.
    const Word top = highest(leads), bottom = lowest(leads);
    const bool low_first = grade == kGiveRuff || ((grade == kStrong || grade == kTrump) && !(mine & highest(t.all & suit)));
    add(top, grade + (low_first ? 1 : 2) + bonus(top));
    if (bottom != top) add(bottom, grade + (low_first ? 2 : 1) + bonus(bottom));
    for (Word m = leads & ~top & ~bottom; m; m &= m - 1) add(lowest(m), -10 + bonus(lowest(m)));
  }
}

// -------------------------------------------------------------------------------------------------- following

/// Move ordering of a hand that is not on lead.
class FollowOrder {
 public:
  template <Play kPlay, int kAfter, Seating kSeating>
  static FollowOrder of(const Game<kSeating>& game, const TrickNode& t, const TrickState& s, int seat, Word moves, Word legal);

  /// The next of `moves`: the lowest card that should win the trick, else the least useful one.
  template <Play kPlay>
  Word take(Word moves, Word hand) const {
    if (moves & winners_) return lowest(moves & winners_);
    if (moves & forcing_) return highest(moves & forcing_);
    if (following_) return lowest(moves & suit_ ? moves & suit_ : moves);
    if constexpr (kPlay == Play::no_suit)
      if (moves & kNoSuitJokers & ~high_) return lowest(moves & kNoSuitJokers);
    // Discard from the longest plain suit. Once its lowest card has failed, the lowest of another suit costs less than its next.
    Word best = 0;
    int longest = -1;
    for (Word left = moves; left;) {
      const Word card = lowest(left);
      const Word suit = lane_of(card);
      left &= ~suit;
      int length = kPlay == Play::trumps && suit == lane(kTrumpLane) ? 0 : std::popcount(hand & suit);
      if (card == lowest(hand & suit)) length += kUntried;
      if (length > longest) {
        longest = length;
        best = card;
      }
    }
    return best;
  }

 private:
  static constexpr int kUntried = 32;  ///< more than the length of any suit

  Word winners_ = 0;
  Word forcing_ = 0;  ///< beat the trick so far, and force a rival to play higher
  Word high_ = 0;
  Word suit_ = 0;  ///< the lane to follow
  bool following_ = false;
};

template <Play kPlay, int kAfter, Seating kSeating>
FollowOrder FollowOrder::of(const Game<kSeating>& game, const TrickNode& t, const TrickState& s, int seat, Word moves,
                            Word legal) {
  const JokerRules& jokers = game.packed.jokers;
  const bool side = game.on_side(seat);
  FollowOrder order;
  order.following_ = legal & s.follow;
  order.suit_ = s.follow;
  if (kPlay == Play::no_suit && jokers.kind == JokerKind::high) order.high_ = kNoSuitJokers;
  const Word over = moves & s.beats;
  const bool winning = game.on_side(s.winner) == side;
  if constexpr (kAfter == 0) {
    if (!winning) order.winners_ = over;
    return order;
  } else {
    // The cards with which later hands of each side can still take the trick.
    Word rival = 0, friendly = 0;
    int later = seat;
    for (int i = 0; i < kAfter; ++i) {
      later = game.next_seat(later);
      const Word can = legal_follows<kPlay>(t.hand[later], s, jokers) & s.beats;
      if (game.on_side(later) == side) friendly |= can;
      else rival |= can;
    }
    const Word rival_top = highest(rival);
    if (winning && !rival) return order;
    if (highest(friendly) > rival_top) return order;
    order.winners_ = rival_top ? over & above(rival_top) : over;
    // Only the last hand but one forces: with earlier hands too, 3 % more leads were searched.
    if (kAfter == 1 && !order.winners_ && !winning) order.forcing_ = over;
    return order;
  }
}

}  // namespace whistsolve::WHISTSOLVE_ARCH
