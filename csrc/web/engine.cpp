// The C interface for WebAssembly: numbers go in and out through one buffer, so that JavaScript needs no layout of a struct.
//
// A question is 32-bit numbers: seats, trump, ranking, leader, side, how many cards were played, the five rules; from place 12 on
// the hands, of 64 bits; from 24 the cards played; from 78 what they name. An answer is what its function lists, sets of cards first.
// A function that returns a code returns one of the C interface. 0 seconds are no limit.
#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

#include "c_api/whistsolve.h"

#define EXPORTED(name) extern "C" __attribute__((export_name(#name)))

namespace {

/// Phones leave a page some hundred megabytes.
constexpr std::size_t kSolverBytes = std::size_t{128} << 20, kDiscardsBytes = std::size_t{64} << 20;

alignas(8) std::int32_t numbers[512];
whistsolve_rules rules = WHISTSOLVE_INIT(rules);
whistsolve_problem problem = {sizeof(problem), 0,  0, 0, 0, 0, 0, numbers + 24, numbers + 24 + WHISTSOLVE_MAX_CARDS,
                              &rules,          {0}};
whistsolve_error failure = WHISTSOLVE_INIT(error);
whistsolve_solver* solver = nullptr;
std::vector<std::uint64_t> found;

/// The question in the buffer, in which the fields of a struct follow one another too.
const whistsolve_problem* asked() {
  std::memcpy(&problem.seats, numbers, 6 * sizeof(std::int32_t));
  std::memcpy(&rules.first_trick_weight, numbers + 6, 5 * sizeof(std::int32_t));
  std::memcpy(problem.hands, numbers + 12, sizeof(problem.hands));
  return &problem;
}

template <class... Each>
int answer(int code, const Each&... each) {
  auto* to = reinterpret_cast<char*>(numbers);
  ((std::memcpy(to, &each, sizeof(each)), to += sizeof(each)), ...);
  return code;
}

/// As discards are listed: by their cards from the highest down, of each its jokers last.
bool listed_before(std::uint64_t one, std::uint64_t other) {
  constexpr std::uint64_t plain = (std::uint64_t{1} << WHISTSOLVE_LITTLE_JOKER) - 1;
  const std::uint64_t first = std::bit_floor((one ^ other) & plain);
  if (!first) return one > other;
  // A discard that goes on with a joker comes before one that goes on with `first`.
  return one & first ? (other & (first - 1)) != 0 : !(one & (first - 1));
}

}  // namespace

EXPORTED(buffer) std::int32_t* buffer() { return numbers; }
EXPORTED(version) const char* version() { return whistsolve_version(); }
EXPORTED(message) const char* message() { return failure.message; }
EXPORTED(place) int place() { return failure.place; }

/// hands, legal, needs_name, to_act, leader, on_table, tricks_done, won, winner[16]
EXPORTED(replay) int replay() {
  whistsolve_position at = WHISTSOLVE_INIT(position);
  const int code = whistsolve_replay(asked(), &at, &failure);
  return answer(code, at.hands, at.legal, at.needs_name, at.to_act, at.leader, at.on_table, at.tricks_done, at.won, at.winner);
}

/// low, high, won
EXPORTED(solve) int solve(double seconds) {
  const whistsolve_budget budget = {sizeof(budget), 0, seconds};
  whistsolve_answer value = WHISTSOLVE_INIT(answer);
  const int code = whistsolve_solve(solver, asked(), &budget, &value, &failure);
  return answer(code, value.low, value.high, value.won);
}

/// count; then from places 1, 25, 49 and 73 on card, named, low, high
EXPORTED(solve_cards) int solve_cards(double seconds) {
  const whistsolve_budget budget = {sizeof(budget), 0, seconds};
  whistsolve_card_answers cards = WHISTSOLVE_INIT(card_answers);
  const int code = whistsolve_solve_cards(solver, asked(), &budget, &cards, &failure);
  return answer(code, cards.count, cards.card, cards.named, cards.low, cards.high);
}

EXPORTED(start) int start() { return whistsolve_solver_new(kSolverBytes, &solver, &failure); }

/// The address of the discards.
EXPORTED(discards) int discards(int holder) {
  whistsolve_discards* made = nullptr;
  const int code = whistsolve_discards_new(asked(), holder, kDiscardsBytes, &made, &failure);
  return answer(code, made);
}
EXPORTED(free_discards) void free_discards(whistsolve_discards* discards) { whistsolve_discards_free(discards); }

/// cards, tricks
EXPORTED(best_discard) int best_discard(whistsolve_discards* discards) {
  whistsolve_best_discard best = WHISTSOLVE_INIT(best_discard);
  const int code = whistsolve_find_best_discard(discards, nullptr, &best, &failure);
  return answer(code, best.cards, best.low);
}

/// Of the cards in the buffer: tricks
EXPORTED(value_discard) int value_discard(whistsolve_discards* discards) {
  whistsolve_answer value = WHISTSOLVE_INIT(answer);
  std::uint64_t cards;
  std::memcpy(&cards, numbers, sizeof(cards));
  const int code = whistsolve_value_discard(discards, cards, nullptr, &value, &failure);
  return answer(code, value.low);
}

/// How many there are, and where they are in memory, in the order of listed_before().
EXPORTED(discards_reaching) int discards_reaching(whistsolve_discards* discards, int tricks) {
  std::uint64_t count = 0;
  found.clear();
  const int code = whistsolve_discards_reaching(
      discards, tricks, nullptr, [](void*, std::uint64_t cards) { found.push_back(cards); }, nullptr, &count, &failure);
  std::sort(found.begin(), found.end(), listed_before);
  return answer(code, static_cast<std::int32_t>(found.size()), found.data());
}
