// Memory that cannot be had, at each allocation of a solve, a discard, a batch and alpha-mu: an error, nothing leaked, and right
// answers afterwards.
#include <algorithm>
#include <bit>
#include <memory>
#include <vector>

#include "check.hpp"
#include "failing_memory.hpp"
#include "random_problem.hpp"
#include "whistsolve/alpha_mu.hpp"
#include "whistsolve/batch.hpp"
#include "whistsolve/discard_solver.hpp"
#include "whistsolve/solver.hpp"

using namespace whistsolve;
using failing_memory::Failing;

namespace {

constexpr std::size_t kBytes = std::size_t{1} << 21;

/// Runs `act` once for each of its allocations, which fails, alone or with all that follow; then `check`, with memory again.
/// What `act` throws is std::bad_alloc, and not one byte more is allocated after `check` than before `act`.
template <class Act, class Check>
long every_failure(Act&& act, Check&& check) {
  long cases = 0;
  for (const bool for_good : {false, true}) {
    for (long n = 0;; ++n, ++cases) {
      const long before = failing_memory::live_bytes;
      {
        Failing failing(n, for_good);
        try {
          act();
        } catch (const std::bad_alloc&) {
        }
      }
      const bool failed = failing_memory::failed;
      check();
      CHECK(failing_memory::live_bytes == before);
      if (!failed) break;
    }
  }
  return cases;
}

/// A problem of full hands, the leader and the partner on one side.
Problem problem_of(ProblemSource& source, int seats, int size, int trump) {
  for (;;) {
    Problem p = source.problem(seats, size);
    if (std::popcount(p.hands[0]) != size) continue;
    p.trump = trump;
    p.leader = 0;
    p.side = seats == 4 ? 0b0101 : 0b001;
    return p;
  }
}

/// With patterns enough that the table grows and a chain forks, each of which allocates, and nodes few enough to be searched often.
Problem busy_search(ProblemSource& source) {
  for (;;) {
    const Problem p = problem_of(source, 4, 10, 1);
    Solver solver(kBytes);
    Failing counted(failing_memory::kNever - 1, false);
    solver.solve(p);
    const long calls = failing_memory::kNever - 1 - failing_memory::calls_left;
    if (calls > 10 && solver.stats().nodes < 100'000) return p;
  }
}

struct Found {
  std::vector<int> tricks;
  friend bool operator==(const Found&, const Found&) = default;
};

Found solved(Solver& solver, const Problem& problem) {
  Found found{{solver.solve(problem).low}};
  for (const CardAnswer& c : solver.solve_cards(problem)) found.tricks.push_back(64 * c.card + c.low);
  return found;
}

/// What is made once for the process is made the next time where it could not be.
long first_of_the_process() {
  try {
    Failing failing(0, true);
    (void)architectures();
    CHECK(false);
  } catch (const std::bad_alloc&) {
  }
  CHECK(!architectures().empty());
  (void)chosen_architecture();
  return 1;
}

/// A solver that is made and used once, and one that goes on after a failure: with the same problem, and with one of another game.
long solvers(ProblemSource& source) {
  const Problem problem = busy_search(source), other = problem_of(source, 3, 5, kNoTrump);
  Solver reference(kBytes);
  const Found want = solved(reference, problem), want_other = solved(reference, other);
  long cases = every_failure(
      [&] {
        Solver solver(kBytes);
        CHECK(solved(solver, problem) == want);
      },
      [] {});
  std::unique_ptr<Solver> solver;
  const long before = failing_memory::live_bytes;
  cases += every_failure(
      [&] {
        // As it is after another game, and without one byte that is counted for it.
        const long calls = failing_memory::calls_left.exchange(failing_memory::kNever);
        solver = std::make_unique<Solver>(kBytes);
        CHECK(solved(*solver, other) == want_other);
        failing_memory::calls_left = calls;
        CHECK(solved(*solver, problem) == want);
      },
      [&] {
        CHECK(solved(*solver, problem) == want);
        CHECK(solved(*solver, other) == want_other);
        solver.reset();
      });
  CHECK(failing_memory::live_bytes == before);
  return cases;
}

long discards(ProblemSource& source) {
  Problem problem = problem_of(source, 4, 5, 2);
  CardMask rest = kAllCards;
  for (const CardMask hand : problem.hands) rest &= ~hand;
  for (int more = 0; more < 2; ++more, rest &= rest - 1) problem.hands[0] |= lowest(rest);
  DiscardSolver reference(problem, 0, kBytes);
  const DiscardAnswer want = reference.best();
  const std::uint64_t count = reference.reaching(want.low, {});
  const auto check = [&](DiscardSolver& solver) {
    const DiscardAnswer found = solver.best();
    CHECK(found.exact() && found.low == want.low && found.cards == want.cards);
    std::vector<CardMask> all;
    CHECK(solver.reaching(found.low, [&](CardMask discard) { all.push_back(discard); }) == count && all.size() == count);
    CHECK(solver.value(want.cards) == std::pair(want.low, want.low));
  };
  std::unique_ptr<DiscardSolver> solver;
  return every_failure(
      [&] {
        solver = std::make_unique<DiscardSolver>(problem, 0, kBytes);
        check(*solver);
      },
      [&] {
        if (solver) check(*solver);
        solver.reset();
      });
}

/// Deals of four in two strains, by cells, rows and layouts: what is said to be done is right, and the rest is done the next time.
class Batches {
 public:
  Batches(ProblemSource& source, int deals, int size) {
    for (int seat = 0; seat < 4; ++seat) game_.side_of[static_cast<std::size_t>(seat)] = seat % 2 ? 0b1010u : 0b0101u;
    game_.strains = {{2, Ranking::uptown}, {kNoTrump, Ranking::downtown}};
    for (int deal = 0; deal < deals; ++deal) {
      const Problem p = problem_of(source, 4, size, kNoTrump);
      hands_.insert(hands_.end(), p.hands.begin(), p.hands.begin() + 4);
    }
    const auto count = static_cast<std::size_t>(deals);
    trumps_.assign(count, 1), rankings_.assign(count, 0), leaders_.assign(count, 2), sides_.assign(count, 0b0101);
  }

  std::size_t cells() const { return hands_.size() / 4 * game_.strains.size(); }

  struct Written {
    std::vector<std::uint8_t> low, high, done;
    Batch::Results results() { return {low, high, done}; }
  };
  Written nothing(std::size_t answers, std::size_t done) const {
    return {std::vector<std::uint8_t>(answers, 99), std::vector<std::uint8_t>(answers, 99), std::vector<std::uint8_t>(done)};
  }

  bool run_cells(Batch& batch, Written& to, const Batch::Tick& tick = {}) const {
    return batch.run(game_, hands_, to.results(), tick);
  }
  bool run_rows(Batch& batch, Written& to) const {
    return batch.run(GameRules{}, {4, hands_, trumps_, rankings_, leaders_, sides_}, to.results(), {});
  }

  /// `to` is what a run left, `want` what is right; each cell has an answer for so many leaders.
  static void check_done(const Written& to, const Written& want, std::size_t leaders, std::size_t strains) {
    for (std::size_t cell = 0; cell < to.done.size(); ++cell) {
      if (!to.done[cell]) continue;
      for (std::size_t s = 0; s < leaders; ++s) {
        const std::size_t at = (cell / strains * leaders + s) * strains + cell % strains;
        CHECK(to.low[at] == want.low[at] && to.high[at] == want.high[at]);
      }
    }
  }

  long fail(int threads) const {
    long cases = 0;
    Written cells_want = nothing(4 * cells(), cells()), rows_want = nothing(trumps_.size(), trumps_.size());
    Batch reference(1, kBytes);
    CHECK(run_cells(reference, cells_want) && run_rows(reference, rows_want));
    cases += fail(threads, cells_want, 4, game_.strains.size(), [&](Batch& b, Written& to) { return run_cells(b, to); });
    cases += fail(threads, rows_want, 1, 1, [&](Batch& b, Written& to) { return run_rows(b, to); });
    return cases;
  }

  /// A tick that throws ends the batch at once, and the solvers are there for the next one.
  long throwing_tick() const {
    Batch batch(3, std::size_t{1} << 20);
    Written to = nothing(4 * cells(), cells());
    std::size_t seen = 0;
    try {
      run_cells(batch, to, [&](std::size_t done) -> bool {
        seen = done;
        throw std::bad_alloc();
      });
      CHECK(false);
    } catch (const std::bad_alloc&) {
    }
    const auto done = static_cast<std::size_t>(std::count(to.done.begin(), to.done.end(), 1));
    CHECK(done >= seen && (2 * seen > cells() || done < cells()));
    Written want = nothing(4 * cells(), cells());
    CHECK(run_cells(batch, want) && want.low == want.high);
    check_done(to, want, 4, game_.strains.size());
    return 1;
  }

 private:
  template <class Run>
  long fail(int threads, const Written& want, std::size_t leaders, std::size_t strains, Run&& run) const {
    std::unique_ptr<Batch> batch;
    std::unique_ptr<Written> to;
    return every_failure(
        [&] {
          const long calls = failing_memory::calls_left.exchange(failing_memory::kNever);
          to = std::make_unique<Written>(nothing(want.low.size(), want.done.size()));
          failing_memory::calls_left = calls;
          batch = std::make_unique<Batch>(threads, kBytes);
          CHECK(run(*batch, *to));
        },
        [&] {
          check_done(*to, want, leaders, strains);
          if (batch) {
            CHECK(run(*batch, *to) && to->low == want.low && to->high == want.high && to->done == want.done);
            CHECK(batch->threads() == threads);
          }
          batch.reset();
          to.reset();
        });
  }

  BatchGame game_;
  std::vector<CardMask> hands_;
  std::vector<std::uint8_t> trumps_, rankings_, leaders_, sides_;
};

/// The hands of two seats, and one more layout in which the other two have changed theirs.
long alpha_mu_calls(ProblemSource& source) {
  AlphaMuQuestion q;
  q.game = problem_of(source, 4, 5, 3);
  q.layouts = {q.game.hands, q.game.hands};
  std::swap(q.layouts[1][1], q.layouts[1][3]);
  q.weights = {1, 1};
  q.controls = 0b0101;
  q.target = 3;
  q.depth = 3;
  const Interrupt never;
  const auto weights = [&] {
    std::vector<double> all;
    for (const AlphaMuCard& c : alpha_mu(q, kBytes, never, {}).cards) all.push_back(c.weight);
    return all;
  };
  const std::vector<double> want = weights();
  return every_failure([&] { CHECK(weights() == want); }, [] {});
}

}  // namespace

int main() {
  ProblemSource source(31);
  long cases = first_of_the_process() + solvers(source) + discards(source) + alpha_mu_calls(source);
  const Batches few(source, 3, 4);
  for (const int threads : {1, 3}) cases += few.fail(threads);
  cases += Batches(source, 30, 11).throwing_tick();
  return check::result("allocation", cases);
}
