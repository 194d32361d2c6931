// A trick in progress: what may be played to it and who is winning it. The only place that knows these rules.
#pragma once

#include "lanes.hpp"
#include "problem.hpp"

namespace whistsolve {

/// The three sorts of play that the search is compiled for.
enum class Play : std::uint8_t {
  trumps,   ///< the top lane is trumps, jokers among them
  plain,    ///< no trumps, no jokers
  no_suit,  ///< no trumps, and jokers that belong to no suit
};

struct TrickState {
  Word played = 0;  ///< cards on the table
  Word beats = 0;   ///< cards that would take the lead in the trick
  Word best = 0;    ///< the card that is winning
  Word follow = 0;  ///< the lane that has to be followed; 0 while none is fixed
  int winner = 0;   ///< who played `best`
};

/// Cards of `hand` that may be led.
template <Play kPlay>
inline Word legal_leads(Word hand, const JokerRules& jokers) {
  if constexpr (kPlay == Play::no_suit) {
    if (jokers.kind == JokerKind::blank || jokers.lead == JokerLead::only_if_alone) {
      const Word suited = hand & ~kNoSuitJokers;
      return suited ? suited : hand;
    }
  }
  (void)jokers;
  return hand;
}

/// Cards of `hand` that may be played to a trick that has been led to.
template <Play kPlay>
inline Word legal_follows(Word hand, const TrickState& trick, const JokerRules& jokers) {
  const Word following = hand & trick.follow;
  if constexpr (kPlay == Play::no_suit) {
    if (following && jokers.any_time) return following | (hand & kNoSuitJokers);
  }
  if (following) return following;
  if constexpr (kPlay == Play::no_suit) {
    const Word held = hand & kNoSuitJokers;
    if (held && jokers.kind == JokerKind::blank) return hand != held ? hand ^ held : hand;
    if (held && jokers.must_throw && trick.follow) return held;
  }
  (void)jokers;
  return hand;
}

/// The lane of a card without the joker bits.
template <Play kPlay>
inline Word suit_lane(Word card) {
  if constexpr (kPlay == Play::no_suit) return lane_of(card) & kPlainRanks;
  return lane_of(card);
}

/// The trick after its first card. `named` is the lane that a led joker stands for under JokerLead::named.
template <Play kPlay>
inline TrickState lead_card(int seat, Word card, const JokerRules& jokers, Word named = 0) {
  TrickState t;
  t.played = card;
  t.best = card;
  t.winner = seat;
  if constexpr (kPlay == Play::trumps) {
    t.follow = lane_of(card);
    // `card` lies in the lane led; trumps lie above every lane, so "higher bit" is right for both.
    t.beats = (t.follow | lane(kTrumpLane)) & above(card);
  } else if constexpr (kPlay == Play::plain) {
    t.follow = lane_of(card);
    t.beats = t.follow & above(card);
  } else {
    const bool high = jokers.kind == JokerKind::high;
    if (card & kNoSuitJokers) {
      t.follow = named;
      t.beats = high ? kNoSuitJokers & above(card) : kPlainRanks;
    } else {
      t.follow = suit_lane<kPlay>(card);
      t.beats = (t.follow & above(card)) | (high ? kNoSuitJokers : 0);
    }
  }
  (void)jokers, (void)named;
  return t;
}

/// The trick after one more card.
template <Play kPlay>
inline TrickState follow_card(const TrickState& before, int seat, Word card, const JokerRules& jokers) {
  TrickState t = before;
  t.played |= card;
  if constexpr (kPlay != Play::no_suit) {
    if (card & before.beats) {
      t.best = card;
      t.winner = seat;
      t.beats = before.beats & above(card);
    }
  } else {
    if (card & before.beats) {
      t.best = card;
      t.winner = seat;
      const bool high = jokers.kind == JokerKind::high;
      if (card & kNoSuitJokers) {
        t.beats = kNoSuitJokers & above(card);
      } else {
        // Under a worthless joker that named a suit, a card of another suit leads only until that suit appears.
        const Word own = suit_lane<kPlay>(card);
        t.beats = (own & above(card)) | (own & before.follow ? 0 : before.follow) | (high ? kNoSuitJokers : 0);
      }
    }
    // A joker was led and its suit is still open: the first card with a suit fixes it.
    if (!before.follow && !(card & kNoSuitJokers) && jokers.lead != JokerLead::free_play) t.follow = suit_lane<kPlay>(card);
  }
  (void)jokers;
  return t;
}

}  // namespace whistsolve
