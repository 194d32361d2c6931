// The game once more, written from its rules alone, and minimax over it: no code of the engine but the names of cards and options
// (cards.hpp, problem.hpp). Cards are numbers, a position is copied for every card played.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <unordered_map>
#include <vector>

#include "whistsolve/problem.hpp"

namespace whistsolve::plain {

/// A card played; `suit` is the one that a led joker stands for, otherwise -1.
struct Play {
  int card;
  int suit = -1;
};

struct State {
  std::array<CardMask, kMaxSeats> hands{};  ///< not played yet
  std::array<Play, kMaxSeats> table{};      ///< the trick in progress, from its leader on
  int on_table = 0;
  int leader = 0;
  int tricks_done = 0;
  std::array<int, kMaxSeats> won{};  ///< what tricks count, by the seat that took them
};

template <class T, std::size_t kSize>
T& at(std::array<T, kSize>& array, int i) {
  return array[static_cast<std::size_t>(i)];
}
template <class T, std::size_t kSize>
const T& at(const std::array<T, kSize>& array, int i) {
  return array[static_cast<std::size_t>(i)];
}

constexpr bool is_joker(int card) { return card >= kLittleJoker; }

class Game {
 public:
  explicit Game(const Problem& problem) : p_(problem), no_trump_(problem.trump == kNoTrump) {}

  State start() const {
    State s;
    s.hands = p_.hands;
    s.leader = p_.leader;
    return s;
  }
  /// The position after the cards that the problem says were played; nothing where one of them is illegal.
  std::optional<State> now() const {
    State s = start();
    for (const PlayedCard& played : p_.played) {
      const std::vector<Play> plays = legal(s);
      if (std::none_of(plays.begin(), plays.end(),
                       [&](Play each) { return each.card == played.card && each.suit == played.named_suit; }))
        return std::nullopt;
      s = put(s, {played.card, played.named_suit});
    }
    return s;
  }
  int to_act(const State& s) const { return (s.leader + s.on_table) % p_.seats; }

  /// Jokers that are laid aside make no trick among themselves.
  bool over(const State& s) const {
    if (s.on_table) return false;
    for (int seat = 0; seat < p_.seats; ++seat)
      if (at(s.hands, seat) & (aside() ? ~kJokers : ~CardMask{0})) return false;
    return true;
  }
  /// What all tricks count that are still to be taken.
  int left(const State& s) const {
    if (over(s)) return 0;
    int tricks = 0;  // as many as the hand with most cards that are no jokers laid aside, but for those on the table
    for (int seat = 0; seat < p_.seats; ++seat) {
      const bool has_played = (seat - s.leader + p_.seats) % p_.seats < s.on_table;
      tricks = std::max(tricks, std::popcount(at(s.hands, seat) & (aside() ? ~kJokers : ~CardMask{0})) + (has_played ? 1 : 0));
    }
    return tricks - 1 + worth(s);
  }

  /// Every legal play; a joker that names a suit is four of them.
  std::vector<Play> legal(const State& s) const {
    std::vector<Play> plays;
    if (over(s)) return plays;
    const CardMask hand = at(s.hands, to_act(s));
    const CardMask suited = hand & ~kJokers, jokers = hand & kJokers;
    const auto add = [&](CardMask cards) {
      for (; cards; cards &= cards - 1) plays.push_back({std::countr_zero(cards)});
    };
    if (!no_trump_) {
      const int follow = s.on_table ? suit_of(s.table[0]) : -1;
      const CardMask following = follow < 0 ? 0 : suit_mask(follow) | (follow == p_.trump ? kJokers : 0);
      add(hand & following ? hand & following : hand);
      return plays;
    }
    if (aside() && suited) {
      const int follow = suit_to_follow(s);
      const CardMask following = follow < 0 ? 0 : suited & suit_mask(follow);
      add(following ? following : suited);
      return plays;
    }
    if (s.on_table == 0) {
      if (p_.rules.jokers.lead == JokerLead::only_if_alone && suited && !aside()) return add(suited), plays;
      add(suited);
      if (p_.rules.jokers.lead != JokerLead::named || aside()) return add(jokers), plays;
      for (CardMask left = jokers; left; left &= left - 1)
        for (int suit = 0; suit < kSuits; ++suit) plays.push_back({std::countr_zero(left), suit});
      return plays;
    }
    const int follow = suit_to_follow(s);
    if (follow >= 0) {
      if (const CardMask following = suited & suit_mask(follow)) {
        add(following);
        if (p_.rules.jokers.any_time && !aside()) add(jokers);
        return plays;
      }
      if (jokers && p_.rules.jokers.kind == JokerKind::worthless && p_.rules.jokers.must_throw) return add(jokers), plays;
    }
    add(hand);
    return plays;
  }

