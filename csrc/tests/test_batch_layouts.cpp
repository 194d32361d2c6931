// Batches of layouts of one situation: the answers of single solves, whatever table was kept; early ends; what is refused.
#include <algorithm>
#include <bit>
#include <vector>

#include "check.hpp"
#include "random_problem.hpp"
#include "whistsolve/batch.hpp"
#include "whistsolve/errors.hpp"

using namespace whistsolve;

namespace {

/// Layouts of one situation: those that make the same cards legal, with the trick in progress before them.
struct Layouts {
  Problem situation;
  std::vector<CardMask> hands;
  CardMask cards;
  std::vector<std::uint8_t> want;

  std::size_t rows() const { return hands.size() / static_cast<std::size_t>(situation.seats); }
  BatchLayouts all() const { return {situation, hands, cards}; }
};

/// Up to `most` layouts, in which the hand to act and the hands of `known` are the same.
Layouts random_layouts(ProblemSource& source, int seats, int size, std::size_t most, unsigned known) {
  Problem p;
  do p = source.problem(seats, size);
  while (std::popcount(p.hands[0]) != size);
  p.rules.first_trick_weight = 1 + source.below(2);
  const LaneMap map(p.trump, p.ranking);
  const Packed packed = pack(p, map);
  Position position(packed);
  source.play_some(p, map, position, seats);
  Layouts found{p, {}, map.unpack(position.legal()), {}};
  known |= 1u << position.to_act();
  CardMask played = 0;
  for (const PlayedCard& card : p.played) played |= CardMask{1} << card.card;

  for (int tried = 0; tried < 400 && found.rows() < most; ++tried) {
    Problem q = p;
    std::vector<CardIndex> unseen;
    for (int seat = 0; seat < seats && tried > 0; ++seat)
      for (CardMask w = known >> seat & 1 ? 0 : p.hands[seat] & ~played; w; w &= w - 1) unseen.push_back(std::countr_zero(w));
    std::shuffle(unseen.begin(), unseen.end(), source.engine());
    for (int seat = 0; seat < seats && tried > 0; ++seat) {
      if (known >> seat & 1) continue;
      q.hands[seat] &= played;
      for (int held = std::popcount(q.hands[seat]); held < size; ++held, unseen.pop_back())
        q.hands[seat] |= CardMask{1} << unseen.back();
    }
    try {
      const Packed other = pack(q, map);
      if (map.unpack(replay(other, map, q.played).legal()) != found.cards) continue;
    } catch (const IllegalPlay&) {
      continue;
    }
    found.hands.insert(found.hands.end(), q.hands.begin(), q.hands.begin() + seats);
    // A solver that has seen no other layout.
    for (const CardAnswer& answer : Solver(1 << 20).solve_cards(q)) found.want.push_back(static_cast<std::uint8_t>(answer.low));
  }
  return found;
}

long layouts_equal_to_single_solves(ProblemSource& source) {
  long cases = 0;
  std::size_t rows = 0;
  for (int round = 0; round < 60; ++round) {
    const int seats = 2 + round % 5;
    const unsigned known = round % 2 ? 1u << source.below(seats) : 0;
    const Layouts layouts = random_layouts(source, seats, seats < 5 ? 5 : 3, 40, known);
    rows += layouts.rows();
    for (const int threads : {1, 2, 5}) {
      Batch batch(threads, 8 << 20);
      std::vector<std::uint8_t> tricks(layouts.want.size(), 99), done(layouts.rows());
      std::size_t last = 0;
      CHECK(batch.run(layouts.all(), {tricks, done}, [&](std::size_t n) {
        CHECK(n >= last && n <= layouts.rows());
        last = n;
        return true;
      }));
      CHECK(tricks == layouts.want && last == layouts.rows());
      CHECK(std::count(done.begin(), done.end(), 1) == static_cast<std::ptrdiff_t>(layouts.rows()));
      ++cases;
    }
  }
  CHECK(rows > 1000);
  return cases;
}

/// With two hands known, the table that is kept saves nodes; with one, every row is searched as if by itself.
long layouts_share_a_table(ProblemSource& source) {
  for (const unsigned known : {0u, 0b1111u}) {
    Layouts layouts;
    do layouts = random_layouts(source, 4, 8, 60, 0);
    while (layouts.rows() < 60 || layouts.situation.trump == kNoTrump || !layouts.situation.played.empty());
    if (known) {  // partners change places, row by row
      const int acts = layouts.situation.leader;
      for (std::size_t row = 0; row < layouts.rows(); ++row)
        for (int seat = 0; seat < 4; ++seat) {
          const int from = row % 2 && (seat ^ acts) & 1 ? seat ^ 2 : seat;
          layouts.hands[row * 4 + static_cast<std::size_t>(seat)] = layouts.hands[static_cast<std::size_t>(from)];
        }
    }
    std::uint64_t alone = 0;
    for (std::size_t row = 0; row < layouts.rows(); ++row) {
      Solver solver(1 << 20);
      Problem p = layouts.situation;
      std::copy_n(layouts.hands.begin() + static_cast<std::ptrdiff_t>(row) * 4, 4, p.hands.begin());
      solver.solve_cards(p);
      alone += solver.stats().nodes;
    }
    Batch batch(1, 8 << 20);
    std::vector<std::uint8_t> tricks(layouts.want.size()), done(layouts.rows());
    CHECK(batch.run(layouts.all(), {tricks, done}, {}));
    CHECK(known ? batch.stats().nodes < alone / 2 : batch.stats().nodes == alone);
  }
  return 2;
}

/// What was done before the end stays, and is flagged; what is flagged is not touched.
long layouts_ended_early(ProblemSource& source) {
  Layouts layouts;
  do layouts = random_layouts(source, 4, 10, 300, 0);
  while (layouts.rows() < 300 || std::popcount(layouts.cards) < 4);
  const std::size_t cards = static_cast<std::size_t>(std::popcount(layouts.cards));
  std::vector<std::uint8_t> tricks(layouts.want.size(), 99), done(layouts.rows());
  Batch batch(2, 8 << 20);
  CHECK(!batch.run(layouts.all(), {tricks, done}, [](std::size_t) { return false; }));
  CHECK(std::count(done.begin(), done.end(), 0) > 0);
  for (std::size_t i = 0; i < tricks.size(); ++i) CHECK(tricks[i] == (done[i / cards] ? layouts.want[i] : 99));
  done[0] = 1;
  std::fill_n(tricks.begin(), cards, std::uint8_t{77});
  CHECK(batch.run(layouts.all(), {tricks, done}, {}));
  for (std::size_t i = 0; i < tricks.size(); ++i) CHECK(tricks[i] == (i < cards ? 77 : layouts.want[i]));
  return 1;
}

template <class Change>
bool refused(Layouts layouts, Change&& change) {
  Batch batch(2, 8 << 20);
  std::vector<std::uint8_t> tricks(layouts.want.size(), 99), done(layouts.rows());
  change(layouts);
  try {
    batch.run(layouts.all(), {tricks, done}, {});
  } catch (const InvalidProblem&) {
    CHECK(std::count(tricks.begin(), tricks.end(), 99) == static_cast<std::ptrdiff_t>(tricks.size()));
    return true;
  }
  return false;
}

long failing_layouts(ProblemSource& source) {
  Layouts layouts;
  do layouts = random_layouts(source, 4, 5, 20, 0);
  while (layouts.rows() < 20 || layouts.situation.played.empty());
  CHECK(!refused(layouts, [](Layouts&) {}));
  CHECK(refused(layouts, [](Layouts& l) { l.cards &= l.cards - 1; }));
  CHECK(refused(layouts, [](Layouts& l) { l.hands.resize(l.hands.size() - 4); }));
  CHECK(refused(layouts, [](Layouts& l) { l.hands[76] = l.hands[77]; }));
  CHECK(refused(layouts, [](Layouts& l) { std::reverse(l.hands.end() - 4, l.hands.end()); }));
  CHECK(refused(layouts, [](Layouts& l) { l.situation.trump = 5; }));
  CHECK(refused(layouts, [](Layouts& l) { l.situation.side = 0b1111; }));
  CHECK(refused(layouts, [](Layouts& l) { l.situation.seats = 1; }));
  return 8;
}

}  // namespace

int main() {
  ProblemSource source(12);
  const long cases = layouts_equal_to_single_solves(source) + layouts_share_a_table(source) + layouts_ended_early(source) +
                     failing_layouts(source);
  return check::result("batch of layouts", cases);
}
