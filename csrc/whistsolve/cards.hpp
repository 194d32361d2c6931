// Cards as bits of one 64-bit word: the numbering that callers of the engine use.
#pragma once

#include <cstdint>

namespace whistsolve {

/// A set of cards. Bit 13*suit + rank-2 for clubs, diamonds, hearts, spades (0-3) and ranks 2-14 (ace);
/// then the little and the big joker.
using CardMask = std::uint64_t;
/// Index of one card in a CardMask, 0-53.
using CardIndex = int;

inline constexpr int kSuits = 4;
inline constexpr int kRanks = 13;
inline constexpr int kNoTrump = 4;
inline constexpr CardIndex kLittleJoker = 52;
inline constexpr CardIndex kBigJoker = 53;
inline constexpr int kDeckSize = 54;
inline constexpr int kMinSeats = 2;
inline constexpr int kMaxSeats = 6;
inline constexpr int kMaxHand = 16;

inline constexpr CardMask kAllCards = (CardMask{1} << kDeckSize) - 1;
inline constexpr CardMask kJokers = CardMask{3} << kLittleJoker;

constexpr CardMask suit_mask(int suit) { return CardMask{0x1fff} << (kRanks * suit); }

}  // namespace whistsolve
