// The relaxation in which a discard is chosen during play: a hand holds more cards than there are tricks left, after taking the
// kitty or as a dummy that was dealt more, and has not discarded yet.
//
// Where the surplus covers all cards that force the hand, those of the suit led or a joker that it must play, it may discard
// them face up and play another card; surplus cards that are left when play ends vanish. Upper bound: every game after a
// discard beforehand is one line of play of this one, since a void there is a holding here of cards that were discarded, which
// are not more than the surplus. So the side of that hand takes here at least what it takes after the best discard, and where
// the relaxation fails, every discard fails.
//
// Smaller groups of discards have tighter relaxations: those with at least so many cards of each suit (owed_cards.hpp). As many
// cards of a suit then stay in the hand until it has no others and are discarded, or until all of the suit are discarded at
// once; the surplus for other suits is so much less. Where this fails, every discard of the group fails.
#pragma once

#include <bit>

#include "trick.hpp"

namespace whistsolve {

/// Jokers that may be led besides the legal cards, because all other cards may be discarded.
template <Play kPlay>
inline Word relaxed_leads(Word hand, int surplus) {
  if constexpr (kPlay != Play::no_suit) return 0;
  return std::popcount(hand & ~kNoSuitJokers) <= surplus ? hand & kNoSuitJokers : 0;
}

/// Cards that may be played to a trick besides the legal ones, after discarding those that force the hand; without those that
/// are dominated.
///
/// Where the lowest card of the suit led does not take the lead in the trick, it dominates every other card that does not: the
/// hand keeps the other cards of the suit and the surplus to discard them whenever it would be void after the other play.
template <Play kPlay>
inline Word relaxed_follows(Word hand, const TrickState& trick, const JokerRules& jokers, int surplus) {
  const Word following = hand & trick.follow;
  const int bound = std::popcount(following);
  const Word other_best = suit_lane<kPlay>(trick.best) & ~trick.follow;
  const Word undominated = lowest(following) & trick.beats ? ~Word{0} : trick.beats | other_best;
  if constexpr (kPlay != Play::no_suit) return bound && bound <= surplus ? (hand ^ following) & undominated : 0;
  const Word held = hand & kNoSuitJokers;
  const int must = jokers.must_throw && trick.follow ? std::popcount(held) : 0;
  Word more = 0;
  if (bound && bound <= surplus) more |= held;
  if (bound + must && bound + must <= surplus) more |= hand & ~following & ~kNoSuitJokers;
  return more & undominated;
}

/// Cards that the hand with a surplus keeps where it throws them, so that all of them are one play: those that neither follow
/// suit nor win, of lanes in which the trick's winner has no rank.
///
/// Upper bound: with a card that it has thrown but kept, the hand has a surplus that is larger by one and can make every play
/// that it could make without the card: where the card alone forces it to another, the surplus covers that card. So where the
/// position with the card fails, every throw fails in the game in which thrown cards leave, of which alone quick tricks and
/// the other nodes speak. Which lanes these are depends on no rank, so that the same holds for every position of the pattern.
template <Play kPlay>
inline Word kept_throws(const TrickState& trick) {
  if (!trick.follow) return 0;  // behind a joker that was led, the first card with a suit says what is followed
  const Word jokers = kPlay == Play::no_suit ? kNoSuitJokers : 0;
  return ~(trick.follow | trick.beats | suit_lane<kPlay>(trick.best) | jokers);
}

/// The cards discarded together with playing such a card.
template <Play kPlay>
inline Word discarded_with(Word hand, const TrickState& trick, const JokerRules& jokers, Word card) {
  if (card & trick.follow) return 0;
  // A joker that may be played at any time needs no void: what is kept can be discarded later, so the bound holds.
  if (kPlay == Play::no_suit && jokers.any_time && (card & kNoSuitJokers)) return 0;
  Word out = hand & trick.follow;
  if constexpr (kPlay == Play::no_suit)
    if (jokers.must_throw && trick.follow && !(card & kNoSuitJokers)) out |= hand & kNoSuitJokers;
  return out;
}

}  // namespace whistsolve
