// One layout of an alpha-mu search: a position that is played and undone, and whether the target is made double dummy from it.
#pragma once

#include <memory>

#include "errors.hpp"
#include "search_interface.hpp"
#include "solver.hpp"

namespace whistsolve {

struct Move {
  Word card;
  Word named;  ///< the lane that a led joker stands for, or 0
};

/// The moves of the hand to act in one layout with one of its legal cards.
template <class F>
void for_each_move(const Position& position, Word card, F&& f) {
  if (!position.needs_name(card)) return f(Move{card, 0});
  for (int l = 0; l < kLanes; ++l) f(Move{card, lane(l) & kPlainRanks});
}

/// It has a double-dummy search with a table of its own.
class AlphaMuLayout {
 public:
  AlphaMuLayout(const Problem& problem, const LaneMap& map, std::size_t bytes, const Interrupt& interrupt, const Budget& budget)
      : packed_(pack(problem, map)), position(replay(packed_, map, problem.played)),
        table_(bytes - CutoffCards::share_of(bytes)), cutoffs_(CutoffCards::share_of(bytes)),
        search_(chosen_architecture().make(packed_, table_, cutoffs_)), start_(position.cards()), won_before_(position.won()) {
    search_->interrupt = &interrupt;
    search_->load(packed_);
    search_->begin(budget);
  }
  AlphaMuLayout(const AlphaMuLayout&) = delete;
  AlphaMuLayout& operator=(const AlphaMuLayout&) = delete;

  /// Our side is to take `target` tricks from now on; `controls` are seats of it.
  void aim(int target, unsigned controls) {
    if (controls & ~packed_.side && controls & packed_.side)
      throw InvalidProblem("the seats that the player chooses for are on both sides");
    our_side_ = (controls & packed_.side) != 0;
    need_ = our_side_ ? target : left() - target + 1;
  }
  const Packed& packed() const { return packed_; }
  bool ours(int seat) const { return packed_.on_side(seat) == our_side_; }
  /// Whether more play cannot change whether the target is made.
  bool settled() const { return need() <= 0 || need() > left(); }
  bool made_when_settled() const { return (need() <= 0) == our_side_; }
  /// Whether the target is made double dummy after a legal move.
  bool made_after(const Move& move) {
    if (settled()) return made_when_settled();
    return search_->reaches_after(position, move.card, move.named, need()) == our_side_;
  }
  Word gone() const { return start_ ^ position.cards(); }
  /// What side 0 has taken since the question was asked.
  int taken() const { return position.won() - won_before_; }
  std::uint64_t nodes() const { return search_->stats.nodes; }

 private:
  const Packed packed_;

 public:
  Position position;

 private:
  /// Weighted tricks that are left.
  int left() const { return position.over() ? 0 : position.tricks_left() - 1 + position.weight(); }
  /// What side 0 still needs: to make the target, or to break it where it is the rivals' side.
  int need() const { return need_ - taken(); }

  TranspositionTable table_;
  CutoffCards cutoffs_;
  std::unique_ptr<SearchInterface> search_;
  Word start_;
  int won_before_, need_ = 0;
  bool our_side_ = true;
};

}  // namespace whistsolve
