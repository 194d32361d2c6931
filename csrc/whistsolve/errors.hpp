// What the engine throws. Bindings translate these; nothing else leaves the engine.
#pragma once

#include <stdexcept>
#include <string>

namespace whistsolve {

/// The problem does not describe a legal position; the message says what is wrong.
class InvalidProblem : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// A card among those played before was not legal; `index` is its place in the order of play.
class IllegalPlay : public InvalidProblem {
 public:
  enum class Reason {
    game_over,        ///< no card is left to play
    not_held,         ///< the hand to act does not hold the card
    must_follow,      ///< the hand holds a card of the suit to follow
    must_throw,       ///< the hand is void and has to throw its joker
    joker_kept_back,  ///< the joker may not be led, or not be played yet, while another card is held
    needs_name,       ///< the led joker needs the name of a suit
    no_name,          ///< a suit is named by a card that names none
  };
  IllegalPlay(Reason why, int place, int who, int what)
      : InvalidProblem("an illegal card was played"), reason(why), index(place), seat(who), card(what) {}
  Reason reason;
  int index, seat, card;
};

/// The instruction set that was asked for is unknown, or not one of this machine; the message says which there are.
class UnknownArchitecture : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// The search was told to stop before it had its answer.
class SolveStopped : public std::runtime_error {
 public:
  SolveStopped() : std::runtime_error("the search was stopped") {}
  SolveStopped(int at_least, int at_most) : SolveStopped() { low = at_least, high = at_most; }
  int low = -1, high = -1;  ///< bounds of the tricks of the side that was asked for; -1 where there are none
};

}  // namespace whistsolve
