#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "register.hpp"
#include "whistsolve/alpha_mu.hpp"
#include "whistsolve/errors.hpp"

namespace py = pybind11;
using namespace py::literals;

namespace whistsolve::bindings {
namespace {

/// The hands of the game are the layouts; those of the problem are not looked at.
py::tuple ask(const Problem& game, const py::array_t<CardMask, py::array::c_style>& layouts, const std::vector<double>& weights,
              unsigned controls, int target, int depth, bool best_only, bool ally, std::size_t table_bytes,
              std::optional<double> time_limit) {
  const Budget budget = budget_of(std::nullopt, time_limit);
  if (layouts.ndim() != 2 || layouts.shape(1) != game.seats) throw InvalidProblem("layouts have the shape (layouts, seats)");
  AlphaMuQuestion question{game,   {},    weights,   controls,
                           target, depth, best_only, ally ? HiddenPartner::ally : HiddenPartner::double_dummy};
  for (py::ssize_t i = 0; i < layouts.shape(0); ++i)
    std::copy_n(layouts.data(i, 0), game.seats, question.layouts.emplace_back().begin());

  EndOfCall().check();
  Interrupt interrupt;
  interrupt.poll_with(SignalPoll{});
  AlphaMuAnswer answer;
  {
    const WithoutGil without;  // only locals are used
    answer = alpha_mu(question, table_bytes, interrupt, budget);
  }
  if (answer.told_to_stop) throw py::error_already_set();  // nothing but a signal handler that raised
  py::list cards;
  for (const AlphaMuCard& c : answer.cards) {
    const py::object made = (py::int_(c.made.high()) << py::int_(64)) | py::int_(c.made.low());
    cards.append(py::make_tuple(c.card, c.named_suit, made, c.weight, c.exact));
  }
  return py::make_tuple(cards, answer.depth, answer.nodes);
}

}  // namespace

void register_alpha_mu(py::module_& m) {
  m.def(
      "alpha_mu", &ask, "game"_a, "layouts"_a, py::kw_only(), "weights"_a, "controls"_a, "target"_a, "depth"_a, "best_only"_a,
      "ally"_a, "table_bytes"_a, "time_limit"_a = py::none(),
      "Each legal card with the suit that it names or -1, the layouts in which the target is made as a mask, their weight, and"
      " whether that is exact; the last depth that was finished; the nodes.");
}

}  // namespace whistsolve::bindings
