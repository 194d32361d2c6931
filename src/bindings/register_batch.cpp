#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "shared.hpp"
#include "whistsolve/batch.hpp"
#include "whistsolve/errors.hpp"

namespace py = pybind11;
using namespace py::literals;

namespace whistsolve::bindings {
namespace {

class SharedBatch : public Shared<Batch> {
 public:
  SharedBatch(int threads, std::size_t table_bytes) : Shared(threads, table_bytes), threads(std::max(threads, 1)) {}
  const int threads;
};

using Masks = py::array_t<CardMask, py::array::c_style>;
using Bytes = py::array_t<std::uint8_t, py::array::c_style>;

std::span<std::uint8_t> written(Bytes& array) { return {array.mutable_data(), static_cast<std::size_t>(array.size())}; }

/// Handles Python's signals and reports progress. An exception of either ends the batch.
Batch::Tick tick_of(const py::object& progress) {
  return [&progress, end = EndOfCall()](std::size_t cells_done) {
    return with_gil([&] {
      if (end.raised()) return false;
      if (progress.is_none()) return true;
      try {
        progress(cells_done);
      } catch (py::error_already_set& e) {
        e.restore();
        return false;
      }
      return true;
    });
  };
}

/// Runs without the GIL. That is safe: the arrays are kept alive by the caller and are written by this batch alone.
template <class Run>
bool without_gil(SharedBatch& batch, Run&& run) {
  return batch.alone([&](Batch& b) {
    EndOfCall().check();
    bool all;
    {
      const WithoutGil without;
      all = run(b);
    }
    if (PyErr_Occurred()) throw py::error_already_set();
    return all;
  });
}

/// Writes the bounds of every cell; returns whether the batch was finished.
bool run(SharedBatch& batch, const Masks& hands, const std::vector<std::pair<int, int>>& strains,
         const std::vector<unsigned>& side_of, const GameRules& rules, Bytes& low, Bytes& high, Bytes& done,
         const py::object& progress, std::optional<double> time_limit) {
  const auto until = end_of(time_limit);
  if (hands.ndim() != 2 || static_cast<std::size_t>(hands.shape(1)) != side_of.size() ||
      side_of.size() > static_cast<std::size_t>(kMaxSeats))
    throw InvalidProblem("hands have the shape (deals, seats), with a side for each seat");
  BatchGame game;
  game.seats = static_cast<int>(side_of.size());
  game.rules = rules;
  std::copy(side_of.begin(), side_of.end(), game.side_of.begin());
  for (const auto& [trump, ranking] : strains) {
    if (ranking < 0 || ranking > 2) throw InvalidProblem("ranking is 0, 1 or 2");
    game.strains.push_back({trump, static_cast<Ranking>(ranking)});
  }
  const auto cells = hands.shape(0) * static_cast<py::ssize_t>(strains.size());
  if (low.size() != cells * hands.shape(1) || high.size() != low.size() || done.size() != cells)
    throw InvalidProblem("the arrays for the results do not fit the deals");

  const std::span<const CardMask> in(hands.data(), static_cast<std::size_t>(hands.size()));
  const Batch::Results results{written(low), written(high), written(done)};
  const Batch::Tick tick = tick_of(progress);
  return without_gil(batch, [&](Batch& b) { return b.run(game, in, results, tick, until); });
}

/// Writes the bounds of every row; returns whether the batch was finished.
bool run_rows(SharedBatch& batch, const Masks& hands, const Bytes& trumps, const Bytes& rankings, const Bytes& leaders,
              const Bytes& sides, const GameRules& rules, Bytes& low, Bytes& high, Bytes& done, const py::object& progress,
              std::optional<double> time_limit) {
  const auto until = end_of(time_limit);
  if (hands.ndim() != 2 || hands.shape(1) < kMinSeats || hands.shape(1) > kMaxSeats)
    throw InvalidProblem("hands have the shape (rows, seats), with two to six seats");
  for (const Bytes* array : {&trumps, &rankings, &leaders, &sides, static_cast<const Bytes*>(&low),
                             static_cast<const Bytes*>(&high), static_cast<const Bytes*>(&done)})
    if (array->ndim() != 1 || array->shape(0) != hands.shape(0))
      throw InvalidProblem("each row of hands has one element in every other array");
  const auto read = [](const Bytes& array) {
    return std::span<const std::uint8_t>(array.data(), static_cast<std::size_t>(array.size()));
  };
  const BatchRows rows{static_cast<int>(hands.shape(1)),
                       {hands.data(), static_cast<std::size_t>(hands.size())},
                       read(trumps),
                       read(rankings),
                       read(leaders),
                       read(sides)};
  const Batch::Results results{written(low), written(high), written(done)};
  const Batch::Tick tick = tick_of(progress);
  return without_gil(batch, [&](Batch& b) { return b.run(rules, rows, results, tick, until); });
}

/// Writes the tricks of every legal card in every layout; returns whether the batch was finished.
bool run_cards(SharedBatch& batch, const Masks& hands, const Problem& situation, CardMask cards, Bytes& tricks, Bytes& done,
               const py::object& progress, std::optional<double> time_limit, bool each_name) {
  const auto until = end_of(time_limit);
  if (hands.ndim() != 2 || hands.shape(1) != situation.seats)
    throw InvalidProblem("hands have the shape (rows, seats), with a hand for each seat of the situation");
  const BatchLayouts layouts{
      situation, {hands.data(), static_cast<std::size_t>(hands.size())}, cards, each_name ? Names::each : Names::best};
  const Batch::CardResults results{written(tricks), written(done)};
  const Batch::Tick tick = tick_of(progress);
  return without_gil(batch, [&](Batch& b) { return b.run(layouts, results, tick, until); });
}

}  // namespace

void register_batch(py::module_& m) {
  py::class_<SharedBatch>(m, "Batch", "Solvers for several threads, sharing one memory cap. One thread at a time may use it.")
      .def(py::init<int, std::size_t>(), "threads"_a, "table_bytes"_a)
      .def("run", &run, "hands"_a, "strains"_a, "side_of"_a, py::kw_only(), "rules"_a, "low"_a, "high"_a, "done"_a,
           "progress"_a = py::none(), "time_limit"_a = py::none(),
           "Writes bounds of the leader's side's tricks to low and high (deals, seats, strains), and flags of what is"
           " exact to done (deals, strains); what is flagged before is left alone.")
      .def("run_rows", &run_rows, "hands"_a, "trumps"_a, "rankings"_a, "leaders"_a, "sides"_a, py::kw_only(), "rules"_a,
           "low"_a, "high"_a, "done"_a, "progress"_a = py::none(), "time_limit"_a = py::none(),
           "Writes bounds of the tricks of each row's side to low and high (rows), and flags of what is exact to done"
           " (rows); what is flagged before is left alone. Hands are (rows, seats), all else is (rows).")
      .def("run_cards", &run_cards, "hands"_a, "situation"_a, "cards"_a, py::kw_only(), "tricks"_a, "done"_a,
           "progress"_a = py::none(), "time_limit"_a = py::none(), "each_name"_a = false,
           "Writes the tricks of the situation's side for each of its legal cards, ascending, to tricks (rows, cards), and"
           " flags of what is exact to done (rows); what is flagged before is left alone. Hands are (rows, seats), before"
           " the cards played. With each_name a led joker that names a suit has a column for each suit.")
      .def_readonly("threads", &SharedBatch::threads)
      .def_property_readonly(
          "nodes", [](const SharedBatch& b) { return b.stats().nodes; },
          "Cards played in all searches of calls that have ended.");
}

}  // namespace whistsolve::bindings
