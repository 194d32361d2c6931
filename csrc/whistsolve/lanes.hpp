// The packed word of the search: four lanes of sixteen bits, one a suit, the trump suit always in the top lane.
//
// Bit 0 of a lane is its worst rank. Plain suits use 13 bits; a trump suit uses up to 15, the jokers on top. At least
// one bit above the ranks of each lane stays empty, so that shifts and carries cannot run into the next lane.
// Without trumps, jokers have no lane: they sit in the two top bits of the word, above the empty bit of lane 3.
#pragma once

#include <bit>
#include <cstdint>

namespace whistsolve {

using Word = std::uint64_t;

inline constexpr int kLaneBits = 16;
inline constexpr int kLanes = 4;
inline constexpr int kTrumpLane = 3;

inline constexpr Word kPlainRanks = 0x1fff1fff1fff1fffULL;
inline constexpr Word kTrumpRanks = 0x7fff1fff1fff1fffULL;
inline constexpr int kLittleBit = 62;
inline constexpr int kBigBit = 63;
inline constexpr Word kNoSuitJokers = Word{3} << kLittleBit;

constexpr Word lane(int index) { return Word{0xffff} << (kLaneBits * index); }
constexpr Word bit_at(int index) { return Word{1} << index; }
constexpr int index_of(Word single) { return std::countr_zero(single); }
/// The whole lane that a single card lies in.
constexpr Word lane_of(Word single) { return Word{0xffff} << (index_of(single) & 48); }
constexpr Word lowest(Word w) { return w & (~w + 1); }
/// All bits where the condition holds, none elsewhere: chooses without a branch, for conditions that are hard to predict.
constexpr Word only_if(bool condition) { return Word{0} - static_cast<Word>(condition); }
constexpr Word highest(Word w) { return w ? Word{1} << (63 - std::countl_zero(w)) : 0; }
/// All bits strictly above a single bit, whatever the lane.
constexpr Word above(Word single) { return Word{0} - (single << 1); }

/// Two's complement of each lane by itself.
constexpr Word negate_lanes(Word w) {
  constexpr Word kTop = 0x8000800080008000ULL;
  constexpr Word kOne = 0x0001000100010001ULL;
  const Word inverted = ~w;
  return ((inverted & ~kTop) + kOne) ^ (inverted & kTop);
}
/// The lowest set bit of each lane.
constexpr Word lowest_in_lanes(Word w) { return w & negate_lanes(w); }
/// In each lane, its lowest set bit and everything above it.
constexpr Word up_from_lowest(Word w) { return w | negate_lanes(w); }

/// For each card of a hand, the next card present above it in its lane (whoever holds it); bits of `ranks` only.
///
/// Adding the absent ranks to a shifted hand carries each card across the gap to the next present one.
constexpr Word next_present(Word hand, Word absent) {
  const Word shifted = hand << 1;
  return (((shifted & absent) + absent) | shifted) & ~absent;
}

}  // namespace whistsolve
