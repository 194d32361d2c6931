// Where to begin.
#pragma once

#include "pack.hpp"

namespace whistsolve {

/// About how many of `all` tricks side 0 takes with the hands that `cards` are in: where the first search asks, so only time
/// depends on it.
int first_guess(const Packed& packed, Word cards, int all);

}  // namespace whistsolve
