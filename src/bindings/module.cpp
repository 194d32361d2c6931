#include "register.hpp"
#include "whistsolve/search_interface.hpp"

namespace {

constexpr const char* kMainOnly = "whistsolve is for the main interpreter: its engine cannot be loaded in a sub-interpreter";

bool in_main_interpreter() { return PyInterpreterState_Get() == PyInterpreterState_Main(); }

}  // namespace

// Threads need no GIL: a solver is used by one thread at a time, and what it leaves for others to read is behind a mutex.
PYBIND11_MODULE(_engine, m, pybind11::mod_gil_not_used()) {
  // From Python 3.13 on PyInit__core is called in the main interpreter, whichever imports.
  if (!in_main_interpreter()) throw pybind11::import_error(kMainOnly);
  whistsolve::architectures();  // made here, so that no fork meets a thread that makes them
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

// Before Python 3.12 a module cannot say that it is for the main interpreter, and pybind11 waits in any other for ever.
extern "C" PYBIND11_EXPORT PyObject* PyInit__core();
extern "C" PYBIND11_EXPORT PyObject* PyInit__core() {
  if (in_main_interpreter()) return PyInit__engine();
  PyErr_SetString(PyExc_ImportError, kMainOnly);
  return nullptr;
}
