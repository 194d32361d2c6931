// The functions that register the classes of the module, and what they share.
#pragma once

#include <pybind11/pybind11.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <thread>
#ifdef __GLIBCXX__
#include <cxxabi.h>
#endif

#include "whistsolve/interrupt.hpp"
#include "whistsolve/problem.hpp"

namespace whistsolve::bindings {

void register_errors(pybind11::module_& m);
void register_rules(pybind11::module_& m);
void register_solver(pybind11::module_& m);
void register_batch(pybind11::module_& m);
void register_discard(pybind11::module_& m);
void register_alpha_mu(pybind11::module_& m);

/// Calls f, which takes the GIL or has it. Before version 3.14 Python ends daemon threads that do so while it ends itself, by an
/// exception that no code may catch and no destructor let through: the process would be aborted. Here such a thread waits for the
/// end of the process, as it does from 3.14 on.
template <class F>
auto unless_python_ends(F&& f) {
#ifdef __GLIBCXX__
  try {
    return f();
  } catch (abi::__forced_unwind&) {
    for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
  }
#else
  return f();
#endif
}

/// A block without the GIL.
class WithoutGil {
 public:
  WithoutGil() : thread_(PyEval_SaveThread()) {}
  ~WithoutGil() {
    unless_python_ends([this] { PyEval_RestoreThread(thread_); });
  }
  WithoutGil(const WithoutGil&) = delete;
  WithoutGil& operator=(const WithoutGil&) = delete;

 private:
  PyThreadState* thread_;
};

/// Calls f with the GIL from a block without it.
template <class F>
auto with_gil(F&& f) {
  return unless_python_ends([&] {
    const pybind11::gil_scoped_acquire gil;
    return unless_python_ends(f);
  });
}

/// The deadline of a call that begins now; `seconds` above 0, nothing for no limit.
inline std::chrono::steady_clock::time_point end_of(std::optional<double> seconds) {
  using Clock = std::chrono::steady_clock;
  if (!seconds) return Clock::time_point::max();
  constexpr double kYears = 1e9;  // more would overflow the clock
  const std::chrono::duration<double> length(std::clamp(*seconds, 0.0, kYears));
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(length);
}

/// The budget of one call; nothing for no limit.
inline Budget budget_of(std::optional<std::uint64_t> nodes, std::optional<double> seconds) {
  Budget budget;
  if (nodes) budget.nodes = *nodes;
  budget.until = end_of(seconds);
  return budget;
}

/// Ends the engine's calls of a thread from any other: Python's signals reach the main thread alone.
class Cancellation {
 public:
  explicit Cancellation(std::optional<double> seconds = {}) { flag_->until = end_of(seconds); }
  /// Cancelled where one of two is.
  Cancellation(const Cancellation& one, const Cancellation& other) {
    flag_->until = std::min(one.flag_->until, other.flag_->until);
    flag_->either = {one.flag_, other.flag_};
  }
  void cancel() { flag_->set.store(true, std::memory_order_relaxed); }
  bool cancelled() const { return flag_->cancelled(); }
  /// Calls that the calling thread begins heed this one until `leave`.
  void enter() const { heeded() = flag_; }
  static void leave() { heeded() = nullptr; }
  /// The one that the calling thread heeds, for threads of its own; a new one where it heeds none.
  static Cancellation current() {
    Cancellation found;
    if (heeded()) found.flag_ = heeded();
    return found;
  }

  struct State {
    std::atomic<bool> set{false};
    std::chrono::steady_clock::time_point until = std::chrono::steady_clock::time_point::max();
    std::array<std::shared_ptr<const State>, 2> either{};

    bool told() const { return set.load(std::memory_order_relaxed) || (either[0] && (either[0]->told() || either[1]->told())); }
    bool cancelled() const {
      return told() || (until != std::chrono::steady_clock::time_point::max() && std::chrono::steady_clock::now() >= until);
    }
  };
  using Flag = std::shared_ptr<State>;
  /// Empty where the calling thread heeds none.
  static Flag& heeded() {
    thread_local Flag flag;
    return flag;
  }

 private:
  Flag flag_ = std::make_shared<State>();
};

/// Whether a call is to end: a signal handler raised, or the thread that began it was cancelled.
class EndOfCall {
 public:
  bool cancelled() const { return flag_ && flag_->cancelled(); }
  /// With the GIL. Where true, Python's exception is set in the calling thread.
  bool raised() const {
    if (!cancelled()) return PyErr_CheckSignals() != 0;
    PyErr_SetNone(PyExc_KeyboardInterrupt);
    return true;
  }
  void check() const {
    if (cancelled() && raised()) throw pybind11::error_already_set();
  }

 private:
  Cancellation::Flag flag_ = Cancellation::heeded();
};

/// Asks for the end of a call from a thread that runs without the GIL: for a cancellation always, for signals every 20 ms.
class SignalPoll {
 public:
  bool operator()() {
    const auto now = std::chrono::steady_clock::now();
    if (now < next_ && !end_.cancelled()) return false;
    next_ = now + std::chrono::milliseconds(20);
    return with_gil([this] { return end_.raised(); });
  }

 private:
  EndOfCall end_;
  std::chrono::steady_clock::time_point next_ = std::chrono::steady_clock::now() + std::chrono::milliseconds(20);
};

}  // namespace whistsolve::bindings
