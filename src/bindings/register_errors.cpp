#include "register.hpp"
#include "whistsolve/errors.hpp"

namespace py = pybind11;

namespace whistsolve::bindings {
namespace {

const char* name_of(IllegalPlay::Reason reason) {
  switch (reason) {
    case IllegalPlay::Reason::game_over: return "game_over";
    case IllegalPlay::Reason::not_held: return "not_held";
    case IllegalPlay::Reason::must_follow: return "must_follow";
    case IllegalPlay::Reason::must_throw: return "must_throw";
    case IllegalPlay::Reason::joker_kept_back: return "joker_kept_back";
    case IllegalPlay::Reason::needs_name: return "needs_name";
    case IllegalPlay::Reason::no_name: return "no_name";
  }
  return "illegal";
}

/// The Python exceptions that the engine's are translated to; made once, never destroyed.
struct Errors {
  py::object whist_error, stopped, illegal_play;
};
PYBIND11_CONSTINIT py::gil_safe_call_once_and_store<Errors> errors;

void translate(std::exception_ptr p) {
  if (!p) return;
  const Errors& e = errors.get_stored();
  try {
    std::rethrow_exception(p);
  } catch (const IllegalPlay& illegal) {
    const py::tuple args = py::make_tuple(name_of(illegal.reason), illegal.index, illegal.seat, illegal.card);
    PyErr_SetObject(e.illegal_play.ptr(), args.ptr());
  } catch (const InvalidProblem& invalid) {
    PyErr_SetString(e.whist_error.ptr(), invalid.what());
  } catch (const UnknownArchitecture& unknown) {
    PyErr_SetString(e.whist_error.ptr(), unknown.what());
  } catch (const SolveStopped& stopped) {
    const py::object error = e.stopped(stopped.what(), py::none(), "cancelled");
    PyErr_SetObject(e.stopped.ptr(), error.ptr());
  }
}

}  // namespace

void register_errors(py::module_& m) {
  errors.call_once_and_store_result([&m] {
    const py::module_ python = py::module_::import("whistsolve.errors");
    const py::object base = python.attr("WhistError");
    // Carries (reason, index, seat, card), from which `solving` makes the message.
    const auto illegal =
        py::reinterpret_steal<py::object>(PyErr_NewException("whistsolve._core.IllegalPlay", base.ptr(), nullptr));
    m.attr("IllegalPlay") = illegal;
    return Errors{base, python.attr("Stopped"), illegal};
  });
  py::register_local_exception_translator(translate);
}

}  // namespace whistsolve::bindings
