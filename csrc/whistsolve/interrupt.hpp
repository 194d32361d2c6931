// How a running search is told to stop.
#pragma once

#include <atomic>
#include <functional>
#include <utility>

namespace whistsolve {

/// Shared by a search and whoever may want to end it. stop() may be called from any thread.
class Interrupt {
 public:
  void stop() { flag_.store(true, std::memory_order_relaxed); }
  void resume() { flag_.store(false, std::memory_order_relaxed); }
  /// Asked every few hundred microseconds from the searching thread; true ends the search. Set only between searches.
  void poll_with(std::function<bool()> poll) { poll_ = std::move(poll); }

  bool requested() const {
    return flag_.load(std::memory_order_relaxed) || (poll_ && poll_());
  }

 private:
  std::atomic<bool> flag_{false};
  std::function<bool()> poll_;
};

}  // namespace whistsolve
