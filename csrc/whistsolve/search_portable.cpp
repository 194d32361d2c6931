#define WHISTSOLVE_ARCH portable
#include "search_units.hpp"
