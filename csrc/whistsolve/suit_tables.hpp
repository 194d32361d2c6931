// Quick tricks of a single suit, for every layout of its cards, tabulated by generator/suit_tables.cpp when the library is
// built.
//
// A layout is a string of owners by rank. A table says how many tricks a side can take for certain, and for each number
// of tricks how many of the highest cards are relevant: every layout with the same owners of those cards and the
// same number of cards in each hand allows it too.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "compiler.hpp"

namespace whistsolve {

/// Numbers of tricks that can be taken, each with its relevant cards.
class SuitClaim {
 public:
  constexpr SuitClaim() = default;
  /// From what bits() returned.
  constexpr explicit SuitClaim(std::uint64_t bits) : data_(bits) {}
  std::uint64_t bits() const { return data_; }

  /// Whether exactly so many tricks can be taken. None can always be.
  bool holds(int tricks) const { return data_ >> tricks & 1; }
  /// The largest number that can be taken and is not above `limit`.
  int most(int limit) const {
    const unsigned open = static_cast<unsigned>(data_) & ((2u << limit) - 1);
    return std::bit_width(open) - 1;
  }
  /// How many of the highest cards are relevant to the claim of exactly so many tricks.
  int relevant_tops(int tricks) const { return tricks ? static_cast<int>(data_ >> (12 + 4 * tricks) & 15) : 0; }

  void allow(int tricks, int top_cards) {
    data_ |= std::uint64_t{1} << tricks;
    if (tricks) data_ |= static_cast<std::uint64_t>(top_cards) << (12 + 4 * tricks);
  }

 private:
  std::uint64_t data_ = 1;
};

/// An array of small numbers packed into words: layouts are many, different entries few.
template <int kBits>
class SmallNumbers {
 public:
  static constexpr unsigned kInAWord = 64 / kBits;
  constexpr explicit SmallNumbers(const std::uint64_t* words) : words_(words) {}
  std::size_t operator[](std::size_t i) const {
    return static_cast<std::size_t>(words_[i / kInAWord] >> (i % kInAWord * kBits) & ((std::uint64_t{1} << kBits) - 1));
  }

 private:
  const std::uint64_t* words_;
};

/// Runs of one suit in a game of two against two: the side on lead leads it again and again and wins every trick.
///
/// Hands by turn: 0 leads, 1 and 3 are rivals, 2 is the partner.
class SuitRuns {
 public:
  static constexpr int kMostCards = 9;
  static constexpr int kBits = 16;  ///< of an entry's number

  struct Entry {
    SuitClaim home;     ///< the lead ends in the hand where it began
    SuitClaim across;   ///< it ends in the partner's hand
    SuitClaim partner;  ///< the partner leads first, and the lead ends in its hand
  };

  /// `low` and `high` are bit planes of the owner's turn, lowest card in bit 0, for a suit of `cards` cards.
  static const Entry& at(int cards, unsigned low, unsigned high) {
    return kEntries[SmallNumbers<kBits>(kNumbers)[place(cards, low, high)]];
  }
  /// Layouts by number of cards: of n there are 4^n.
  static constexpr std::size_t place(int cards, unsigned low, unsigned high) {
    return (0x55555555u & ((1u << 2 * cards) - 1)) + (high << cards | low);
  }

 private:
  static const std::uint64_t kNumbers[];
  static const Entry kEntries[];
};

/// The place of a layout of three owners, by number of cards: of n there are 3^n.
inline constexpr int kMostTernary = 13;
inline constexpr std::array<std::uint16_t, 128> kTernary = [] {
  std::array<std::uint16_t, 128> digits{};
  for (std::size_t mask = 1; mask < digits.size(); ++mask)
    digits[mask] = static_cast<std::uint16_t>(3 * digits[mask >> 1] + (mask & 1));
  return digits;
}();
inline constexpr std::array<std::uint32_t, kMostTernary + 2> kFirstTernary = [] {
  std::array<std::uint32_t, kMostTernary + 2> first{};
  for (std::size_t n = 0, layouts = 1; n + 1 < first.size(); ++n, layouts *= 3)
    first[n + 1] = first[n] + static_cast<std::uint32_t>(layouts);
  return first;
}();
/// A mask with its bits as digits to the base of 3, seven at a time.
constexpr std::uint32_t ternary(unsigned mask) { return kTernary[mask & 127] + 2187u * kTernary[mask >> 7]; }
WHISTSOLVE_ALWAYS_INLINE constexpr std::size_t ternary_place(int cards, unsigned one, unsigned other) {
  return kFirstTernary[static_cast<std::size_t>(cards)] + ternary(one) + 2 * ternary(other);
}

/// Trump tricks that two hands of one side win sooner or later, whoever leads what, against all other hands together.
class SureTrumps {
 public:
  static constexpr int kMostCards = 13;
  static constexpr int kMostClaimed = 7;  ///< tricks beyond these are not claimed
  static constexpr int kBits = 8;         ///< of an entry's number

  struct Entry {
    std::uint32_t data = 0;
    int tricks() const { return static_cast<int>(data & 15); }
    /// How many of the highest trumps are relevant to the claim of at least so many (1-7) tricks.
    int relevant_tops(int wanted) const { return static_cast<int>(data >> (4 * wanted) & 15); }
  };

  /// Masks of the trumps of the two hands among `cards` trumps, lowest in bit 0.
  static const Entry& at(int cards, unsigned one, unsigned other) {
    return kEntries[SmallNumbers<kBits>(kNumbers)[place(cards, one, other)]];
  }
  static constexpr std::size_t place(int cards, unsigned one, unsigned other) { return ternary_place(cards, one, other); }

 private:
  static const std::uint64_t kNumbers[];
  static const Entry kEntries[];
};

/// Trump tricks that one hand wins against two, which must follow where it leads trumps: more than against both in one.
class LoneTrumps {
 public:
  static constexpr int kMostCards = 12;
  static constexpr int kBits = 16;  ///< of an entry's number

  struct Claim {
    std::uint64_t data = 0;
    int tricks() const { return static_cast<int>(data & 15); }
    /// How many of the highest trumps are relevant to the claim of at least so many tricks.
    int relevant_tops(int wanted) const { return static_cast<int>(data >> (4 * wanted) & 15); }
  };
  struct Entry {
    Claim on_lead, off_lead;  ///< whether that hand leads to the next trick
    const Claim& of(bool leads) const { return leads ? on_lead : off_lead; }
  };

  /// Masks of the trumps of the one hand and of either other, lowest in bit 0.
  static const Entry& at(int cards, unsigned lone, unsigned other) {
    return kEntries[SmallNumbers<kBits>(kNumbers)[place(cards, lone, other)]];
  }
  static constexpr std::size_t place(int cards, unsigned lone, unsigned other) { return ternary_place(cards, lone, other); }

 private:
  static const std::uint64_t kNumbers[];
  static const Entry kEntries[];
};

}  // namespace whistsolve
