// The door between the solver and the search, which is compiled several times (by sort of play, seating and
// instruction set) and chosen at run time.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "cutoff_cards.hpp"
#include "interrupt.hpp"
#include "position.hpp"
#include "transposition_table.hpp"

namespace whistsolve {

/// Work done since the counters were last reset; equal on every machine.
struct SearchStats {
  std::uint64_t nodes = 0;                ///< cards played in the search: what is called a node elsewhere
  std::uint64_t tricks = 0;               ///< trick starts looked at
  std::uint64_t table_hits = 0;           ///< of these, answered by the table
  std::uint64_t quick_trick_cutoffs = 0;  ///< of these, answered by sure tricks
  std::uint64_t leads = 0;                ///< of these, searched

  SearchStats& operator+=(const SearchStats& o) {
    nodes += o.nodes, tricks += o.tricks, table_hits += o.table_hits, quick_trick_cutoffs += o.quick_trick_cutoffs,
        leads += o.leads;
    return *this;
  }
};

class SearchInterface {
 public:
  virtual ~SearchInterface() = default;

  /// Makes the game the one to be searched and forgets every other.
  virtual void load(const Packed& packed) = 0;
  /// Does side 0 win at least `need` (weighted) tricks from here on, the trick in progress included?
  virtual bool reaches(const Position& position, int need) = 0;
  /// The same once a legal card is played; `named` is the lane that a led joker stands for.
  virtual bool reaches_after(const Position& position, Word card, Word named, int need) = 0;

  /// The same where nobody has played to the coming trick, which counts `weight`, and all cards but `cards` are gone: played,
  /// or given up by the hand that has more than the others. That hand keeps what it still has too many and gives up the
  /// right cards as it goes, so that the answer is yes wherever it is yes for one way to give them up at once (relaxed_discard.hpp);
  /// with `must_discard_trump`, for one way that gives up a trump. At four hands at most, and where the hand has trumps.
  virtual bool reaches_from(Word cards, int leader, int weight, int need, bool must_discard_trump = false) = 0;

  /// Counts anew, and allows the searches that follow so much in all. One that needs more throws SearchEnded and leaves
  /// the table sound: only finished answers are stored.
  void begin(const Budget& budget);
  /// So many cards more and no longer, whatever begin() allowed and whoever interrupts: for what is seen at a glance.
  void allow(std::uint64_t nodes);
  /// After so many cards more a search throws SearchPaused, within what begin() allowed; kNoPause for no such end.
  void pause_after(std::uint64_t nodes);
  static constexpr std::uint64_t kNoPause = ~std::uint64_t{0};

  SearchStats stats;
  /// Looked at during a search, which it may end.
  const Interrupt* interrupt = nullptr;

 protected:
  /// Throws SearchEnded where the budget is spent or the interrupt wants it; says when to look again.
  void poll();
  std::uint64_t next_poll_ = 0;  ///< in SearchStats::nodes

 private:
  Budget budget_;
  std::uint64_t pause_at_ = kNoPause;  ///< in SearchStats::nodes
};

/// One instruction set that the search is compiled for.
struct Architecture {
  const char* name;
  std::unique_ptr<SearchInterface> (*make)(const Packed&, TranspositionTable&, CutoffCards&);
};

/// Those that this machine can run, best first; the last one is "portable". All do the same work.
std::span<const Architecture> architectures();

}  // namespace whistsolve
