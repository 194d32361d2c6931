#include "solver.hpp"

#include <algorithm>
#include <bit>

#include "errors.hpp"

namespace whistsolve {
namespace {

using Reason = IllegalPlay::Reason;

/// Why a card may not be played now; nothing where it may.
std::optional<Reason> illegality(const Position& position, Word card, bool named) {
  if (position.over()) return Reason::game_over;
  const Word hand = position.hand(position.to_act());
  if (!(hand & card)) return Reason::not_held;
  if (!(position.legal() & card)) {
    if (position.on_table() && (hand & position.trick().follow)) return Reason::must_follow;
    if (position.packed().play == Play::no_suit && (card & kNoSuitJokers)) return Reason::joker_kept_back;
    return Reason::must_throw;
  }
  if (position.needs_name(card) && !named) return Reason::needs_name;
  if (named && !position.needs_name(card)) return Reason::no_name;
  return std::nullopt;
}

/// The value v in [low, high] with test(v) true and test(v + 1) false, starting near `guess`.
template <class Test>
int find_value(int low, int high, int guess, Test&& test) {
  int need = std::clamp(guess, low + 1, std::max(high, low + 1));
  while (low < high) {
    if (test(need)) low = need++;
    else high = --need;
    need = std::clamp(need, low + 1, std::max(high, low + 1));
  }
  return low;
}

/// Adds what a searcher did to a total, however the search ends.
class Tally {
 public:
  Tally(Searcher& searcher, SearchStats& total) : searcher_(searcher), total_(total) { searcher_.stats = {}; }
  ~Tally() { total_ += searcher_.stats; }
  Tally(const Tally&) = delete;
  Tally& operator=(const Tally&) = delete;

 private:
  Searcher& searcher_;
  SearchStats& total_;
};

}  // namespace

Position replay(const Packed& packed, const LaneMap& map, const std::vector<PlayedCard>& played) {
  Position position(packed);
  for (std::size_t i = 0; i < played.size(); ++i) {
    const PlayedCard& p = played[i];
    if (p.card < 0 || p.card >= kDeckSize) throw InvalidProblem("a card that was played is not in the deck");
    if (p.named_suit < -1 || p.named_suit >= kSuits) throw InvalidProblem("a named suit is 0-3");
    const Word card = bit_at(map.bit(p.card));
    const bool named = p.named_suit >= 0;
    if (const auto reason = illegality(position, card, named))
      throw IllegalPlay(*reason, static_cast<int>(i), position.to_act(), p.card);
    position.play(card, named ? lane(map.lane_of_suit(p.named_suit)) & kPlainRanks : 0);
  }
  return position;
}

Solver::Solver(std::size_t table_bytes, const Architecture& architecture)
    : table_(table_bytes), architecture_(&architecture) {}

void Solver::clear() {
  packed_.reset();
  searcher_.reset();
}

const Packed& Solver::load(const Problem& problem, const LaneMap& map) {
  Packed packed = pack(problem, map);
  const bool same = packed_ && packed_->same_game(packed);
  const bool fits = packed_ && searcher_ && packed_->play == packed.play && packed_->seating() == packed.seating();
  packed_ = packed;
  if (same && searcher_) return *packed_;
  if (!fits) searcher_ = architecture_->make(*packed_, table_);
  searcher_->interrupt = &interrupt_;
  searcher_->load(*packed_);
  guess_[0] = guess_[1] = -1;
  return *packed_;
}

Answer Solver::solve(const Problem& problem) {
  const LaneMap map(problem.trump, problem.ranking);
  const Packed& packed = load(problem, map);
  const Position position = replay(packed, map, problem.played);
  const int all = position.over() ? 0 : position.tricks_left() - 1 + position.weight();
  const bool leader_side = packed.on_side(position.to_act());
  int& guess = guess_[leader_side];
  if (guess < 0) guess = guess_[!leader_side] >= 0 ? guess_[!leader_side] : (all + 1) / 2;
  const Tally tally(*searcher_, stats_);
  const int value = find_value(0, all, guess, [&](int need) { return searcher_->reaches(position, need); });
  guess = value;
  const bool flipped = !(problem.side & 1);
  const int done = position.tricks_done() ? position.tricks_done() - 1 + packed.first_trick_weight : 0;
  return {flipped ? all - value : value, flipped ? done - position.won() : position.won()};
}

std::vector<CardAnswer> Solver::solve_cards(const Problem& problem) {
  const LaneMap map(problem.trump, problem.ranking);
  const Packed& packed = load(problem, map);
  const Position position = replay(packed, map, problem.played);
  std::vector<CardAnswer> answers;
  if (position.over()) return answers;
  const int all = position.tricks_left() - 1 + position.weight();
  const bool mine = packed.on_side(position.to_act());
  const bool flipped = !(problem.side & 1);
  const Tally tally(*searcher_, stats_);
  int guess = (all + 1) / 2;
  for (Word reps = position.representatives(); reps; reps &= reps - 1) {
    const Word card = lowest(reps);
    const auto value_named = [&](Word named) {
      return find_value(0, all, guess,
                        [&](int need) { return searcher_->reaches_after(position, card, named, need); });
    };
    int value = mine ? 0 : all;
    if (position.needs_name(card)) {
      for (int l = 0; l < kLanes; ++l) {
        const int v = value_named(lane(l) & kPlainRanks);
        value = mine ? std::max(value, v) : std::min(value, v);
      }
    } else {
      value = value_named(0);
    }
    guess = value;
    for (CardMask same = map.unpack(position.equivalents(card)); same; same &= same - 1)
      answers.push_back({std::countr_zero(same), flipped ? all - value : value});
  }
  std::sort(answers.begin(), answers.end(), [](const CardAnswer& a, const CardAnswer& b) { return a.card < b.card; });
  return answers;
}

}  // namespace whistsolve
