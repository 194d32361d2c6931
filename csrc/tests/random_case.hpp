// One random problem of a long run, spread over all rules, decks, sides and moments: the same from the same seed and number.
#pragma once

#include <random>
#include <string>

#include "plain_game.hpp"
#include "random_problem.hpp"

namespace whistsolve {

/// The problem, and what else is drawn for it.
class Case {
 public:
  Case(unsigned seed, long number) {
    std::seed_seq both{seed, static_cast<unsigned>(number), static_cast<unsigned>(number >> 32)};
    random_.seed(both);
    deal();
  }
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

  Problem problem;
  int holder = -1;  ///< of the cards to give up
  int surplus = 0;
  std::string deck, sides;

  /// Plays legal cards up to anywhere before the end, and notes them.
  void play_some() {
    const plain::Game game(problem);
    plain::State s = game.start();
    for (int cards = below(2) ? below(2 * problem.seats) : 0; cards > 0 && !game.over(s); --cards) s = play_one(game, s);
  }
  plain::State play_one(const plain::Game& game, const plain::State& s) {
    const std::vector<plain::Play> plays = game.legal(s);
    const plain::Play play = plays[static_cast<std::size_t>(below(static_cast<int>(plays.size())))];
    problem.played.push_back({play.card, play.suit});
    return game.put(s, play);
  }
  /// Deals the cards of two hands anew that have not been played.
  Problem other_layout() {
    Problem other = problem;
    const int a = below(problem.seats), b = (a + 1 + below(problem.seats - 1)) % problem.seats;
    CardMask gone = 0;
    for (const PlayedCard& played : problem.played) gone |= CardMask{1} << played.card;
    CardMask& one = other.hands[static_cast<std::size_t>(a)];
    CardMask& two = other.hands[static_cast<std::size_t>(b)];
    CardMask both = (one | two) & ~gone;
    const int wanted = std::popcount(one & ~gone);
    one &= gone, two &= gone;
    for (int taken = 0; both; ++taken) {
      const int left = std::popcount(both);
      CardMask some = both;
      for (int skip = below(left); skip > 0; --skip) some &= some - 1;
      const CardMask card = some & (~some + 1);
      (taken < wanted ? one : two) |= card;
      both ^= card;
    }
    return other;
  }
  unsigned some_side() {
    if (below(3) == 0) return sides = "any", 1u + static_cast<unsigned>(below((1 << problem.seats) - 2));
    if (problem.seats == 4 && below(3)) return sides = "two against two", below(2) ? 0b0101u : 0b1010u;
    if (problem.seats == 6 && below(3) == 0) return sides = "two teams of three", below(2) ? 0b010101u : 0b101010u;
    if (problem.seats == 6 && below(2)) return sides = "three teams of two", 0b001001u << below(3);
    sides = "one against the others";
    return 1u << below(problem.seats);
  }

 private:
  void deal() {
    problem.seats = 2 + below(5);
    // Mostly as many cards as minimax sees through at once, and some more.
    constexpr int kUsual[] = {5, 4, 3, 2, 2}, kMost[] = {6, 5, 4, 3, 3};
    const int kind = problem.seats - 2;
    int size = below(16) ? 1 + std::max(below(kUsual[kind]), below(kUsual[kind])) : kMost[kind];
    problem.trump = below(2) ? kNoTrump : below(kSuits);
    problem.ranking = static_cast<Ranking>(below(3));
    problem.rules.first_trick_weight = 1 + (below(4) == 0);
    problem.rules.jokers.kind = static_cast<JokerKind>(below(3));
    problem.rules.jokers.lead = static_cast<JokerLead>(below(4));
    problem.rules.jokers.must_throw = below(2);
    problem.rules.jokers.any_time = below(4) == 0;
    problem.leader = below(problem.seats);
    problem.side = some_side();
    if (below(16) == 0) {
      holder = below(problem.seats);
      surplus = 1 + below(3);
      size = 1 + below(problem.seats <= 3 ? 3 : 2);
      if (problem.rules.jokers.kind == JokerKind::blank) problem.rules.jokers.kind = JokerKind::worthless;
      if (!(problem.side >> holder & 1)) problem.side = ((1u << problem.seats) - 1) & ~problem.side;
    }
    deal_cards(size);
  }

  void deal_cards(int size) {
    const int wanted = problem.seats * size + surplus;
    const int jokers = below(3);
    const int suits = below(2) ? 4 : 2 + below(2);
    int lowest_rank = below(2) ? 0 : below(kRanks - 4);
    while (suits * (kRanks - lowest_rank) + jokers < wanted) --lowest_rank;
    deck = suits == 4    ? (lowest_rank ? "no low ranks" : "all ranks and suits")
           : lowest_rank ? "few suits, no low ranks"
                         : "few suits";
    std::vector<CardIndex> cards;
    for (CardIndex card = 0; card < suits * kRanks; ++card)
      if (card % kRanks >= lowest_rank) cards.push_back(card);
    std::shuffle(cards.begin(), cards.end(), random_);
    // Jokers are among the cards dealt.
    const int first_joker = below(2);
    for (int j = 0; j < jokers; ++j) cards.insert(cards.begin(), kLittleJoker + (first_joker + j) % 2);
    std::shuffle(cards.begin(), cards.begin() + wanted, random_);
    for (int i = 0; i < wanted; ++i) {
      const int seat = i < problem.seats * size ? i % problem.seats : holder;
      problem.hands[static_cast<std::size_t>(seat)] |= CardMask{1} << cards[static_cast<std::size_t>(i)];
    }
  }

  std::mt19937 random_;
};

}  // namespace whistsolve
