#define WHISTSOLVE_ARCH avx2
#include "arch_main.hpp"
