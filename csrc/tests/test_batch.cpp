// Batches: the answers of single solves, whatever the number of threads; stopped and failing batches leave valid bounds.
#include "whistsolve/batch.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "check.hpp"
#include "random_problem.hpp"
#include "whistsolve/errors.hpp"
#include "whistsolve/expected_work.hpp"

using namespace whistsolve;

namespace {

struct Case {
  BatchGame game;
  std::vector<CardMask> hands;
  std::size_t deals, cells, answers;
};

Case random_case(ProblemSource& source, int seats, int size, int deals) {
  Case c;
  c.game.seats = seats;
  for (int seat = 0; seat < seats; ++seat)
    c.game.side_of[static_cast<std::size_t>(seat)] = seats == 4 ? (seat % 2 ? 0b1010u : 0b0101u) : 1u << seat;
  c.game.strains = {{3, Ranking::uptown}, {kNoTrump, Ranking::downtown}, {0, Ranking::downtown_aces_bad}};
  c.deals = static_cast<std::size_t>(deals);
  for (int d = 0; d < deals; ++d) {
    Problem p;
    do p = source.problem(seats, size);
    while (std::popcount(p.hands[0]) != size);
    c.hands.insert(c.hands.end(), p.hands.begin(), p.hands.begin() + seats);
  }
  c.cells = c.deals * c.game.strains.size();
  c.answers = c.cells * static_cast<std::size_t>(seats);
  return c;
}

/// `deals` of a number of seats. The strains of a single one are solved in another order where threads share them.
long equal_to_single_solves(ProblemSource& source, int deals) {
  long cases = 0;
  for (const int seats : {2, 3, 4, 6}) {
    const Case c = random_case(source, seats, 4, deals);
    std::vector<std::uint8_t> want(c.answers), done(c.cells);
    Solver solver(1 << 20);
    for (std::size_t d = 0; d < c.deals; ++d)
      for (int leader = 0; leader < seats; ++leader)
        for (std::size_t m = 0; m < c.game.strains.size(); ++m) {
          Problem p;
          p.seats = seats;
          std::copy_n(c.hands.begin() + static_cast<std::ptrdiff_t>(d) * seats, seats, p.hands.begin());
          p.trump = c.game.strains[m].trump;
          p.ranking = c.game.strains[m].ranking;
          p.leader = leader;
          p.side = c.game.side_of[static_cast<std::size_t>(leader)];
          want[(d * static_cast<std::size_t>(seats) + static_cast<std::size_t>(leader)) * c.game.strains.size() + m] =
              static_cast<std::uint8_t>(solver.solve(p).low);
        }
    std::uint64_t work = 0;
    for (const int threads : {1, 2, 5}) {
      Batch batch(threads, 8 << 20);
      std::vector<std::uint8_t> got(c.answers, 99), high(c.answers, 99);
      std::fill(done.begin(), done.end(), std::uint8_t{0});
      std::size_t last = 0;
      CHECK(batch.run(c.game, c.hands, {got, high, done}, [&](std::size_t cells) {
        CHECK(cells >= last && cells <= c.cells);
        last = cells;
        return true;
      }));
      CHECK(got == want && high == want);
      CHECK(last == c.cells);
      CHECK(std::count(done.begin(), done.end(), 1) == static_cast<std::ptrdiff_t>(c.cells));
      if (threads == 1) work = batch.stats().nodes;
      CHECK(batch.stats().nodes == work);
      ++cases;
    }
  }
  return cases;
}

/// Of two strains of one deal, the one that is expected to take longer mostly visits more nodes.
long expected_work_tells(ProblemSource& source) {
  long right = 0, pairs = 0;
  for (int deal = 0; deal < 40; ++deal) {
    Problem p;
    do p = source.problem(4, 9);
    while (std::popcount(p.hands[0]) != 9);
    p.side = 0b0101;
    std::vector<std::pair<double, std::uint64_t>> strains;
    for (p.trump = 0; p.trump < kSuits; ++p.trump) {
      Solver solver(1 << 20);
      solver.solve(p);
      strains.emplace_back(expected_work(pack(p, LaneMap(p.trump, p.ranking))), solver.stats().nodes);
    }
    for (const auto& a : strains)
      for (const auto& b : strains)
        if (a.first > b.first && a.second != b.second) ++pairs, right += a.second > b.second;
  }
  CHECK(pairs > 100);
  CHECK(10 * right > 6 * pairs);
  return 1;
}

/// What was done before the end stays, and is flagged; the rest has bounds. A second run does the rest, and that only.
long stopped(ProblemSource& source) {
  // Many times what can be done before the first tick.
  const Case c = random_case(source, 4, 12, 80);
  std::vector<std::uint8_t> want(c.answers), high(c.answers), done(c.cells);
  Batch whole(2, 8 << 20);
  CHECK(whole.run(c.game, c.hands, {want, high, done}, {}));

  Batch batch(2, 8 << 20);
  std::vector<std::uint8_t> low(c.answers, 99);
  std::fill(high.begin(), high.end(), std::uint8_t{99});
  std::fill(done.begin(), done.end(), std::uint8_t{0});
  const bool all = batch.run(c.game, c.hands, {low, high, done}, [](std::size_t) { return false; });
  CHECK(!all);
  const std::ptrdiff_t before = std::count(done.begin(), done.end(), 1);
  CHECK(before < static_cast<std::ptrdiff_t>(c.cells));
  for (std::size_t i = 0; i < c.answers; ++i) {
    CHECK(low[i] <= want[i] && want[i] <= high[i] && high[i] <= 12);
    if (done[i / 12 * 3 + i % 3]) CHECK(low[i] == high[i]);
  }
  const std::uint64_t work = batch.stats().nodes;
  CHECK(batch.run(c.game, c.hands, {low, high, done}, {}));
  CHECK(low == want && high == want);
  CHECK(std::count(done.begin(), done.end(), 1) == static_cast<std::ptrdiff_t>(c.cells));
  CHECK(before == 0 || batch.stats().nodes - work < whole.stats().nodes);

  // Nothing is left to do, and what is flagged is not touched.
  const std::uint64_t end = batch.stats().nodes;
  low.assign(c.answers, 77);
  CHECK(batch.run(c.game, c.hands, {low, high, done}, {}));
  CHECK(batch.stats().nodes == end && std::count(low.begin(), low.end(), 77) == static_cast<std::ptrdiff_t>(c.answers));
  return 1;
}

/// With no time at all, every cell has bounds that hold and nothing is searched in depth.
long without_time(ProblemSource& source) {
  const Case c = random_case(source, 4, 8, 20);
  std::vector<std::uint8_t> want(c.answers), same(c.answers), low(c.answers, 99), high(c.answers, 99), done(c.cells);
  Batch whole(1, 8 << 20), batch(2, 8 << 20);
  CHECK(whole.run(c.game, c.hands, {want, same, done}, {}));
  std::fill(done.begin(), done.end(), std::uint8_t{0});
  std::size_t last = 0;
  CHECK(batch.run(
      c.game, c.hands, {low, high, done}, [&](std::size_t cells) { return last = cells, true; },
      std::chrono::steady_clock::now()));
  CHECK(last == c.cells);
  for (std::size_t i = 0; i < c.answers; ++i) {
    CHECK(low[i] <= want[i] && want[i] <= high[i] && high[i] <= 8);
    if (done[i / 12 * 3 + i % 3]) CHECK(low[i] == high[i]);
  }
  CHECK(std::count(done.begin(), done.end(), 0) > 0);
  CHECK(batch.stats().nodes < c.answers * 64);
  return 1;
}

long failing(ProblemSource& source) {
  Case c = random_case(source, 4, 5, 50);
  c.hands[4 * 30] = c.hands[4 * 30 + 1];  // one deal with cards in two hands
  Batch batch(3, 8 << 20);
  std::vector<std::uint8_t> got(c.answers), high(c.answers), done(c.cells);
  bool thrown = false;
  try {
    batch.run(c.game, c.hands, {got, high, done}, {});
  } catch (const InvalidProblem&) {
    thrown = true;
  }
  CHECK(thrown);
  return 1;
}

/// Questions of all kinds under the same rules, some about the hands and strain of the one before.
struct Rows {
  int seats;
  GameRules rules;
  std::vector<CardMask> hands;
  std::vector<std::uint8_t> trumps, rankings, leaders, sides, want;

