// The transposition table: patterns of relative ranks with bounds on the tricks of side 0.
//
// A position is looked up by shape (how many cards of each suit each hand holds) and leader. Each such pair has
// a chain of blocks of eight patterns. A pattern says who holds the relevant cards, by relative rank; the others
// may be anywhere the shape allows. The owner planes of all positions of one shape have the same bit layout, so one masked
// comparison decides a match, and eight are made at once.
//
// Memory: one arena, bounded by the cap given at construction and touched only as it fills. When it or the slots for shapes are
// full, a sweep frees chains: first those with few tricks left, which are cheapest to search again, and last those with a hit since the
// previous sweep. Losing patterns costs time, never correctness.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "lanes.hpp"
#include "pack.hpp"

namespace whistsolve {

inline constexpr int kBlockEntries = 8;

/// Index of a block in the arena, in units of kLine bytes; 0 is "none".
using BlockRef = std::uint32_t;
inline constexpr std::size_t kLine = 64;

/// The key of a position: one bit of the owners' seat numbers a plane, extracted (PEXT) by the cards present.
template <class Key, int kPlanes>
struct OwnerPlanes {
  Key plane[kPlanes];

  /// Who holds the card at an extracted bit.
  int owner(int place) const {
    int seat = 0;
    for (int p = 0; p < kPlanes; ++p) seat |= static_cast<int>(plane[p] >> place & 1) << p;
    return seat;
  }
};

/// One pattern: the owners of the cards in `mask`, and bounds of the tricks of side 0.
template <class Key, int kPlanes>
struct Pattern {
  OwnerPlanes<Key, kPlanes> owners;
  Key mask;
  std::int8_t low, high;
};

/// Eight patterns as a structure of arrays. `Key` is 32 bits wide where at most 32 cards are left.
template <class Key, int kPlanes>
struct alignas(kLine) Block {
  Key plane[kPlanes][kBlockEntries];
  Key mask[kBlockEntries];
  std::int8_t low[kBlockEntries];   ///< side 0 takes at least this many tricks
  std::int8_t high[kBlockEntries];  ///< and at most this many
  BlockRef next;
  std::uint16_t length;  ///< of the chain from here on, in blocks
  std::uint8_t used;     ///< entries in use

  Pattern<Key, kPlanes> get(int i) const {
    Pattern<Key, kPlanes> p;
    for (int n = 0; n < kPlanes; ++n) p.owners.plane[n] = plane[n][i];
    p.mask = mask[i];
    p.low = low[i];
    p.high = high[i];
    return p;
  }
  void put(int i, const Pattern<Key, kPlanes>& p) {
    for (int n = 0; n < kPlanes; ++n) plane[n][i] = p.owners.plane[n];
    mask[i] = p.mask;
    low[i] = p.low;
    high[i] = p.high;
  }
  void trade(int i, Block& other, int j) {
    for (int p = 0; p < kPlanes; ++p) std::swap(plane[p][i], other.plane[p][j]);
    std::swap(mask[i], other.mask[j]);
    std::swap(low[i], other.low[j]);
    std::swap(high[i], other.high[j]);
  }
};
static_assert(sizeof(Block<std::uint32_t, 2>) == 128);
static_assert(sizeof(Block<std::uint64_t, 2>) == 256);

/// A long chain forks at a card that is relevant in many of its patterns: these go to one chain for each owner of
/// that card, the others to one more chain. Freak deals have thousands of patterns of one shape; with forks a look-up
/// compares a few chains of them.
struct alignas(kLine) Fork {
  BlockRef under[8];   ///< by owner
  BlockRef others;     ///< patterns in which the card is not relevant
  std::uint8_t place;  ///< index of the card in the extracted words

  template <class Key, int kPlanes>
  BlockRef& chain_of(const Pattern<Key, kPlanes>& p) {
    return p.mask >> place & 1 ? under[p.owners.owner(place)] : others;
  }
};
static_assert(sizeof(Fork) == kLine);
/// Marks a reference to a fork, which is allocated as a block.
inline constexpr BlockRef kForkMark = BlockRef{1} << 31;

/// A chain is considered for a fork when its length in blocks reaches this, and twice, four times ... as much.
inline constexpr int kForkLength = 8;
/// A chain of this length grows no more: its last block, with the patterns least recently hit, is emptied and becomes the
/// first.
inline constexpr int kMaxChainLength = 80;

/// All chains of one shape, by leader.
struct alignas(kLine) ShapeSlot {
  Word shape;
  std::uint32_t generation;  ///< the slot is empty unless this is the table's generation
  BlockRef head[kMaxSeats];
  std::uint8_t wide;     ///< blocks have 64-bit keys
  std::uint8_t recent;   ///< had a hit since the last sweep
  std::uint8_t left;     ///< tricks left
  std::uint8_t placed;   ///< during a rehash: is where it belongs
  std::uint32_t blocks;  ///< in all chains, forks counted
};
static_assert(sizeof(ShapeSlot) == kLine);

class TranspositionTable {
 public:
  /// `bytes` is the cap on all memory of the table; at least kMinBytes are used.
  explicit TranspositionTable(std::size_t bytes);
  static constexpr std::size_t kMinBytes = std::size_t{1} << 16;

