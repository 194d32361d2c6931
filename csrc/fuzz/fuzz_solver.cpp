// Problems for one solver, one after another: answers are those of plain minimax, and what is not legal is refused with the
// engine's own error. A target of libFuzzer; what it finds aborts.
#include <optional>
#include <span>

#include "../tests/minimax.hpp"
#include "fuzz_checks.hpp"
#include "fuzz_input.hpp"
#include "whistsolve/errors.hpp"
#include "whistsolve/solver.hpp"

using namespace whistsolve;
using fuzz::is_dealt_rightly;
using fuzz::require;

namespace {

constexpr int kMostProblems = 4;
constexpr int kMostCards = 14;  ///< beyond, minimax takes too long: a spoiled problem may be a legal one of more cards

/// The position after the cards played; nothing where one of them is illegal and not said to be a renege.
std::optional<Position> played_out(const Packed& packed, const LaneMap& map, const Problem& p) {
  Position position(packed);
  for (const auto& [index, named_suit] : p.played) {
    if (index < 0 || index >= kDeckSize || named_suit < kRenege || named_suit >= kSuits || position.over()) return std::nullopt;
    const Word card = bit_at(map.bit(index));
    const bool legal = position.legal() & card && position.needs_name(card) == (named_suit >= 0);
    if (named_suit == kRenege ? !(position.hand(position.to_act()) & card) : !legal) return std::nullopt;
    position.play(card, named_suit >= 0 ? lane(map.lane_of_suit(named_suit)) & kPlainRanks : 0);
    require(position.is_consistent(), "a position is not consistent", p);
  }
  return position;
}

/// The value after a card, for side 0; of all suits that a joker may name the best for its leader, or one.
int value_after(Minimax& minimax, Position& position, const LaneMap& map, Word card, int named_suit) {
  const int before = position.won();
  const bool mine = position.packed().on_side(position.to_act());
  const bool name = position.needs_name(card);
  int best = mine ? -1 : 99;
  for (int l = 0; l < (name ? kLanes : 1); ++l) {
    if (name && named_suit >= 0 && map.lane_of_suit(named_suit) != l) continue;
    position.play(card, name ? lane(l) & kPlainRanks : 0);
    const int v = position.won() - before + minimax.value(position);
    position.undo();
    best = mine ? std::max(best, v) : std::min(best, v);
  }
  return best;
}

void check_answers(Solver& solver, const Problem& p, const LaneMap& map, Position& position, const Budget& budget, Reuse reuse,
                   Names names) {
  Minimax minimax;
  const int all = position.over() ? 0 : position.tricks_left() - 1 + position.weight();
  const bool counted = p.side & 1;
  const auto seen = [&](int value) { return counted ? value : all - value; };
  const int value = seen(minimax.value(position));

  const Answer spent = solver.solve(p, budget);
  require(0 <= spent.low && spent.low <= value && value <= spent.high && spent.high <= all, "bounds are wrong", p);
  const Answer answer = solver.solve(p);
  require(answer.exact() && answer.low == value, "the answer is wrong", p);
  const int done = position.tricks_done() ? position.tricks_done() - 1 + p.rules.first_trick_weight : 0;
  require(answer.won == (counted ? position.won() : done - position.won()), "the tricks taken are wrong", p);

  Word answered = 0;
  for (const CardAnswer& each : solver.solve_cards(p, {}, reuse, names)) {
    const Word card = bit_at(map.bit(each.card));
    require(position.over() || position.legal() & card, "an answer for a card that is not legal", p);
    const bool one_suit = names == Names::each && position.needs_name(card);
    require(one_suit == (each.named_suit >= 0), "a suit is named or is missing", p);
    const int after = seen(value_after(minimax, position, map, card, each.named_suit));
    require(each.low == after && each.high == after, "the answer for a card is wrong", p);
    answered |= card;
  }
  require(position.over() ? !answered : answered == position.legal(), "a card has no answer", p);
}

void one_problem(fuzz::Input& input, Solver& solver) {
  Problem p = fuzz::legal_problem(input);
  const LaneMap dealt(p.trump, p.ranking);
  const Packed before = pack(p, dealt);
  Position start(before);
  if (!start.over()) fuzz::play_some(input, p, dealt, start);
  if (input.one_in(3))
    for (int changes = 1 + input.below(3); changes > 0; --changes) fuzz::spoil(input, p);
  Budget budget;
  budget.nodes = static_cast<std::uint64_t>(input.byte());
  const Reuse reuse = input.below(2) ? Reuse::layouts : Reuse::same_hands;
  const Names names = input.below(2) ? Names::each : Names::best;

  if (is_dealt_rightly(p)) {
    const LaneMap map(p.trump, p.ranking);
    const Packed packed = pack(p, map);
    if (std::optional<Position> position = played_out(packed, map, p)) {
      if (std::popcount(position->cards()) <= kMostCards) check_answers(solver, p, map, *position, budget, reuse, names);
      return;
    }
  }
  for (const bool cards : {false, true}) {
    bool refused = false;
    try {
      if (cards) solver.solve_cards(p, budget, reuse, names);
      else solver.solve(p, budget);
    } catch (const InvalidProblem&) {
      refused = true;
    }
    require(refused, "an illegal problem is answered", p);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  // The table is kept from one problem to the next where it may be: what is left of one must not spoil another.
  const std::span<const Architecture> built = architectures();
  const Architecture& architecture = built[static_cast<std::size_t>(input.below(static_cast<int>(built.size())))];
  Solver solver(input.one_in(4) ? std::size_t{1} : std::size_t{1} << 16, architecture);
  for (int problems = 0; problems == 0 || (problems < kMostProblems && !input.spent()); ++problems) one_problem(input, solver);
  return 0;
}
