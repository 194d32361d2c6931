// Pareto fronts of outcomes over several layouts, a bit a layout: set where the target is made.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace whistsolve {

inline constexpr int kMaxLayouts = 128;

/// A set of layouts, or in which layouts a strategy makes its target.
class LayoutSet {
 public:
  constexpr LayoutSet() = default;
  static constexpr LayoutSet only(int layout) {
    LayoutSet set;
    set.words_[static_cast<std::size_t>(layout / 64)] = std::uint64_t{1} << layout % 64;
    return set;
  }
  /// The first so many layouts.
  static constexpr LayoutSet first(int number) {
    LayoutSet set;
    for (int i = 0; i < number; ++i) set |= only(i);
    return set;
  }
  constexpr std::uint64_t low() const { return words_[0]; }
  constexpr std::uint64_t high() const { return words_[1]; }

  constexpr explicit operator bool() const { return (words_[0] | words_[1]) != 0; }
  constexpr bool has(int layout) const { return words_[static_cast<std::size_t>(layout / 64)] >> layout % 64 & 1; }
  constexpr int count() const { return std::popcount(words_[0]) + std::popcount(words_[1]); }
  constexpr int lowest() const { return words_[0] ? std::countr_zero(words_[0]) : 64 + std::countr_zero(words_[1]); }
  /// Leaves out the lowest layout; there is one.
  constexpr void drop_lowest() {
    std::uint64_t& word = words_[0] ? words_[0] : words_[1];
    word &= word - 1;
  }

  constexpr LayoutSet operator~() const { return {~words_[0], ~words_[1]}; }
  friend constexpr LayoutSet operator&(LayoutSet a, LayoutSet b) {
    return {a.words_[0] & b.words_[0], a.words_[1] & b.words_[1]};
  }
  friend constexpr LayoutSet operator|(LayoutSet a, LayoutSet b) {
    return {a.words_[0] | b.words_[0], a.words_[1] | b.words_[1]};
  }
  friend constexpr LayoutSet operator^(LayoutSet a, LayoutSet b) {
    return {a.words_[0] ^ b.words_[0], a.words_[1] ^ b.words_[1]};
  }
  constexpr LayoutSet& operator|=(LayoutSet b) { return *this = *this | b; }
  constexpr LayoutSet& operator^=(LayoutSet b) { return *this = *this ^ b; }
  friend constexpr bool operator==(const LayoutSet&, const LayoutSet&) = default;
  /// As numbers.
  friend constexpr bool operator<(const LayoutSet& a, const LayoutSet& b) {
    return a.words_[1] != b.words_[1] ? a.words_[1] < b.words_[1] : a.words_[0] < b.words_[0];
  }

 private:
  constexpr LayoutSet(std::uint64_t low, std::uint64_t high) : words_{low, high} {}
  std::array<std::uint64_t, 2> words_{};
};
static_assert(kMaxLayouts == 8 * sizeof(LayoutSet));

/// Outcomes of strategies, none of which makes its target wherever another one does.
class ParetoFront {
 public:
  ParetoFront() = default;
  explicit ParetoFront(LayoutSet made) : vectors_{made} {}

  auto begin() const { return vectors_.begin(); }
  auto end() const { return vectors_.end(); }
  std::size_t size() const { return vectors_.size(); }
  bool empty() const { return vectors_.empty(); }

  /// Whether one vector makes its target wherever `made` does, and perhaps elsewhere too.
  bool covers(LayoutSet made) const {
    for (const LayoutSet v : vectors_)
      if (!(made & ~v)) return true;
    return false;
  }
  void insert(LayoutSet made) {
    if (covers(made)) return;
    std::erase_if(vectors_, [&](LayoutSet v) { return !(v & ~made); });
    vectors_.push_back(made);
  }
  /// The choice is the player's own: any vector of the two.
  void unite(const ParetoFront& other) {
    for (const LayoutSet v : other) insert(v);
  }
  /// A rival chooses in each layout between this and `other`, which they can choose in the layouts of `possible` only.
  ParetoFront worst_of(const ParetoFront& other, LayoutSet possible) const {
    ParetoFront both;
    for (const LayoutSet v : vectors_)
      for (const LayoutSet w : other) both.insert(v & (w | ~possible));
    return both;
  }
  /// A partner who sees all hands chooses in each layout between this and `other`.
  ParetoFront best_of(const ParetoFront& other) const {
    ParetoFront both;
    for (const LayoutSet v : vectors_)
      for (const LayoutSet w : other) both.insert(v | w);
    return both;
  }

 private:
  std::vector<LayoutSet> vectors_;
};

}  // namespace whistsolve
