// Rows of a batch, in one thread or two: answers are those of minimax over the plain model of the game, and rows that are not legal
// or arrays that are too short are refused with the engine's own error. A target of libFuzzer; what it finds aborts.
#include <algorithm>
#include <vector>

#include "../tests/plain_game.hpp"
#include "fuzz_checks.hpp"
#include "fuzz_input.hpp"
#include "whistsolve/batch.hpp"
#include "whistsolve/errors.hpp"

using namespace whistsolve;
using fuzz::require;

namespace {

constexpr int kMostCards = 12;  ///< in a row, as beyond minimax takes too long

/// Numbers of rows as a caller of the engine gives them.
struct Rows {
  std::vector<CardMask> hands;
  std::vector<std::uint8_t> trumps, rankings, leaders, sides, low, high, done;

  void add(const Problem& p) {
    hands.insert(hands.end(), p.hands.begin(), p.hands.begin() + p.seats);
    trumps.push_back(static_cast<std::uint8_t>(p.trump));
    rankings.push_back(static_cast<std::uint8_t>(p.ranking));
    leaders.push_back(static_cast<std::uint8_t>(p.leader));
    sides.push_back(static_cast<std::uint8_t>(p.side));
    for (std::vector<std::uint8_t>* out : {&low, &high}) out->push_back(99);
    done.push_back(0);
  }
  std::size_t count() const { return trumps.size(); }
};

/// One row, as the numbers say by now.
Problem row_of(const Rows& rows, const Problem& game, std::size_t row) {
  Problem p = game;
  const auto seats = static_cast<std::size_t>(game.seats);
  std::copy_n(rows.hands.begin() + static_cast<std::ptrdiff_t>(row * seats), seats, p.hands.begin());
  p.trump = rows.trumps[row];
  p.ranking = static_cast<Ranking>(rows.rankings[row]);
  p.leader = rows.leaders[row];
  p.side = rows.sides[row];
  return p;
}

/// Changes one number, or takes one away.
void spoil(fuzz::Input& input, Rows& rows) {
  std::vector<std::uint8_t>* const numbers[] = {&rows.trumps, &rows.rankings, &rows.leaders, &rows.sides,
                                                &rows.low,    &rows.high,     &rows.done};
  const int which = input.below(9);
  if (which == 8) {
    rows.hands[static_cast<std::size_t>(input.below(static_cast<int>(rows.hands.size())))] ^= CardMask{1} << input.below(64);
    return;
  }
  if (which == 7) {
    rows.hands.pop_back();
    return;
  }
  std::vector<std::uint8_t>& changed = *numbers[which];
  const auto at = static_cast<std::size_t>(input.below(static_cast<int>(changed.size())));
  if (which < 4 && input.below(4)) changed[at] = static_cast<std::uint8_t>(input.byte());
  else if (which > 0) changed.pop_back();  // of trumps there is one for each row by definition
}

/// Whether the engine is to answer, by what batch.hpp says: then every array has an element for each row.
bool is_legal(const Rows& rows, const Problem& game) {
  const std::size_t count = rows.count();
  if (rows.hands.size() / static_cast<std::size_t>(game.seats) < count) return false;
  for (const auto* each : {&rows.rankings, &rows.leaders, &rows.sides, &rows.low, &rows.high, &rows.done})
    if (each->size() < count) return false;
  for (std::size_t row = 0; row < count; ++row)
    if (rows.rankings[row] > 2 || !fuzz::is_dealt_rightly(row_of(rows, game, row))) return false;
  return true;
}

void check_answers(const Rows& rows, const Problem& game) {
  for (std::size_t row = 0; row < rows.count(); ++row) {
    const Problem p = row_of(rows, game, row);
    const plain::Game plain(p);
    const int value = plain::Minimax(plain, p.side).value(plain.start());
    require(rows.done[row] && rows.low[row] == value && rows.high[row] == value, "a row is wrong", p);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  const int threads = 1 + input.one_in(8);  // starting them takes longer than the rest
  Problem game = fuzz::legal_problem(input);
  Rows rows;
  for (int left = 1 + input.below(4); left > 0; --left) {
    Problem p = game;
    p.trump = input.below(kNoTrump + 1);
    p.ranking = static_cast<Ranking>(input.below(3));
    p.leader = input.below(p.seats);
    p.side = 1u + static_cast<unsigned>(input.below((1 << p.seats) - 2));
    std::rotate(p.hands.begin(), p.hands.begin() + input.below(p.seats), p.hands.begin() + p.seats);
    rows.add(p);
  }
  if (input.one_in(3)) spoil(input, rows);
  if (input.one_in(32)) game.rules.first_trick_weight = input.byte() - 128;

  const bool legal = is_legal(rows, game);
  Batch batch(threads, input.one_in(4) ? std::size_t{1} : std::size_t{1} << 16);
  const BatchRows given{game.seats, rows.hands, rows.trumps, rows.rankings, rows.leaders, rows.sides};
  try {
    require(batch.run(game.rules, given, {rows.low, rows.high, rows.done}, {}), "a batch ends early", game);
  } catch (const InvalidProblem&) {
    require(!legal, "legal rows are refused", game);
    return 0;
  }
  require(legal, "rows that are not legal are answered", game);
  if (game.seats * std::popcount(game.hands[0]) <= kMostCards) check_answers(rows, game);
  return 0;
}
