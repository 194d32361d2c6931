#define WHISTSOLVE_ARCH avx2
#define WHISTSOLVE_PLAY plain
#include "search_units.hpp"
