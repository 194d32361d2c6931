// What a caller asks of the engine: hands, strain, sides and the cards already played.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cards.hpp"

namespace whistsolve {

/// Which card of a suit is best.
enum class Ranking : std::uint8_t {
  uptown,             ///< A K Q ... 2
  downtown,           ///< A 2 3 ... K
  downtown_aces_bad,  ///< 2 3 ... K A
};

/// What jokers are when there is no trump suit.
enum class JokerKind : std::uint8_t {
  worthless,  ///< of no suit, never win
  high,       ///< of no suit, the two best cards of all, big over little
  blank,      ///< laid aside: a joker stands for "no card" and is played when nothing else is left
};

/// What a led joker means when there is no trump suit.
enum class JokerLead : std::uint8_t {
  first_suited,   ///< the next card that has a suit fixes the suit to follow
  free_play,      ///< nobody has to follow; the first card with a suit decides the winner only
  only_if_alone,  ///< a joker may be led from a hand of jokers only, then as first_suited
  named,          ///< the leader names the suit to follow
};

struct JokerRules {
  JokerKind kind = JokerKind::worthless;
  JokerLead lead = JokerLead::first_suited;
  bool must_throw = false;  ///< a hand void in the suit to follow must play a joker if it has one
  bool any_time = false;    ///< a joker may be played instead of following suit

  friend bool operator==(const JokerRules&, const JokerRules&) = default;
};

/// What is the same for all deals of a game.
struct GameRules {
  int first_trick_weight = 1;  ///< what the first trick of a deal counts, 1 or 2
  JokerRules jokers{};         ///< used only where there is no trump suit
};

/// In place of a named suit: the card was played against the rules, and is only checked to have been held.
inline constexpr int kRenege = -2;

/// One card of the play so far. `named_suit` (0-3) only with a joker led under JokerLead::named, otherwise -1 or kRenege.
struct PlayedCard {
  CardIndex card;
  int named_suit = -1;
};

struct Problem {
  int seats = 4;                            ///< number of hands, 2-6, clockwise
  std::array<CardMask, kMaxSeats> hands{};  ///< before `played`; all of one size, 1-16
  int trump = kNoTrump;                     ///< suit 0-3 or kNoTrump
  Ranking ranking = Ranking::uptown;
  GameRules rules{};                 ///< those that the deal is played by
  unsigned side = 0b0101;            ///< seats whose tricks are counted, as bits
  int leader = 0;                    ///< seat that led to the first trick
  std::vector<PlayedCard> played{};  ///< in the order of play, whole tricks and a trick in progress
};

}  // namespace whistsolve
