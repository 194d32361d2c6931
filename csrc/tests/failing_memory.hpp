// An allocator that fails when a test asks for it: replaces operator new and delete of the program, so one unit includes it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <new>

namespace failing_memory {

inline constexpr long kNever = std::numeric_limits<long>::max();
inline std::atomic<long> live_bytes{0};
inline std::atomic<long> calls_left{kNever};  ///< allocations that succeed before one fails
inline std::atomic<bool> for_good{false};     ///< the next ones fail too
inline std::atomic<bool> failed{false};

/// Fails the allocation after `calls` more, and those that follow where memory is gone `for_good`, until the end of the scope.
class Failing {
 public:
  Failing(long calls, bool for_good_too) {
    failed = false;
    for_good = for_good_too;
    calls_left = calls;
  }
  ~Failing() { end(); }
  Failing(const Failing&) = delete;
  Failing& operator=(const Failing&) = delete;
  void end() { calls_left = kNever; }
};

inline bool fails() {
  if (calls_left == kNever) return false;
  const long left = calls_left.fetch_sub(1);
  if (left > 0 || (left < 0 && !for_good)) return false;
  failed = true;
  return true;
}

/// In front of what is handed out.
struct Header {
  void* whole;
  std::size_t size;
};

inline void* allocate(std::size_t size, std::size_t alignment = alignof(std::max_align_t)) noexcept {
  if (fails()) return nullptr;
  void* const whole = std::malloc(size + alignment + sizeof(Header));
  if (!whole) return nullptr;
  const auto first = reinterpret_cast<std::uintptr_t>(whole) + sizeof(Header);
  const std::uintptr_t place = (first + alignment - 1) / alignment * alignment;
  new (reinterpret_cast<void*>(place - sizeof(Header))) Header{whole, size};
  live_bytes += static_cast<long>(size);
  return reinterpret_cast<void*>(place);
}

inline void* allocate_or_throw(std::size_t size, std::size_t alignment = alignof(std::max_align_t)) {
  if (void* const p = allocate(size, alignment)) return p;
  throw std::bad_alloc();
}

inline void release(void* p) noexcept {
  if (!p) return;
  const Header header = *std::launder(reinterpret_cast<Header*>(reinterpret_cast<std::uintptr_t>(p) - sizeof(Header)));
  live_bytes -= static_cast<long>(header.size);
  std::free(header.whole);
}

}  // namespace failing_memory

// Each form, for sanitizers have their own of those that are left out.
void* operator new(std::size_t n) { return failing_memory::allocate_or_throw(n); }
void* operator new[](std::size_t n) { return failing_memory::allocate_or_throw(n); }
void* operator new(std::size_t n, std::align_val_t a) {
  return failing_memory::allocate_or_throw(n, static_cast<std::size_t>(a));
}
void* operator new[](std::size_t n, std::align_val_t a) {
  return failing_memory::allocate_or_throw(n, static_cast<std::size_t>(a));
}
void* operator new(std::size_t n, const std::nothrow_t&) noexcept { return failing_memory::allocate(n); }
void* operator new[](std::size_t n, const std::nothrow_t&) noexcept { return failing_memory::allocate(n); }
void* operator new(std::size_t n, std::align_val_t a, const std::nothrow_t&) noexcept {
  return failing_memory::allocate(n, static_cast<std::size_t>(a));
}
void* operator new[](std::size_t n, std::align_val_t a, const std::nothrow_t&) noexcept {
  return failing_memory::allocate(n, static_cast<std::size_t>(a));
}
void operator delete(void* p) noexcept { failing_memory::release(p); }
void operator delete[](void* p) noexcept { failing_memory::release(p); }
void operator delete(void* p, std::size_t) noexcept { failing_memory::release(p); }
void operator delete[](void* p, std::size_t) noexcept { failing_memory::release(p); }
void operator delete(void* p, std::align_val_t) noexcept { failing_memory::release(p); }
void operator delete[](void* p, std::align_val_t) noexcept { failing_memory::release(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { failing_memory::release(p); }
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept { failing_memory::release(p); }
void operator delete(void* p, const std::nothrow_t&) noexcept { failing_memory::release(p); }
void operator delete[](void* p, const std::nothrow_t&) noexcept { failing_memory::release(p); }
void operator delete(void* p, std::align_val_t, const std::nothrow_t&) noexcept { failing_memory::release(p); }
void operator delete[](void* p, std::align_val_t, const std::nothrow_t&) noexcept { failing_memory::release(p); }
