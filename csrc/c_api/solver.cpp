// One question at a time: values, lines, traces, and where a play stands.
#include "whistsolve/solver.hpp"

#include <algorithm>

#include "checked.hpp"

using namespace whistsolve;
using namespace whistsolve::c_api;

struct whistsolve_solver {
  Solver solver;
};

namespace {

/// The first of the answers that are best for the hand to act.
const CardAnswer& best_of(const std::vector<CardAnswer>& answers, bool on_side) {
  return *std::min_element(answers.begin(), answers.end(),
                           [&](const CardAnswer& a, const CardAnswer& b) { return on_side ? a.low > b.low : a.low < b.low; });
}

bool is_exact(const CardAnswer& answer) { return answer.low == answer.high; }

}  // namespace

const char* whistsolve_version(void) { return WHISTSOLVE_VERSION; }

int whistsolve_solver_new(size_t bytes, whistsolve_solver** solver, whistsolve_error* error) {
  return guarded(error,
                 [&] { given(solver, "solver") = new whistsolve_solver{Solver(bytes ? bytes : Solver::kDefaultBytes)}; });
}

void whistsolve_solver_free(whistsolve_solver* solver) { delete solver; }
void whistsolve_solver_stop(whistsolve_solver* solver) {
  if (solver) solver->solver.interrupt().stop();
}
void whistsolve_solver_resume(whistsolve_solver* solver) {
  if (solver) solver->solver.interrupt().resume();
}

int whistsolve_solve(whistsolve_solver* solver, const whistsolve_problem* problem, const whistsolve_budget* budget,
                     whistsolve_answer* answer, whistsolve_error* error) {
  return guarded(error, [&] {
    read_struct(answer, "answer");
    const Answer found = given(solver, "solver").solver.solve(read_problem(problem), read_budget(budget));
    write_struct({0, found.low, found.high, found.won, found.relevant}, answer);
  });
}

int whistsolve_solve_cards(whistsolve_solver* solver, const whistsolve_problem* problem, const whistsolve_budget* budget,
                           whistsolve_card_answers* answers, whistsolve_error* error) {
  return guarded(error, [&] {
    read_struct(answers, "answers");
    whistsolve_card_answers found = {};
    for (const CardAnswer& each :
         given(solver, "solver")
             .solver.solve_cards(read_problem(problem), read_budget(budget), Reuse::same_hands, Names::each)) {
      const int i = found.count++;
      found.card[i] = each.card;
      found.named[i] = each.named_suit;
      found.low[i] = each.low;
      found.high[i] = each.high;
    }
    write_struct(found, answers);
  });
}

int whistsolve_best_line(whistsolve_solver* solver, const whistsolve_problem* problem, const whistsolve_budget* budget,
                         whistsolve_line* line, whistsolve_error* error) {
  return guarded(error, [&] {
    read_struct(line, "line");
    Problem at = read_problem(problem);
    const Budget limits = read_budget(budget);
    const LaneMap map(at.trump, at.ranking);
    const Packed packed = pack(at, map);
    whistsolve_line found = {};
    for (;;) {
      const Position position = replay(packed, map, at.played);
      const std::vector<CardAnswer> answers =
          given(solver, "solver").solver.solve_cards(at, limits, Reuse::same_hands, Names::each);
      if (answers.empty() || !std::all_of(answers.begin(), answers.end(), is_exact)) break;
      const CardAnswer& best = best_of(answers, at.side >> position.to_act() & 1);
      found.card[found.count] = best.card;
      found.named[found.count++] = best.named_suit;
      at.played.push_back({best.card, best.named_suit});
    }
    write_struct(found, line);
  });
}

int whistsolve_trace(whistsolve_solver* solver, const whistsolve_problem* problem, const whistsolve_budget* budget,
                     int32_t* low, int32_t* high, whistsolve_error* error) {
  return guarded(error, [&] {
    given(low, "low"), given(high, "high");
    Problem at = read_problem(problem);
    const Budget limits = read_budget(budget);
    // From the end: what follows a card is in the table when the card is asked for.
    for (std::size_t i = at.played.size() + 1; i-- > 0; at.played.resize(i ? i - 1 : 0)) {
      const Answer found = given(solver, "solver").solver.solve(at, limits);
      low[i] = found.won + found.low;
      high[i] = found.won + found.high;
    }
  });
}

int whistsolve_replay(const whistsolve_problem* problem, whistsolve_position* position, whistsolve_error* error) {
  return guarded(error, [&] {
    read_struct(position, "position");
    Problem given_problem = read_problem(problem);
    const LaneMap map(given_problem.trump, given_problem.ranking);
    const Packed packed = pack(given_problem, map);
    const Position now = replay(packed, map, given_problem.played);
    whistsolve_position at = {};
    at.to_act = now.over() ? -1 : now.to_act();
    at.leader = now.leader();
    at.on_table = now.on_table();
    at.tricks_done = now.tricks_done();
    const int done = now.tricks_done() ? now.tricks_done() - 1 + packed.first_trick_weight : 0;
    at.won = given_problem.side & 1 ? now.won() : done - now.won();
    Word legal = now.over() ? 0 : now.legal();
    at.legal = map.unpack(legal);
    for (; legal; legal &= legal - 1)
      if (now.needs_name(lowest(legal))) at.needs_name |= map.unpack(lowest(legal));
    for (int seat = 0; seat < packed.seats; ++seat) at.hands[seat] = map.unpack(now.hand(seat));
    for (int trick = now.tricks_done(); trick-- > 0;) {
      given_problem.played.resize(static_cast<std::size_t>((trick + 1) * packed.seats));
      at.winner[trick] = replay(packed, map, given_problem.played).leader();
    }
    write_struct(at, position);
  });
}
