// What all fuzz targets check: a condition, and whether a problem is a legal one, without the engine's own checks.
#pragma once

#include <cstdio>
#include <cstdlib>

#include "../tests/random_problem.hpp"
#include "whistsolve/problem.hpp"

namespace whistsolve::fuzz {

/// Ends the process, as fuzzers expect it, where something does not hold; `what` is what is wrong then.
inline void require(bool ok, const char* what, const Problem& p) {
  if (ok) return;
  std::fprintf(stderr, "%s: seats %d, %zu cards played\n", what, p.seats, p.played.size());
  if (p.seats >= kMinSeats && p.seats <= kMaxSeats) std::fprintf(stderr, "%s\n", describe(p).c_str());
  for (const PlayedCard& played : p.played) std::fprintf(stderr, " %d:%d", played.card, played.named_suit);
  std::abort();
}

/// Whether hands, sides and options are legal, by what problem.hpp says of them. The hand of a seat that is named may hold more
/// cards than the others.
inline bool is_dealt_rightly(const Problem& p, int holder = -1) {
  if (p.seats < kMinSeats || p.seats > kMaxSeats || p.leader < 0 || p.leader >= p.seats) return false;
  if (p.trump < 0 || p.trump > kNoTrump) return false;
  if (p.rules.first_trick_weight != 1 && p.rules.first_trick_weight != 2) return false;
  bool some[2] = {false, false};
  for (int seat = 0; seat < 32; ++seat) {
    const bool counted = p.side >> seat & 1;
    if (seat < p.seats) some[counted] = true;
    else if (counted) return false;
  }
  if (!some[0] || !some[1]) return false;
  int holders[64] = {};
  int size = -1, held = 0;
  for (int seat = 0; seat < p.seats; ++seat) {
    int cards = 0;
    for (int card = 0; card < 64; ++card) {
      if (!(p.hands[static_cast<std::size_t>(seat)] >> card & 1)) continue;
      if (card >= kDeckSize || ++holders[card] > 1) return false;
      ++cards;
    }
    if (seat == holder) {
      held = cards;
      continue;
    }
    if (cards < 1 || cards > kMaxHand || (size >= 0 && cards != size)) return false;
    size = cards;
  }
  return holder < 0 || held >= size;
}

}  // namespace whistsolve::fuzz
