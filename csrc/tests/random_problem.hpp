// Random short problems of every kind.
#pragma once

#include <algorithm>
#include <bit>
#include <random>
#include <string>
#include <vector>

#include "whistsolve/position.hpp"

namespace whistsolve {

/// Calls f with every set of `count` cards of a hand.
template <class F>
void each_choice(CardMask hand, int count, F&& f) {
  std::vector<CardMask> cards;
  for (CardMask m = hand; m; m &= m - 1) cards.push_back(m & (~m + 1));
  std::vector<char> chosen(cards.size(), 0);
  std::fill(chosen.begin(), chosen.begin() + count, char{1});
  do {
    CardMask choice = 0;
    for (std::size_t i = 0; i < cards.size(); ++i)
      if (chosen[i]) choice |= cards[i];
    f(choice);
  } while (std::prev_permutation(chosen.begin(), chosen.end()));
}

/// A problem whose hand `holder`, which is on the side asked for, has more cards than the others.
struct Dealt {
  Problem problem;
  int holder = 0;
};

class ProblemSource {
 public:
  explicit ProblemSource(unsigned seed) : random_(seed) {}

  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

  /// Hands of `size` cards from a deck that is cut down so that suits are crowded, and random options.
  Problem problem(int seats, int size) {
    Problem p;
    p.seats = seats;
    p.trump = below(3) ? below(4) : kNoTrump;
    p.ranking = static_cast<Ranking>(below(3));
    p.rules.jokers.kind = static_cast<JokerKind>(below(3));
    p.rules.jokers.lead = static_cast<JokerLead>(below(4));
    p.rules.jokers.must_throw = below(2);
    p.rules.jokers.any_time = below(2);
    p.leader = below(seats);
    p.side = seats == 4 && below(2) ? 0b0101u : 1u << below(seats);
    if (below(4) == 0) p.side = 1u + static_cast<unsigned>(below((1 << seats) - 2));

    // Jokers come often, and suits are left out now and then, so that voids and ruffs are common.
    std::array<CardIndex, kDeckSize> deck{};
    int count = 0;
    const int suits = 2 + below(3);
    for (CardIndex c = 0; c < kLittleJoker; ++c)
      if (c / kRanks < suits) deck[static_cast<std::size_t>(count++)] = c;
    std::shuffle(deck.begin(), deck.begin() + count, random_);
    const int jokers = below(3);
    const int wanted = std::min(seats * size, count);
    for (int j = 0; j < jokers && j < wanted; ++j) deck[static_cast<std::size_t>(j)] = kLittleJoker + j;
    std::shuffle(deck.begin(), deck.begin() + wanted, random_);
    for (int i = 0; i < wanted / seats * seats; ++i)
      p.hands[static_cast<std::size_t>(i % seats)] |= CardMask{1} << deck[static_cast<std::size_t>(i)];
    return p;
  }

  /// One hand takes `surplus` cards more, from those in no hand.
  Dealt with_surplus(int seats, int size, int surplus) {
    Dealt d;
    d.problem = problem(seats, size);
    d.holder = below(seats);
    if (d.problem.rules.jokers.kind == JokerKind::blank) d.problem.rules.jokers.kind = JokerKind::worthless;
    d.problem.rules.first_trick_weight = 1 + below(2);
    if (!(d.problem.side >> d.holder & 1)) d.problem.side = ((1u << seats) - 1) & ~d.problem.side;
    CardMask used = 0;
    for (int seat = 0; seat < seats; ++seat) used |= d.problem.hands[static_cast<std::size_t>(seat)];
    for (int taken = 0; taken < surplus;) {
      const CardMask card = CardMask{1} << below(kDeckSize);
      if (used & card) continue;
      used |= card;
      d.problem.hands[static_cast<std::size_t>(d.holder)] |= card;
      ++taken;
    }
    return d;
  }

  /// One of several cards.
  Word one_of(Word cards) {
    for (int skip = below(std::popcount(cards)); skip > 0; --skip) cards &= cards - 1;
    return lowest(cards);
  }

  /// Plays some random legal cards, fewer than `fewer_than`, and notes them in the problem that the position is of.
  void play_some(Problem& problem, const LaneMap& map, Position& position, int fewer_than) {
    for (int cards = below(fewer_than); cards > 0 && !position.over(); --cards) {
      const Word card = one_of(position.legal());
      const bool name = position.needs_name(card);
      const int suit = below(4);
      problem.played.push_back({map.card(index_of(card)), name ? suit : -1});
      position.play(card, name ? lane(map.lane_of_suit(suit)) & kPlainRanks : 0);
    }
  }

  std::mt19937& engine() { return random_; }

 private:
  std::mt19937 random_;
};

inline std::string describe(const Problem& p) {
  std::string s = "seats " + std::to_string(p.seats) + " trump " + std::to_string(p.trump) + " ranking " +
                  std::to_string(static_cast<int>(p.ranking)) + " jokers " +
                  std::to_string(static_cast<int>(p.rules.jokers.kind)) +
                  std::to_string(static_cast<int>(p.rules.jokers.lead)) + std::to_string(p.rules.jokers.must_throw) +
                  std::to_string(p.rules.jokers.any_time) + " side " + std::to_string(p.side) + " leader " +
                  std::to_string(p.leader) + " hands";
  for (int seat = 0; seat < p.seats; ++seat) {
    s += ' ';
    for (int suit = 3; suit >= 0; --suit) {
      for (int rank = 12; rank >= 0; --rank)
        if (p.hands[static_cast<std::size_t>(seat)] >> (kRanks * suit + rank) & 1) s += "23456789TJQKA"[rank];
      if (suit) s += '.';
    }
    s += '.';
    if (p.hands[static_cast<std::size_t>(seat)] >> kBigJoker & 1) s += 'B';
    if (p.hands[static_cast<std::size_t>(seat)] >> kLittleJoker & 1) s += 'L';
  }
  return s;
}

}  // namespace whistsolve
