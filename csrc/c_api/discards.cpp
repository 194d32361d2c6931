// Which cards a hand gives up.
#include "checked.hpp"
#include "whistsolve/discard_solver.hpp"
#include "whistsolve/solver.hpp"

using namespace whistsolve;
using namespace whistsolve::c_api;

struct whistsolve_discards {
  DiscardSolver solver;
};

int whistsolve_discards_new(const whistsolve_problem* problem, int32_t holder, size_t bytes, whistsolve_discards** discards,
                            whistsolve_error* error) {
  return guarded(error, [&] {
    given(discards, "discards");
    *discards = new whistsolve_discards{{read_problem(problem), holder, bytes ? bytes : Solver::kDefaultBytes}};
  });
}

void whistsolve_discards_free(whistsolve_discards* discards) { delete discards; }
void whistsolve_discards_stop(whistsolve_discards* discards) {
  if (discards) discards->solver.interrupt().stop();
}
void whistsolve_discards_resume(whistsolve_discards* discards) {
  if (discards) discards->solver.interrupt().resume();
}

int whistsolve_find_best_discard(whistsolve_discards* discards, const whistsolve_budget* budget, whistsolve_best_discard* best,
                                 whistsolve_error* error) {
  return guarded(error, [&] {
    read_struct(best, "best");
    const DiscardAnswer found = given(discards, "discards").solver.best(read_budget(budget));
    write_struct({0, found.low, found.high, found.cards, found.stats.nodes}, best);
    if (found.stopped) throw SolveStopped();
  });
}

int whistsolve_value_discard(whistsolve_discards* discards, uint64_t cards, const whistsolve_budget* budget,
                             whistsolve_answer* answer, whistsolve_error* error) {
  return guarded(error, [&] {
    read_struct(answer, "answer");
    const auto [low, high] = given(discards, "discards").solver.value(cards, read_budget(budget));
    write_struct({0, low, high, 0, 0}, answer);
  });
}

int whistsolve_discards_reaching(whistsolve_discards* discards, int32_t tricks, const whistsolve_budget* budget,
                                 void (*each)(void* data, uint64_t cards), void* data, uint64_t* count,
                                 whistsolve_error* error) {
  return guarded(error, [&] {
    std::function<void(CardMask)> call;
    if (each) call = [&](CardMask cards) { each(data, cards); };
    given(count, "count") = given(discards, "discards").solver.reaching(tricks, call, read_budget(budget));
  });
}
