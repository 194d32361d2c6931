#define WHISTSOLVE_ARCH avx2
#define WHISTSOLVE_PLAY trumps
#include "search_units.hpp"
