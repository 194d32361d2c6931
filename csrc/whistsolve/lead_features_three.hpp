// What the order of leads of three hands looks at, one against two: as in lead_features.hpp, by the role of the leader, who is
// alone or has the next or the last hand as partner. Compiled once per instruction set, see pext.hpp.
#pragma once

#include <algorithm>
#include <bit>

#include "lead_features.hpp"
#include "suit_tables.hpp"

namespace whistsolve::WHISTSOLVE_ARCH {

/// Where the indices of each role and kind of suit, or of each role, begin. Hands count from the leader: the next and the last.
/// Lengths above three count as three.
inline constexpr int kThreeTopsOfKind = 121 * 5, kThreeTopsJoker = 9 * kThreeTopsOfKind;
inline constexpr int kThreeLengthsOfKind = 64 * 4, kThreeLengthsJoker = 9 * kThreeLengthsOfKind;
inline constexpr int kThreeRuffsOfRole = 64, kThreeNoRuff = 3 * kThreeRuffsOfRole;
inline constexpr int kThreeSideTrumps = 1, kThreeShortness = kThreeSideTrumps + 3 * 256;

/// How many cards of each suit the leader, the next and the last hand hold: as Packed::shape, in this order.
template <Play kPlay>
inline Word three_lengths(const Game<Seating::few>& game, const TrickNode& t, Word shape) {
  if constexpr (kPlay == Play::no_suit) {
    shape = 0;
    for (int seat = 0; seat < 3; ++seat)
      for (int l = 0; l < kLanes; ++l)
        shape |= static_cast<Word>(std::popcount(t.hand[seat] & lane(l) & game.packed.ranks)) << (16 * seat + 4 * l);
  }
  constexpr Word kThree = (Word{1} << 48) - 1;
  const int turned = 16 * t.leader;
  return (shape >> turned | shape << (48 - turned)) & kThree;
}

/// Calls `each(card, features)` for all of `moves`, of the leader of a trick.
template <Play kPlay, class Each>
inline void for_each_lead(const Game<Seating::few>& game, const TrickNode& t, Word shape, Word moves, Each&& each) {
  const int next = game.next_seat(t.leader), last = game.next_seat(next);
  const bool side = game.on_side(t.leader);
  const int role = game.on_side(next) == side ? 1 : game.on_side(last) == side ? 2 : 0;
  const Word exact = three_lengths<kPlay>(game, t, shape);
  const Word above_three = (exact >> 2 | exact >> 3) & 0x1111111111111111ULL;
  const Word lengths = (exact | above_three | above_three << 1) & 0x3333333333333333ULL;
  if (kPlay == Play::no_suit) {
    if (const Word jokers = moves & kNoSuitJokers)
      each(lowest(jokers), LeadFeatures{kThreeTopsJoker, kThreeLengthsJoker, kThreeNoRuff, kLeadNoTrumps});
    moves &= ~kNoSuitJokers;
  }
  while (moves) {
    const int l = index_of(lowest(moves)) >> 4;
    const Word suit = kPlay == Play::no_suit ? lane(l) & kPlainRanks : lane(l);
    const Word leads = moves & suit;
    moves ^= leads;
    const auto kind = kPlay != Play::trumps ? LedSuit::plain : l == kTrumpLane ? LedSuit::trump : LedSuit::side;
    const int role_and_kind = 3 * role + static_cast<int>(kind);
    const Word cards = t.all & suit;
    const int n = std::popcount(cards), tops = std::min(n, 4);
    const auto of_next = static_cast<unsigned>(extract_bits(t.hand[next], cards) >> (n - tops));
    const auto of_last = static_cast<unsigned>(extract_bits(t.hand[last], cards) >> (n - tops));
    const auto layout = static_cast<int>(ternary_place(tops, of_next, of_last));
    const auto suit_lengths = static_cast<int>(extract_bits(lengths, 0x0000000300030003ULL << 4 * l));
    LeadFeatures f{0, 0, kThreeNoRuff, kLeadNoTrumps};
    if (kind == LedSuit::side) {
      const int voids = (suit_lengths & 12 ? 0 : 1) | (suit_lengths & 48 ? 0 : 2);
      f.ruffs = kThreeRuffsOfRole * role + (voids << 4 | static_cast<int>(extract_bits(lengths, 0x0000300030000000ULL)));
      const int partner = role ? 16 * role : 48;  // the last field is empty
      const Word ours = (0x3000ULL | 0x3ULL << 4 * l) | (0x3000ULL | 0x3ULL << 4 * l) << partner;
      f.trumps = kThreeSideTrumps + 256 * role + static_cast<int>(extract_bits(lengths, ours));
    } else if (kind == LedSuit::trump) {
      // Which hands have a void beside trumps.
      constexpr Word kSide = 0x0000011101110111ULL;
      Word voids = ~(lengths | lengths >> 1) & kSide;
      voids |= voids >> 4 | voids >> 8;
      f.trumps = kThreeShortness + 8 * role + static_cast<int>(extract_bits(voids, 0x0000000100010001ULL));
    }
    const Word reps = t.rep[t.leader] & suit;
    const Word top = highest(reps), bottom = lowest(reps);
    for (Word left = leads; left; left &= left - 1) {
      const Word card = lowest(left);
      f.tops = kThreeTopsOfKind * role_and_kind + 5 * layout + std::min(std::popcount(cards & above(card)), 4);
      f.lengths = kThreeLengthsOfKind * role_and_kind + 4 * suit_lengths + (card == top) + 2 * (card == bottom);
      each(card, f);
    }
  }
}

}  // namespace whistsolve::WHISTSOLVE_ARCH
