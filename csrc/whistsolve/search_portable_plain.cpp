#define WHISTSOLVE_ARCH portable
#define WHISTSOLVE_PLAY plain
#include "search_units.hpp"
