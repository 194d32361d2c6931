// The functions that register the classes of the module, and what they share.
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
void register_alpha_mu(pybind11::module_& m);

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

/// Handles Python's signals every 20 ms, from a thread that runs without the GIL.
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
