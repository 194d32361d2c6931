// A position with play and undo: the plain model of the game that everything but the inner search uses.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "interrupt.hpp"
#include "pack.hpp"

namespace whistsolve {

class Position {
 public:
  explicit Position(const Packed& packed);

  const Packed& packed() const { return *packed_; }
  int to_act() const { return to_act_; }
  int leader() const { return leader_; }      ///< of the trick in progress
  int on_table() const { return on_table_; }  ///< cards played to the trick in progress
  int tricks_done() const { return tricks_done_; }
  int tricks_left() const { return tricks_ - tricks_done_; }  ///< the trick in progress included
  Word cards() const { return cards_; }                       ///< not played yet
  Word hand(int seat) const { return packed_->hands[seat] & cards_; }
  const TrickState& trick() const { return trick_; }
  bool over() const { return tricks_left() == 0; }
  /// Weighted tricks that side 0 has won.
  int won() const { return won_; }
  /// What the trick in progress counts.
  int weight() const { return tricks_done_ == 0 ? packed_->first_trick_weight : 1; }

  /// Cards that the hand to act may play.
  Word legal() const;
  /// One card of each set of legal cards that are worth the same: the lowest of each run of neighbours.
  Word representatives() const;
  /// All legal cards worth the same as `card`, itself included.
  Word equivalents(Word card) const;
  /// True where leading this card needs a suit to be named.
  bool needs_name(Word card) const;

  /// Plays a legal card; legality is the caller's duty. `named` is the lane that a led joker stands for.
  void play(Word card, Word named = 0);
  void undo();

  /// Cross-checks every redundant field; used by tests and by builds with checks.
  bool is_consistent() const;

 private:
  struct Before {
    TrickState trick;
    Word card;
    int to_act, leader, on_table, tricks_done, won;
  };

  const Packed* packed_;
  Word cards_;
  TrickState trick_{};
  int to_act_, leader_, on_table_ = 0, tricks_done_ = 0, won_ = 0, tricks_;
  std::vector<Before> history_;
};

/// Number of sequences of `depth` legal cards from here. Throws SearchEnded once the interrupt is requested, where there
/// is one; the position is then left where that was.
std::uint64_t perft(Position& position, int depth, const Interrupt* interrupt = nullptr);

}  // namespace whistsolve
