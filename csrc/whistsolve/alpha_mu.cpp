#include "alpha_mu.hpp"

#include <algorithm>

#include "alpha_mu_tree.hpp"

namespace whistsolve {
namespace {

/// The root: each choice of the player with its value so far.
class Root {
 public:
  struct Value {
    Choice choice;
    LayoutSet made;
    double weight;
    bool exact;
  };

  Root(AlphaMuTree& tree, bool best_only) : tree_(tree), best_only_(best_only) {
    for_each_in(tree.all(), [&](int i) {
      const AlphaMuLayout& layout = tree.layout(i);
      if (!layout.position.over()) open_ |= only(i);
      else if (layout.made_when_settled()) made_before_ |= only(i);
    });
    if (!open_) return;
    const Position& position = tree.layout(lowest_of(open_)).position;
    legal_ = position.legal();
    reps_ = tree.representatives(open_);
    const LayoutSet most = open_ | made_before_;
    for (Word reps = reps_; reps; reps &= reps - 1)
      for_each_move(position, lowest(reps), [&](const Move& move) {
        values_.push_back({{move, open_}, most, tree.weight(most), false});
      });
  }

  /// Double dummy after each choice, as perfect-information Monte Carlo has it.
  void look_one_ahead() {
    std::vector<Value> values = values_;
    for (Value& v : values) {
      v.choice.in = tree_.made_after(open_, v.choice.move);
      take(v, ParetoFront(v.choice.in));
    }
    values_ = values;
  }
  void look_ahead(int depth) {
    std::vector<Value> values = values_;
    std::stable_sort(values.begin(), values.end(), [](const Value& a, const Value& b) { return a.weight > b.weight; });
    double best = -1;
    for (Value& v : values) {
      const Value before = v;
      v.exact = false;
      if (best_only_ && v.weight <= best) continue;
      const AboveNode root{nullptr, AboveNode::Kind::root, nullptr, {}, best - tree_.weight(made_before_)};
      tree_.play(v.choice.in, v.choice.move);
      const ParetoFront front = tree_.front(v.choice.in, depth - 1, best_only_ ? &root : nullptr);
      tree_.undo(v.choice.in);
      take(v, front);
      if (best_only_ && v.weight <= best) {  // cut: an upper bound, and perhaps not the lower of two
        if (v.weight > before.weight) v = before;
        v.exact = false;
      }
      best = std::max(best, v.weight);
    }
    values_ = values;
  }
  void not_exact() {
    for (Value& v : values_) v.exact = false;
  }

  std::vector<AlphaMuCard> cards(const LaneMap& map) const {
    std::vector<AlphaMuCard> found;
    if (!open_) return found;
    const Packed& packed = tree_.layout(lowest_of(open_)).packed();
    for (Word legal = legal_; legal; legal &= legal - 1) {
      const Word card = lowest(legal);
      // The run of a card starts at the highest representative of its suit that is not above it.
      const bool no_suit = packed.play == Play::no_suit && (card & kNoSuitJokers);
      const Word suit = no_suit ? kNoSuitJokers : lane_of(card) & packed.ranks;
      const Word rep = highest(reps_ & suit & (card | (card - 1)));
      const Value* best = nullptr;
      for (const Value& v : values_)
        if (v.choice.move.card == rep && (!best || better(v, *best))) best = &v;
      found.push_back({map.card(index_of(card)), suit_of(map, best->choice.move.named), best->made, best->weight, best->exact});
    }
    std::sort(found.begin(), found.end(), [](const AlphaMuCard& a, const AlphaMuCard& b) { return a.card < b.card; });
    return found;
  }

 private:
  static bool better(const Value& a, const Value& b) {
    if (a.weight != b.weight) return a.weight > b.weight;
    if (a.exact != b.exact) return a.exact;
    return a.choice.move.named < b.choice.move.named;
  }
  static int suit_of(const LaneMap& map, Word named) {
    for (int suit = 0; named && suit < kSuits; ++suit)
      if (lane(map.lane_of_suit(suit)) & named) return suit;
    return -1;
  }
  /// The vector of most weight; of equals the greatest number, so that the answer does not depend on the order of search.
  void take(Value& value, const ParetoFront& front) {
    value.weight = -1;
    for (const LayoutSet v : front) {
      const LayoutSet made = v | made_before_;
      const double weight = tree_.weight(made);
      if (weight < value.weight || (weight == value.weight && made < value.made)) continue;
      value.made = made;
      value.weight = weight;
    }
    value.exact = true;
  }

  AlphaMuTree& tree_;
  bool best_only_;
  LayoutSet open_, made_before_;  ///< layouts in which play goes on; of the others, where the target was made
  Word legal_ = 0, reps_ = 0;
  std::vector<Value> values_;
};

void check(const AlphaMuQuestion& q) {
  if (q.layouts.empty() || q.layouts.size() > static_cast<std::size_t>(kMaxLayouts))
    throw InvalidProblem("alpha-mu takes 1 to 128 layouts");
  if (q.weights.size() != q.layouts.size()) throw InvalidProblem("each layout needs a weight");
  if (q.depth < 1) throw InvalidProblem("alpha-mu looks at least one card ahead");
  if (q.game.seats < kMinSeats || q.game.seats > kMaxSeats) throw InvalidProblem("a deal has two to six hands");
  if (q.controls == 0 || q.controls >> q.game.seats) throw InvalidProblem("the player chooses for seats of the deal");
  for (std::size_t seat = 0; seat < static_cast<std::size_t>(q.game.seats); ++seat)
    for (const auto& hands : q.layouts)
      if (q.controls >> seat & 1 && hands[seat] != q.layouts[0][seat])
        throw InvalidProblem("a hand that the player sees is not the same in all layouts");
}

}  // namespace

AlphaMuAnswer alpha_mu(const AlphaMuQuestion& question, std::size_t bytes, const Interrupt& interrupt, const Budget& budget) {
  check(question);
  const LaneMap map(question.game.trump, question.game.ranking);
  AlphaMuTree tree(question, map, bytes, interrupt, budget);
  const Position& position = tree.layout(0).position;
  if (!position.over() && !(question.controls >> position.to_act() & 1))
    throw InvalidProblem("the seat to act is not one that the player chooses for");
  Root root(tree, question.best_only);
  AlphaMuAnswer answer;
  try {
    for (int depth = 1; depth <= question.depth; ++depth) {
      if (depth == 1) root.look_one_ahead();
      else root.look_ahead(depth);
      answer.depth = depth;
    }
  } catch (const SearchEnded& end) {
    answer.told_to_stop = end.told;
    root.not_exact();
  }
  answer.cards = root.cards(map);
  answer.nodes = tree.nodes();
  return answer;
}

}  // namespace whistsolve
