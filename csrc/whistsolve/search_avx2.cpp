#define WHISTSOLVE_ARCH avx2
#include "search_units.hpp"
