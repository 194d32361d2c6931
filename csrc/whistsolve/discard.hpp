// Which cards to give up: the best discard of a hand that holds more cards than the others.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "history.hpp"
#include "interrupt.hpp"
#include "searcher.hpp"
#include "table.hpp"

namespace whistsolve {

/// The work of one call.
struct DiscardStats {
  std::uint64_t relaxed = 0;   ///< searches in which the hand chooses as it goes
  std::uint64_t refuted = 0;   ///< of these, those that rule all their discards out at once
  std::uint64_t discards = 0;  ///< searches of one discard
  std::uint64_t nodes = 0;     ///< cards played in all searches
};

/// Weighted tricks of the holder's side after the best discard: certainly from `low` to `high`.
struct DiscardAnswer {
  int low = 0;
  int high = 0;
  CardMask cards = 0;          ///< a discard that takes at least `low`
  CardMask obvious_cards = 0;  ///< the discard at sight: cheap cards
  int obvious_low = 0;         ///< what it takes at least
  bool stopped = false;        ///< by an interrupt
  DiscardStats stats;

  bool exact() const { return low == high; }
};

/// All discards of one hand in one game. One table serves them all: two discards come to the same positions once the cards
/// are gone in which they differ.
///
/// The best one is found from above. A search in which the hand keeps everything and chooses as it goes (surplus.hpp) takes at
/// least as much as any discard, so one such search that fails rules all of them out. Where it succeeds, cards are given up
/// one by one: each card whose loss the same search survives, until none is left to give up and the search is that of the
/// discard itself. Whatever is left untried failed with a whole class of discards.
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

 private:
  bool takes(Word discarded, int tricks);
  void narrow(Word discarded, int& low, int& high);
  bool find(Word discarded, std::size_t from, int more, int tricks, Word& found);
  std::uint64_t walk(Word discarded, std::size_t from, int more, int tricks, const std::function<void(CardMask)>& each);
  std::uint64_t alike(Word discarded, std::size_t run, Word as_well, const std::function<void(CardMask)>& each) const;
  void order_runs();
  void begin(const Budget& budget);

  LaneMap map_;
  Packed packed_;
  CutoffCards cutoffs_;
  Table table_;
  std::unique_ptr<Searcher> searcher_;
  Interrupt interrupt_;
  DiscardStats stats_;
  Word cards_;             ///< all that are dealt
  Word hand_;              ///< of the holder
  int surplus_;
  int tricks_;             ///< weighted tricks of the game
  bool holder_on_side0_;
  std::vector<Word> runs_; ///< neighbours in the hand, which are worth the same; what is gladly given up first
};

}  // namespace whistsolve
