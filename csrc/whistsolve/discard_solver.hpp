// The best discard of a hand that holds more cards than the others.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "cutoff_cards.hpp"
#include "discard_groups.hpp"
#include "interrupt.hpp"
#include "search_interface.hpp"
#include "transposition_table.hpp"

namespace whistsolve {

/// The work of one call.
struct DiscardStats {
  std::uint64_t relaxed = 0;   ///< searches of a relaxation, in which the discard is chosen during play
  std::uint64_t refuted = 0;   ///< of these, those that refuted all their discards
  std::uint64_t discards = 0;  ///< searches of one discard
  std::uint64_t nodes = 0;     ///< cards played in all searches
};

/// Weighted tricks of the holder's side after the best discard: certainly from `low` to `high`.
struct DiscardAnswer {
  int low = 0;
  int high = 0;
  CardMask cards = 0;    ///< a discard that takes at least `low`
  bool stopped = false;  ///< by an interrupt
  DiscardStats stats;

  bool exact() const { return low == high; }
};

/// All discards of one hand in one game. They share a transposition table: after two discards the same positions arise
/// once the cards in which they differ have been played.
///
/// There are two ways to refute many discards. One by one: a discard that fails leaves patterns with which most others fail
/// without a search. All at once: a relaxation, in which the hand discards during play (relaxed_discard.hpp), is an upper bound
/// of all discards, or of all with certain numbers of cards of each suit (discard_groups.hpp). Neither dominates, so both run
/// interleaved and share the nodes. Two against two starts with the relaxation of all, which is mostly exact there.
class DiscardSolver {
 public:
  /// `problem.hands[holder]` holds all cards of the hand; the others are of one size, to which the hand discards. The side
  /// asked for is the holder's, and nothing has been played. Throws InvalidProblem.
  DiscardSolver(const Problem& problem, int holder, std::size_t bytes,
                const Architecture& architecture = chosen_architecture());

  /// The best discard: without limits always the same, that of a new solver, and within them one as good; where the budget ends
  /// early, the bounds so far, from which the next call within a budget goes on.
  DiscardAnswer best(const Budget& budget = {});
  /// Calls `each` with every discard that takes at least `tricks`, and returns their number; only counts where it is empty.
  /// Throws SolveStopped, also where a budget is spent.
  std::uint64_t reaching(int tricks, const std::function<void(CardMask)>& each, const Budget& budget = {});
  /// Bounds of what the holder's side takes after a discard. Throws InvalidProblem where it is none, and SolveStopped where it
  /// is told to stop.
  std::pair<int, int> value(CardMask discard, const Budget& budget = {});

  Interrupt& interrupt() { return interrupt_; }
  int surplus() const { return surplus_; }
  /// Work of the last call.
  const SearchStats& stats() const { return search_->stats; }

 private:
  /// Equivalent cards of the hand; discards with a low total price are searched first.
  struct Run {
    Word cards;
    int price;
  };

  bool takes(Word discarded, int tricks);
  bool takes(DiscardCounts group, int tricks);
  template <class Which>
  std::optional<bool> takes_within(std::uint64_t node_limit, Which which, int tricks);
  void narrow(Word discarded, std::uint64_t node_limit, int& low, int& high);
  struct Refutation;
  bool refutes_all(Refutation& r, int tricks);
  void refute_groups(Refutation& r, int tricks);
  int need(int tricks) const { return holder_on_side0_ ? tricks : tricks_ - tricks + 1; }
  void search_from_above(DiscardAnswer& answer, Word& best, const Budget& budget);
  std::optional<Word> discard_that_takes(int tricks, std::vector<Word> open);
  void search_all(DiscardAnswer& answer, Word& best);
  std::vector<Word> distinct_discards() const;
  void least_played_last(std::vector<Word>& open) const;
  std::uint64_t for_each_equivalent(Word discarded, std::size_t run, Word chosen,
                                    const std::function<void(CardMask)>& each) const;
  void price_runs();
  void begin(const Budget& budget);
  void restart();

  LaneMap map_;
  Packed packed_;
  CutoffCards cutoffs_;
  TranspositionTable table_;
  const Architecture* architecture_;
  std::unique_ptr<SearchInterface> search_;
  bool searched_ = false;              ///< since the search was made
  std::optional<DiscardAnswer> best_;  ///< once it is known, without its work
  Interrupt interrupt_;
  DiscardStats stats_;
  Word cards_;  ///< of all hands
  Word hand_;   ///< of the holder
  int surplus_;
  int tricks_;  ///< weighted tricks of the game
  bool holder_on_side0_;
  std::vector<Run> runs_;
};

}  // namespace whistsolve
