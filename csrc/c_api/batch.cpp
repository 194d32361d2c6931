// Many questions, distributed over threads.
#include "whistsolve/batch.hpp"

#include <chrono>
#include <thread>

#include "checked.hpp"

using namespace whistsolve;
using namespace whistsolve::c_api;

struct whistsolve_batch {
  Batch batch;
};

namespace {

template <class Question>
Batch::Tick tick_of(const Question& question) {
  if (!question.progress) return {};
  return [call = question.progress, data = question.data](std::size_t done) { return call(data, done) != 0; };
}

Batch::Time end_of(double seconds) {
  const whistsolve_budget budget = {sizeof(budget), 0, seconds};
  return read_budget(&budget).until;
}

void check_seats(int seats) {
  if (seats < kMinSeats || seats > kMaxSeats) wrong_argument("seats is " + std::to_string(seats) + ": expected 2 to 6");
}

/// An array of the caller's, which may be NULL where it is empty.
template <class T>
std::span<T> array(T* from, std::size_t count, const char* name) {
  if (count) given(from, name);
  return {from, count};
}

}  // namespace

int whistsolve_batch_new(int threads, size_t bytes, whistsolve_batch** batch, whistsolve_error* error) {
  return guarded(error, [&] {
    given(batch, "batch");
    if (threads < 0 || threads > 1024) wrong_argument("threads is " + std::to_string(threads) + ": expected 0 to 1024");
    if (!threads) threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    *batch = new whistsolve_batch{Batch(threads, bytes ? bytes : Solver::kDefaultBytes * static_cast<std::size_t>(threads))};
  });
}

void whistsolve_batch_free(whistsolve_batch* batch) { delete batch; }

int whistsolve_solve_table(whistsolve_batch* batch, const whistsolve_table* table, whistsolve_error* error) {
  return guarded(error, [&] {
    const whistsolve_table asked = read_struct(table, "table");
    check_seats(asked.seats);
    if (asked.strains < 0) wrong_argument("table.strains is negative");
    BatchGame game;
    game.seats = asked.seats;
    game.rules = read_rules(asked.rules);
    std::copy_n(asked.side_of, kMaxSeats, game.side_of.begin());
    const std::size_t strains = static_cast<std::size_t>(asked.strains), seats = static_cast<std::size_t>(asked.seats);
    const auto trumps = array(asked.trumps, strains, "table.trumps");
    for (std::size_t m = 0; m < strains; ++m)
      game.strains.push_back({trumps[m], read_ranking(asked.rankings ? asked.rankings[m] : 0)});
    const std::size_t cells = asked.deals * strains;
    const auto hands = array(asked.hands, asked.deals * seats, "table.hands");
    const Batch::Results results{array(asked.low, cells * seats, "table.low"), array(asked.high, cells * seats, "table.high"),
                                 array(asked.done, cells, "table.done")};
    if (!given(batch, "batch").batch.run(game, hands, results, tick_of(asked), end_of(asked.seconds))) throw SolveStopped();
  });
}

int whistsolve_solve_rows(whistsolve_batch* batch, const whistsolve_rows* rows, whistsolve_error* error) {
  return guarded(error, [&] {
    const whistsolve_rows asked = read_struct(rows, "rows");
    check_seats(asked.seats);
    const std::size_t count = asked.count;
    const BatchRows questions{asked.seats,
                              array(asked.hands, count * static_cast<std::size_t>(asked.seats), "rows.hands"),
                              array(asked.trumps, count, "rows.trumps"),
                              array(asked.rankings, count, "rows.rankings"),
                              array(asked.leaders, count, "rows.leaders"),
                              array(asked.sides, count, "rows.sides")};
    const Batch::Results results{array(asked.low, count, "rows.low"), array(asked.high, count, "rows.high"),
                                 array(asked.done, count, "rows.done")};
    if (!given(batch, "batch").batch.run(read_rules(asked.rules), questions, results, tick_of(asked), end_of(asked.seconds)))
      throw SolveStopped();
  });
}
