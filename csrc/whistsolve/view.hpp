// What the nodes of a trick share: the game, and the hands as they were when the trick began.
// Compiled once per instruction set, see bits.hpp.
#pragma once

#include "bits.hpp"
#include "pack.hpp"
#include "suit_tables.hpp"

namespace whistsolve::WHISTSOLVE_ARCH {

/// The game being searched.
struct Game {
  Packed packed;
  Word side_cards[2];  ///< cards dealt to each side
  const SuitRuns* suit_runs = nullptr;
  const SureTrumps* sure_trumps = nullptr;
  bool has_tables;     ///< two against two, partners opposite, no joker that wins: what suits are worth is in tables

  void load(const Packed& p) {
    packed = p;
    has_tables = p.seats == 4 && p.side == 0b0101 && p.jokers.kind != JokerKind::high;
    if (has_tables) suit_runs = &SuitRuns::instance(), sure_trumps = &SureTrumps::instance();
    side_cards[0] = side_cards[1] = 0;
    for (int seat = 0; seat < p.seats; ++seat) side_cards[!p.on_side(seat)] |= p.hands[seat];
  }
  template <Play kPlay>
  Word weight(int seat, Word card) const {
    return packed.weight[seat][Packed::shape_class(card, kPlay)];
  }
};

/// A trick that is being searched.
struct TrickView {
  alignas(64) Word hand[kSeatSlots];
  alignas(64) Word rep[kSeatSlots];  ///< lowest card of each run of neighbours in a hand
  Word all;                          ///< cards present when the trick began
  int leader;
  int need;    ///< weighted tricks that side 0 has to win, this one included
  int left;    ///< tricks left, this one included
  int weight;  ///< what this trick counts
};

template <int kPlanes>
inline void fill(const Game& game, Word all, TrickView& t) {
  constexpr int kSlots = kPlanes == 2 ? 4 : 8;
  const Word absent = ~all & game.packed.ranks;
  for (int i = 0; i < kSlots; ++i) {
    const Word hand = game.packed.hands[i] & all;
    t.hand[i] = hand;
    t.rep[i] = hand & ~next_present(hand, absent);
  }
  t.all = all;
}

}  // namespace whistsolve::WHISTSOLVE_ARCH
