#include "alpha_mu_tree.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace whistsolve {

void AlphaMuTree::poll() {
  if (++polls_ % kNodesBetweenPolls) return;
  if (interrupt_.requested()) throw SearchEnded{true};
  if (until_ != Budget{}.until && std::chrono::steady_clock::now() >= until_) throw SearchEnded{false};
}

/// Whether no vector that a front can still have changes the choice at a node above. The front is an upper bound.
bool AlphaMuTree::useless(const ParetoFront& front, const AboveNode* above) const {
  if (!above || front.empty()) return front.empty();
  switch (above->kind) {
    case AboveNode::Kind::root:
      return std::all_of(front.begin(), front.end(), [&](LayoutSet v) { return weight(v) <= above->best; });
    case AboveNode::Kind::own: {
      ParetoFront rest;
      for (const LayoutSet v : front)
        if (!above->so_far->covers(v)) rest.insert(v);
      return useless(rest, above->up);
    }
    default: return useless(above->so_far->worst_of(front, above->possible), above->up);
  }
}

ParetoFront AlphaMuTree::front(LayoutSet live, int depth, const AboveNode* above) {
  if (depth == 0 || at_most_one(live)) return ParetoFront(live);
  poll();
  LayoutSet settled;
  for_each_in(live, [&](int i) {
    if (layout(i).settled()) settled |= only(i);
  });
  if (settled == live) return ParetoFront(live);
  if (settled) {  // only where jokers that are laid aside make some layouts end sooner
    ParetoFront with;
    for (const LayoutSet v : front(live ^ settled, depth, nullptr)) with.insert(v | settled);
    return with;
  }
  const AlphaMuLayout& first = layout(lowest_of(live));
  if (first.position.on_table() || depth == 1) return node(live, depth, above);
  const NodeKey key{first.gone(), live, first.position.to_act(), first.taken(), depth};
  if (const auto found = known_.find(key); found != known_.end()) return found->second;
  const std::uint64_t before = cuts_;
  ParetoFront result = node(live, depth, above);
  const std::size_t bytes = sizeof(NodeKey) + 64 + result.size() * sizeof(LayoutSet);
  if (cuts_ == before && bytes <= room_) {
    room_ -= bytes;
    known_.emplace(key, result);
  }
  return result;
}

ParetoFront AlphaMuTree::node(LayoutSet live, int depth, const AboveNode* above) {
  const AlphaMuLayout& first = layout(lowest_of(live));
  const int seat = first.position.to_act();
  if (controls_ >> seat & 1) return own(live, depth, above);
  if (!first.ours(seat)) return rival(live, depth, above);
  return partner_ == HiddenPartner::ally ? ally(live, depth) : double_dummy_partner(live, depth);
}

ParetoFront AlphaMuTree::own(LayoutSet live, int depth, const AboveNode* above) {
  if (useless(ParetoFront(live), above)) {
    ++cuts_;
    return ParetoFront(live);
  }
  const Position& position = layout(lowest_of(live)).position;
  ParetoFront last;  // double dummy after the last card to look ahead
  std::vector<Choice> choices;
  for (Word reps = representatives(live); reps && !last.covers(live); reps &= reps - 1)
    for_each_move(position, lowest(reps), [&](const Move& move) {
      const LayoutSet made = made_after(live, move);
      if (depth == 1) last.insert(made);
      else choices.push_back({move, made});
    });
  if (depth == 1) return last;
  std::stable_sort(choices.begin(), choices.end(),
                   [&](const Choice& a, const Choice& b) { return weight(a.in) > weight(b.in); });
  ParetoFront best;
  for (const Choice& choice : choices) {
    if (best.covers(choice.in)) continue;
    const AboveNode here{above, AboveNode::Kind::own, &best};
    play(choice.in, choice.move);
    const ParetoFront after = front(choice.in, depth - 1, &here);
    undo(choice.in);
    best.unite(after);
  }
  return best;
}

