// The first guess of a value, where the first zero-window search asks.
#pragma once

#include "pack.hpp"

namespace whistsolve {

/// A static evaluation: about how many of `all` tricks side 0 takes with `cards` left. Only time depends on it.
int first_guess(const Packed& packed, Word cards, int all);

}  // namespace whistsolve