  /// Forgets everything, at once; the next positions have so many owner planes (2 or 3).
  void clear(int planes);

  /// The slot of a shape, or nullptr.
  ShapeSlot* find(Word shape) {
    for (std::size_t i = home(shape);; i = (i + 1) & slot_mask_) {
      ShapeSlot& s = slots_[i];
      if (s.generation != generation_) return nullptr;
      if (s.shape == shape) return &s;
    }
  }
  template <class Key, int kPlanes>
  Block<Key, kPlanes>* block(BlockRef ref) {
    return std::launder(reinterpret_cast<Block<Key, kPlanes>*>(arena_.get() + ref * kLine));
  }

  /// Moves an entry that had a hit to the first block of its chain, by swapping it with one there, so that hits are
  /// found early and chains lose other patterns first.
  template <class Key, int kPlanes>
  void record_hit(ShapeSlot& slot, BlockRef head, Block<Key, kPlanes>& b, int i) {
    slot.recent = 1;
    auto& first = *block<Key, kPlanes>(head);
    if (&first != &b) b.trade(i, first, i < first.used ? i : 0);
  }

  /// Iterates over the chains that may hold a pattern of a position.
  template <class Key, int kPlanes>
  class Chains {
   public:
    Chains(TranspositionTable& table, BlockRef root, const OwnerPlanes<Key, kPlanes>& key) : table_(table), key_(key) {
      open_[0] = root;
    }
    /// The first block of the next chain, 0 after the last.
    BlockRef next() {
      while (count_ > 0) {
        BlockRef ref = open_[--count_];
        while (ref & kForkMark) {
          const Fork& f = table_.fork(ref);
          open_[count_++] = f.others;
          ref = f.under[key_.owner(f.place)];
        }
        if (ref) return ref;
      }
      return 0;
    }

   private:
    TranspositionTable& table_;
    const OwnerPlanes<Key, kPlanes>& key_;
    int count_ = 1;
    BlockRef open_[65];  // a path forks at each card at most once
  };

  /// Adds a pattern of a position with `left` tricks left. Invalidates all references into the table.
  template <class Key, int kPlanes>
  void store(Word shape, int leader, int left, const Pattern<Key, kPlanes>& pattern);

  /// All patterns of a chain and of those that it forks into; of one that does not fork, from its front.
  template <class Key, int kPlanes>
  std::vector<Pattern<Key, kPlanes>> patterns(BlockRef chain);

  std::uint64_t sweeps() const { return sweeps_; }

 private:
  /// Multiplicative hashing: shapes are structured numbers, and the multiplier spreads them over the high bits.
  std::size_t home(Word shape) const { return static_cast<std::size_t>(shape * 0x9e3779b97f4a7c15ULL >> slot_shift_); }
  ShapeSlot& find_or_add(Word shape, int left, bool wide);
  void resize_slots(std::size_t count);
  void drop_empty_slots();
  bool live(const ShapeSlot& s) const { return s.generation == generation_; }
  Fork& fork(BlockRef ref) { return *std::launder(reinterpret_cast<Fork*>(arena_.get() + (ref & ~kForkMark) * kLine)); }
  BlockRef allocate(bool wide);
  bool can_allocate(bool wide, std::size_t blocks) const;
  void release(BlockRef ref, bool wide);
  BlockRef next_of(BlockRef ref, bool wide);
  void sweep(bool wide);
  void sweep_slots();
  void free_up_to(int last, bool narrow, bool wide);
  template <class Key, int kPlanes>
  BlockRef take_last(BlockRef first);
  template <class Key, int kPlanes>
  bool add(ShapeSlot& slot, BlockRef& chain, const Pattern<Key, kPlanes>& pattern);
  template <class Key, int kPlanes>
  bool replace(BlockRef chain, const Pattern<Key, kPlanes>& pattern);
  template <class Key, int kPlanes>
  bool fork_if_long(ShapeSlot& slot, BlockRef& chain);
  void free_chain(BlockRef& chain, bool wide);
  void free_chains(ShapeSlot& slot);
  void drop_everything();

  struct FreeAligned {
    void operator()(std::byte* p) const { ::operator delete[](p, std::align_val_t{kLine}); }
  };

  std::size_t cap_;
  std::size_t max_slots_;
  std::size_t slot_mask_ = 0;
  int slot_shift_ = 0;
  std::vector<ShapeSlot> slots_;
  std::size_t live_slots_ = 0;
  std::unique_ptr<std::byte[], FreeAligned> arena_;
  std::size_t arena_lines_;
  std::size_t next_line_ = 1;      ///< lines below were allocated at least once since the last clear
  std::size_t lines_[2] = {2, 4};  ///< size of a narrow and of a wide block
  BlockRef free_[2] = {0, 0};      ///< free lists of blocks, narrow and wide
  std::size_t free_count_[2] = {0, 0};
  std::uint32_t generation_ = 1;
  std::uint64_t sweeps_ = 0;
  int planes_ = 2;
};

}  // namespace whistsolve
