// Refutation cards: a hash table from a situation to the card that last caused a cutoff in it, which is tried first next time.
//
// Only move ordering depends on it, so a hash collision costs time and never an answer.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>

#include "cards.hpp"
#include "lanes.hpp"

namespace whistsolve {

/// Direct-mapped, always replaced. It starts small and doubles when evictions are frequent: usual deals need some 2^17 entries;
/// freak deals need many more, and there the hit rate decides the size of the search tree.
class CutoffCards {
 public:
  /// Grows to at most `bytes`, which are touched only as it grows.
  explicit CutoffCards(std::size_t bytes)
      : max_bits_(std::max(static_cast<int>(std::bit_width(bytes / sizeof(Entry))) - 1, kFirstBits)),
        entries_(new Entry[std::size_t{1} << max_bits_]) {
    clear();
  }

  /// How much of `bytes` of memory goes here rather than to the transposition table: a quarter, since small memories are better
  /// spent on move ordering, up to 16 MB, beyond which no deal became faster.
  static std::size_t share_of(std::size_t bytes) { return std::min(bytes / 4, std::size_t{16} << 20); }

  void clear() {
    bits_ = kFirstBits;
    evictions_ = 0;
    std::fill_n(entries_.get(), size(), Entry{0});
  }

  /// The hash of what describes a situation.
  static Word key(Word a, Word b, int c) {
    return (a ^ (b * 0x9ddfea08eb382d69ULL) ^ (static_cast<Word>(c) * 0xd6e8feb86659fd93ULL)) * 0xc2b2ae3d27d4eb4fULL;
  }

  /// The refutation card as a bit, or 0.
  Word find(Word key) const {
    const Entry entry = entries_[place_of(key)];
    return bit_at(static_cast<int>(entry & 63)) & only_if(entry >> 6 == tag(key));
  }
  void remember(Word key, Word card);

 private:
  using Entry = std::uint32_t;  ///< hash tag, and the index of the card in the low six bits
  static constexpr int kFirstBits = 15;

  /// The 26 bits below those that index the smallest table; growing the table takes the first of them into the index.
  static Entry tag(Word key) { return static_cast<Entry>(key >> (64 - kFirstBits - 26)) & 0x3ffffff; }

  std::size_t size() const { return std::size_t{1} << bits_; }
  std::size_t place_of(Word key) const { return static_cast<std::size_t>(key >> (64 - bits_)); }

  /// Rehashes in place into a table of twice the size.
  void grow();

  const int max_bits_;
  int bits_ = kFirstBits;
  std::size_t evictions_ = 0;  ///< since the table last grew
  std::unique_ptr<Entry[]> entries_;
};

/// The situations of a hand that is not on lead.
struct FollowKeys {
  Word key = 0;
  Word wider = 0;  ///< 0 for none

  /// By all cards of the suit that it follows and those on the table, `after` hands to play after it, and by the best of these only.
  static FollowKeys in_suit(Word suit, Word played, Word best, int seat, int after) {
    return {CutoffCards::key(suit, played, seat), CutoffCards::key(suit, best, kMaxSeats * (after + 1) + seat)};
  }
  static FollowKeys out_of_suit(Word hand, Word to_beat, int after) { return {CutoffCards::key(hand, to_beat, after)}; }

  Word find(const CutoffCards& cards, Word moves) const {
    const Word card = cards.find(key) & moves;
    return card || !wider ? card : cards.find(wider) & moves;
  }
  void remember(CutoffCards& cards, Word card) const {
    cards.remember(key, card);
    if (wider) cards.remember(wider, card);
  }
};

}  // namespace whistsolve
