#include "discard.hpp"

#include <algorithm>
#include <bit>

#include "errors.hpp"
#include "estimate.hpp"

namespace whistsolve {
namespace {

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
  order_runs();
}

/// Cheap cards first: jokers that win nothing, low cards, plain suits before trumps, short suits before long ones.
void DiscardSolver::order_runs() {
  std::vector<std::pair<int, Word>> priced;
  const Word jokers = packed_.play == Play::no_suit ? hand_ & kNoSuitJokers : 0;
  for (Word w = jokers; w; w &= w - 1)
    priced.push_back({packed_.jokers.kind == JokerKind::high ? 1000 + index_of(lowest(w)) : -1000, lowest(w)});
  // Worthless jokers are worth the same.
  if (packed_.jokers.kind != JokerKind::high && priced.size() == 2) priced = {{-1000, jokers}};
  const Word absent = ~cards_ & packed_.ranks;
  for (int l = 0; l < kLanes; ++l) {
    const Word own = hand_ & lane(l) & packed_.ranks;
    const bool trumps = packed_.play == Play::trumps && l == kTrumpLane;
    const Word reps = own & ~next_present(own, absent);
    for (Word left = own; left;) {
      const Word first = lowest(left);
      const Word next = lowest(reps & above(first) & lane(l));
      const Word run = left & (next ? next - 1 : ~Word{0});
      left &= ~run;
      const int beaten_by = std::popcount(cards_ & ~hand_ & lane(l) & packed_.ranks & above(first));
      priced.push_back({(trumps ? 100 : 0) - 4 * beaten_by + std::popcount(own), run});
    }
  }
  std::stable_sort(priced.begin(), priced.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& [price, run] : priced) runs_.push_back(run);
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

/// Narrows the bounds of a discard to one number.
void DiscardSolver::narrow(Word discarded, int& low, int& high) {
  int need = estimate(packed_, cards_ & ~discarded, tricks_);
  if (!holder_on_side0_) need = tricks_ - need;
  while (low < high) {
    need = std::clamp(need, low + 1, high);
    if (takes(discarded, need)) low = need++;
    else high = --need;
  }
}

/// A discard that has these cards and takes so many tricks. It is known that a hand that may choose the rest as it goes takes them.
bool DiscardSolver::find(Word discarded, std::size_t from, int more, int tricks, Word& found) {
  if (more == 0) {
    found = discarded;
    return true;
  }
  for (std::size_t r = from; r < runs_.size(); ++r) {
    const Word card = lowest(runs_[r] & ~discarded);
    if (card && takes(discarded | card, tricks) && find(discarded | card, r, more - 1, tricks, found)) return true;
  }
  return false;
}

DiscardAnswer DiscardSolver::best(const Budget& budget) {
  begin(budget);
  DiscardAnswer answer;
  Word obvious = 0;
  for (const Word run : runs_)
    for (Word w = run; w && std::popcount(obvious) < surplus_; w &= w - 1) obvious |= lowest(w);
  Word best = obvious;
  answer.high = tricks_;
  try {
    int most = tricks_;
    narrow(obvious, answer.low, most);
    answer.obvious_low = answer.low;
    int bound = answer.low;
    while (bound < tricks_ && surplus_ > 0 && takes(0, bound + 1)) ++bound;
    answer.high = bound;
    for (; answer.low < answer.high; --answer.high) {
      if (find(0, 0, surplus_, answer.high, best)) {
        answer.low = answer.high;
        break;
      }
    }
  } catch (const SearchEnded& end) {
    answer.obvious_low = std::max(answer.obvious_low, best == obvious ? answer.low : 0);
    answer.stopped = end.told;
  }
  answer.cards = map_.unpack(best);
  answer.obvious_cards = map_.unpack(obvious);
  stats_.nodes = searcher_->stats.plays;
  answer.stats = stats_;
  return answer;
}

std::pair<int, int> DiscardSolver::value(CardMask discard, const Budget& budget) {
  const Word cards = map_.pack(discard);
  if ((cards & ~hand_) || std::popcount(cards) != surplus_)
    throw InvalidProblem("a discard is as many cards of the hand as it has too many");
  begin(budget);
  int low = 0, high = tricks_;
  try {
    narrow(cards, low, high);
  } catch (const SearchEnded& end) {
    if (end.told) throw SolveStopped(low, high);
  }
  return {low, high};
}

std::uint64_t DiscardSolver::reaching(int tricks, const std::function<void(CardMask)>& each, const Budget& budget) {
  begin(budget);
  try {
    return takes(0, tricks) ? walk(0, 0, surplus_, tricks, each) : 0;
  } catch (const SearchEnded&) {
    throw SolveStopped();
  }
}

/// All discards that have these cards and more of the runs from `from` on; as in find().
std::uint64_t DiscardSolver::walk(Word discarded, std::size_t from, int more, int tricks,
                                  const std::function<void(CardMask)>& each) {
  if (more == 0) return alike(discarded, 0, 0, each);
  std::uint64_t count = 0;
  for (std::size_t r = from; r < runs_.size(); ++r) {
    const Word card = lowest(runs_[r] & ~discarded);
    if (card && takes(discarded | card, tricks)) count += walk(discarded | card, r, more - 1, tricks, each);
  }
  return count;
}

/// All discards of as many cards of each run, from `run` on.
std::uint64_t DiscardSolver::alike(Word discarded, std::size_t run, Word as_well,
                                   const std::function<void(CardMask)>& each) const {
  if (!each) {
    std::uint64_t ways = 1;
    for (const Word r : runs_) ways *= choose(std::popcount(r), std::popcount(r & discarded));
    return ways;
  }
  if (run == runs_.size()) {
    each(map_.unpack(as_well));
    return 1;
  }
  const int wanted = std::popcount(runs_[run] & discarded);
  if (wanted == 0) return alike(discarded, run + 1, as_well, each);
  std::uint64_t count = 0;
  // Every subset of the run, as a counter that skips the cards outside it.
  for (Word some = lowest(runs_[run]); some; some = (some - runs_[run]) & runs_[run])
    if (std::popcount(some) == wanted) count += alike(discarded, run + 1, as_well | some, each);
  return count;
}

}  // namespace whistsolve
