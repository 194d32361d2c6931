// Owns a transposition table and a search, and solves one problem at a time. Not shared between threads; only the interrupt may
// be set from another.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "interrupt.hpp"
#include "position.hpp"
#include "search_interface.hpp"
#include "transposition_table.hpp"

namespace whistsolve {

/// Weighted tricks that the asked side still takes, the trick in progress included: certainly from `low` to `high`, which
/// differ only where a budget was spent.
struct Answer {
  int low = 0;
  int high = 0;
  int won = 0;            ///< weighted tricks that it has taken among the cards played before
  CardMask relevant = 0;  ///< cards that the bounds depend on, as SearchInterface::proof

  bool exact() const { return low == high; }
};

struct CardAnswer {
  CardIndex card;
  int low, high;        ///< as in Answer, once this card is played
  int named_suit = -1;  ///< 0-3 under Names::each, where the card is a joker led under JokerLead::named
};

/// Where a joker that is led names a suit.
enum class Names {
  best,  ///< one answer, that of the best suit for its leader
  each,  ///< an answer for each suit
};

/// What may stay in the table when a problem follows another one.
enum class Reuse {
  same_hands,  ///< everything where hands, strain, rules and sides are the same, otherwise nothing
  layouts,     ///< also patterns of another layout of the cards, where two hands or more are the same
};

class Solver {
 public:
  static constexpr std::size_t kDefaultBytes = std::size_t{256} << 20;

  /// `bytes` caps the memory of the transposition table and of the refutation cards, touched only as they fill.
  explicit Solver(std::size_t bytes = kDefaultBytes, const Architecture& architecture = chosen_architecture());

  /// Throws InvalidProblem, IllegalPlay or SolveStopped, which has the bounds known so far. The table is kept from one
  /// call to the next where the hands, strain, rules and sides are the same.
  Answer solve(const Problem& problem, const Budget& budget = {});
  /// Every legal card of the hand to act with what it leads to, in ascending order of cards and suits named; empty when play is
  /// over. The budget is for all cards together, from the lowest up. Throws as solve(), SolveStopped without bounds.
  std::vector<CardAnswer> solve_cards(const Problem& problem, const Budget& budget = {}, Reuse reuse = Reuse::same_hands,
                                      Names names = Names::best);

  /// Cards of the hand to act with which its side still takes `target` weighted tricks, or as many as it can where that is negative:
  /// every one, or those equivalent to one of them. No card's own value is worked out. Throws as solve_cards().
  std::vector<CardAnswer> cards_taking(const Problem& problem, int target, bool every);

  /// Forgets everything: the next search visits the same nodes as in a new solver.
  void clear();

  /// Ends the running call, or the next one, with SolveStopped; holds until it is resumed.
  Interrupt& interrupt() { return interrupt_; }

  /// Work of all calls since the solver was made.
  const SearchStats& stats() const { return stats_; }

 private:
  const Packed& load(const Problem& problem, const LaneMap& map, Reuse reuse = Reuse::same_hands);

  CutoffCards cutoffs_;
  TranspositionTable table_;
  const Architecture* architecture_;
  std::unique_ptr<SearchInterface> search_;
  std::optional<Packed> packed_;
  int guess_[2] = {-1, -1};  ///< last value, by whether side 0 leads
  SearchStats stats_;
  Interrupt interrupt_;
};

/// The position after the cards of a problem were played. Throws IllegalPlay.
Position replay(const Packed& packed, const LaneMap& map, const std::vector<PlayedCard>& played);

}  // namespace whistsolve
