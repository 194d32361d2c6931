#define WHISTSOLVE_ARCH avx2
#define WHISTSOLVE_PLAY no_suit
#include "search_units.hpp"
