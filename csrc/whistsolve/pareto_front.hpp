// Pareto fronts of outcomes over several layouts, a bit a layout: set where the target is made.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace whistsolve {

/// A set of layouts, or in which layouts a strategy makes its target.
using LayoutSet = std::uint64_t;
inline constexpr int kMaxLayouts = 64;

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
      if ((made & ~v) == 0) return true;
    return false;
  }
  void insert(LayoutSet made) {
    if (covers(made)) return;
    std::erase_if(vectors_, [&](LayoutSet v) { return (v & ~made) == 0; });
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
