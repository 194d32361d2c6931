// Which card last caused a cutoff in a situation: tried first when the situation comes again.
//
// Only the order of moves depends on it, so a clash of keys costs time and nothing else.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>

#include "lanes.hpp"

namespace whistsolve {

/// One word a situation, by its key; the latest stays. It begins small and grows where situations push each other out: usual
/// deals want some 2^17 of them, freak deals many more, and for them what is remembered decides how large the tree becomes.
class CutoffCards {
 public:
  /// Grows to at most so many bytes, which are touched only then.
  explicit CutoffCards(std::size_t bytes)
      : max_bits_(std::max(static_cast<int>(std::bit_width(bytes / sizeof(Entry))) - 1, kFirstBits)),
        entries_(new Entry[std::size_t{1} << max_bits_]) {
    clear();
  }

  /// The share of `bytes` of memory that is best spent here: where memory is short it is worth more here than in the table, and
  /// more than 16 MB have not been of use.
  static std::size_t share_of(std::size_t bytes) { return std::min(bytes / 4, std::size_t{16} << 20); }

  void clear() {
    bits_ = kFirstBits;
    evictions_ = 0;
    std::fill_n(entries_.get(), size(), Entry{0});
  }

  /// A key made of what describes a situation.
  static Word key(Word a, Word b, int c) {
    return (a ^ (b * 0x9ddfea08eb382d69ULL) ^ (static_cast<Word>(c) * 0xd6e8feb86659fd93ULL)) * 0xc2b2ae3d27d4eb4fULL;
  }

  /// The remembered card as a bit, or 0.
  Word find(Word key) const {
    const Entry entry = entries_[key >> (64 - bits_)];
    return bit_at(static_cast<int>(entry & 63)) & only_if(entry >> 6 == tag(key));
  }
  void remember(Word key, Word card) {
    Entry& entry = entries_[key >> (64 - bits_)];
    if (entry && entry >> 6 != tag(key) && ++evictions_ > size() / 8 && bits_ < max_bits_) grow();
    entries_[key >> (64 - bits_)] = tag(key) << 6 | static_cast<Entry>(index_of(card));
  }

 private:
  using Entry = std::uint32_t;  ///< tag, and in the low six bits the place of the card
  static constexpr int kFirstBits = 15;

  /// The 26 bits below those that index the smallest table, so that a larger one is indexed by the first of them too.
  static Entry tag(Word key) { return static_cast<Entry>(key >> (64 - kFirstBits - 26)) & 0x3ffffff; }

  std::size_t size() const { return std::size_t{1} << bits_; }

  /// In place, from the end: an entry goes to one of two places that are not before its own.
  void grow() {
    for (std::size_t i = size(); i-- > 0;) {
      const Entry entry = entries_[i];
      const std::size_t second = entry >> (31 - (bits_ - kFirstBits)) & 1;
      entries_[2 * i + second] = entry;
      entries_[2 * i + 1 - second] = 0;
    }
    ++bits_;
    evictions_ = 0;
  }

  const int max_bits_;
  int bits_ = kFirstBits;
  std::size_t evictions_ = 0;  ///< since it last grew
  std::unique_ptr<Entry[]> entries_;
};

}  // namespace whistsolve
