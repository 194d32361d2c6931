#include "transposition_table.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "compiler.hpp"

namespace whistsolve {
namespace {

constexpr std::size_t kFirstSlots = 1 << 10;

/// A chain forks where a look-up then compares at most this fraction of its patterns.
constexpr double kForkSaves = 0.6;

/// Chains are freed by grade. A hit since the last sweep counts as much as four more tricks left, the best of several weights on
/// a deal of 48 cards in 2 and 4 MB.
constexpr int kGrades = 32;
int grade(const ShapeSlot& s) { return std::min(s.left + 4 * s.recent, kGrades - 1); }

/// The highest grade to free for enough to be free, from what each grade uses; at least the lowest.
int last_grade(const std::size_t (&used)[kGrades], std::size_t free, std::size_t enough) {
  int last = 0;
  for (std::size_t sum = free + used[0]; sum < enough && last + 1 < kGrades;) sum += used[++last];
  return last;
}

template <class Key, int kPlanes>
constexpr std::size_t block_lines() {
  return sizeof(Block<Key, kPlanes>) / kLine;
}

}  // namespace

TranspositionTable::TranspositionTable(std::size_t bytes) : cap_(std::max(bytes, kMinBytes)) {
  // At most an eighth of the memory for slots, the rest for blocks.
  max_slots_ = std::max<std::size_t>(std::bit_floor(cap_ / 8 / sizeof(ShapeSlot)), 64);
  // Block references have 31 bits.
  arena_lines_ = std::min<std::size_t>((cap_ - max_slots_ * sizeof(ShapeSlot)) / kLine, kForkMark);
  arena_.reset(static_cast<std::byte*>(::operator new[](arena_lines_* kLine, std::align_val_t{kLine})));
  prefer_large_pages(arena_.get(), arena_lines_ * kLine);
  resize_slots(std::min(kFirstSlots, max_slots_));
}

void TranspositionTable::clear(int planes) {
  planes_ = planes;
  lines_[0] = planes == 2 ? block_lines<std::uint32_t, 2>() : block_lines<std::uint32_t, 3>();
  lines_[1] = planes == 2 ? block_lines<std::uint64_t, 2>() : block_lines<std::uint64_t, 3>();
  drop_everything();
}

void TranspositionTable::drop_everything() {
  if (++generation_ == 0) {  // the generation counter has wrapped around
    std::fill(slots_.begin(), slots_.end(), ShapeSlot{});
    generation_ = 1;
  }
  live_slots_ = 0;
  next_line_ = 1;
  free_[0] = free_[1] = 0;
  free_count_[0] = free_count_[1] = 0;
}

void TranspositionTable::resize_slots(std::size_t count) {
  std::vector<ShapeSlot> old(count);
  old.swap(slots_);
  slot_mask_ = count - 1;
  slot_shift_ = 64 - std::countr_zero(count);
  live_slots_ = 0;
  for (const ShapeSlot& s : old) {
    if (!live(s)) continue;
    if (std::all_of(std::begin(s.head), std::end(s.head), [](BlockRef r) { return r == 0; })) continue;
    std::size_t i = home(s.shape);
    while (live(slots_[i])) i = (i + 1) & slot_mask_;
    slots_[i] = s;
    ++live_slots_;
  }
}

/// Rehashes in place, since a second array of this size would exceed the memory cap.
///
/// Each slot is taken out and put where it belongs now, which may displace one that is not placed yet and is placed next.
/// Placed slots stay, and the probe sequence of each leads over placed slots only, so that it can be found.
void TranspositionTable::drop_empty_slots() {
  for (ShapeSlot& s : slots_) {
    if (std::all_of(std::begin(s.head), std::end(s.head), [](BlockRef r) { return r == 0; })) s.generation = 0;
    s.placed = 0;
  }
  live_slots_ = 0;
  for (ShapeSlot& s : slots_) {
    if (!live(s) || s.placed) continue;
    ShapeSlot carried = std::exchange(s, ShapeSlot{});
    for (bool carrying = true; carrying;) {
      std::size_t i = home(carried.shape);
      while (live(slots_[i]) && slots_[i].placed) i = (i + 1) & slot_mask_;
      carrying = live(slots_[i]);
      std::swap(carried, slots_[i]);
      slots_[i].placed = 1;
      ++live_slots_;
    }
  }
}

ShapeSlot& TranspositionTable::find_or_add(Word shape, int left, bool wide) {
  if (ShapeSlot* s = find(shape)) return *s;
  if (live_slots_ * 2 >= slots_.size()) {
    if (slots_.size() < max_slots_) resize_slots(slots_.size() * 2);
    else sweep_slots();
  }
  std::size_t i = home(shape);
  while (live(slots_[i])) i = (i + 1) & slot_mask_;
  ++live_slots_;
  slots_[i] = ShapeSlot{shape, generation_, {}, wide, 0, static_cast<std::uint8_t>(left), 0, 0};
  return slots_[i];
}

BlockRef TranspositionTable::allocate(bool wide) {
  const auto take_free = [&]() -> BlockRef {
    const BlockRef ref = free_[wide];
    if (ref) {
      std::memcpy(&free_[wide], arena_.get() + ref * kLine, sizeof(BlockRef));
      --free_count_[wide];
    }
    return ref;
  };
  if (const BlockRef ref = take_free()) return ref;
  if (next_line_ + lines_[wide] <= arena_lines_) {
    const auto ref = static_cast<BlockRef>(next_line_);
    next_line_ += lines_[wide];
    return ref;
  }
  return 0;
}

bool TranspositionTable::can_allocate(bool wide, std::size_t blocks) const {
  return free_count_[wide] + (arena_lines_ - next_line_) / lines_[wide] >= blocks;
}

/// A free block holds the link of the free list in its first bytes.
void TranspositionTable::release(BlockRef ref, bool wide) {
  std::memcpy(arena_.get() + ref * kLine, &free_[wide], sizeof(BlockRef));
  free_[wide] = ref;
  ++free_count_[wide];
}

BlockRef TranspositionTable::next_of(BlockRef ref, bool wide) {
  if (planes_ == 2) return wide ? block<std::uint64_t, 2>(ref)->next : block<std::uint32_t, 2>(ref)->next;
  return wide ? block<std::uint64_t, 3>(ref)->next : block<std::uint32_t, 3>(ref)->next;
}

void TranspositionTable::free_chain(BlockRef& chain, bool wide) {
  if (chain & kForkMark) {
    Fork& f = fork(chain);
    for (BlockRef& c : f.under) free_chain(c, wide);
    free_chain(f.others, wide);
    release(chain & ~kForkMark, wide);
  } else {
    for (BlockRef ref = chain; ref;) {
      const BlockRef next = next_of(ref, wide);
      release(ref, wide);
      ref = next;
    }
  }
  chain = 0;
}

void TranspositionTable::free_chains(ShapeSlot& slot) {
  for (BlockRef& head : slot.head) free_chain(head, slot.wide);
  slot.blocks = 0;
}

void TranspositionTable::sweep(bool wide) {
  const std::size_t enough = std::max<std::size_t>(arena_lines_ / lines_[wide] / 8, 1);
  std::size_t blocks[kGrades] = {};
  for (const ShapeSlot& s : slots_)
    if (live(s) && s.wide == wide) blocks[grade(s)] += s.blocks;
  const int last = last_grade(blocks, free_count_[wide], enough);
  free_up_to(last, !wide, wide);
}

/// Where half of the slots are live, the most that may be, though blocks are left: those without a chain are freed, and where an
/// eighth is not free then, chains of either width.
void TranspositionTable::sweep_slots() {
  drop_empty_slots();
  const std::size_t enough = slots_.size() / 16;
  if (live_slots_ + enough <= slots_.size() / 2) return;
  std::size_t chains[kGrades] = {};
  for (const ShapeSlot& s : slots_)
    if (live(s)) ++chains[grade(s)];
  free_up_to(last_grade(chains, 0, enough), true, true);
  drop_empty_slots();
}

/// Frees the chains of these widths up to a grade, and forgets which had a hit.
void TranspositionTable::free_up_to(int last, bool narrow, bool wide) {
  ++sweeps_;
  for (ShapeSlot& s : slots_) {
    if (!live(s)) continue;
    if ((s.wide ? wide : narrow) && grade(s) <= last) free_chains(s);
    s.recent = 0;
  }
}

template <class Key, int kPlanes>
std::vector<Pattern<Key, kPlanes>> TranspositionTable::patterns(BlockRef chain) {
  std::vector<Pattern<Key, kPlanes>> all;
  std::vector<BlockRef> open{chain};
  while (!open.empty()) {
    BlockRef ref = open.back();
    open.pop_back();
    if (ref & kForkMark) {
      const Fork& f = fork(ref);
      open.insert(open.end(), std::begin(f.under), std::end(f.under));
      open.push_back(f.others);
      continue;
    }
    while (ref) {
      const auto& b = *block<Key, kPlanes>(ref);
      for (int i = 0; i < b.used; ++i) all.push_back(b.get(i));
      ref = b.next;
    }
  }
  return all;
}

/// The index of the card at which a chain of these patterns should fork: the one with the fewest expected comparisons of a
/// look-up, if positions have the owners of that card in the proportions that the patterns have. -1 where no card saves much.
template <class Key, int kPlanes>
int best_fork(const std::vector<Pattern<Key, kPlanes>>& patterns) {
  Key relevant = 0;
  for (const auto& p : patterns) relevant |= p.mask;
  double least = kForkSaves * static_cast<double>(patterns.size());
  int best = -1;
  for (; relevant; relevant &= relevant - 1) {
    const int place = std::countr_zero(relevant);
    int count[8] = {}, others = 0;
    for (const auto& p : patterns) {
      if (p.mask >> place & 1) ++count[p.owners.owner(place)];
      else ++others;
    }
    const auto sorted = static_cast<double>(patterns.size()) - others;
    double seen = others;
    for (const int n : count) seen += n * n / sorted;
    if (seen < least) least = seen, best = place;
  }
  return best;
}

/// Unlinks the last block of a chain of several.
template <class Key, int kPlanes>
BlockRef TranspositionTable::take_last(BlockRef first) {
  auto* before = block<Key, kPlanes>(first);
  for (auto* last = block<Key, kPlanes>(before->next); last->next; last = block<Key, kPlanes>(last->next)) before = last;
  return std::exchange(before->next, 0);
}

/// Overwrites a pattern that the new one subsumes: one with the same owners of the same relevant cards, and maybe more of them,
/// and bounds that are no tighter. False where the chain, which does not fork, is short or has none.
template <class Key, int kPlanes>
bool TranspositionTable::replace(BlockRef chain, const Pattern<Key, kPlanes>& pattern) {
  // Short chains are not worth the scan.
  if (!chain || block<Key, kPlanes>(chain)->length < kForkLength) return false;
  for (BlockRef ref = chain; ref;) {
    auto& b = *block<Key, kPlanes>(ref);
    unsigned covered = 0;
    for (int i = 0; i < kBlockEntries; ++i) {
      Key differ = ~b.mask[i];
      for (int p = 0; p < kPlanes; ++p) differ |= b.plane[p][i] ^ pattern.owners.plane[p];
      covered |= static_cast<unsigned>(!(differ & pattern.mask) && b.low[i] <= pattern.low && b.high[i] >= pattern.high) << i;
    }
    covered &= (1u << b.used) - 1;
    if (covered) {
      b.put(std::countr_zero(covered), pattern);
      return true;
    }
    ref = b.next;
  }
  return false;
}

/// Adds a pattern to a chain that does not fork. False where there is no memory for it.
template <class Key, int kPlanes>
bool TranspositionTable::add(ShapeSlot& slot, BlockRef& chain, const Pattern<Key, kPlanes>& pattern) {
  using B = Block<Key, kPlanes>;
  B* b = chain ? block<Key, kPlanes>(chain) : nullptr;
  if (!b || b->used == kBlockEntries) {
    const bool full = b && b->length >= kMaxChainLength;
    const BlockRef ref = full ? take_last<Key, kPlanes>(chain) : allocate(slot.wide);
    if (!ref) return false;
    slot.blocks += !full;
    const int length = full ? kMaxChainLength : b ? b->length + 1 : 1;
    b = new (arena_.get() + ref * kLine) B;
    std::fill(std::begin(b->low), std::end(b->low), std::int8_t{-1});
    std::fill(std::begin(b->high), std::end(b->high), std::int8_t{127});
    b->used = 0;
    b->next = std::exchange(chain, ref);
    b->length = static_cast<std::uint16_t>(length);
  }
  b->put(b->used++, pattern);
  return true;
}

/// Forks a chain that is about to grow too long, where that saves comparisons.
template <class Key, int kPlanes>
bool TranspositionTable::fork_if_long(ShapeSlot& slot, BlockRef& chain) {
  if (!chain) return false;
  const auto& first = *block<Key, kPlanes>(chain);
  if (first.used < kBlockEntries || first.length < kForkLength || !std::has_single_bit(first.length)) return false;
  const std::vector<Pattern<Key, kPlanes>> patterns = this->patterns<Key, kPlanes>(chain);
  const int place = best_fork(patterns);
  // The fork and nine chains, each of which may have a block that is not full.
  if (place < 0 || !can_allocate(slot.wide, 10)) return false;
  slot.blocks -= first.length;
  free_chain(chain, slot.wide);
  const BlockRef ref = allocate(slot.wide);
  ++slot.blocks;
  Fork& f = *new (arena_.get() + ref * kLine) Fork{};
  f.place = static_cast<std::uint8_t>(place);
  // Added in reverse order, so that patterns with recent hits stay in front.
  for (auto p = patterns.rbegin(); p != patterns.rend(); ++p) add(slot, f.chain_of(*p), *p);
  chain = ref | kForkMark;
  return true;
}

template <class Key, int kPlanes>
void TranspositionTable::store(Word shape, int leader, int left, const Pattern<Key, kPlanes>& pattern) {
  constexpr bool kWide = sizeof(Key) == 8;
  for (int tried = 0; tried < 3; ++tried) {
    ShapeSlot& slot = find_or_add(shape, left, kWide);
    BlockRef* chain = &slot.head[leader];
    do {
      while (*chain & kForkMark) chain = &fork(*chain).chain_of(pattern);
      if (replace(*chain, pattern)) return;
    } while (fork_if_long<Key, kPlanes>(slot, *chain));
    if (add(slot, *chain, pattern)) return;
    if (tried == 0) sweep(kWide);
    else drop_everything();  // all blocks left are of the other width
  }
}

template void TranspositionTable::store(Word, int, int, const Pattern<std::uint32_t, 2>&);
template void TranspositionTable::store(Word, int, int, const Pattern<std::uint64_t, 2>&);
template void TranspositionTable::store(Word, int, int, const Pattern<std::uint32_t, 3>&);
template void TranspositionTable::store(Word, int, int, const Pattern<std::uint64_t, 3>&);

template std::vector<Pattern<std::uint32_t, 2>> TranspositionTable::patterns(BlockRef);
template std::vector<Pattern<std::uint64_t, 2>> TranspositionTable::patterns(BlockRef);
template std::vector<Pattern<std::uint32_t, 3>> TranspositionTable::patterns(BlockRef);
template std::vector<Pattern<std::uint64_t, 3>> TranspositionTable::patterns(BlockRef);

}  // namespace whistsolve
