// Which strains of a deal take longest to solve, guessed before any is searched.
#pragma once

#include "pack.hpp"

namespace whistsolve {

/// About the logarithm of the nodes that a deal takes in one strain with every hand leading, up to a term that all strains of the
/// deal share: it compares these only. Only time depends on it.
double expected_work(const Packed& packed);

}  // namespace whistsolve
