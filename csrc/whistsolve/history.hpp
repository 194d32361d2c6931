// Which card last caused a cutoff in a situation: tried first when the situation comes again.
//
// Only the order of moves depends on it, so a clash of keys costs time and nothing else.
#pragma once

#include <cstdint>
#include <vector>

#include "lanes.hpp"

namespace whistsolve {

class CutoffCards {
 public:
  static constexpr int kIndexBits = 15;

  CutoffCards() : entries_(std::size_t{1} << kIndexBits) {}

  void clear() {
    if (++generation_ == 0) {
      entries_.assign(entries_.size(), Entry{});
      generation_ = 1;
    }
  }

  /// A key made of two words that describe a situation.
  static Word key(Word a, Word b) { return (a ^ (b * 0x9ddfea08eb382d69ULL)) * 0xc2b2ae3d27d4eb4fULL; }

  /// The remembered card as a bit, or 0.
  Word find(Word key) const {
    const Entry& e = entries_[key >> (64 - kIndexBits)];
    return e.tag == static_cast<std::uint32_t>(key) && e.generation == generation_ ? bit_at(e.bit) : 0;
  }
  void remember(Word key, Word card) {
    entries_[key >> (64 - kIndexBits)] = {static_cast<std::uint32_t>(key), generation_,
                                          static_cast<std::uint8_t>(index_of(card))};
  }

 private:
  struct Entry {
    std::uint32_t tag;
    std::uint16_t generation;
    std::uint8_t bit;
  };
  static_assert(sizeof(Entry) == 8);

  std::vector<Entry> entries_;
  std::uint16_t generation_ = 1;
};

}  // namespace whistsolve
