#define WHISTSOLVE_ARCH portable
#include "arch_main.hpp"
