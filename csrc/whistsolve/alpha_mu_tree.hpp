// The tree of alpha-mu below the root: Pareto fronts of own moves, rivals' moves and a hidden partner's, and their cuts.
#pragma once

#include <bit>
#include <memory>
#include <unordered_map>
#include <vector>

#include "alpha_mu.hpp"
#include "alpha_mu_layout.hpp"

namespace whistsolve {

/// A move in the layouts of `in`: those in which it is legal, or in which the target is still made double dummy after it.
struct Choice {
  Move move;
  LayoutSet in;
};

constexpr LayoutSet only(int layout) { return LayoutSet::only(layout); }
/// In a single layout the player knows all hands, so what is made double dummy is made.
constexpr bool at_most_one(LayoutSet layouts) { return layouts.count() <= 1; }
constexpr int lowest_of(LayoutSet layouts) { return layouts.lowest(); }

template <class F>
void for_each_in(LayoutSet layouts, F&& f) {
  for (; layouts; layouts.drop_lowest()) f(lowest_of(layouts));
}

/// The nodes above one, as far as they decide whether its front can matter. A chain from the node up to the root.
struct AboveNode {
  enum class Kind { own, rival, root };
  const AboveNode* up;
  Kind kind;
  const ParetoFront* so_far;  ///< of that node: a lower bound where the move is our own, an upper bound where it is a rival's
  LayoutSet possible{};       ///< at a rival's node: where the move to this node is legal
  double best = 0;            ///< at the root: the greatest weight so far
};

/// A node between two tricks. That the layouts are the same is part of it: they tell which cards may have been played by whom.
struct NodeKey {
  Word gone;
  LayoutSet live;
  int leader, taken, depth;
  friend bool operator==(const NodeKey&, const NodeKey&) = default;
};
struct NodeHash {
  std::size_t operator()(const NodeKey& k) const {
    Word h = k.gone * 0x9e3779b97f4a7c15ULL ^ (k.live.low() ^ std::rotl(k.live.high(), 32)) * 0xc2b2ae3d27d4eb4fULL;
    h ^= static_cast<Word>(k.leader + 8 * (k.taken + 32 * k.depth)) * 0xd6e8feb86659fd93ULL;
    return static_cast<std::size_t>(h ^ h >> 29);
  }
};

class AlphaMuTree {
 public:
  AlphaMuTree(const AlphaMuQuestion& question, const LaneMap& map, std::size_t bytes, const Interrupt& interrupt,
              const Budget& budget)
      : weights_(question.weights), controls_(question.controls), partner_(question.partner), interrupt_(interrupt),
        until_(budget.until) {
    const std::size_t share = bytes / kFrontsShare;
    room_ = share;
    for (const auto& hands : question.layouts) {
      Problem problem = question.game;
      problem.hands = hands;
      const std::size_t each = (bytes - share) / question.layouts.size();
      layouts_.push_back(std::make_unique<AlphaMuLayout>(problem, map, each, interrupt, budget));
      layouts_.back()->aim(question.target, question.controls);
    }
  }

  AlphaMuLayout& layout(int number) { return *layouts_[static_cast<std::size_t>(number)]; }
  LayoutSet all() const { return LayoutSet::first(static_cast<int>(layouts_.size())); }
  std::uint64_t nodes() const {
    std::uint64_t sum = 0;
    for (const auto& l : layouts_) sum += l->nodes();
    return sum;
  }
  /// Of the layouts in which a vector makes the target.
  double weight(LayoutSet made) const {
    double sum = 0;
    for_each_in(made, [&](int i) { sum += weights_[static_cast<std::size_t>(i)]; });
    return sum;
  }
  /// Those of the layouts in which the target is made double dummy after a move.
  LayoutSet made_after(LayoutSet in, const Move& move) {
    LayoutSet made;
    for_each_in(in, [&](int i) {
      if (layout(i).made_after(move)) made |= only(i);
    });
    return made;
  }
  void play(LayoutSet in, const Move& move) {
    for_each_in(in, [&](int i) { layout(i).position.play(move.card, move.named); });
  }
  void undo(LayoutSet in) {
    for_each_in(in, [&](int i) { layout(i).position.undo(); });
  }
  /// Cards not played yet in any of the layouts, and those on the table.
  Word present(LayoutSet in) {
    Word cards = 0;
    for_each_in(in, [&](int i) { cards |= layout(i).position.cards() | layout(i).position.trick().played; });
    return cards;
  }
  /// One card of each set of cards of the player that are worth the same in all of the layouts.
  Word representatives(LayoutSet in) {
    const AlphaMuLayout& first = layout(lowest_of(in));
    const Word hand = first.position.hand(first.position.to_act());
    return first.position.legal() & ~next_present(hand, ~present(in) & first.packed().ranks);
  }

  /// The front of a node with so many of our own cards to look ahead. `live` are the layouts that are possible here and in which the
  /// target is made double dummy; no other matters, since no strategy makes more than that.
  ParetoFront front(LayoutSet live, int depth, const AboveNode* above);

 private:
  /// Fronts that are kept take at most this part of the memory.
  static constexpr std::size_t kFrontsShare = 8;
  static constexpr unsigned kNodesBetweenPolls = 256;

  ParetoFront node(LayoutSet live, int depth, const AboveNode* above);
  ParetoFront own(LayoutSet live, int depth, const AboveNode* above);
  ParetoFront rival(LayoutSet live, int depth, const AboveNode* above);
  ParetoFront ally(LayoutSet live, int depth);
  ParetoFront double_dummy_partner(LayoutSet live, int depth);
  std::vector<Choice> moves(LayoutSet live);
  bool same_as_last(const Choice& last, const Choice& choice);
  bool useless(const ParetoFront& front, const AboveNode* above) const;
  void poll();

  std::vector<std::unique_ptr<AlphaMuLayout>> layouts_;
  std::vector<double> weights_;
  unsigned controls_;
  HiddenPartner partner_;
  const Interrupt& interrupt_;
  std::chrono::steady_clock::time_point until_;
  unsigned polls_ = 0;
  std::unordered_map<NodeKey, ParetoFront, NodeHash> known_;
  std::size_t room_;        ///< bytes left for `known_`
  std::uint64_t cuts_ = 0;  ///< fronts that were left as upper bounds
};

}  // namespace whistsolve
