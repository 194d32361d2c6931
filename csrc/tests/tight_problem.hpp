// Short problems in which a rule that counts tricks is as likely as can be to be wrong: few suits, few ranks, all in a row, runs of
// neighbours in one hand, voids, jokers. Random deals hardly ever have all of these at once.
#pragma once

#include <bit>
#include <random>

#include "whistsolve/pack.hpp"

namespace whistsolve {

/// A way of taking sides.
struct Sides {
  const char* name;
  int seats;
  unsigned side;
  int most_cards;  ///< in a hand, that plain minimax sees through at once
};

inline constexpr Sides kSides[] = {
    {"one against one", 2, 0b01, 6},      {"partners", 4, 0b0101, 4},           {"neighbours", 4, 0b0011, 4},
    {"one against two", 3, 0b001, 5},     {"one against three", 4, 0b0001, 4},  {"one against four", 5, 0b00001, 3},
    {"one against five", 6, 0b000001, 3}, {"two against three", 5, 0b00101, 3}, {"a team of two among six", 6, 0b001001, 3},
    {"teams of three", 6, 0b010101, 3},
};
inline constexpr int kWaysOfSides = sizeof kSides / sizeof *kSides;

class TightSource {
 public:
  explicit TightSource(unsigned seed) : random_(seed) {}

  int below(int n) { return static_cast<int>(static_cast<std::uint64_t>(random_()) * static_cast<unsigned>(n) >> 32); }
  std::mt19937& engine() { return random_; }

  /// `surplus` more cards than the others in the hand of `holder`, which is on the side asked for.
  Problem problem(const Sides& sides, Play play, int holder = -1, int surplus = 0) {
    Problem p;
    p.seats = sides.seats;
    const int turned = below(p.seats), everybody = (1 << p.seats) - 1;
    p.side = ((sides.side << turned) | (sides.side >> (p.seats - turned))) & static_cast<unsigned>(everybody);
    if (holder >= 0 ? !(p.side >> holder & 1) : below(2)) p.side ^= static_cast<unsigned>(everybody);
    p.leader = below(p.seats);
    p.trump = play == Play::trumps ? below(kSuits) : kNoTrump;
    p.rules.jokers = {static_cast<JokerKind>(below(surplus ? 2 : 3)), static_cast<JokerLead>(below(4)), below(2) == 0,
                      below(2) == 0};
    deal(p, play, 1 + std::max(below(sides.most_cards), below(sides.most_cards)), holder, surplus);
    return p;
  }

 private:
  void deal(Problem& p, Play play, int size, int holder, int surplus) {
    int room[kMaxSeats], open = p.seats * size + surplus;
    for (int seat = 0; seat < p.seats; ++seat) room[seat] = size + (seat == holder ? surplus : 0);
    const auto give = [&](int seat, CardIndex card) {
      p.hands[static_cast<std::size_t>(seat)] |= CardMask{1} << card;
      --room[seat], --open;
    };
    const int jokers = play == Play::plain ? 0 : play == Play::no_suit ? 1 + below(2) : std::max(0, below(4) - 1);
    const int first_joker = kLittleJoker + below(2);
    for (int j = 0; j < jokers && open; ++j) give(with_room(p, room, 0), j ? 2 * kLittleJoker + 1 - first_joker : first_joker);

    // As many cards of each suit as chance brings, where some suits are likelier than others.
    int length[kSuits] = {}, weight[kSuits], whole = 0;
    for (int& w : weight) whole += w = below(4);
    if (whole < 3) whole += 4 - weight[p.trump % kSuits], weight[p.trump % kSuits] = 4;
    for (int n = open, dealt = 0; dealt < n;) {
      int suit = 0;
      for (int at = below(whole); at >= weight[suit]; ++suit) at -= weight[suit];
      if (length[suit] == kRanks) suit = below(kSuits);
      if (length[suit] == kRanks) continue;
      ++length[suit], ++dealt;
    }
    // From the top card down, in runs: mostly of one card, or of several.
    const int longest = 1 + std::min(below(5), below(5));
    unsigned banned[kSuits] = {};  // hands that are void if there is room elsewhere
    for (int n = below(5); n > 0; --n) banned[below(kSuits)] |= 1u << below(p.seats);
    const int first = below(kSuits), gap = below(4) == 0;
    for (int i = 0; i < kSuits; ++i) {
      const int suit = (first + i) % kSuits;
      int rank = kRanks - 1;
      for (int left = length[suit]; left > 0;) {
        const int seat = with_room(p, room, banned[suit]);
        for (int run = 1 + below(longest); run > 0 && left > 0 && room[seat]; --run, --left, --rank) {
          if (gap && rank >= left && below(3) == 0) --rank;
          give(seat, suit * kRanks + rank);
        }
      }
    }
  }

  int with_room(const Problem& p, const int* room, unsigned banned) {
    for (int tries = 0;; ++tries) {
      const int seat = below(p.seats);
      if (room[seat] && (tries > 8 || !(banned >> seat & 1))) return seat;
    }
  }

  std::mt19937 random_;
};

}  // namespace whistsolve
