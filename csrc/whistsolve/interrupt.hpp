// How a running search is told to stop, and what it may spend.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>

namespace whistsolve {

/// Shared by a search and whoever may want to end it. stop() may be called from any thread.
class Interrupt {
 public:
  void stop() { flag_.store(true, std::memory_order_relaxed); }
  void resume() { flag_.store(false, std::memory_order_relaxed); }
  /// Asked every few hundred microseconds from the searching thread; true ends the search. Set only between searches.
  void poll_with(std::function<bool()> poll) { poll_ = std::move(poll); }

  bool told() const { return flag_.load(std::memory_order_relaxed); }
  bool requested() const { return told() || (poll_ && poll_()); }

 private:
  std::atomic<bool> flag_{false};
  std::function<bool()> poll_;
};

/// What one call may spend; nothing else ends it but an Interrupt.
struct Budget {
  std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();  ///< cards played in the search
  std::chrono::steady_clock::time_point until = std::chrono::steady_clock::time_point::max();

  bool is_limited() const { return nodes != Budget{}.nodes || until != Budget{}.until; }
};

/// Thrown by a search that has no answer yet. The solver catches it; it never leaves the engine.
struct SearchEnded {
  bool told;  ///< by the interrupt, not by the budget
};

/// Thrown by a search that was to pause after some work, for another to have its turn. Never leaves the engine.
struct SearchPaused {};

}  // namespace whistsolve
