// Matches a position against the eight patterns of a block at once. Compiled once per instruction set, see pext.hpp.
#pragma once

#include <array>
#include <bit>
#include <cstddef>

#include "compiler.hpp"
#include "pext.hpp"
#include "transposition_table.hpp"

namespace whistsolve::WHISTSOLVE_ARCH {

/// Which entries of a block answer the question "does side 0 take `need` tricks?" for a position.
struct Decisions {
  unsigned yes;  ///< bit i: entry i matches and says yes
  unsigned no;
};

#if WHISTSOLVE_AVX2

template <int kPlanes>
inline unsigned matching(const Block<std::uint32_t, kPlanes>& b, const OwnerPlanes<std::uint32_t, kPlanes>& x) {
  __m256i differ = _mm256_setzero_si256();
  for (int p = 0; p < kPlanes; ++p) {
    const __m256i plane = _mm256_load_si256(reinterpret_cast<const __m256i*>(b.plane[p]));
    const __m256i own = _mm256_set1_epi32(static_cast<int>(x.plane[p]));
    differ = _mm256_or_si256(differ, _mm256_xor_si256(own, plane));
  }
  const __m256i mask = _mm256_load_si256(reinterpret_cast<const __m256i*>(b.mask));
  const __m256i same = _mm256_cmpeq_epi32(_mm256_and_si256(differ, mask), _mm256_setzero_si256());
  return static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(same)));
}

template <int kPlanes>
inline unsigned matching(const Block<std::uint64_t, kPlanes>& b, const OwnerPlanes<std::uint64_t, kPlanes>& x) {
  unsigned found = 0;
  for (int half = 0; half < 2; ++half) {
    __m256i differ = _mm256_setzero_si256();
    for (int p = 0; p < kPlanes; ++p) {
      const __m256i plane = _mm256_load_si256(reinterpret_cast<const __m256i*>(b.plane[p] + 4 * half));
      const __m256i own = _mm256_set1_epi64x(static_cast<long long>(x.plane[p]));
      differ = _mm256_or_si256(differ, _mm256_xor_si256(own, plane));
    }
    const __m256i mask = _mm256_load_si256(reinterpret_cast<const __m256i*>(b.mask + 4 * half));
    const __m256i same = _mm256_cmpeq_epi64(_mm256_and_si256(differ, mask), _mm256_setzero_si256());
    found |= static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(same))) << (4 * half);
  }
  return found;
}

template <class B>
inline Decisions deciding(const B& b, int need) {
  static_assert(offsetof(B, high) == offsetof(B, low) + kBlockEntries);
  const __m128i bounds = _mm_loadu_si128(reinterpret_cast<const __m128i*>(b.low));
  const __m128i more = _mm_cmpgt_epi8(bounds, _mm_set1_epi8(static_cast<char>(need - 1)));
  const auto bits = static_cast<unsigned>(_mm_movemask_epi8(more));
  return {bits & 0xff, ~bits >> 8 & 0xff};
}

#else

template <class Key, int kPlanes>
inline unsigned matching(const Block<Key, kPlanes>& b, const OwnerPlanes<Key, kPlanes>& x) {
  unsigned found = 0;
  for (int i = 0; i < kBlockEntries; ++i) {
    Key differ = 0;
    for (int p = 0; p < kPlanes; ++p) differ |= x.plane[p] ^ b.plane[p][i];
    found |= static_cast<unsigned>((differ & b.mask[i]) == 0) << i;
  }
  return found;
}

template <class B>
inline Decisions deciding(const B& b, int need) {
  Decisions d{0, 0};
  for (int i = 0; i < kBlockEntries; ++i) {
    d.yes |= static_cast<unsigned>(b.low[i] >= need) << i;
    d.no |= static_cast<unsigned>(b.high[i] < need) << i;
  }
  return d;
}

#endif

template <class Key, int kPlanes>
inline Decisions match_block(const Block<Key, kPlanes>& b, const OwnerPlanes<Key, kPlanes>& x, int need) {
  const Decisions d = deciding(b, need);
  const unsigned m = matching(b, x);
  return {d.yes & m, d.no & m};
}

/// Of several entries that match, the one that adds the fewest cards to those of `already`.
template <class B>
inline int most_general(const B& b, unsigned entries, Word already) {
  int best = std::countr_zero(entries);
  for (entries &= entries - 1; entries; entries &= entries - 1) {
    const int i = std::countr_zero(entries);
    if (std::popcount(b.mask[i] | already) < std::popcount(b.mask[best] | already)) best = i;
  }
  return best;
}

/// Whether a pattern in the chains of a shape and leader answers "does side 0 take `need` tricks?"; then what it answers, and its
/// relevant cards among `places`. Of several, one that adds few to those that are relevant `already` if that is the answer.
template <class Key, int kPlanes>
WHISTSOLVE_ALWAYS_INLINE bool find_pattern(TranspositionTable& table, ShapeSlot& slot, int leader,
                                           const OwnerPlanes<Key, kPlanes>& key, int need, Word places,
                                           const std::array<Word, 2>& already, Word& relevant, bool& answer) {
  TranspositionTable::Chains<Key, kPlanes> chains(table, slot.head[leader], key);
  while (const BlockRef first = chains.next()) {
    for (BlockRef ref = first; ref;) {
      auto& b = *table.block<Key, kPlanes>(ref);
      const Decisions d = match_block(b, key, need);
      if (const unsigned any = d.yes | d.no) {
        answer = d.yes != 0;
        const Word free = up_from_lowest(already[answer]);
        const int i = any & (any - 1) ? most_general(b, any, extract_bits(free, places)) : std::countr_zero(any);
        relevant = deposit_bits(b.mask[i], places);
        table.record_hit(slot, first, b, i);
        return true;
      }
      ref = b.next;
    }
  }
  return false;
}

}  // namespace whistsolve::WHISTSOLVE_ARCH
