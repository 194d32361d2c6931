#include "discard_solver.hpp"

#include <algorithm>
#include <bit>

#include "errors.hpp"
#include "first_guess.hpp"
#include "zero_window.hpp"

namespace whistsolve {
namespace {

/// Node limit of a search of one discard at first, its growth, and how many searches are deferred before it grows.
constexpr std::uint64_t kFirstNodeLimit = 20'000;
constexpr std::uint64_t kNodeLimitGrowth = 8;
constexpr std::size_t kMaxDeferred = 4;
/// What the relaxation of all discards may use of the nodes of all other searches, of other sides than two against two: it
/// seldom refutes them, but then it saves much.
constexpr double kShareOfAll = 1.0 / 64;
/// Of two against two its value is about so many tricks above the first guess of the discard with the lowest price.
constexpr int kAboveFirstGuess = 1;
/// Smaller groups have as many nodes as single discards, of two against two once these have used so many times the nodes of the
/// search before. With trumps, groups cost more and refute less.
constexpr double kAloneBeforeGroups = 1, kAloneBeforeGroupsWithTrumps = 4;
/// Of other sides once so many discards were searched.
constexpr std::uint64_t kDiscardsBeforeGroups = 80;
/// What a unit of price is worth beside how often a card was played in the relaxation.
constexpr std::int64_t kPriceBesidePlays = SurplusPlays::kWhole * 3 / 100;
/// Of groups with at most so many certain cards the search is taken up again after it exceeded its share.
constexpr int kRetriedTotal = 1;

std::uint64_t choose(int n, int k) {
  std::uint64_t ways = 1;
  for (int i = 1; i <= k; ++i) ways = ways * static_cast<std::uint64_t>(n - k + i) / static_cast<std::uint64_t>(i);
  return ways;
}

}  // namespace

DiscardSolver::DiscardSolver(const Problem& problem, int holder, std::size_t bytes, const Architecture& architecture)
    : map_(problem.trump, problem.ranking), cutoffs_(CutoffCards::share_of(bytes)),
      table_(bytes - CutoffCards::share_of(bytes)), architecture_(&architecture) {
  // A number of seats that is wrong is refused by pack(), below; until then it must not be believed.
  if (holder < 0 || holder >= std::min(problem.seats, kMaxSeats))
    throw InvalidProblem("the hand that gives up cards is not one of the seats");
  if (!(problem.side >> holder & 1)) throw InvalidProblem("the hand that gives up cards is not on the side asked for");
  if (!problem.played.empty()) throw InvalidProblem("cards are given up before the first lead");
  packed_ = pack(problem, map_, holder);
  cards_ = packed_.all();
  hand_ = packed_.hands[holder];
  surplus_ = std::popcount(hand_) - packed_.hand_size;
  tricks_ = packed_.hand_size - 1 + packed_.first_trick_weight;
  holder_on_side0_ = packed_.on_side(holder);
  restart();
  price_runs();
}

void DiscardSolver::restart() {
  search_ = architecture_->make(packed_, table_, cutoffs_);
  search_->interrupt = &interrupt_;
  search_->load(packed_);
  searched_ = false;
}

/// Low prices: jokers that win nothing, low cards, plain suits before trumps, short suits before long ones.
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

/// Whether the holder's side takes so many tricks after a discard.
bool DiscardSolver::takes(Word discarded, int tricks) {
  ++stats_.discards;
  return search_->reaches_from(cards_ & ~discarded, packed_.leader, packed_.first_trick_weight, need(tricks)) ==
         holder_on_side0_;
}

/// The same in a relaxation, an upper bound: false holds for each discard of the group.
bool DiscardSolver::takes(DiscardCounts group, int tricks) {
  ++stats_.relaxed;
  Word cards = cards_;
  for (int n = group.of(kLanes); n > 0; --n) cards ^= lowest(cards & hand_ & kNoSuitJokers);
  const bool yes =
      search_->reaches_from(cards, packed_.leader, packed_.first_trick_weight, need(tricks), group.owed()) == holder_on_side0_;
  stats_.refuted += !yes;
  return yes;
}

void DiscardSolver::begin(const Budget& budget) {
  stats_ = {};
  searched_ = true;
  search_->begin(budget);
}

/// Narrows the bounds of a discard to one number, as far as searches of at most `node_limit` nodes each decide.
void DiscardSolver::narrow(Word discarded, std::uint64_t node_limit, int& low, int& high) {
  const int side0 = first_guess(packed_, cards_ & ~discarded, tricks_);
  int guess = holder_on_side0_ ? side0 : tricks_ - side0;
  narrow_window(low, high, guess, [&](int tricks) { return takes_within(node_limit, discarded, tricks); });
}

/// One of each class of equivalent discards, that with the lowest cards; by price.
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

/// takes(), or nothing where the search exceeds `node_limit`.
template <class Which>
std::optional<bool> DiscardSolver::takes_within(std::uint64_t node_limit, Which which, int tricks) {
  search_->pause_after(node_limit);
  try {
    const bool yes = takes(which, tricks);
    search_->pause_after(SearchInterface::kNoPause);
    return yes;
  } catch (const SearchPaused&) {
    search_->pause_after(SearchInterface::kNoPause);
    return std::nullopt;
  }
}

DiscardAnswer DiscardSolver::best(const Budget& budget) {
  // What was asked before must not decide which of several best discards is found; within limits it may.
  if (searched_ && !best_ && !budget.is_limited()) restart();
  begin(budget);
  if (best_ && !interrupt_.told()) return *best_;
  DiscardAnswer answer;
  answer.high = tricks_;
  Word best = 0;
  try {
    if (packed_.seating() == Seating::partners) search_from_above(answer, best, budget);
    else search_all(answer, best);
  } catch (const SearchEnded& end) {
    answer.stopped = end.told;
  }
  answer.cards = map_.unpack(best);
  // Within limits the search goes another way, and may find another discard that is as good.
  if (!budget.is_limited() && answer.exact() && !answer.stopped) best_ = answer;
  stats_.nodes = search_->stats.nodes;
  answer.stats = stats_;
  return answer;
}

/// The work of relaxations on one question after another.
struct DiscardSolver::Refutation {
  struct Question {
    std::optional<DiscardCounts> group;  ///< nothing once it is answered
    std::uint64_t nodes = 0;
  };
  DiscardGroups groups;
  Question all{}, next{};
  double before_groups = 0;  ///< nodes of searches before those of groups count

