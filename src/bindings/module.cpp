#include "register.hpp"
#include "whistsolve/search_interface.hpp"

// Threads need no GIL: a solver is used by one thread at a time, and what it leaves for others to read is behind a mutex.
PYBIND11_MODULE(_core, m, pybind11::mod_gil_not_used()) {
  m.doc() = "The double-dummy engine. Positions are masks of cards; see whistsolve.encoding.";
  whistsolve::bindings::register_errors(m);
  whistsolve::bindings::register_rules(m);
  whistsolve::bindings::register_solver(m);
  whistsolve::bindings::register_batch(m);
  whistsolve::bindings::register_discard(m);
  whistsolve::bindings::register_alpha_mu(m);
  m.def(
      "architecture", [] { return whistsolve::chosen_architecture().name; },
      "The instruction set that searches are run with, which WHISTSOLVE_INSTRUCTIONS may choose.");
}
