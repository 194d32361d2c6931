// What all nodes of one trick share: the game, and the hands as they were when the trick began.
// Compiled once per instruction set, see pext.hpp.
#pragma once

#include "pack.hpp"
#include "pext.hpp"

namespace whistsolve::WHISTSOLVE_ARCH {

/// The game being searched. What the seating determines is a compile-time constant.
template <Seating kSeating>
struct Game {
  static constexpr bool kPartners = kSeating == Seating::partners;
  /// Ordered by the weights, a deal with four voids takes 1.2 times the nodes, one with eight 1.5 to 2.3 times. With this limit
  /// forty deals of three voids or more take 0.79 of the nodes that they take with three.
  static constexpr int kFreakVoids = 4, kFreakHand = 10;
  static constexpr int kPlanes = kSeating == Seating::many ? 3 : 2;  ///< owner planes: bits of a seat number

  Packed packed;
  Word side_cards[2];  ///< cards dealt to each side
  bool freak;          ///< long hands with many voids, to which the weights of leads are not fitted

  void load(const Packed& p) {
    packed = p;
    side_cards[0] = side_cards[1] = 0;
    int voids = 0;
    for (int seat = 0; seat < p.seats; ++seat) {
      side_cards[!p.on_side(seat)] |= p.hands[seat];
      for (int l = 0; l < kLanes; ++l) voids += !(p.hands[seat] & lane(l));
    }
    freak = voids >= kFreakVoids && std::popcount(p.hands[0]) >= kFreakHand;
  }
  int seats() const { return kPartners ? 4 : packed.seats; }
  bool on_side(int seat) const { return kPartners ? !(seat & 1) : packed.on_side(seat); }
  int next_seat(int seat) const { return kPartners ? (seat + 1) & 3 : packed.next_seat(seat); }
  int previous_seat(int seat) const { return kPartners ? (seat - 1) & 3 : (seat ? seat : packed.seats) - 1; }
  template <Play kPlay>
  Word weight(int seat, Word card) const {
    if constexpr (kPartners && kPlay != Play::no_suit) return bit_at(16 * seat + (index_of(card) >> 2 & 12));
    return packed.weight[seat][Packed::shape_class(card, kPlay)];
  }
};

/// Between two tricks: does side 0 take `need` of the `left` tricks that remain?
struct Question {
  Word all;    ///< cards present
  Word shape;  ///< of these
  int leader;
  int need;
  int left;

  bool trivial() const { return need <= 0 || need > left; }
};

/// The root node of a trick.
struct TrickNode {
  alignas(64) Word hand[kSeatSlots];
  alignas(64) Word rep[kSeatSlots];  ///< representatives: the lowest card of each run of equivalent cards in a hand
  Word all;                          ///< cards present when the trick began
  Word lost = 0;                     ///< leads that are known to lose
  Word lost_relevant;                ///< and the cards that this depends on
  int leader;
  int need;         ///< the zero-window question: does side 0 win so many weighted tricks, this one included?
  int left;         ///< tricks left, this one included
  int weight;       ///< what this trick counts
  int surplus = 0;  ///< cards that Packed::surplus_seat still has to discard: those beyond one for each trick left
  Word owed = 0;    ///< among these, the cards of each lane that it must discard: their number in the lowest bits of the lane

  int owed_in(int l) const { return static_cast<int>(owed >> (kLaneBits * l) & 15); }
  int owed_in_all() const { return owed ? owed_in(0) + owed_in(1) + owed_in(2) + owed_in(3) : 0; }
  /// How many cards of a lane it may discard.
  int surplus_for(int l) const { return surplus - owed_in_all() + owed_in(l); }
};

template <Seating kSeating>
inline void fill(const Game<kSeating>& game, Word all, TrickNode& t) {
  constexpr int kSlots = kSeating == Seating::many ? 8 : 4;
  const Word absent = ~all & game.packed.ranks;
  for (int i = 0; i < kSlots; ++i) {
    const Word hand = game.packed.hands[i] & all;
    t.hand[i] = hand;
    t.rep[i] = hand & ~next_present(hand, absent);
  }
  t.all = all;
}

}  // namespace whistsolve::WHISTSOLVE_ARCH
