// The families of things that the module is made of, one function each.
#pragma once

#include <pybind11/pybind11.h>

#include <chrono>

#include "whistsolve/problem.hpp"

namespace whistsolve::bindings {

void register_errors(pybind11::module_& m);
void register_solver(pybind11::module_& m);
void register_batch(pybind11::module_& m);

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
