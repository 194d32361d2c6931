// Alpha-mu: the choice of a card by a player who does not see all hands, over several layouts that they may have (T. Cazenave,
// V. Ventos, "The alpha-mu Search Algorithm for the Game of Bridge", 2019; more cuts 2021). They must play the same card wherever they
// have seen the same, which perfect-information Monte Carlo forgets (strategy fusion).
//
// Who knows what, as there:
// - The player chooses for the seats of `controls`: their own hand, and a dummy that they play. They know these hands and every card
//   played.
// - Rivals see all hands.
// - A partner whose hand they do not see is taken to see all hands too (HiddenPartner).
#pragma once

#include <array>
#include <vector>

#include "interrupt.hpp"
#include "pareto_front.hpp"
#include "problem.hpp"

namespace whistsolve {

/// How a partner plays whose hand the player does not see.
enum class HiddenPartner : std::uint8_t {
  /// As suits the player's strategy best, in each layout. That flatters their side: such a partner tells by cards, also by which
  /// of two equal ones, how the others lie, so that little of strategy fusion is mended.
  ally,
  /// In each layout the cheapest card after which the target is still made double dummy, as the player expects.
  double_dummy,
};

struct AlphaMuQuestion {
  Problem game;                                          ///< without its hands; the cards played are legal in each layout
  std::vector<std::array<CardMask, kMaxSeats>> layouts;  ///< 1 to kMaxLayouts; the hands of `controls` are the same in all
  std::vector<double> weights;                           ///< of the layouts, 0 or more
  unsigned controls = 0;   ///< seats, as bits, that the player chooses for, all of one side; the one to act is among them
  int target = 0;          ///< weighted tricks that their side is to take from here on, the trick in progress included
  int depth = 1;           ///< cards of `controls` to look ahead, 1 or more; then each layout is solved double dummy
  bool best_only = false;  ///< cards that cannot be best may be left with an upper bound
  HiddenPartner partner = HiddenPartner::ally;
};

struct AlphaMuCard {
  CardIndex card;
  int named_suit;  ///< 0-3, the best to name where the card is a joker led under JokerLead::named; otherwise -1
  LayoutSet made;  ///< the vector of most weight on the front of this card
  double weight;   ///< of these layouts: the value of the card where `exact`, otherwise an upper bound of it
  bool exact;      ///< searched to the depth asked, and not cut
};

struct AlphaMuAnswer {
  std::vector<AlphaMuCard> cards;  ///< all legal cards, ascending; none when play is over
  int depth = 0;                   ///< the last one that was finished; 0 where not even the first was
  bool told_to_stop = false;       ///< by the interrupt
  std::uint64_t nodes = 0;         ///< cards played in all double-dummy searches
};

/// Looks one card of `controls` ahead, then one more and so on up to `depth`. Where the time of the budget is over or the interrupt
/// is set, values are those of the last depth that was finished, and upper bounds. `bytes` is a cap on all tables together; the
/// nodes of the budget are those of each layout. Throws InvalidProblem or IllegalPlay.
AlphaMuAnswer alpha_mu(const AlphaMuQuestion& question, std::size_t bytes, const Interrupt& interrupt, const Budget& budget);

}  // namespace whistsolve
