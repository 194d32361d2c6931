#include "register.hpp"
#include "whistsolve/errors.hpp"

namespace py = pybind11;
using namespace py::literals;

namespace whistsolve::bindings {
namespace {

GameRules make_rules(int first_trick_weight, int joker_kind, int joker_lead, bool must_throw, bool any_time) {
  if (joker_kind < 0 || joker_kind > 2 || joker_lead < 0 || joker_lead > 3) throw InvalidProblem("there is no such joker rule");
  return {first_trick_weight, {static_cast<JokerKind>(joker_kind), static_cast<JokerLead>(joker_lead), must_throw, any_time}};
}

}  // namespace

void register_rules(py::module_& m) {
  py::class_<GameRules>(m, "GameRules", "Rules that are the same for all deals of a game, in the engine's numbers.")
      .def(py::init(&make_rules), py::kw_only(), "first_trick_weight"_a = 1, "joker_kind"_a = 0, "joker_lead"_a = 0,
           "must_throw"_a = false, "any_time"_a = false)
      .def_readonly("first_trick_weight", &GameRules::first_trick_weight)
      .def_property_readonly("joker_kind", [](const GameRules& r) { return static_cast<int>(r.jokers.kind); })
      .def_property_readonly("joker_lead", [](const GameRules& r) { return static_cast<int>(r.jokers.lead); })
      .def_property_readonly("must_throw", [](const GameRules& r) { return r.jokers.must_throw; })
      .def_property_readonly("any_time", [](const GameRules& r) { return r.jokers.any_time; });
}

}  // namespace whistsolve::bindings