ParetoFront AlphaMuTree::rival(LayoutSet live, int depth, const AboveNode* above) {
  ParetoFront worst(live);
  std::vector<Choice> choices = moves(live);
  std::stable_sort(choices.begin(), choices.end(),
                   [](const Choice& a, const Choice& b) { return a.in.count() > b.in.count(); });
  for (const Choice& choice : choices) {
    if (at_most_one(choice.in)) continue;
    if (useless(worst, above)) {
      ++cuts_;
      break;
    }
    const AboveNode here{above, AboveNode::Kind::rival, &worst, choice.in};
    play(choice.in, choice.move);
    const ParetoFront after = front(choice.in, depth, &here);
    undo(choice.in);
    if (!after.covers(choice.in)) worst = worst.worst_of(after, choice.in);
  }
  return worst;
}

ParetoFront AlphaMuTree::ally(LayoutSet live, int depth) {
  ParetoFront best(LayoutSet{});
  std::vector<Choice> choices = moves(live);
  for (Choice& choice : choices) choice.in = made_after(choice.in, choice.move);
  std::stable_sort(choices.begin(), choices.end(),
                   [](const Choice& a, const Choice& b) { return a.in.count() > b.in.count(); });
  for (const Choice& choice : choices) {
    if (best.covers(live)) break;
    play(choice.in, choice.move);
    const ParetoFront after = front(choice.in, depth, nullptr);
    undo(choice.in);
    best = best.best_of(after);
  }
  return best;
}

ParetoFront AlphaMuTree::double_dummy_partner(LayoutSet live, int depth) {
  std::vector<Choice> choices = moves(live);
  const Play play_sort = layout(lowest_of(live)).packed().play;
  // Plain cards before trumps and jokers, low ones before high ones.
  const auto price = [&](const Choice& c) {
    const int bit = index_of(c.move.card), lane_number = bit / kLaneBits;
    const bool dear = play_sort == Play::trumps ? lane_number == kTrumpLane : (c.move.card & kNoSuitJokers) != 0;
    return dear * 1024 + bit % kLaneBits * kLanes + lane_number;
  };
  std::stable_sort(choices.begin(), choices.end(), [&](const Choice& a, const Choice& b) { return price(a) < price(b); });
  ParetoFront result(live);
  LayoutSet left = live;
  for (const Choice& choice : choices) {
    const LayoutSet chosen = made_after(left & choice.in, choice.move);
    left ^= chosen;
    if (at_most_one(chosen)) continue;
    play(chosen, choice.move);
    const ParetoFront after = front(chosen, depth, nullptr);
    undo(chosen);
    result = result.worst_of(after, chosen);
  }
  return result;
}

/// The moves of a hand that the player does not see, each with the layouts in which it is legal. Of a rival's cards that are worth
/// the same wherever they hold either, one: which of them they play tells nothing. A partner may tell something by it.
std::vector<Choice> AlphaMuTree::moves(LayoutSet live) {
  std::array<LayoutSet, 64> legal{};
  Word cards = 0;
  for_each_in(live, [&](int i) {
    for (Word w = layout(i).position.legal(); w; w &= w - 1) legal[static_cast<std::size_t>(index_of(w))] |= only(i);
    cards |= layout(i).position.legal();
  });
  const AlphaMuLayout& first = layout(lowest_of(live));
  const bool is_rival = !first.ours(first.position.to_act());
  std::vector<Choice> found;
  Choice last{{0, 0}, {}};
  for (; cards; cards &= cards - 1) {
    const Choice choice{{lowest(cards), 0}, legal[static_cast<std::size_t>(index_of(cards))]};
    if (!is_rival || !same_as_last(last, choice))
      for_each_move(layout(lowest_of(choice.in)).position, choice.move.card, [&](const Move& move) {
        found.push_back({move, choice.in});
      });
    last = choice;
  }
  return found;
}

/// Whether two cards of the hand to act are worth the same in all layouts in which either is legal.
bool AlphaMuTree::same_as_last(const Choice& last, const Choice& choice) {
  if (last.in != choice.in) return false;
  const Play play = layout(lowest_of(choice.in)).packed().play;
  if (Packed::shape_class(last.move.card, play) != Packed::shape_class(choice.move.card, play)) return false;
  const Word between = (choice.move.card - 1) & ~(last.move.card | (last.move.card - 1));
  return (present(choice.in) & between) == 0;
}

}  // namespace whistsolve
