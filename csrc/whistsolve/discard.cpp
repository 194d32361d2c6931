#include "discard.hpp"

#include <algorithm>
#include <bit>

#include "errors.hpp"
#include "estimate.hpp"

namespace whistsolve {
namespace {

/// Cards that a search of one discard may play at first, and how this grows from round to round.
constexpr std::uint64_t kFirstTurn = 20'000;
constexpr std::uint64_t kTurnGrows = 8;
constexpr std::size_t kMostWaiting = 4;
/// Searches that leave the choice open play one card for so many of all: they seldom end the work sooner, but then much.
constexpr std::uint64_t kRelaxedShare = 32;

std::uint64_t choose(int n, int k) {
  std::uint64_t ways = 1;
  for (int i = 1; i <= k; ++i) ways = ways * static_cast<std::uint64_t>(n - k + i) / static_cast<std::uint64_t>(i);
  return ways;
}

}  // namespace

DiscardSolver::DiscardSolver(const Problem& problem, int holder, std::size_t bytes, const Architecture& architecture)
    : map_(problem.trump, problem.ranking), cutoffs_(CutoffCards::share_of(bytes)),
      table_(bytes - CutoffCards::share_of(bytes)) {
  if (holder < 0 || holder >= problem.seats) throw InvalidProblem("the hand that gives up cards is not one of the seats");
  if (!(problem.side >> holder & 1)) throw InvalidProblem("the hand that gives up cards is not on the side asked for");
  if (!problem.played.empty()) throw InvalidProblem("cards are given up before the first lead");
  packed_ = pack(problem, map_, holder);
  cards_ = packed_.all();
  hand_ = packed_.hands[holder];
  surplus_ = std::popcount(hand_) - packed_.hand_size;
  tricks_ = packed_.hand_size - 1 + packed_.first_trick_weight;
  holder_on_side0_ = packed_.on_side(holder);
  searcher_ = architecture.make(packed_, table_, cutoffs_);
  searcher_->interrupt = &interrupt_;
  searcher_->load(packed_);
  price_runs();
}

/// Cheap cards first: jokers that win nothing, low cards, plain suits before trumps, short suits before long ones.
void DiscardSolver::price_runs() {
  const Word jokers = packed_.play == Play::no_suit ? hand_ & kNoSuitJokers : 0;
  if (packed_.jokers.kind == JokerKind::high) {
    for (Word w = jokers; w; w &= w - 1) runs_.push_back({lowest(w), 200});
  } else if (jokers) {
    runs_.push_back({jokers, -200});  // worth the same
  }
  for (int l = 0; l < kLanes; ++l) {
    const Word suit = lane(l) & packed_.ranks;
    const Word own = hand_ & suit;
    const Word reps = own & ~next_present(own, ~cards_ & packed_.ranks);
    const int trumps = packed_.play == Play::trumps && l == kTrumpLane ? 100 : 0;
    for (Word left = own; left;) {
      const Word first = lowest(left);
      const Word next = lowest(reps & above(first) & suit);
      const Word run = left & (next ? next - 1 : ~Word{0});
      left &= ~run;
      const int beaten_by = std::popcount(cards_ & ~hand_ & suit & above(first));
      runs_.push_back({run, trumps - 4 * beaten_by + std::popcount(own)});
    }
  }
}

/// Whether the holder's side takes so many tricks without the cards discarded so far.
bool DiscardSolver::takes(Word discarded, int tricks) {
  const int need = holder_on_side0_ ? tricks : tricks_ - tricks + 1;
  const bool settled = std::popcount(discarded) == surplus_;
  ++(settled ? stats_.discards : stats_.relaxed);
  const bool yes = searcher_->reaches_from(cards_ & ~discarded, packed_.leader, packed_.first_trick_weight, need) ==
                   holder_on_side0_;
  if (!settled && !yes) ++stats_.refuted;
  return yes;
}

void DiscardSolver::begin(const Budget& budget) {
  stats_ = {};
  searcher_->begin(budget);
}

/// Narrows the bounds of a discard to one number, as far as it goes with searches of so many cards each.
void DiscardSolver::narrow(Word discarded, std::uint64_t turn, int& low, int& high) {
  int need = estimate(packed_, cards_ & ~discarded, tricks_);
  if (!holder_on_side0_) need = tricks_ - need;
  while (low < high) {
    need = std::clamp(need, low + 1, high);
    const std::optional<bool> yes = takes_within(turn, discarded, need);
    if (!yes) return;
    if (*yes) low = need++;
    else high = --need;
  }
}

/// Every discard once, of those that are worth the same the one with the lowest cards; the cheapest first.
std::vector<Word> DiscardSolver::distinct_discards() const {
  std::vector<std::pair<int, Word>> priced;
  const auto extend = [&](auto&& self, Word discarded, std::size_t from, int more, int price) -> void {
    if (more == 0) {
      priced.push_back({price, discarded});
      return;
    }
    for (std::size_t r = from; r < runs_.size(); ++r)
      if (const Word card = lowest(runs_[r].cards & ~discarded))
        self(self, discarded | card, r, more - 1, price + runs_[r].price);
  };
  extend(extend, 0, 0, surplus_, 0);
  std::stable_sort(priced.begin(), priced.end(), [](const auto& x, const auto& y) { return x.first < y.first; });
  std::vector<Word> all;
  all.reserve(priced.size());
  for (const auto& [price, cards] : priced) all.push_back(cards);
  return all;
}

/// takes(), or nothing where that takes more cards played than `turn`.
std::optional<bool> DiscardSolver::takes_within(std::uint64_t turn, Word discarded, int tricks) {
  searcher_->pause_after(turn);
  try {
    const bool yes = takes(discarded, tricks);
    searcher_->pause_after(Searcher::kNoPause);
    return yes;
  } catch (const SearchPaused&) {
    searcher_->pause_after(Searcher::kNoPause);
    return std::nullopt;
  }
}

DiscardAnswer DiscardSolver::best(const Budget& budget) {
  begin(budget);
  std::vector<Word> open = distinct_discards();
  DiscardAnswer answer;
  answer.high = tricks_;
  Word best = open.front();
  try {
    search_all(open, answer, best);
  } catch (const SearchEnded& end) {
    answer.stopped = end.told;
  }
  answer.cards = map_.unpack(best);
  stats_.nodes = searcher_->stats.plays;
  answer.stats = stats_;
  return answer;
}

/// Asks of one discard after the other whether it takes more than the best so far. A few that are hard to tell wait while turns
/// grow: another may raise the mark, and a higher mark is easier to refute. Now and then the question is put for all at
/// once, by a search that leaves the choice open.
void DiscardSolver::search_all(std::vector<Word>& open, DiscardAnswer& answer, Word& best) {
  std::uint64_t turn = kFirstTurn, of_relaxed = 0;
  int bounded_at = -1;  // the mark that the open choice gets over, so that nothing more is learnt from it
  narrow(open.front(), turn, answer.low, answer.high);
  answer.high = tricks_;  // of all discards
  std::reverse(open.begin(), open.end());
  std::vector<Word> waiting;
  while (answer.low < tricks_ && !(open.empty() && waiting.empty())) {
    if (open.empty() || waiting.size() == kMostWaiting) {
      open.insert(open.end(), waiting.rbegin(), waiting.rend());
      waiting.clear();
      turn *= kTurnGrows;
    }
    const Word discard = open.back();
    const std::optional<bool> more = takes_within(turn, discard, answer.low + 1);
    if (more && *more) {
      ++answer.low;
      best = discard;
      continue;
    }
    open.pop_back();
    if (!more) waiting.push_back(discard);

    const std::uint64_t spent = searcher_->stats.plays;
    if (bounded_at != answer.low && spent > kFirstTurn && of_relaxed < spent / kRelaxedShare) {
      const std::optional<bool> beyond = takes_within(spent / kRelaxedShare, 0, answer.low + 1);
      of_relaxed += searcher_->stats.plays - spent;
      if (beyond && *beyond) bounded_at = answer.low;
      if (beyond && !*beyond) break;
    }
  }
  answer.high = answer.low;
}

std::pair<int, int> DiscardSolver::value(CardMask discard, const Budget& budget) {
  const Word cards = map_.pack(discard);
  if ((cards & ~hand_) || std::popcount(cards) != surplus_)
    throw InvalidProblem("a discard is as many cards of the hand as it has too many");
  begin(budget);
  int low = 0, high = tricks_;
  try {
    narrow(cards, Searcher::kNoPause, low, high);
  } catch (const SearchEnded& end) {
    if (end.told) throw SolveStopped(low, high);
  }
  return {low, high};
}

std::uint64_t DiscardSolver::reaching(int tricks, const std::function<void(CardMask)>& each, const Budget& budget) {
  begin(budget);
  std::uint64_t count = 0;
  try {
    if (surplus_ > 0 && !takes_within(kFirstTurn, 0, tricks).value_or(true)) return 0;
    for (const Word discard : distinct_discards())
      if (takes(discard, tricks)) count += alike(discard, 0, 0, each);
  } catch (const SearchEnded&) {
    throw SolveStopped();
  }
  return count;
}

/// All discards of as many cards of each run, from `run` on.
std::uint64_t DiscardSolver::alike(Word discarded, std::size_t run, Word as_well,
                                   const std::function<void(CardMask)>& each) const {
  if (!each) {
    std::uint64_t ways = 1;
    for (const Run& r : runs_) ways *= choose(std::popcount(r.cards), std::popcount(r.cards & discarded));
    return ways;
  }
  if (run == runs_.size()) {
    each(map_.unpack(as_well));
    return 1;
  }
  const Word cards = runs_[run].cards;
  const int wanted = std::popcount(cards & discarded);
  if (wanted == 0) return alike(discarded, run + 1, as_well, each);
  std::uint64_t count = 0;
  // Every subset of the run, as a counter that skips the cards outside it.
  for (Word some = lowest(cards); some; some = (some - cards) & cards)
    if (std::popcount(some) == wanted) count += alike(discarded, run + 1, as_well | some, each);
  return count;
}

}  // namespace whistsolve
