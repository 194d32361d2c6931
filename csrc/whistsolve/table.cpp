#include "table.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace whistsolve {
namespace {

constexpr std::size_t kFirstSlots = 1 << 10;

template <class Key, int kPlanes>
constexpr std::size_t block_lines() {
  return sizeof(Block<Key, kPlanes>) / kLine;
}

/// Memory that is touched anew comes in large pages where the system has them: hundreds of page faults fewer a solve.
void prefer_large_pages(std::byte* memory, std::size_t bytes) {
#ifdef MADV_HUGEPAGE
  constexpr std::uintptr_t kPage = std::uintptr_t{1} << 21;
  const auto start = reinterpret_cast<std::uintptr_t>(memory);
  const std::uintptr_t first = (start + kPage - 1) & ~(kPage - 1), last = (start + bytes) & ~(kPage - 1);
  // Advice only: where it is refused, nothing is lost.
  if (first < last) (void)madvise(memory + (first - start), last - first, MADV_HUGEPAGE);
#else
  (void)memory, (void)bytes;
#endif
}

}  // namespace

Table::Table(std::size_t bytes) : cap_(std::max(bytes, kMinBytes)) {
  // An eighth of the memory at most for slots, the rest for blocks.
  most_slots_ = std::max<std::size_t>(std::bit_floor(cap_ / 8 / sizeof(ShapeSlot)), 64);
  // Block references have 32 bits.
  arena_lines_ = std::min<std::size_t>((cap_ - most_slots_ * sizeof(ShapeSlot)) / kLine, 0xffffffffu);
  arena_.reset(static_cast<std::byte*>(::operator new[](arena_lines_ * kLine, std::align_val_t{kLine})));
  prefer_large_pages(arena_.get(), arena_lines_ * kLine);
  resize_slots(std::min(kFirstSlots, most_slots_));
}

void Table::clear(int planes) {
  planes_ = planes;
  lines_[0] = planes == 2 ? block_lines<std::uint32_t, 2>() : block_lines<std::uint32_t, 3>();
  lines_[1] = planes == 2 ? block_lines<std::uint64_t, 2>() : block_lines<std::uint64_t, 3>();
  drop_everything();
}

void Table::drop_everything() {
  if (++generation_ == 0) {  // the stamps have come round
    std::fill(slots_.begin(), slots_.end(), ShapeSlot{});
    generation_ = 1;
  }
  live_slots_ = 0;
  next_line_ = 1;
  free_[0] = free_[1] = 0;
  free_count_[0] = free_count_[1] = 0;
}

