// All that standard C++ leaves to compilers, machines and systems. No other file tests for one of them or includes its headers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>

// AVX2 with BMI2, in units that are compiled for both. MSVC has one flag for the two, and a macro for AVX2 alone.
#if defined(__AVX2__) && (defined(__BMI2__) || defined(_MSC_VER))
#define WHISTSOLVE_AVX2 1
#include <immintrin.h>
#else
#define WHISTSOLVE_AVX2 0
#endif

#if defined(_MSC_VER) && defined(_M_X64)
#include <intrin.h>
#endif
#ifdef __linux__
#include <sys/mman.h>
#endif

// For functions of classes that the units of all instruction sets share: a copy that is not inlined would be one for all units,
// and might be that of a unit which not every machine can run.
#ifdef _MSC_VER
#define WHISTSOLVE_ALWAYS_INLINE __forceinline
#elif defined(__GNUC__)
#define WHISTSOLVE_ALWAYS_INLINE inline __attribute__((always_inline))
#else
#define WHISTSOLVE_ALWAYS_INLINE inline
#endif

namespace whistsolve {

/// Whether threads can be started. CMakeLists.txt says where not.
#ifdef WHISTSOLVE_NO_THREADS
inline constexpr bool kThreads = false;
#else
inline constexpr bool kThreads = true;
#endif

/// Whether this machine, and its system, run what is compiled for AVX2 and BMI2.
inline bool runs_avx2() {
#if defined(_MSC_VER) && defined(_M_X64)
  const auto bit = [](int word, int place) { return (word >> place & 1) != 0; };
  int leaf[4];  // EAX, EBX, ECX, EDX
  __cpuid(leaf, 0);
  if (leaf[0] < 7) return false;
  __cpuid(leaf, 1);
  // The system keeps the registers of SSE and AVX when it changes threads.
  if (!bit(leaf[2], 27) || (_xgetbv(0) & 6) != 6) return false;
  __cpuidex(leaf, 7, 0);
  return bit(leaf[1], 5) && bit(leaf[1], 3) && bit(leaf[1], 8);  // AVX2, BMI1, BMI2
#elif defined(__x86_64__) && defined(__GNUC__)
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
#else
  return false;
#endif
}

/// The value of an environment variable, "" where it is not set.
inline const char* environment(const char* name) {
#ifdef _MSC_VER
#pragma warning(suppress : 4996)  // what MSVC has instead is no standard C++
#endif
  const char* value = std::getenv(name);
  return value ? value : "";
}

/// Asks for large pages where the system has them: hundreds of page faults fewer in a solve.
inline void prefer_large_pages(std::byte* memory, std::size_t bytes) {
#ifdef MADV_HUGEPAGE
  constexpr std::uintptr_t kPage = std::uintptr_t{1} << 21;
  const auto start = reinterpret_cast<std::uintptr_t>(memory);
  const std::uintptr_t first = (start + kPage - 1) & ~(kPage - 1), last = (start + bytes) & ~(kPage - 1);
  // Advice only: where it is refused, nothing is lost.
  if (first < last) (void)madvise(memory + (first - start), last - first, MADV_HUGEPAGE);
#else
  (void)memory, (void)bytes;
#endif
}

}  // namespace whistsolve
