// What the order of leads of two against two looks at: of each suit who holds its best cards and how long it is with each hand,
// and who can ruff. All are indices into tables of weights. Compiled once per instruction set, see pext.hpp.
#pragma once

#include <algorithm>
#include <bit>

#include "pext.hpp"
#include "trick.hpp"
#include "trick_node.hpp"

namespace whistsolve::WHISTSOLVE_ARCH {

/// Indices of one lead into the tables of weights. Hands count from the leader; lengths above three count as three.
struct LeadFeatures {
  int tops;     ///< owners of the best four cards of the suit, and how many of them are above the card led
  int lengths;  ///< of the suit in each hand; whether the card is the highest, the lowest or the only one of the leader
  int ruffs;    ///< of a suit beside trumps: which of the others are void, and their trumps
  int trumps;   ///< of such a suit: it and trumps with the leader and the partner; of trumps: who is void or short elsewhere
};

/// Where the indices of each kind of suit and of card begin.
inline constexpr int kLeadTopsOfKind = 341 * 5, kLeadTopsJoker = 3 * kLeadTopsOfKind;
inline constexpr int kLeadLengthsOfKind = 256 * 4, kLeadLengthsJoker = 3 * kLeadLengthsOfKind;
inline constexpr int kLeadNoRuff = 512;
inline constexpr int kLeadNoTrumps = 0, kLeadSideTrumps = 1, kLeadShortness = kLeadSideTrumps + 256;

/// Suits of three kinds: without trumps, beside trumps, and trumps.
enum class LedSuit { plain, side, trump };

/// How many cards of each suit each hand holds, counted from the leader, as Packed::shape has them.
template <Play kPlay>
inline Word lengths_from_leader(const Game<Seating::partners>& game, const TrickNode& t, Word shape) {
  if constexpr (kPlay == Play::no_suit) {
    shape = 0;
    for (int seat = 0; seat < 4; ++seat)
      for (int l = 0; l < kLanes; ++l)
        shape |= static_cast<Word>(std::popcount(t.hand[seat] & lane(l) & game.packed.ranks)) << (16 * seat + 4 * l);
  }
  return std::rotr(shape, 16 * t.leader);
}

/// For trumps: which hands have a void beside them, and which of the leader's side a singleton. `lengths` at most three.
inline int shortness(Word lengths) {
  constexpr Word kSide = 0x0111011101110111ULL;
  Word voids = ~(lengths | lengths >> 1) & kSide, singletons = lengths & ~(lengths >> 1) & kSide;
  voids |= voids >> 4 | voids >> 8;
  singletons |= singletons >> 4 | singletons >> 8;
  return static_cast<int>(extract_bits(voids, 0x0001000100010001ULL) | extract_bits(singletons, 0x0000000100000001ULL) << 4);
}

/// Calls `each(card, features)` for all of `moves`, of the leader of a trick.
template <Play kPlay, class Each>
inline void for_each_lead(const Game<Seating::partners>& game, const TrickNode& t, Word shape, Word moves, Each&& each) {
  const Word exact = lengths_from_leader<kPlay>(game, t, shape);
  const Word above_three = (exact >> 2 | exact >> 3) & 0x1111111111111111ULL;
  const Word lengths = (exact | above_three | above_three << 1) & 0x3333333333333333ULL;
  // Owners become turns: subtracts the leader from all two-bit numbers at once.
  const Word odd = only_if(t.leader & 1);
  const Word high = game.packed.owner[1] ^ (game.packed.owner[0] & odd) ^ only_if((t.leader ^ t.leader >> 1) & 1);
  const Word low = game.packed.owner[0] ^ odd;
  if (kPlay == Play::no_suit) {
    if (const Word jokers = moves & kNoSuitJokers)
      each(lowest(jokers), LeadFeatures{kLeadTopsJoker, kLeadLengthsJoker, kLeadNoRuff, kLeadNoTrumps});
    moves &= ~kNoSuitJokers;
  }
  while (moves) {
    const int l = index_of(lowest(moves)) >> 4;
    const Word suit = kPlay == Play::no_suit ? lane(l) & kPlainRanks : lane(l);
    const Word leads = moves & suit;
    moves ^= leads;
    const auto kind = kPlay != Play::trumps ? LedSuit::plain : l == kTrumpLane ? LedSuit::trump : LedSuit::side;
    const Word cards = t.all & suit;
    const int n = std::popcount(cards), tops = std::min(n, 4);
    const auto tops_low = static_cast<int>(extract_bits(low, cards) >> (n - tops));
    const auto tops_high = static_cast<int>(extract_bits(high, cards) >> (n - tops));
    // Layouts of fewer than four cards come first, as in SuitRuns::place.
    const int layout = (0x55 & ((1 << 2 * tops) - 1)) + (tops_high << tops | tops_low);
    const auto suit_lengths = static_cast<int>(extract_bits(lengths, 0x0003000300030003ULL << 4 * l));
    LeadFeatures f{0, 0, kLeadNoRuff, kLeadNoTrumps};
    if (kind == LedSuit::side) {
      const int voids = (suit_lengths & 12 ? 0 : 1) | (suit_lengths & 48 ? 0 : 2) | (suit_lengths & 192 ? 0 : 4);
      f.ruffs = voids << 6 | static_cast<int>(extract_bits(lengths, 0x3000300030000000ULL));
      const Word ours = 0x0000300000003000ULL | 0x0000000300000003ULL << 4 * l;
      f.trumps = kLeadSideTrumps + static_cast<int>(extract_bits(lengths, ours));
    } else if (kind == LedSuit::trump) {
      f.trumps = kLeadShortness + shortness(lengths);
    }
    const Word reps = t.rep[t.leader] & suit;
    const Word top = highest(reps), bottom = lowest(reps);
    for (Word left = leads; left; left &= left - 1) {
      const Word card = lowest(left);
      f.tops = kLeadTopsOfKind * static_cast<int>(kind) + 5 * layout + std::min(std::popcount(cards & above(card)), 4);
      f.lengths = kLeadLengthsOfKind * static_cast<int>(kind) + 4 * suit_lengths + (card == top) + 2 * (card == bottom);
      each(card, f);
    }
  }
}

}  // namespace whistsolve::WHISTSOLVE_ARCH
