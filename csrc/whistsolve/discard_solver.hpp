// Which cards to give up: the best discard of a hand that holds more cards than the others.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "cutoff_cards.hpp"
#include "interrupt.hpp"
#include "search_interface.hpp"
#include "transposition_table.hpp"

namespace whistsolve {

/// The work of one call.
struct DiscardStats {
  std::uint64_t relaxed = 0;   ///< searches in which the hand chooses as it goes
  std::uint64_t refuted = 0;   ///< of these, those that ruled their discards out at once
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

/// All discards of one hand in one game. One table serves them all: two discards come to the same positions once the cards
/// are gone in which they differ.
///
/// Discards that fail leave patterns behind with which most of the others fail without a search; and a search in which the hand
/// keeps everything and chooses as it goes (relaxed_discard.hpp) takes at least as much as any discard, so that one such search that
/// fails rules all of them out, or all that give up a trump. Now one, now the other is a hundred times as quick, so they have
/// turns.
class DiscardSolver {
 public:
  /// `problem.hands[holder]` holds all cards of the hand; the others are of one size, which it is to come to. The side asked
  /// for is the holder's, and nothing has been played. Throws InvalidProblem.
  DiscardSolver(const Problem& problem, int holder, std::size_t bytes,
                const Architecture& architecture = architectures().front());

  /// The best discard; where it ends early, what is certain by then.
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
  /// Neighbours in the hand, which are worth the same; the higher the price, the less gladly they are given up.
  struct Run {
    Word cards;
    int price;
  };

  /// Discards that are searched at once, by leaving the choice open.
  enum class DiscardSet { all, with_trump };

  bool takes(Word discarded, int tricks);
  bool takes(DiscardSet discards, int tricks);
  template <class Which>
  std::optional<bool> takes_within(std::uint64_t node_limit, Which which, int tricks);
  void narrow(Word discarded, std::uint64_t node_limit, int& low, int& high);
  /// Discards with one question for all of them, and the work that this has been.
  struct RelaxedQuery {
    DiscardSet discards;
    std::uint64_t share;  ///< one card for so many of all
    bool done = false;
    int taken = 0;  ///< tricks that the open choice takes, so that nothing more is learnt from it
    std::uint64_t nodes = 0;
  };
  bool refutes(RelaxedQuery& some, int tricks);
  int need(int tricks) const { return holder_on_side0_ ? tricks : tricks_ - tricks + 1; }
  void search_all(std::vector<Word>& open, DiscardAnswer& answer, Word& best);
  std::vector<Word> distinct_discards() const;
  std::uint64_t for_each_equivalent(Word discarded, std::size_t run, Word as_well,
                                    const std::function<void(CardMask)>& each) const;
  void price_runs();
  void begin(const Budget& budget);

  LaneMap map_;
  Packed packed_;
  CutoffCards cutoffs_;
  TranspositionTable table_;
  std::unique_ptr<SearchInterface> search_;
  Interrupt interrupt_;
  DiscardStats stats_;
  Word cards_;  ///< all that are dealt
  Word hand_;   ///< of the holder
  int surplus_;
  int tricks_;  ///< weighted tricks of the game
  bool holder_on_side0_;
  std::vector<Run> runs_;
};

}  // namespace whistsolve
