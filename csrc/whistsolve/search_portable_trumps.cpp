#define WHISTSOLVE_ARCH portable
#define WHISTSOLVE_PLAY trumps
#include "search_units.hpp"
