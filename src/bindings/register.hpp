// The families of things that the module is made of, one function each.
#pragma once

#include <pybind11/pybind11.h>

#include <algorithm>
#include <chrono>
#include <optional>

#include "whistsolve/interrupt.hpp"
#include "whistsolve/problem.hpp"

namespace whistsolve::bindings {

void register_errors(pybind11::module_& m);
void register_rules(pybind11::module_& m);
void register_solver(pybind11::module_& m);
void register_batch(pybind11::module_& m);
void register_discard(pybind11::module_& m);

/// When a call that begins now has to end; `seconds` above 0, nothing for never.
inline std::chrono::steady_clock::time_point end_of(std::optional<double> seconds) {
  using Clock = std::chrono::steady_clock;
  if (!seconds) return Clock::time_point::max();
  constexpr double kYears = 1e9;  // more would not fit into the clock
  const std::chrono::duration<double> length(std::clamp(*seconds, 0.0, kYears));
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(length);
}

/// What one call may spend; nothing for no end.
inline Budget budget_of(std::optional<std::uint64_t> nodes, std::optional<double> seconds) {
  Budget budget;
  if (nodes) budget.nodes = *nodes;
  budget.until = end_of(seconds);
  return budget;
}

/// Lets Python see to its signals now and then from a thread that runs without the GIL.
class SignalPoll {
 public:
  /// True where a signal handler raised; its exception is then set in the calling thread.
  bool operator()() {
    const auto now = std::chrono::steady_clock::now();
    if (now < next_) return false;
    next_ = now + std::chrono::milliseconds(20);
    const pybind11::gil_scoped_acquire gil;
    return PyErr_CheckSignals() != 0;
  }

 private:
  std::chrono::steady_clock::time_point next_ = std::chrono::steady_clock::now() + std::chrono::milliseconds(20);
};

}  // namespace whistsolve::bindings
