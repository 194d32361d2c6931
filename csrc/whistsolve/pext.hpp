// PEXT and PDEP: bits of a word extracted and deposited by a mask, with a portable fallback. Included only by units that are
// compiled for one instruction set, inside their namespace WHISTSOLVE_ARCH.
#pragma once

#include "compiler.hpp"
#include "lanes.hpp"

namespace whistsolve::WHISTSOLVE_ARCH {

/// The bits of `w` selected by `mask`, packed at the low end (PEXT).
inline Word extract_bits(Word w, Word mask) {
#if WHISTSOLVE_AVX2
  return _pext_u64(w, mask);
#else
  Word out = 0;
  for (Word place = 1; mask; mask &= mask - 1, place <<= 1)
    if (w & lowest(mask)) out |= place;
  return out;
#endif
}

/// The inverse: the low bits of `w` laid out at the set bits of `mask` (PDEP).
inline Word deposit_bits(Word w, Word mask) {
#if WHISTSOLVE_AVX2
  return _pdep_u64(w, mask);
#else
  Word out = 0;
  for (; mask; mask &= mask - 1, w >>= 1)
    if (w & 1) out |= lowest(mask);
  return out;
#endif
}

}  // namespace whistsolve::WHISTSOLVE_ARCH
