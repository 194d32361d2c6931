#include <pybind11/stl.h>

#include "shared.hpp"
#include "whistsolve/discard_solver.hpp"

namespace py = pybind11;
using namespace py::literals;

namespace whistsolve::bindings {
namespace {

using NodeLimit = std::optional<std::uint64_t>;
using Seconds = std::optional<double>;
using Best = std::tuple<int, int, CardMask, py::dict>;

class SharedDiscards : public Shared<DiscardSolver> {
 public:
  using Shared::Shared;

  Best best(NodeLimit node_limit, Seconds time_limit) {
    const Budget budget = budget_of(node_limit, time_limit);
    // Stored while the solver is still busy with this call, so that a call of another thread cannot come in between.
    const DiscardAnswer answer = use([&](DiscardSolver& s) {
      remember(std::nullopt);
      const DiscardAnswer found = s.best(budget);
      remember(found);
      return found;
    });
    if (answer.stopped) {
      if (PyErr_Occurred()) throw py::error_already_set();
      throw SolveStopped(answer.low, answer.high);
    }
    return as_tuple(answer);
  }
  /// The result of the last call of best(), also where it was stopped.
  std::optional<Best> last() const {
    std::optional<DiscardAnswer> answer;
    {
      const std::lock_guard lock(results_mutex_);
      answer = last_;
    }
    if (!answer) return std::nullopt;
    return as_tuple(*answer);
  }

 private:
  static Best as_tuple(const DiscardAnswer& answer) {
    const DiscardStats& s = answer.stats;
    return Best(answer.low, answer.high, answer.cards,
                py::dict("nodes"_a = s.nodes, "discards"_a = s.discards, "relaxed"_a = s.relaxed, "refuted"_a = s.refuted));
  }
  void remember(const std::optional<DiscardAnswer>& answer) {
    const std::lock_guard lock(results_mutex_);
    last_ = answer;
  }
  std::optional<DiscardAnswer> last_;
};

}  // namespace

void register_discard(py::module_& m) {
  py::class_<SharedDiscards>(m, "DiscardSolver", "All discards of one hand in one game. One thread at a time may use it.")
      .def(py::init<const Problem&, int, std::size_t>(), "problem"_a, "holder"_a, "table_bytes"_a)
      .def("best", &SharedDiscards::best, "node_limit"_a = py::none(), "time_limit"_a = py::none(),
           "Bounds of the tricks after the best discard, a discard as a mask, and the work done.")
      .def(
          "value",
          [](SharedDiscards& self, CardMask discard, NodeLimit node_limit, Seconds time_limit) {
            const Budget budget = budget_of(node_limit, time_limit);
            return self.use([&](DiscardSolver& s) { return s.value(discard, budget); });
          },
          "discard"_a, "node_limit"_a = py::none(), "time_limit"_a = py::none(), "Bounds of the tricks after a discard.")
      .def(
          "count",
          [](SharedDiscards& self, int tricks) { return self.use([&](DiscardSolver& s) { return s.reaching(tricks, {}); }); },
          "tricks"_a, "How many discards take at least so many tricks.")
      .def(
          "each",
          [](SharedDiscards& self, int tricks) {
            std::vector<CardMask> all;
            self.use([&](DiscardSolver& s) { return s.reaching(tricks, [&](CardMask d) { all.push_back(d); }); });
            return all;
          },
          "tricks"_a, "The discards that take at least so many tricks.")
      .def_property_readonly(
          "nodes", [](const SharedDiscards& self) { return self.stats().nodes; }, "Cards played in the last call.")
      .def_property_readonly("last", &SharedDiscards::last, "What the last call of best() came to, however it ended.");
}

}  // namespace whistsolve::bindings
