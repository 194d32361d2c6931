#include "discard_groups.hpp"

#include <algorithm>
#include <bit>

namespace whistsolve {
namespace {

/// Levels whose groups have so many certain cards; the one after the last has all of them.
constexpr int kLooseLevels = 3;

}  // namespace

DiscardCounts::DiscardCounts(Word cards, const Packed& packed) {
  for (int l = 0; l < kLanes; ++l)
    bytes_ |= static_cast<std::uint64_t>(std::popcount(cards & lane(l) & packed.ranks)) << (8 * l);
  // High jokers differ, so that a count of them says too little.
  if (packed.play == Play::no_suit && packed.jokers.kind == JokerKind::worthless)
    bytes_ |= static_cast<std::uint64_t>(std::popcount(cards & kNoSuitJokers)) << (8 * kLanes);
}

Word DiscardCounts::owed() const {
  Word owed = 0;
  for (int l = 0; l < kLanes; ++l) owed |= static_cast<Word>(of(l)) << (kLaneBits * l);
  return owed;
}

DiscardGroups::DiscardGroups(const Packed& packed, Word hand, int surplus) : most_(hand, packed), surplus_(surplus) {
  // Of other sides than two against two only the first group pays: discards with a trump. The search of five or six hands knows
  // no groups.
  only_trumps_ = packed.seating() != Seating::partners;
  last_level_ = only_trumps_ ? packed.seats <= 4 && packed.play == Play::trumps : kLooseLevels;
  last_level_ = std::min(last_level_, surplus);
  restart();
}

void DiscardGroups::restart() {
  level_ = 0;
  waiting_.clear();
}

void DiscardGroups::fill(int level) {
  waiting_.clear();
  const int total = std::min(level < kLooseLevels ? level : surplus_, most_.total());
  const auto extend = [&](auto&& self, DiscardCounts group, int c, int more) -> void {
    if (c == DiscardCounts::kClasses) {
      if (more == 0) waiting_.push_back(group);
      return;
    }
    for (int n = std::min(more, most_.of(c)); n >= 0; --n) self(self, group.with(c, n), c + 1, more - n);
  };
  extend(extend, {}, 0, total);
  if (only_trumps_) std::erase_if(waiting_, [](DiscardCounts group) { return !group.of(kTrumpLane); });
}

bool DiscardGroups::refuted(DiscardCounts counts) const {
  return std::any_of(refuted_.begin(), refuted_.end(), [&](DiscardCounts r) { return counts.reaches(r); });
}

std::optional<DiscardCounts> DiscardGroups::next() {
  while (true) {
    while (!waiting_.empty()) {
      const DiscardCounts group = waiting_.back();
      waiting_.pop_back();
      if (!refuted(group)) return group;
    }
    if (level_ == last_level_) return std::nullopt;
    fill(++level_);
  }
}

}  // namespace whistsolve
