#include "first_guess.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace whistsolve {

// Linear in honour points (4, 3, 2, 1 for the four best cards of each suit) and in trumps beyond a fair share. The weights were
// fitted to 500 strains of random deals, with a mean absolute error below one trick.
int first_guess(const Packed& p, Word cards, int all) {
  double points = 0, trumps = 0;
  const double share = static_cast<double>(std::popcount(p.side)) / p.seats;
  for (int l = 0; l < kLanes; ++l) {
    Word suit = cards & lane(l) & p.ranks;
    Word ours = 0;
    for (int seat = 0; seat < p.seats; ++seat)
      if (p.on_side(seat)) ours |= p.hands[seat] & suit;
    if (p.play == Play::trumps && l == kTrumpLane) trumps = std::popcount(ours) - share * std::popcount(suit);
    for (int worth = 4; worth > 0 && suit; --worth) {
      const Word best = highest(suit);
      suit ^= best;
      points += worth * ((ours & best ? 1 : 0) - share);
    }
  }
  const double a_point = p.play == Play::trumps ? 0.37 : 0.5;
  const double tricks = all * share + 0.3 + a_point * points + 1.1 * trumps;
  return std::clamp(static_cast<int>(std::lround(tricks)), 0, all);
}

}  // namespace whistsolve
