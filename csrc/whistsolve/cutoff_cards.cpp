#include "cutoff_cards.hpp"

namespace whistsolve {

void CutoffCards::remember(Word key, Word card) {
  Entry& entry = entries_[place_of(key)];
  if (entry && entry >> 6 != tag(key) && ++evictions_ > size() / 8 && bits_ < max_bits_) grow();
  entries_[place_of(key)] = tag(key) << 6 | static_cast<Entry>(index_of(card));
}

void CutoffCards::grow() {
  // From the end: an entry moves to one of two slots, neither before its own.
  for (std::size_t i = size(); i-- > 0;) {
    const Entry entry = entries_[i];
    const std::size_t second = entry >> (31 - (bits_ - kFirstBits)) & 1;
    entries_[2 * i + second] = entry;
    entries_[2 * i + 1 - second] = 0;
  }
  ++bits_;
  evictions_ = 0;
}

}  // namespace whistsolve
