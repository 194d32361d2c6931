#include <pybind11/stl.h>

#include "shared.hpp"
#include "whistsolve/solver.hpp"

namespace py = pybind11;
using namespace py::literals;

namespace whistsolve::bindings {
namespace {

Problem make_problem(const std::vector<CardMask>& hands, int trump, int ranking, int leader, unsigned side,
                     const std::vector<std::pair<int, int>>& played, const GameRules& rules) {
  if (hands.size() > static_cast<std::size_t>(kMaxSeats)) throw InvalidProblem("a deal has two to six hands");
  if (ranking < 0 || ranking > 2) throw InvalidProblem("ranking is 0, 1 or 2");
  Problem p;
  p.seats = static_cast<int>(hands.size());
  std::copy(hands.begin(), hands.end(), p.hands.begin());
  p.trump = trump;
  p.ranking = static_cast<Ranking>(ranking);
  p.rules = rules;
  p.side = side;
  p.leader = leader;
  for (const auto& [card, named] : played) p.played.push_back({card, named});
  return p;
}

using NodeLimit = std::optional<std::uint64_t>;
using Seconds = std::optional<double>;

using SharedSolver = Shared<Solver>;

py::dict stats_dict(const SearchStats& s) {
  return py::dict("nodes"_a = s.nodes, "tricks"_a = s.tricks, "table_hits"_a = s.table_hits,
                  "quick_trick_cutoffs"_a = s.quick_trick_cutoffs, "leads"_a = s.leads, "probes"_a = s.probes);
}

}  // namespace

void register_solver(py::module_& m) {
  py::class_<Problem>(m, "Problem", "Hands as masks of cards, strain, sides and the cards played so far.")
      .def(py::init(&make_problem), "hands"_a, "trump"_a, "ranking"_a, "leader"_a, "side"_a, "played"_a = py::list(),
           py::arg_v("rules", GameRules{}, "GameRules()"));

  py::class_<SharedSolver>(m, "Solver", "A search and its table. One thread at a time may use it.")
      .def(py::init<std::size_t>(), "table_bytes"_a)
      .def(
          "solve",
          [](SharedSolver& self, const Problem& problem, NodeLimit node_limit, Seconds time_limit) {
            const Budget budget = budget_of(node_limit, time_limit);
            const Answer a = self.use([&](Solver& s) { return s.solve(problem, budget); });
            return std::tuple(a.low, a.high, a.won, a.relevant);
          },
          "problem"_a, "node_limit"_a = py::none(), "time_limit"_a = py::none(),
          "Bounds of the tricks that the side still takes, those it has taken, and the cards that the bounds depend on.")
      .def(
          "solve_cards",
          [](SharedSolver& self, const Problem& problem, NodeLimit node_limit, Seconds time_limit) {
            const Budget budget = budget_of(node_limit, time_limit);
            std::vector<std::tuple<int, int, int>> out;
            for (const CardAnswer& a : self.use([&](Solver& s) { return s.solve_cards(problem, budget); }))
              out.emplace_back(a.card, a.low, a.high);
            return out;
          },
          "problem"_a, "node_limit"_a = py::none(), "time_limit"_a = py::none(),
          "Each legal card with bounds of the tricks that the side takes once it is played.")
      .def(
          "clear", [](SharedSolver& self) { self.use([](Solver& s) { s.clear(); }); }, "Forgets everything.")
      .def_property_readonly(
          "nodes", [](SharedSolver& self) { return self.stats().nodes; }, "Nodes of all calls that have ended.")
      .def_property_readonly(
          "stats", [](SharedSolver& self) { return stats_dict(self.stats()); }, "Work of all calls that have ended.");

  py::class_<Cancellation>(m, "Cancellation", "Ends calls that were begun in a block with it, as an interrupt does.")
      .def(py::init<std::optional<double>>(), "seconds"_a = py::none(), "After some seconds it cancels itself.")
      .def(py::init<const Cancellation&, const Cancellation&>(), "Cancelled where one of two is.")
      .def_static("current", &Cancellation::current, "The one of the block that the thread is in; a new one outside any.")
      .def("cancel", &Cancellation::cancel, "Ends the calls that are running, and those after them; from any thread.")
      .def_property_readonly("cancelled", &Cancellation::cancelled)
      .def("__enter__", &Cancellation::enter)
      .def("__exit__", [](const Cancellation&, const py::args&) { Cancellation::leave(); });

  m.def(
      "perft",
      [](const Problem& problem, int depth) {
        const LaneMap map(problem.trump, problem.ranking);
        const Packed packed = pack(problem, map);
        Position position = replay(packed, map, problem.played);
        EndOfCall().check();
        Interrupt interrupt;
        interrupt.poll_with(SignalPoll{});
        try {
          const WithoutGil without;  // only locals are used
          return perft(position, depth, &interrupt);
        } catch (const SearchEnded&) {
          throw py::error_already_set();  // what ended it has set Python's exception
        }
      },
      "problem"_a, "depth"_a, "Number of sequences of so many legal cards.");
  m.def(
      "legal_cards",
      [](const Problem& problem) {
        const LaneMap map(problem.trump, problem.ranking);
        const Packed packed = pack(problem, map);
        const Position position = replay(packed, map, problem.played);
        return std::pair(position.to_act(), map.unpack(position.legal()));
      },
      "problem"_a, "The seat to act and its legal cards as a mask.");
}

}  // namespace whistsolve::bindings
