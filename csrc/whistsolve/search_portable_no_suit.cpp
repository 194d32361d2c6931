#define WHISTSOLVE_ARCH portable
#define WHISTSOLVE_PLAY no_suit
#include "search_units.hpp"
