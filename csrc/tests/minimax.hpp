// Plain minimax over Position, for tests: no bounds, no patterns, a memo on exact positions only.
#pragma once

#include <algorithm>
#include <unordered_map>

#include "whistsolve/position.hpp"

namespace whistsolve {

class Minimax {
 public:
  /// Weighted tricks that side 0 still takes.
  int value(Position& position) {
    if (position.over()) return 0;
    const bool between = position.on_table() == 0;
    const Word key = position.cards() ^ (Word{0x9e3779b97f4a7c15} * static_cast<Word>(position.to_act() + 1));
    if (between) {
      const auto found = memo_.find(key);
      if (found != memo_.end()) return found->second;
    }
    const bool mine = position.packed().on_side(position.to_act());
    const int before = position.won();
    int best = mine ? -1 : 99;
    for (Word moves = position.legal(); moves; moves &= moves - 1) {
      const Word card = lowest(moves);
      const bool name = position.needs_name(card);
      for (int l = 0; l < (name ? kLanes : 1); ++l) {
        position.play(card, name ? lane(l) & kPlainRanks : 0);
        const int v = position.won() - before + value(position);
        position.undo();
        best = mine ? std::max(best, v) : std::min(best, v);
      }
    }
    if (between) memo_[key] = best;
    return best;
  }

 private:
  std::unordered_map<Word, int> memo_;
};

}  // namespace whistsolve