  State put(State s, Play play) const {
    at(s.hands, to_act(s)) &= ~(CardMask{1} << play.card);
    at(s.table, s.on_table++) = play;
    if (s.on_table < p_.seats) return s;
    const int winner = (s.leader + winning_place(s)) % p_.seats;
    at(s.won, winner) += worth(s);
    s.leader = winner;
    s.on_table = 0;
    ++s.tricks_done;
    return s;
  }
  int won_by(const State& s, unsigned side) const {
    int won = 0;
    for (int seat = 0; seat < p_.seats; ++seat) won += side >> seat & 1 ? at(s.won, seat) : 0;
    return won;
  }

 private:
  bool aside() const { return no_trump_ && p_.rules.jokers.kind == JokerKind::blank; }
  int worth(const State& s) const { return s.tricks_done ? 1 : p_.rules.first_trick_weight; }
  int suit_of(Play play) const {
    if (is_joker(play.card)) return no_trump_ ? -1 : p_.trump;
    return play.card / kRanks;
  }
  /// How good a card is within its suit; more is better.
  int strength(Play play) const {
    if (is_joker(play.card)) return play.card;
    const int rank = play.card % kRanks, ace = kRanks - 1;
    if (p_.ranking == Ranking::uptown) return rank;
    if (rank == ace) return p_.ranking == Ranking::downtown ? kRanks : -1;
    return ace - rank;
  }
  int first_suit(const State& s) const {
    for (int i = 0; i < s.on_table; ++i)
      if (suit_of(at(s.table, i)) >= 0) return suit_of(at(s.table, i));
    return -1;
  }
  /// -1 where no suit is fixed.
  int suit_to_follow(const State& s) const {
    if (s.on_table && suit_of(s.table[0]) < 0 && !aside()) {
      if (p_.rules.jokers.lead == JokerLead::free_play) return -1;
      if (p_.rules.jokers.lead == JokerLead::named) return s.table[0].suit;
    }
    return first_suit(s);
  }
  int winning_place(const State& s) const {
    const auto best = [&](auto&& counts) {
      int place = -1;
      for (int i = 0; i < p_.seats; ++i)
        if (counts(at(s.table, i)) && (place < 0 || strength(at(s.table, i)) > strength(at(s.table, place)))) place = i;
      return place;
    };
    const auto best_of = [&](int suit) { return best([&](Play play) { return suit_of(play) == suit; }); };
    if (!no_trump_) {
      if (const int ruff = best_of(p_.trump); ruff >= 0) return ruff;
    } else if (p_.rules.jokers.kind == JokerKind::high) {
      if (const int joker = best([](Play play) { return is_joker(play.card); }); joker >= 0) return joker;
    } else if (s.table[0].suit >= 0) {
      if (const int named = best_of(s.table[0].suit); named >= 0) return named;
    }
    const int led = first_suit(s);
    return led < 0 ? 0 : best_of(led);  // jokers alone: the trick stays with its leader
  }

  Problem p_;
  bool no_trump_;
};

/// What a side still takes, by looking at every play; it remembers only what it has seen between tricks.
class Minimax {
 public:
  Minimax(const Game& game, unsigned side) : game_(game), side_(side) {}

  int value(const State& s) {
    if (game_.over(s)) return 0;
    CardMask left = 0;
    for (const CardMask hand : s.hands) left |= hand;
    const CardMask key = left | static_cast<CardMask>(s.leader) << kDeckSize;
    if (s.on_table == 0)
      if (const auto found = seen_.find(key); found != seen_.end()) return found->second;
    const bool mine = side_ >> game_.to_act(s) & 1;
    int best = mine ? -1 : 99;
    for (const Play play : game_.legal(s)) best = mine ? std::max(best, after(s, play)) : std::min(best, after(s, play));
    if (s.on_table == 0) seen_.emplace(key, best);
    return best;
  }
  /// What it takes once a card is played, the trick in progress included.
  int after(const State& s, Play play) {
    const State next = game_.put(s, play);
    return game_.won_by(next, side_) - game_.won_by(s, side_) + value(next);
  }

 private:
  const Game& game_;
  unsigned side_;
  std::unordered_map<CardMask, int> seen_;
};

}  // namespace whistsolve::plain