void Table::resize_slots(std::size_t count) {
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

/// In place: a second array of this size, made again and again, would count for more memory than the cap allows.
///
/// Each slot is taken out and put where it belongs by now, which may push out one that has not had its turn. A slot that is
/// placed stays, and its way from home leads over such slots only, so that it can be found.
void Table::drop_empty_slots() {
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

ShapeSlot& Table::find_or_add(Word shape, int left, bool wide) {
  if (ShapeSlot* s = find(shape)) return *s;
  if (live_slots_ * 2 >= slots_.size()) {
    if (slots_.size() < most_slots_) {
      resize_slots(slots_.size() * 2);
    } else {
      sweep(wide);
      drop_empty_slots();
      if (live_slots_ * 2 >= slots_.size()) drop_everything();
    }
  }
  std::size_t i = home(shape);
  while (live(slots_[i])) i = (i + 1) & slot_mask_;
  ++live_slots_;
  slots_[i] = ShapeSlot{shape, generation_, {}, wide, 0, static_cast<std::uint8_t>(left), 0, 0};
  return slots_[i];
}

BlockRef Table::allocate(bool wide) {
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

void Table::free_chains(ShapeSlot& slot) {
  const bool wide = slot.wide;
  const auto link = [&](BlockRef ref) -> BlockRef {
    if (planes_ == 2) return wide ? block<std::uint64_t, 2>(ref)->next : block<std::uint32_t, 2>(ref)->next;
    return wide ? block<std::uint64_t, 3>(ref)->next : block<std::uint32_t, 3>(ref)->next;
  };
  for (BlockRef& head : slot.head) {
    for (BlockRef ref = head; ref;) {
      const BlockRef next = link(ref);
      // A block given back keeps the link of the free list in its first bytes.
      std::memcpy(arena_.get() + ref * kLine, &free_[wide], sizeof(BlockRef));
      free_[wide] = ref;
      ++free_count_[wide];
      ref = next;
    }
    head = 0;
  }
  slot.blocks = 0;
}

void Table::sweep(bool wide) {
  ++sweeps_;
  const std::size_t enough = std::max<std::size_t>(arena_lines_ / lines_[wide] / 8, 1);
  // Chains by how well they can be spared: having been of use weighs as much as four more tricks left, which did best of
  // several weights on a deal of 48 cards in 2 and 4 MB.
  constexpr int kGrades = 32;
  const auto grade = [](const ShapeSlot& s) { return std::min(s.left + 4 * s.recent, kGrades - 1); };
  std::size_t blocks[kGrades] = {};
  for (const ShapeSlot& s : slots_)
    if (live(s) && s.wide == wide) blocks[grade(s)] += s.blocks;
  int last = 0;
  for (std::size_t sum = free_count_[wide] + blocks[0]; sum < enough && last + 1 < kGrades;) sum += blocks[++last];
  for (ShapeSlot& s : slots_) {
    if (!live(s)) continue;
    if (s.wide == wide && grade(s) <= last) free_chains(s);
    s.recent = 0;
  }
}

/// Takes the last block out of a chain of several.
template <class Key, int kPlanes>
BlockRef Table::take_last(BlockRef first) {
  auto* before = block<Key, kPlanes>(first);
  for (auto* last = block<Key, kPlanes>(before->next); last->next; last = block<Key, kPlanes>(last->next)) before = last;
  return std::exchange(before->next, 0);
}

template <class Key, int kPlanes>
void Table::store(Word shape, int leader, int left, const Squeezed<Key, kPlanes>& key, Key mask, int low,
                  int high) {
  using B = Block<Key, kPlanes>;
  constexpr bool kWide = sizeof(Key) == 8;
  ShapeSlot* slot = &find_or_add(shape, left, kWide);
  B* b = slot->head[leader] ? block<Key, kPlanes>(slot->head[leader]) : nullptr;
  if (!b || b->used == kBlockEntries) {
    const bool full = b && b->length >= kLongestChain;
    BlockRef ref = full ? take_last<Key, kPlanes>(slot->head[leader]) : allocate(kWide);
    if (!ref) {
      sweep(kWide);
      ref = allocate(kWide);
      if (!ref) {  // all that is left is of the other width
        drop_everything();
        ref = allocate(kWide);
        slot = &find_or_add(shape, left, kWide);
        if (!ref) return;  // not even one block fits
      }
    }
    const BlockRef next = slot->head[leader];
    b = new (arena_.get() + ref * kLine) B;
    std::fill(std::begin(b->low), std::end(b->low), std::int8_t{-1});
    std::fill(std::begin(b->high), std::end(b->high), std::int8_t{127});
    b->used = 0;
    b->next = next;
    b->length = static_cast<std::uint16_t>(full ? kLongestChain : next ? block<Key, kPlanes>(next)->length + 1 : 1);
    slot->head[leader] = ref;
    if (!full && slot->blocks < 0xffff) ++slot->blocks;
  }
  const int i = b->used++;
  for (int plane = 0; plane < kPlanes; ++plane) b->plane[plane][i] = key.plane[plane];
  b->mask[i] = mask;
  b->low[i] = static_cast<std::int8_t>(low);
  b->high[i] = static_cast<std::int8_t>(high);
}

template void Table::store(Word, int, int, const Squeezed<std::uint32_t, 2>&, std::uint32_t, int, int);
template void Table::store(Word, int, int, const Squeezed<std::uint64_t, 2>&, std::uint64_t, int, int);
template void Table::store(Word, int, int, const Squeezed<std::uint32_t, 3>&, std::uint32_t, int, int);
template void Table::store(Word, int, int, const Squeezed<std::uint64_t, 3>&, std::uint64_t, int, int);

}  // namespace whistsolve
