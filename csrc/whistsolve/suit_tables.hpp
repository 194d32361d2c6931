// What one suit is worth by itself, for every way its cards can lie: computed once for the process and never changed.
//
// A layout is a string of owners by rank. Tables say how many tricks a side can take for certain, and for each number
// of tricks how many of the highest cards the claim leans on: every layout with the same owners of those cards and the
// same number of cards in each hand allows it too.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace whistsolve {

/// Tricks that can be taken, with what each number of them leans on.
class SuitClaim {
 public:
  constexpr SuitClaim() = default;

  /// Whether exactly so many tricks can be taken. None can always be.
  bool holds(int tricks) const { return data_ >> tricks & 1; }
  /// The largest number that can be taken and is not above `limit`.
  int most(int limit) const {
    const unsigned open = static_cast<unsigned>(data_) & ((2u << limit) - 1);
    return std::bit_width(open) - 1;
  }
  /// How many of the highest cards the claim to exactly so many tricks leans on.
  int leans_on(int tricks) const { return tricks ? static_cast<int>(data_ >> (12 + 4 * tricks) & 15) : 0; }

  void allow(int tricks, int top_cards) {
    data_ |= std::uint64_t{1} << tricks;
    if (tricks) data_ |= static_cast<std::uint64_t>(top_cards) << (12 + 4 * tricks);
  }

 private:
  std::uint64_t data_ = 1;
};

/// Runs of one suit in a game of two against two: the side on lead leads it again and again and wins every trick.
///
/// Hands by turn: 0 leads, 1 and 3 are rivals, 2 is the partner.
class SuitRuns {
 public:
  static constexpr int kMostCards = 9;

  struct Entry {
    SuitClaim home;    ///< the lead ends in the hand where it began
    SuitClaim across;  ///< it ends in the partner's hand
  };

  static const SuitRuns& instance();

  /// `low` and `high` are bit planes of the owner's turn, lowest card in bit 0, for a suit of `cards` cards.
  const Entry& at(int cards, unsigned low, unsigned high) const {
    return entries_[static_cast<std::size_t>(first_[static_cast<std::size_t>(cards)] + (high << cards | low))];
  }

 private:
  SuitRuns();

  std::array<unsigned, kMostCards + 2> first_{};
  std::vector<Entry> entries_;
};

/// Trumps that two hands of one side take sooner or later, whoever leads what, against all other hands together.
class SureTrumps {
 public:
  static constexpr int kMostCards = 11;
  static constexpr int kMostClaimed = 7;  ///< tricks beyond these are not claimed

  struct Entry {
    std::uint32_t data = 0;
    int tricks() const { return static_cast<int>(data & 15); }
    /// How many of the highest trumps the claim to at least so many (1-7) tricks leans on.
    int leans_on(int wanted) const { return static_cast<int>(data >> (4 * wanted) & 15); }
  };

  static const SureTrumps& instance();

  /// Masks of the trumps of the two hands among `cards` trumps, lowest in bit 0.
  const Entry& at(int cards, unsigned one, unsigned other) const {
    return entries_[first_[static_cast<std::size_t>(cards)] + ternary_[one] + 2 * ternary_[other]];
  }

 private:
  SureTrumps();

  std::array<std::uint32_t, kMostCards + 2> first_{};
  std::array<std::uint32_t, 1u << kMostCards> ternary_{};
  std::vector<Entry> entries_;
};

}  // namespace whistsolve
