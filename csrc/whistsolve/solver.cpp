#include "solver.hpp"

#include <algorithm>
#include <bit>

#include "errors.hpp"
#include "first_guess.hpp"
#include "zero_window.hpp"

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

/// Whether patterns of one layout save nodes in another. With two hands the same, 36 % of them at eight cards and 6 % at
/// twelve; with one, 1 to 4 %, which is less than the larger table costs.
bool worth_keeping(const Packed& before, const Packed& now) {
  int same = 0;
  for (int seat = 0; seat < now.seats; ++seat) same += before.hands[seat] == now.hands[seat];
  return same >= 2;
}

struct Window {
  int low, high;
  Window flipped(int all) const { return {all - high, all - low}; }
};

/// One call of a solver: its searches share a budget, and their work is added to a total however the call ends.
class Call {
 public:
  Call(SearchInterface& search, SearchStats& total, const Budget& budget) : search_(search), total_(total) {
    search_.begin(budget);
    // An ending may need no search, and so none that would ask.
    if (search_.interrupt && search_.interrupt->told()) ended_ = SearchEnded{true};
  }
  ~Call() { total_ += search_.stats; }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  /// The value in [0, all] of which `test(need)` says whether it is at least `need`; once the budget is spent, bounds of it.
  /// The first search asks at `guess`, which is left where the next value should start.
  template <class Test>
  Window value(int all, int& guess, Test&& test) {
    Window w{0, all};
    if (!ended_) {
      try {
        narrow_window(w.low, w.high, guess, test);
        guess = w.low;
        return w;
      } catch (const SearchEnded& end) {
        ended_ = end;
      }
    }
    // From either end as far as probes decide.
    const auto probe = [&](int need) -> std::optional<bool> {
      search_.allow(kProbeNodes);
      try {
        return test(need);
      } catch (const SearchEnded&) {
        return std::nullopt;
      }
    };
    int from_below = w.low + 1;
    narrow_window(w.low, w.high, from_below, probe);
    int from_above = w.high;
    narrow_window(w.low, w.high, from_above, probe);
    return w;
  }

  bool told_to_stop() const { return ended_ && ended_->told; }

 private:
  /// Nodes of a search that looks into the table and counts quick tricks only: enough to finish a trick in progress where the
  /// answer after each card is in the table.
  static constexpr std::uint64_t kProbeNodes = 16;

  SearchInterface& search_;
  SearchStats& total_;
  std::optional<SearchEnded> ended_;
};

}  // namespace

Position replay(const Packed& packed, const LaneMap& map, const std::vector<PlayedCard>& played) {
  Position position(packed);
  for (std::size_t i = 0; i < played.size(); ++i) {
    const PlayedCard& p = played[i];
    if (p.card < 0 || p.card >= kDeckSize) throw InvalidProblem("a card that was played is not in the deck");
    if (p.named_suit < kRenege || p.named_suit >= kSuits) throw InvalidProblem("a named suit is 0-3");
    const Word card = bit_at(map.bit(p.card));
    const bool named = p.named_suit >= 0;
    const auto reason = illegality(position, card, named);
    if (reason && (p.named_suit != kRenege || *reason <= Reason::not_held))
      throw IllegalPlay(*reason, static_cast<int>(i), position.to_act(), p.card);
    position.play(card, named ? lane(map.lane_of_suit(p.named_suit)) & kPlainRanks : 0);
  }
  return position;
}

Solver::Solver(std::size_t bytes, const Architecture& architecture)
    : cutoffs_(CutoffCards::share_of(bytes)), table_(bytes - CutoffCards::share_of(bytes)), architecture_(&architecture) {}

void Solver::clear() {
  packed_.reset();
  search_.reset();
}

const Packed& Solver::load(const Problem& problem, const LaneMap& map, Reuse reuse) {
  Packed packed = pack(problem, map);
  const bool same = packed_ && packed_->same_game(packed);
  const bool fits = packed_ && search_ && packed_->play == packed.play && packed_->seating() == packed.seating();
  const bool keep = fits && reuse == Reuse::layouts && packed_->same_patterns(packed) && worth_keeping(*packed_, packed);
  packed_ = packed;
  if (same && search_) return *packed_;
  if (!fits) {
    search_.reset();  // where there is no memory for another, the next call must not take this one for the game's
    search_ = architecture_->make(*packed_, table_, cutoffs_);
  }
  search_->interrupt = &interrupt_;
  if (keep) search_->load_layout(*packed_);
  else search_->load(*packed_);
  guess_[0] = guess_[1] = -1;
  return *packed_;
}

