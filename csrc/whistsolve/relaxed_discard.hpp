// A hand that has more cards than there are tricks left, because it is yet to give some up: after taking a kitty, or as a
// dummy dealt too many.
//
// The search lets it keep them all and choose as it goes. Wherever it might have given up all cards that bind it, those of the
// suit led or a joker that it has to play, it may throw them out face up and play another card; what it still has too many
// when play ends vanishes. A game in which the cards were given up beforehand is one way to play this one: being void there
// means to hold here only cards that were to go, and those are not more than the surplus. So the side of that hand takes
// here at least what it takes after the best choice beforehand, and where this game is lost, every choice is.
//
// It may be asked besides that a trump be among the cards given up. Then one trump stays in the hand until it is the only one, and
// goes, or until all are thrown out; the surplus has one card less to spend on other suits. Where this game is lost, every
// choice that gives up a trump is, and that is most of them and soon told.
#pragma once

#include <bit>

#include "trick.hpp"

namespace whistsolve {

/// Cards that may be led besides the legal ones: the others may all have been given up.
template <Play kPlay>
inline Word relaxed_leads(Word hand, int surplus) {
  if constexpr (kPlay != Play::no_suit) return 0;
  return std::popcount(hand & ~kNoSuitJokers) <= surplus ? hand & kNoSuitJokers : 0;
}

/// Cards that may be played to a trick besides the legal ones, once those that bind the hand are thrown out.
template <Play kPlay>
inline Word relaxed_follows(Word hand, const TrickState& trick, const JokerRules& jokers, int surplus) {
  const Word following = hand & trick.follow;
  const int bound = std::popcount(following);
  if constexpr (kPlay != Play::no_suit) return bound && bound <= surplus ? hand ^ following : 0;
  const Word held = hand & kNoSuitJokers;
  const int must = jokers.must_throw && trick.follow ? std::popcount(held) : 0;
  Word more = 0;
  if (bound && bound <= surplus) more |= held;
  if (bound + must && bound + must <= surplus) more |= hand & ~following & ~kNoSuitJokers;
  return more;
}

/// What is thrown out with such a card.
template <Play kPlay>
inline Word discarded_with(Word hand, const TrickState& trick, const JokerRules& jokers, Word card) {
  if (card & trick.follow) return 0;
  Word out = hand & trick.follow;
  if constexpr (kPlay == Play::no_suit)
    if (jokers.must_throw && trick.follow && !(card & kNoSuitJokers)) out |= hand & kNoSuitJokers;
  return out;
}

}  // namespace whistsolve
