// A solver behind a Python object: one thread at a time, without the GIL while it works.
#pragma once

#include <atomic>
#include <mutex>
#include <utility>

#include "register.hpp"
#include "whistsolve/errors.hpp"
#include "whistsolve/search_interface.hpp"

namespace whistsolve::bindings {

/// `S` has stats(), and interrupt() where use() is called.
template <class S>
class Shared {
 public:
  template <class... Arguments>
  explicit Shared(Arguments&&... arguments) : solver_(std::forward<Arguments>(arguments)...) {}

  /// Calls f, which may release the GIL: the busy flag keeps other threads out of the solver meanwhile.
  template <class F>
  auto alone(F&& f) {
    if (busy_.test_and_set()) throw InvalidProblem("the solver is at work in another thread: use one solver a thread");
    const Busy busy{*this};
    return f(solver_);
  }
  /// Calls f without the GIL. That is safe: f works on the solver and on copies of its arguments only.
  template <class F>
  auto use(F&& f) {
    return alone([&](S& solver) {
      EndOfCall().check();
      solver.interrupt().poll_with(SignalPoll{});
      try {
        const WithoutGil without;
        return f(solver);
      } catch (const SolveStopped&) {
        if (PyErr_Occurred()) throw pybind11::error_already_set();  // a signal handler raised
        throw;
      }
    });
  }
  Interrupt& interrupt() { return solver_.interrupt(); }
  /// The solver's counters at the end of the last call.
  SearchStats stats() const {
    const std::lock_guard lock(results_mutex_);
    return stats_;
  }

 protected:
  /// Guards what the last call left for others to read: threads may run without a GIL altogether.
  mutable std::mutex results_mutex_;

 private:
  struct Busy {
    Shared& shared;
    ~Busy() {
      {
        const std::lock_guard lock(shared.results_mutex_);
        shared.stats_ = shared.solver_.stats();
      }
      shared.busy_.clear();
    }
  };
  S solver_;
  SearchStats stats_;
  std::atomic_flag busy_;
};

}  // namespace whistsolve::bindings
