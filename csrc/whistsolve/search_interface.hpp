// The virtual base class between the solver and the search, whose implementations are compiled for each kind of play, seating
// and instruction set and chosen at run time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "cutoff_cards.hpp"
#include "interrupt.hpp"
#include "position.hpp"
#include "surplus_plays.hpp"
#include "transposition_table.hpp"

namespace whistsolve {

/// Work done since the counters were last reset; equal on every machine.
struct SearchStats {
  std::uint64_t nodes = 0;                ///< cards played in the search
  std::uint64_t tricks = 0;               ///< nodes between tricks
  std::uint64_t table_hits = 0;           ///< of these, answered by the table
  std::uint64_t quick_trick_cutoffs = 0;  ///< of these, answered by quick tricks
  std::uint64_t leads = 0;                ///< of these, searched
  std::uint64_t probes = 0;               ///< nodes between tricks that were looked up only, for a more general pattern
  std::uint64_t any_winner = 0;           ///< tricks that need not be won by a certain hand
  std::uint64_t general_winner = 0;       ///< tricks won higher, for a more general pattern

  SearchStats& operator+=(const SearchStats& o) {
    nodes += o.nodes, tricks += o.tricks, table_hits += o.table_hits, quick_trick_cutoffs += o.quick_trick_cutoffs,
        leads += o.leads, probes += o.probes, any_winner += o.any_winner, general_winner += o.general_winner;
    return *this;
  }
};

class SearchInterface {
 public:
  virtual ~SearchInterface() = default;

  /// Sets the game to be searched and clears the table and the refutation cards.
  virtual void load(const Packed& packed) = 0;
  /// Sets another layout of the game that is loaded, whose patterns mean the same (Packed::same_patterns): the table stays.
  virtual void load_layout(const Packed& packed) = 0;
  /// Does side 0 win at least `need` (weighted) tricks from here on, the trick in progress included?
  virtual bool reaches(const Position& position, int need) = 0;
  /// The same once a legal card is played; `named` is the lane that a led joker stands for.
  virtual bool reaches_after(const Position& position, Word card, Word named, int need) = 0;

  /// The card that last gave a search the answer of the hand to act, which leads, to this question; 0 where none is known.
  virtual Word likely_card(const Position& position, int need) const = 0;

  /// The same between two tricks, the coming one of which counts `weight`, with the cards `cards` left. Where one hand still
  /// holds more cards than the others, this is the relaxation in which it discards during play (relaxed_discard.hpp): the
  /// answer is yes wherever it is yes for one discard made beforehand; with `owed`, for one with at least so many cards of
  /// each lane (their number from the first bit of the lane). The latter with four hands at most that hold so many.
  virtual bool reaches_from(Word cards, int leader, int weight, int need, Word owed = 0) = 0;

  /// Resets the counters and sets the budget of all searches that follow. One that exceeds it throws SearchEnded and leaves
  /// the table sound: only finished answers are stored.
  void begin(const Budget& budget);
  /// Replaces the budget by `nodes` more nodes, during which no interrupt is heard: for probes of the table and quick tricks.
  void allow(std::uint64_t nodes);
  /// A search throws SearchPaused after `nodes` more nodes, within the budget; kNoPause for no such limit.
  void pause_after(std::uint64_t nodes);
  static constexpr std::uint64_t kNoPause = ~std::uint64_t{0};

  SearchStats stats;
  /// The cards that the last answer of reaches() depends on, from the lowest of each suit upwards, those of the trick in
  /// progress included: with the same owners of these and the same number of cards of each suit in each hand, it is the same.
  Word proof = 0;
  /// Of all relaxations since it was last cleared.
  SurplusPlays surplus_plays;
  /// Polled during a search, which it may end.
  const Interrupt* interrupt = nullptr;

 protected:
  /// Throws where the budget is spent, the interrupt is set or a pause is due; else sets when to poll next.
  void poll();
  std::uint64_t next_poll_ = 0;  ///< in SearchStats::nodes

 private:
  Budget budget_;
  std::uint64_t pause_at_ = kNoPause;  ///< in SearchStats::nodes
};

/// One instruction set that the search is compiled for.
struct Architecture {
  const char* name;
  std::array<std::unique_ptr<SearchInterface> (*)(const Packed&, TranspositionTable&, CutoffCards&), 3> by_play;

  std::unique_ptr<SearchInterface> make(const Packed& packed, TranspositionTable& table, CutoffCards& cutoffs) const {
    return by_play[static_cast<std::size_t>(packed.play)](packed, table, cutoffs);
  }
};

/// Those that this machine can run, best first; the last one is "portable". All search the same nodes.
std::span<const Architecture> architectures();

/// What solvers run with: the first of these, or the one that the environment variable WHISTSOLVE_INSTRUCTIONS names, which is read
/// once in a process. Throws UnknownArchitecture where it names none of them.
const Architecture& chosen_architecture();

}  // namespace whistsolve
