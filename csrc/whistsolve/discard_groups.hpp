// Groups of discards that one relaxation covers: those with at least so many cards of each suit.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "pack.hpp"

namespace whistsolve {

/// How many cards of each class a discard has, or has at least: the four lanes, and jokers that belong to none and are worth
/// the same. A byte each, the lanes first.
class DiscardCounts {
 public:
  static constexpr int kClasses = kLanes + 1;

  DiscardCounts() = default;
  /// Of the cards of one hand.
  DiscardCounts(Word cards, const Packed& packed);

  int of(int c) const { return static_cast<int>(bytes_ >> (8 * c) & 0xff); }
  int total() const { return of(0) + of(1) + of(2) + of(3) + of(4); }
  DiscardCounts with(int c, int more) const { return DiscardCounts(bytes_ + (std::uint64_t{1} << (8 * c)) * more); }
  /// Whether every class has at least as many cards.
  bool reaches(DiscardCounts least) const { return (((bytes_ | kHigh) - least.bytes_) & kHigh) == kHigh; }
  /// What the search is told: the lanes.
  Word owed() const;

 private:
  explicit DiscardCounts(std::uint64_t bytes) : bytes_(bytes) {}
  static constexpr std::uint64_t kHigh = 0x8080808080ULL;
  std::uint64_t bytes_ = 0;
};

/// Which groups are refuted, and which to ask about next.
///
/// A group is named by the least counts of its discards, so one group contains another whose counts are all as large, and a
/// refuted group refutes every group and discard that reaches its counts. Groups are asked about level by level: those with one
/// certain card, with two, and last those whose counts are known: the smaller the group, the tighter its relaxation and the
/// more of them there are.
class DiscardGroups {
 public:
  DiscardGroups(const Packed& packed, Word hand, int surplus);

  /// The next group that is not refuted by another; nothing after the last one.
  std::optional<DiscardCounts> next();
  void refute(DiscardCounts group) { refuted_.push_back(group); }
  bool refuted(DiscardCounts counts) const;
  /// Asks from the first level on, about other tricks; a group that is refuted stays so where these are more.
  void restart();

 private:
  void fill(int level);

  DiscardCounts most_;  ///< cards of the hand
  int surplus_;
  bool only_trumps_;
  int last_level_;
  int level_ = 0;
  std::vector<DiscardCounts> waiting_;  ///< of the current level, in reverse order
  std::vector<DiscardCounts> refuted_;
};

}  // namespace whistsolve
