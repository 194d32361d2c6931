// The discards of one hand: values are those of minimax over the plain model of the game, discard by discard, and what is not
// legal is refused with the engine's own error. A target of libFuzzer; what it finds aborts.
#include <algorithm>
#include <map>
#include <memory>
#include <span>

#include "../tests/plain_game.hpp"
#include "fuzz_checks.hpp"
#include "fuzz_input.hpp"
#include "whistsolve/discard_solver.hpp"
#include "whistsolve/errors.hpp"

using namespace whistsolve;
using fuzz::require;

namespace {

constexpr int kMostCards = 12;     ///< that are played, as beyond minimax takes too long
constexpr int kMostDiscards = 60;  ///< each of which takes a minimax

/// Whether the engine is to answer, by what discard_solver.hpp and problem.hpp say.
bool is_legal(const Problem& p, int holder) {
  if (holder < 0 || holder >= p.seats || !fuzz::is_dealt_rightly(p, holder)) return false;
  const bool laid_aside = p.trump == kNoTrump && p.rules.jokers.kind == JokerKind::blank;
  return p.side >> holder & 1 && p.played.empty() && !laid_aside;
}

/// Cards of each of the other hands.
int size_of(const Problem& p, int holder) { return std::popcount(p.hands[holder == 0]); }

/// Tricks of the holder's side after each discard; empty where there are too many.
std::map<CardMask, int> all_values(const Problem& p, int holder, int surplus) {
  std::map<CardMask, int> values;
  const CardMask hand = p.hands[static_cast<std::size_t>(holder)];
  if (p.seats * size_of(p, holder) > kMostCards || std::popcount(hand) > 12) return values;
  for (CardMask out = hand;; out = (out - 1) & hand) {
    if (std::popcount(out) == surplus) {
      if (values.size() == kMostDiscards) return {};
      Problem after = p;
      after.hands[static_cast<std::size_t>(holder)] = hand & ~out;
      // The engine does not look at hands beyond those of the seats, and the plain model does.
      std::fill(after.hands.begin() + p.seats, after.hands.end(), CardMask{0});
      const plain::Game game(after);
      values[out] = plain::Minimax(game, p.side).value(game.start());
    }
    if (!out) return values;
  }
}

void check_answers(fuzz::Input& input, DiscardSolver& solver, const Problem& p, int holder) {
  const int surplus = std::popcount(p.hands[static_cast<std::size_t>(holder)]) - size_of(p, holder);
  require(solver.surplus() == surplus, "the number of cards to give up is wrong", p);
  const std::map<CardMask, int> values = all_values(p, holder, surplus);
  if (values.empty()) return;
  int best = -1;
  for (const auto& [discard, value] : values) best = std::max(best, value);

  Budget budget;
  budget.nodes = static_cast<std::uint64_t>(input.byte());
  for (const Budget& each : {budget, Budget{}}) {
    const DiscardAnswer answer = solver.best(each);
    const auto found = values.find(answer.cards);
    require(answer.low <= best && best <= answer.high, "bounds of the best discard are wrong", p);
    require(found != values.end() && found->second >= answer.low, "a discard takes less than is said", p);
    require(each.nodes == budget.nodes || answer.exact(), "a search without a limit is not exact", p);
  }
  for (const int tricks : {best, input.below(8)}) {
    std::map<CardMask, int> reaching;
    const std::uint64_t count = solver.reaching(tricks, [&](CardMask discard) { ++reaching[discard]; });
    require(count == reaching.size(), "discards are counted wrongly", p);
    for (const auto& [discard, value] : values)
      require(reaching.contains(discard) == (value >= tricks), "a discard is missing, or takes less", p);
  }
  CardMask discard = 0;
  for (int cards = 0; cards < surplus; ++cards) discard |= CardMask{1} << input.below(64);
  const auto found = values.find(discard);
  try {
    const auto [low, high] = solver.value(discard);
    require(found != values.end(), "the value of what is no discard", p);
    require(low == found->second && high == low, "the value of a discard is wrong", p);
  } catch (const InvalidProblem&) {
    require(found == values.end(), "a discard is refused", p);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  const std::span<const Architecture> built = architectures();
  const Architecture& architecture = built[static_cast<std::size_t>(input.below(static_cast<int>(built.size())))];
  Problem p = fuzz::legal_problem(input);
  int holder = input.below(p.seats);
  if (!(p.side >> holder & 1)) p.side = ((1u << p.seats) - 1) & ~p.side;
  fuzz::give_more(input, p, holder, input.below(4));
  if (input.one_in(4))
    for (int changes = 1 + input.below(2); changes > 0; --changes) fuzz::spoil(input, p);
  if (input.one_in(16)) holder = input.byte() - 128;

  std::unique_ptr<DiscardSolver> solver;
  const std::size_t bytes = input.one_in(4) ? std::size_t{1} : std::size_t{1} << 16;
  const bool legal = is_legal(p, holder);
  try {
    solver = std::make_unique<DiscardSolver>(p, holder, bytes, architecture);
  } catch (const InvalidProblem&) {
    require(!legal, "a legal problem is refused", p);
    return 0;
  }
  require(legal, "an illegal problem is answered", p);
  check_answers(input, *solver, p, holder);
  return 0;
}