Answer Solver::solve(const Problem& problem, const Budget& budget) {
  const LaneMap map(problem.trump, problem.ranking);
  const Packed& packed = load(problem, map);
  const Position position = replay(packed, map, problem.played);
  const int all = position.over() ? 0 : position.tricks_left() - 1 + position.weight();
  const bool leader_side = packed.on_side(position.to_act());
  int& guess = guess_[leader_side];
  if (guess < 0) guess = guess_[!leader_side] >= 0 ? guess_[!leader_side] : first_guess(packed, position.cards(), all);
  Call call(*search_, stats_, budget);
  Word relevant[2] = {};  // of the last answer of each kind, which is the proof of the bound
  Window value = call.value(all, guess, [&](int need) {
    const bool reached = search_->reaches(position, need);
    relevant[reached] = search_->proof;
    return reached;
  });
  const bool flipped = !(problem.side & 1);
  if (flipped) value = value.flipped(all);
  if (call.told_to_stop()) throw SolveStopped(value.low, value.high);
  const int done = position.tricks_done() ? position.tricks_done() - 1 + packed.first_trick_weight : 0;
  const int won = flipped ? done - position.won() : position.won();
  return {value.low, value.high, won, map.unpack(relevant[0] | relevant[1])};
}

std::vector<CardAnswer> Solver::solve_cards(const Problem& problem, const Budget& budget, Reuse reuse, Names names) {
  const LaneMap map(problem.trump, problem.ranking);
  const Packed& packed = load(problem, map, reuse);
  const Position position = replay(packed, map, problem.played);
  std::vector<CardAnswer> answers;
  if (position.over()) return answers;
  const int all = position.tricks_left() - 1 + position.weight();
  const bool mine = packed.on_side(position.to_act());
  const bool flipped = !(problem.side & 1);
  Call call(*search_, stats_, budget);
  int guess = first_guess(packed, position.cards(), all);
  for (Word reps = position.representatives(); reps; reps &= reps - 1) {
    const Word card = lowest(reps);
    const auto value_named = [&](Word named) {
      int near = guess;
      return call.value(all, near, [&](int need) { return search_->reaches_after(position, card, named, need); });
    };
    const auto answer = [&](Window value, int named_suit) {
      if (flipped) value = value.flipped(all);
      for (CardMask same = map.unpack(position.equivalents(card)); same; same &= same - 1)
        answers.push_back({std::countr_zero(same), value.low, value.high, named_suit});
    };
    Window value = mine ? Window{0, 0} : Window{all, all};
    if (position.needs_name(card)) {
      for (int l = 0; l < kLanes; ++l) {
        const Window v = value_named(lane(l) & kPlainRanks);
        int suit = 0;
        while (map.lane_of_suit(suit) != l) ++suit;
        if (names == Names::each) answer(v, suit);
        value = mine ? Window{std::max(value.low, v.low), std::max(value.high, v.high)}
                     : Window{std::min(value.low, v.low), std::min(value.high, v.high)};
      }
    } else {
      value = value_named(0);
    }
    guess = value.low;
    if (names == Names::best || !position.needs_name(card)) answer(value, -1);
  }
  if (call.told_to_stop()) throw SolveStopped();
  std::sort(answers.begin(), answers.end(), [](const CardAnswer& a, const CardAnswer& b) {
    return std::pair(a.card, a.named_suit) < std::pair(b.card, b.named_suit);
  });
  return answers;
}

std::vector<CardAnswer> Solver::cards_taking(const Problem& problem, int target, bool every) try {
  const LaneMap map(problem.trump, problem.ranking);
  const Packed& packed = load(problem, map);
  const Position position = replay(packed, map, problem.played);
  std::vector<CardAnswer> answers;
  if (position.over()) return answers;
  const int all = position.tricks_left() - 1 + position.weight();
  const bool mine = packed.on_side(position.to_act());
  Call call(*search_, stats_, {});
  // Of its side's tricks; the search asks for those of side 0.
  const auto takes = [&](int tricks) { return search_->reaches(position, mine ? tricks : all - tricks + 1) == mine; };
  if (target < 0) {
    const int first = first_guess(packed, position.cards(), all);
    int guess = mine ? first : all - first;
    target = call.value(all, guess, takes).low;
    if (call.told_to_stop()) throw SolveStopped();
  } else if (target > all || !takes(target)) {
    return answers;
  }
  const int need = mine ? target : all - target + 1;
  const auto takes_after = [&](Word card) {
    if (!position.needs_name(card)) return search_->reaches_after(position, card, 0, need) == mine;
    bool with_any = false;
    for (int l = 0; l < kLanes && !with_any; ++l)
      with_any = search_->reaches_after(position, card, lane(l) & kPlainRanks, need) == mine;
    return with_any;
  };
  Word rest = position.representatives();
  for (Word likely = search_->likely_card(position, need) & rest; rest; likely = 0) {
    const Word card = likely ? likely : highest(rest);
    rest ^= card;
    if (!takes_after(card)) continue;
    for (CardMask same = map.unpack(position.equivalents(card)); same; same &= same - 1)
      answers.push_back({std::countr_zero(same), target, target});
    if (!every) break;
  }
  return answers;
} catch (const SearchEnded&) {
  throw SolveStopped();
}

}  // namespace whistsolve
