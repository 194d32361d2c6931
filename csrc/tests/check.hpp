// A test program counts its failures and returns them.
#pragma once

#include <cstdio>

namespace check {

inline int failures = 0;

inline void report(bool ok, const char* what, const char* file, int line) {
  if (ok) return;
  ++failures;
  if (failures <= 20) std::fprintf(stderr, "%s:%d: %s\n", file, line, what);
}

inline int result(const char* name, long cases) {
  std::printf("%s: %ld cases, %d failures\n", name, cases, failures);
  return failures != 0 || cases == 0;
}

}  // namespace check

#define CHECK(condition) check::report(static_cast<bool>(condition), #condition, __FILE__, __LINE__)