  /// About other tricks.
  void restart() {
    groups.restart();
    all.group = DiscardCounts{};
    next.group = groups.next();
  }
};

/// First the value of the relaxation of all discards, an upper bound. In nine deals of ten a discard takes as much, and else
/// one takes a trick less: all that fail at the bound are needed to lower it, and few are searched below.
void DiscardSolver::search_from_above(DiscardAnswer& answer, Word& best, const Budget& budget) {
  std::vector<Word> open = distinct_discards();
  best = open.front();
  // Where the budget may end the search, a lower bound is wanted before.
  if (int high = tricks_; budget.is_limited()) narrow(best, SearchInterface::kNoPause, answer.low, high);
  std::reverse(open.begin(), open.end());
  const int side0 = first_guess(packed_, cards_ & ~best, tricks_);
  int guess = (holder_on_side0_ ? side0 : tricks_ - side0) + kAboveFirstGuess;
  int relaxed_low = 0;
  narrow_window(relaxed_low, answer.high, guess, [&](int tricks) -> std::optional<bool> {
    search_->surplus_plays.clear();
    const bool yes = takes(DiscardCounts{}, tricks);
    if (yes) least_played_last(open);
    return yes;
  });
  while (answer.low < answer.high) {
    if (const std::optional<Word> discard = discard_that_takes(answer.high, open)) {
      best = *discard;
      answer.low = answer.high;
    } else {
      --answer.high;
    }
  }
}

/// Searches the discards in `open` from the back. Searches that exceed the node limit are deferred and the limit grows, since
/// another discard may take so many tricks. In between, relaxations try to refute groups of them.
std::optional<Word> DiscardSolver::discard_that_takes(int tricks, std::vector<Word> open) {
  std::uint64_t node_limit = kFirstNodeLimit;
  std::vector<Word> deferred;
  Refutation relaxed{.groups = DiscardGroups(packed_, hand_, surplus_)};
  relaxed.next.group = relaxed.groups.next();
  const double factor = packed_.play == Play::trumps ? kAloneBeforeGroupsWithTrumps : kAloneBeforeGroups;
  relaxed.before_groups = (1 + factor) * static_cast<double>(search_->stats.nodes);
  while (!(open.empty() && deferred.empty())) {
    refute_groups(relaxed, tricks);
    if (open.empty() || deferred.size() == kMaxDeferred) {
      open.insert(open.end(), deferred.rbegin(), deferred.rend());
      deferred.clear();
      node_limit *= kNodeLimitGrowth;
    }
    const Word discard = open.back();
    open.pop_back();
    if (relaxed.groups.refuted(DiscardCounts(discard, packed_))) continue;
    const std::optional<bool> yes = takes_within(node_limit, discard, tricks);
    if (!yes) deferred.push_back(discard);
    else if (*yes) return discard;
  }
  return std::nullopt;
}

/// Tests one discard after another against the best value so far plus one. Searches that exceed the node limit are deferred and
/// the limit grows, since another discard may raise the value, and a higher one is easier to refute. In between, relaxations
/// try to refute many discards at once; where that of all does not, it says in which order to go on. Not for two against two.
void DiscardSolver::search_all(DiscardAnswer& answer, Word& best) {
  std::uint64_t node_limit = kFirstNodeLimit;
  std::vector<Word> open = distinct_discards();
  best = open.front();
  int high = tricks_;  // of the first discard only
  narrow(best, node_limit, answer.low, high);
  std::reverse(open.begin(), open.end());
  std::vector<Word> deferred;
  Refutation relaxed{.groups = DiscardGroups(packed_, hand_, surplus_)};
  relaxed.restart();
  while (answer.low < tricks_ && !(open.empty() && deferred.empty())) {
    const bool asked = relaxed.all.group.has_value();
    if (refutes_all(relaxed, answer.low + 1)) break;
    if (asked && !relaxed.all.group) {
      open.insert(open.end(), deferred.rbegin(), deferred.rend());
      deferred.clear();
      least_played_last(open);
    }
    if (stats_.discards >= kDiscardsBeforeGroups) refute_groups(relaxed, answer.low + 1);
    if (open.empty() || deferred.size() == kMaxDeferred) {
      open.insert(open.end(), deferred.rbegin(), deferred.rend());
      deferred.clear();
      node_limit *= kNodeLimitGrowth;
    }
    const Word discard = open.back();
    if (relaxed.groups.refuted(DiscardCounts(discard, packed_))) {
      open.pop_back();
      continue;
    }
    const std::optional<bool> more = takes_within(node_limit, discard, answer.low + 1);
    if (more && *more) {
      ++answer.low;
      best = discard;
      relaxed.restart();
      continue;
    }
    open.pop_back();
    if (!more) deferred.push_back(discard);
  }
  answer.high = answer.low;
}

/// Orders discards for a search from the back: those first whose cards the hand played least in the relaxation. Its plays show
/// what it needs, though not all of it against one defence.
void DiscardSolver::least_played_last(std::vector<Word>& open) const {
  const std::array<std::int64_t, 64> shares = search_->surplus_plays.shares();
  std::vector<std::vector<std::int64_t>> costs;  // of so many cards of each run
  for (const Run& run : runs_) {
    std::vector<std::int64_t> cards;
    for (Word w = run.cards; w; w &= w - 1) cards.push_back(shares[index_of(lowest(w))] + kPriceBesidePlays * run.price);
    std::sort(cards.begin(), cards.end());
    std::vector<std::int64_t>& cost = costs.emplace_back(1, 0);
    for (const std::int64_t card : cards) cost.push_back(cost.back() + card);
  }
  std::vector<std::pair<std::int64_t, Word>> priced;
  priced.reserve(open.size());
  for (const Word discard : open) {
    std::int64_t cost = 0;
    for (std::size_t r = 0; r < runs_.size(); ++r) cost += costs[r][std::popcount(discard & runs_[r].cards)];
    priced.push_back({cost, discard});
  }
  std::stable_sort(priced.begin(), priced.end(), [](const auto& x, const auto& y) { return x.first > y.first; });
  std::transform(priced.begin(), priced.end(), open.begin(), [](const auto& p) { return p.second; });
}

/// Whether the relaxation of all discards refutes them within its share of the nodes.
bool DiscardSolver::refutes_all(Refutation& r, int tricks) {
  if (!r.all.group) return false;
  search_->surplus_plays.clear();
  const std::uint64_t before = search_->stats.nodes;
  const auto others = static_cast<double>(before - r.all.nodes);
  const auto allowed = static_cast<std::uint64_t>(others * kShareOfAll);
  if (r.all.nodes >= std::max(allowed, kFirstNodeLimit)) return false;
  const std::optional<bool> yes = takes_within(std::max(allowed, kFirstNodeLimit), *r.all.group, tricks);
  const std::uint64_t after = search_->stats.nodes;
  r.all.nodes += after - before;
  if (!yes) return false;
  r.all.group.reset();
  return !*yes;
}

/// Asks about smaller groups as long as their share of the nodes lasts.
void DiscardSolver::refute_groups(Refutation& r, int tricks) {
  while (r.next.group) {
    const std::uint64_t before = search_->stats.nodes;
    const double alone = static_cast<double>(before - r.all.nodes - r.next.nodes) - r.before_groups;
    if (alone <= static_cast<double>(r.next.nodes)) return;
    const auto allowed = std::max(static_cast<std::uint64_t>(alone), kFirstNodeLimit);
    const std::optional<bool> yes = takes_within(allowed, *r.next.group, tricks);
    r.next.nodes += search_->stats.nodes - before;
    if (!yes && r.next.group->total() <= kRetriedTotal) return;
    if (yes && !*yes) r.groups.refute(*r.next.group);
    r.next.group = r.groups.next();
  }
}

std::pair<int, int> DiscardSolver::value(CardMask discard, const Budget& budget) {
  const Word cards = map_.pack(discard & kAllCards);
  if ((discard & ~kAllCards) || (cards & ~hand_) || std::popcount(cards) != surplus_)
    throw InvalidProblem("a discard is as many cards of the hand as it has too many");
  begin(budget);
  int low = 0, high = tricks_;
  try {
    narrow(cards, SearchInterface::kNoPause, low, high);
  } catch (const SearchEnded& end) {
    if (end.told) throw SolveStopped(low, high);
  }
  return {low, high};
}

std::uint64_t DiscardSolver::reaching(int tricks, const std::function<void(CardMask)>& each, const Budget& budget) {
  begin(budget);
  std::uint64_t count = 0;
  try {
    if (surplus_ > 0 && !takes_within(kFirstNodeLimit, DiscardCounts{}, tricks).value_or(true)) return 0;
    for (const Word discard : distinct_discards())
      if (takes(discard, tricks)) count += for_each_equivalent(discard, 0, 0, each);
  } catch (const SearchEnded&) {
    throw SolveStopped();
  }
  return count;
}

/// Counts, and passes to `each`, all discards with the same number of cards of each run, from `run` on.
std::uint64_t DiscardSolver::for_each_equivalent(Word discarded, std::size_t run, Word chosen,
                                                 const std::function<void(CardMask)>& each) const {
  if (!each) {
    std::uint64_t ways = 1;
    for (const Run& r : runs_) ways *= choose(std::popcount(r.cards), std::popcount(r.cards & discarded));
    return ways;
  }
  if (run == runs_.size()) {
    each(map_.unpack(chosen));
    return 1;
  }
  const Word cards = runs_[run].cards;
  const int wanted = std::popcount(cards & discarded);
  if (wanted == 0) return for_each_equivalent(discarded, run + 1, chosen, each);
  std::uint64_t count = 0;
  // Every subset of the run, as a counter that skips the cards outside it.
  for (Word subset = lowest(cards); subset; subset = (subset - cards) & cards)
    if (std::popcount(subset) == wanted) count += for_each_equivalent(discarded, run + 1, chosen | subset, each);
  return count;
}

}  // namespace whistsolve
