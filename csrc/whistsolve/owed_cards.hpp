// The cards of each suit that a hand with a surplus must discard in the relaxation of a group of discards, see
// relaxed_discard.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "compiler.hpp"
#include "pack.hpp"

namespace whistsolve {

/// Discards with at least so many cards of each lane. These stay in the hand until it has no others of the lane, and leave the
/// game then, or when the hand discards the whole lane; so what is still owed follows from the cards that the hand holds.
class OwedCards {
 public:
  /// `owed` has the number of cards of each lane in the lowest bits of the lane. Returns false where positions that owe
  /// something cannot be told from those in the table, which must be cleared then.
  bool set(const Packed& packed, Word owed) {
    packed_ = &packed;
    // Without nibbles the number of a shape is far below this, see Packed::shape.
    owed_ = packed.nibbles() || packed.shape(packed.all()) >> kIdPlace == 0 ? owed : 0;
    if (!owed_) return true;
    const bool room = seen_.size() + kSubsets <= kMostIds;
    if (!room) seen_.clear();
    for (unsigned lanes = 0; lanes < kSubsets; ++lanes) id_[lanes] = number(in_lanes(lanes));
    return room;
  }
  bool any() const { return owed_ != 0; }

  /// What is owed with the cards `all` left.
  Word in(Word all) const { return owed_ ? in_lanes(held_lanes(all)) : 0; }

  /// Takes away the cards of lanes in which the hand has no others than those that it owes.
  void give_up(Word& all, Word& shape) const {
    if (!owed_) return;
    const Word hand = this->hand(all);
    for (int l = 0; l < kLanes; ++l) {
      const Word suit = hand & lane(l);
      const int held = std::popcount(suit);
      if (!held || held > static_cast<int>(owed_ >> (kLaneBits * l) & 15)) continue;
      all ^= suit;
      shape -= static_cast<Word>(held) * packed_->weight[seat()][l];
    }
  }

  /// The shape that a position is stored under: one that no position has, and another for other cards owed, so that these
  /// positions are kept apart. Three hands without a surplus are of one size, so that one lane of two of them follows from the
  /// rest of the shape and has room for four bits; with fewer hands the top bits are free.
  WHISTSOLVE_ALWAYS_INLINE Word table_key(Word shape, Word all) const {
    if (!owed_) return shape;
    const Word id = id_[held_lanes(all)];
    if (!packed_->nibbles() || packed_->seats < 4) return shape ^ id << kIdPlace;
    const int next = packed_->next_seat(seat()), other = packed_->next_seat(next);
    return shape ^ (id & 15) << (16 * next + 12) ^ (id >> 4) << (16 * other + 12);
  }

 private:
  static constexpr int kIdPlace = 56;
  static constexpr unsigned kSubsets = 1u << kLanes;
  static constexpr std::size_t kMostIds = 255;

  int seat() const { return packed_->surplus_seat; }
  Word hand(Word all) const { return packed_->hands[seat()] & all & packed_->ranks; }
  unsigned held_lanes(Word all) const {
    const Word hand = this->hand(all);
    unsigned lanes = 0;
    for (int l = 0; l < kLanes; ++l) lanes |= static_cast<unsigned>((hand & lane(l)) != 0) << l;
    return lanes;
  }
  Word in_lanes(unsigned lanes) const {
    Word owed = 0;
    for (int l = 0; l < kLanes; ++l) owed |= owed_ & lane(l) & only_if(lanes >> l & 1);
    return owed;
  }
  /// The same number for the same cards owed; 0 for none.
  unsigned number(Word owed) {
    if (!owed) return 0;
    const auto found = std::find(seen_.begin(), seen_.end(), owed);
    if (found != seen_.end()) return static_cast<unsigned>(found - seen_.begin()) + 1;
    seen_.push_back(owed);
    return static_cast<unsigned>(seen_.size());
  }

  const Packed* packed_ = nullptr;
  Word owed_ = 0;
  std::vector<Word> seen_;
  std::array<unsigned, kSubsets> id_{};  ///< by the lanes that the hand holds
};

}  // namespace whistsolve
