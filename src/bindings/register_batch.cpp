#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "register.hpp"
#include "whistsolve/batch.hpp"
#include "whistsolve/errors.hpp"

namespace py = pybind11;
using namespace py::literals;

namespace whistsolve::bindings {
namespace {

using Masks = py::array_t<CardMask, py::array::c_style>;
using Bytes = py::array_t<std::uint8_t, py::array::c_style>;

/// Writes the bounds of every cell; returns whether the batch came to its end.
bool run(Batch& batch, const Masks& hands, const std::vector<std::pair<int, int>>& strains,
         const std::vector<unsigned>& side_of, int first_trick_weight, int joker_kind, int joker_lead, bool must_throw,
         Bytes& low, Bytes& high, Bytes& done, const py::object& progress, std::optional<double> time_limit) {
  const auto until = end_of(time_limit);
  if (hands.ndim() != 2 || static_cast<std::size_t>(hands.shape(1)) != side_of.size() ||
      side_of.size() > static_cast<std::size_t>(kMaxSeats))
    throw InvalidProblem("hands have the shape (deals, seats), with a side for each seat");
  if (joker_kind < 0 || joker_kind > 2 || joker_lead < 0 || joker_lead > 3)
    throw InvalidProblem("there is no such joker rule");
  BatchGame game;
  game.seats = static_cast<int>(side_of.size());
  std::copy(side_of.begin(), side_of.end(), game.side_of.begin());
  game.first_trick_weight = first_trick_weight;
  game.jokers = {static_cast<JokerKind>(joker_kind), static_cast<JokerLead>(joker_lead), must_throw};
  for (const auto& [trump, ranking] : strains) {
    if (ranking < 0 || ranking > 2) throw InvalidProblem("ranking is 0, 1 or 2");
    game.strains.push_back({trump, static_cast<Ranking>(ranking)});
  }
  const auto cells = hands.shape(0) * static_cast<py::ssize_t>(strains.size());
  if (low.size() != cells * hands.shape(1) || high.size() != low.size() || done.size() != cells)
    throw InvalidProblem("the arrays for the results do not fit the deals");

  const std::span<const CardMask> in(hands.data(), static_cast<std::size_t>(hands.size()));
  const auto bytes = [](Bytes& array) {
    return std::span<std::uint8_t>(array.mutable_data(), static_cast<std::size_t>(array.size()));
  };
  const Batch::Results results{bytes(low), bytes(high), bytes(done)};
  const Batch::Tick tick = [&progress](std::size_t cells_done) {
    const py::gil_scoped_acquire gil;
    if (PyErr_CheckSignals() != 0) return false;
    if (progress.is_none()) return true;
    try {
      progress(cells_done);
    } catch (py::error_already_set& e) {
      e.restore();
      return false;
    }
    return true;
  };
  bool all;
  {
    // Safe without the GIL: the arrays are kept alive by the caller and are written by this batch alone.
    const py::gil_scoped_release release;
    all = batch.run(game, in, results, tick, until);
  }
  if (PyErr_Occurred()) throw py::error_already_set();
  return all;
}

}  // namespace

void register_batch(py::module_& m) {
  py::class_<Batch>(m, "Batch", "Solvers for several threads, sharing one memory cap.")
      .def(py::init<int, std::size_t>(), "threads"_a, "table_bytes"_a)
      .def("run", &run, "hands"_a, "strains"_a, "side_of"_a, py::kw_only(), "first_trick_weight"_a, "joker_kind"_a,
           "joker_lead"_a, "must_throw"_a, "low"_a, "high"_a, "done"_a, "progress"_a = py::none(), "time_limit"_a = py::none(),
           "Writes bounds of the leader's side's tricks to low and high (deals, seats, strains), and flags of what is"
           " exact to done (deals, strains); what is flagged before is left alone.")
      .def_property_readonly("threads", &Batch::threads)
      .def_property_readonly("nodes", [](const Batch& b) { return b.stats().plays; }, "Cards played in all searches.");
}

}  // namespace whistsolve::bindings