  std::size_t count() const { return trumps.size(); }
  BatchRows all() const { return {seats, hands, trumps, rankings, leaders, sides}; }
};

Rows random_rows(ProblemSource& source, int seats, int size, std::size_t count, const JokerRules& jokers) {
  Rows rows;
  rows.seats = seats;
  rows.rules = {1 + source.below(2), jokers};
  Problem p;
  Solver solver(1 << 20);
  while (rows.count() < count) {
    Problem next = source.problem(seats, size);
    if (std::popcount(next.hands[0]) != size) continue;
    if (rows.count() > 0 && source.below(3) == 0) {
      next.hands = p.hands;
      if (source.below(3)) next.trump = p.trump, next.ranking = p.ranking;
    }
    p = next;
    p.rules = rows.rules;
    rows.hands.insert(rows.hands.end(), p.hands.begin(), p.hands.begin() + seats);
    rows.trumps.push_back(static_cast<std::uint8_t>(p.trump));
    rows.rankings.push_back(static_cast<std::uint8_t>(p.ranking));
    rows.leaders.push_back(static_cast<std::uint8_t>(p.leader));
    rows.sides.push_back(static_cast<std::uint8_t>(p.side));
    rows.want.push_back(static_cast<std::uint8_t>(solver.solve(p).low));
  }
  return rows;
}

long rows_equal_to_single_solves(ProblemSource& source) {
  long cases = 0;
  for (const int seats : {2, 3, 4, 5, 6}) {
    const Rows rows = random_rows(source, seats, 4, 150, source.problem(seats, 4).rules.jokers);
    std::uint64_t work = 0;
    for (const int threads : {1, 2, 5}) {
      Batch batch(threads, 8 << 20);
      std::vector<std::uint8_t> low(rows.count(), 99), high(rows.count(), 99), done(rows.count());
      std::size_t last = 0;
      CHECK(batch.run(rows.rules, rows.all(), {low, high, done}, [&](std::size_t n) {
        CHECK(n >= last && n <= rows.count());
        last = n;
        return true;
      }));
      CHECK(low == rows.want && high == rows.want && last == rows.count());
      CHECK(std::count(done.begin(), done.end(), 1) == static_cast<std::ptrdiff_t>(rows.count()));
      if (threads == 1) work = batch.stats().nodes;
      CHECK(batch.stats().nodes == work);

      // What is flagged is not touched, and the rest is as before.
      for (std::size_t row = 0; row < rows.count(); ++row)
        if (row % 3) low[row] = 77, high[row] = 99, done[row] = row % 3 == 1;
      CHECK(batch.run(rows.rules, rows.all(), {low, high, done}, {}));
      for (std::size_t row = 0; row < rows.count(); ++row) CHECK(low[row] == (row % 3 == 1 ? 77 : rows.want[row]));
      ++cases;
    }
  }
  return cases;
}

/// What was done before the end stays, and is flagged; the rest has bounds, also with no time at all.
long rows_ended_early(ProblemSource& source) {
  // Many times what can be done before the first tick.
  const Rows rows = random_rows(source, 4, 10, 600, JokerRules{});
  const int all = 9 + rows.rules.first_trick_weight;
  for (const bool stopped : {true, false}) {
    Batch batch(2, 8 << 20);
    std::vector<std::uint8_t> low(rows.count(), 99), high(rows.count(), 99), done(rows.count());
    const auto tick = [&](std::size_t) { return !stopped; };
    const auto until = stopped ? Batch::Time::max() : std::chrono::steady_clock::now();
    CHECK(batch.run(rows.rules, rows.all(), {low, high, done}, tick, until) == !stopped);
    CHECK(std::count(done.begin(), done.end(), 0) > 0);
    for (std::size_t i = 0; i < rows.count(); ++i) {
      CHECK(low[i] <= rows.want[i] && rows.want[i] <= high[i] && high[i] <= all);
      if (done[i]) CHECK(low[i] == high[i]);
    }
    CHECK(batch.run(rows.rules, rows.all(), {low, high, done}, {}));
    CHECK(low == rows.want && high == rows.want);
  }
  return 2;
}

template <class Change>
bool refused(Rows rows, Change&& change) {
  Batch batch(2, 8 << 20);
  std::vector<std::uint8_t> low(rows.count()), high(rows.count()), done(rows.count());
  change(rows);
  try {
    batch.run(rows.rules, rows.all(), {low, high, done}, {});
  } catch (const InvalidProblem&) {
    return true;
  }
  return false;
}

long failing_rows(ProblemSource& source) {
  const Rows rows = random_rows(source, 4, 5, 30, JokerRules{});
  CHECK(!refused(rows, [](Rows&) {}));
  CHECK(refused(rows, [](Rows& r) { r.hands[4 * 20] = r.hands[4 * 20 + 1]; }));
  CHECK(refused(rows, [](Rows& r) { r.trumps[7] = 5; }));
  CHECK(refused(rows, [](Rows& r) { r.rankings[7] = 3; }));
  CHECK(refused(rows, [](Rows& r) { r.leaders[29] = 4; }));
  CHECK(refused(rows, [](Rows& r) { r.sides[0] = 0b1111; }));
  CHECK(refused(rows, [](Rows& r) { r.sides[0] = 0; }));
  CHECK(refused(rows, [](Rows& r) { r.leaders.pop_back(); }));
  CHECK(refused(rows, [](Rows& r) { r.hands.pop_back(); }));
  CHECK(refused(rows, [](Rows& r) { r.trumps.push_back(0); }));
  CHECK(refused(rows, [](Rows& r) { r.seats = 1; }));
  return 11;
}

}  // namespace

int main() {
  ProblemSource source(11);
  const long cases = equal_to_single_solves(source, 20) + equal_to_single_solves(source, 1) + expected_work_tells(source) +
                     stopped(source) + without_time(source) + failing(source) + rows_equal_to_single_solves(source) +
                     rows_ended_early(source) + failing_rows(source);
  return check::result("batch", cases);
}
