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
      entries_.assign(entries_.size(), 0);
      generation_ = 1;
    }
  }

  /// A key made of what describes a situation.
  static Word key(Word a, Word b, int c) {
    return (a ^ (b * 0x9ddfea08eb382d69ULL) ^ (static_cast<Word>(c) * 0xd6e8feb86659fd93ULL)) * 0xc2b2ae3d27d4eb4fULL;
  }

  /// The remembered card as a bit, or 0.
  Word find(Word key) const {
    const Word entry = entries_[key >> (64 - kIndexBits)];
    return bit_at(static_cast<int>(entry & 63)) & only_if(entry >> 8 == tag(key));
  }
  void remember(Word key, Word card) {
    entries_[key >> (64 - kIndexBits)] = tag(key) << 8 | static_cast<Word>(index_of(card));
  }

 private:
  /// 40 bits of the key and the generation.
  Word tag(Word key) const { return (key & 0xffffffffffu) << 16 | generation_; }

  std::vector<Word> entries_;  ///< tag, and in the low eight bits the place of the card
  std::uint16_t generation_ = 1;
};

}  // namespace whistsolve
