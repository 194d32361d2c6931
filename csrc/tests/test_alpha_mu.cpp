// Alpha-mu against a plain search of the same fronts: all cards in all layouts, no cuts, minimax at the leaves.
#include "whistsolve/alpha_mu.hpp"

#include <cstdlib>
#include <memory>

#include "check.hpp"
#include "minimax.hpp"
#include "random_problem.hpp"
#include "whistsolve/errors.hpp"
#include "whistsolve/solver.hpp"

using namespace whistsolve;

namespace {

constexpr std::size_t kBytes = std::size_t{8} << 20;

/// One layout of the plain search.
struct Plain {
  Plain(const Problem& problem, const LaneMap& map)
      : packed(pack(problem, map)), position(replay(packed, map, problem.played)) {
    won = position.won();
    all = left();
  }
  int left() const { return position.over() ? 0 : position.tricks_left() - 1 + position.weight(); }
  /// What the side of `seat` takes from the question on with best play of all from here.
  int value(int seat) {
    const int taken = position.won() - won + minimax.value(position);
    return packed.on_side(seat) ? taken : all - taken;
  }
  Packed packed;
  Position position;
  Minimax minimax;
  int won, all;
};

class PlainTree {
 public:
  PlainTree(const AlphaMuQuestion& q, const LaneMap& map) : question_(q) {
    for (const auto& hands : q.layouts) {
      Problem problem = q.game;
      problem.hands = hands;
      layouts_.push_back(std::make_unique<Plain>(problem, map));
    }
    me_ = std::countr_zero(q.controls);
  }
  Plain& layout(int i) { return *layouts_[static_cast<std::size_t>(i)]; }

  ParetoFront front(LayoutSet possible, int depth) {
    LayoutSet made, open;
    for (int i = 0; i < kMaxLayouts; ++i) {
      if (!possible.has(i)) continue;
      if (!layout(i).position.over()) open |= LayoutSet::only(i);
      if (layout(i).value(me_) >= question_.target) made |= LayoutSet::only(i);
    }
    if (depth == 0 || !open) return ParetoFront(made);
    const Position& first = layout(open.lowest()).position;
    const int seat = first.to_act();
    const bool own = question_.controls >> seat & 1;
    const bool rival = first.packed().on_side(seat) != first.packed().on_side(me_);
    if (!own && !rival && question_.partner == HiddenPartner::double_dummy) return double_dummy_partner(open, made, depth);
    ParetoFront result = own ? ParetoFront() : rival ? ParetoFront(open) : ParetoFront(LayoutSet{});
    for (int bit = 0; bit < 64; ++bit) {
      for (int named = 0; named < 5; ++named) {
        const Word lane_named = named == 4 ? 0 : lane(named) & kPlainRanks;
        const LayoutSet legal = having(open, bit_at(bit), lane_named);
        if (!legal) continue;
        const ParetoFront after = after_move(legal, bit_at(bit), lane_named, own ? depth - 1 : depth);
        if (own) result.unite(after);
        else result = rival ? result.worst_of(after, legal) : result.best_of(after);
      }
    }
    ParetoFront with;
    for (const LayoutSet v : result) with.insert(v | (made & ~open));
    return with;
  }
  /// In each layout the partner plays the first card of `by_price` after which the target is still made.
  ParetoFront double_dummy_partner(LayoutSet open, LayoutSet made, int depth) {
    LayoutSet left = made & open;
    ParetoFront result(made);
    for (int order = 0; order < 128; ++order) {
      const bool dear = order >= 64;
      const int bit = order % kLanes * kLaneBits + order % 64 / kLanes;
      const Word card = bit_at(bit);
      for (int named = 0; named < 5; ++named) {
        const Word lane_named = named == 4 ? 0 : lane(named) & kPlainRanks;
        LayoutSet chosen;
        for (LayoutSet w = having(left, card, lane_named); w; w.drop_lowest()) {
          const int i = w.lowest();
          Plain& p = layout(i);
          const bool trump = p.packed.play == Play::trumps ? bit / kLaneBits == kTrumpLane : (card & kNoSuitJokers) != 0;
          if (trump != dear) continue;
          p.position.play(card, lane_named);
          if (p.value(me_) >= question_.target) chosen |= LayoutSet::only(i);
          p.position.undo();
        }
        left = left & ~chosen;
        if (chosen) result = result.worst_of(after_move(chosen, card, lane_named, depth), chosen);
      }
    }
    CHECK(!left);
    return result;
  }
  ParetoFront after_move(LayoutSet legal, Word card, Word named, int depth) {
    for (int i = 0; i < kMaxLayouts; ++i)
      if (legal.has(i)) layout(i).position.play(card, named);
    const ParetoFront after = front(legal, depth);
    for (int i = 0; i < kMaxLayouts; ++i)
      if (legal.has(i)) layout(i).position.undo();
    return after;
  }
  /// The layouts in which a move is legal.
  LayoutSet having(LayoutSet open, Word card, Word named) {
    LayoutSet legal;
    for (int i = 0; i < kMaxLayouts; ++i) {
      if (!open.has(i)) continue;
      const Position& p = layout(i).position;
      if ((p.legal() & card) && p.needs_name(card) == (named != 0)) legal |= LayoutSet::only(i);
    }
    return legal;
  }

 private:
  const AlphaMuQuestion& question_;
  std::vector<std::unique_ptr<Plain>> layouts_;
  int me_ = 0;
};

/// Layouts that agree with a problem in the hands of `controls` and in the cards played; some with a card from outside.
void add_layouts(ProblemSource& source, const Problem& problem, const LaneMap& map, AlphaMuQuestion& q, int count) {
  CardMask played = 0, dealt = 0;
  for (const PlayedCard& p : problem.played) played |= CardMask{1} << p.card;
  for (const CardMask hand : problem.hands) dealt |= hand;
  std::vector<CardIndex> hidden;
  for (CardIndex c = 0; c < kDeckSize; ++c) {
    if (dealt >> c & 1) {
      bool seen = played >> c & 1;
      for (std::size_t s = 0; s < kMaxSeats; ++s) seen |= (q.controls >> s & 1) && (problem.hands[s] >> c & 1);
      if (!seen) hidden.push_back(c);
    } else if (source.below(40) == 0) {
      hidden.push_back(c);
    }
  }
  q.layouts.push_back(problem.hands);
  for (int tries = 0; tries < 20 * count && static_cast<int>(q.layouts.size()) < count; ++tries) {
    Problem other = problem;
    std::shuffle(hidden.begin(), hidden.end(), source.engine());
    std::size_t next = 0;
    for (std::size_t s = 0; s < static_cast<std::size_t>(problem.seats); ++s) {
      if (q.controls >> s & 1) continue;
      const int wanted = std::popcount(problem.hands[s] & ~played);
      other.hands[s] &= played;
      for (int i = 0; i < wanted; ++i) other.hands[s] |= CardMask{1} << hidden[next++];
    }
    try {
      const Packed packed = pack(other, map);
      const Position position = replay(packed, map, other.played);
      q.layouts.push_back(other.hands);
    } catch (const IllegalPlay&) {  // the cards played tell that the hands are not these
    }
  }
}

/// Three or four cards a hand from the top of two suits, two against two: there are finesses to guess.
Problem finesses(ProblemSource& source) {
  Problem problem = source.problem(4, 2);
  const std::size_t size = 3 + static_cast<std::size_t>(source.below(2));
  std::vector<CardIndex> deck;
  for (CardIndex c = 0; c < 2 * kRanks; ++c)
    if (c % kRanks >= kRanks - 9) deck.push_back(c);
  std::shuffle(deck.begin(), deck.end(), source.engine());
  for (std::size_t seat = 0; seat < 4; ++seat) {
    problem.hands[seat] = 0;
    for (std::size_t i = 0; i < size; ++i) problem.hands[seat] |= CardMask{1} << deck[seat * size + i];
  }
  problem.side = 0b0101;
  return problem;
}

/// Layouts in which the rivals of `finesses` have exchanged one card: most of what they play is the same in several.
void add_exchanges(ProblemSource& source, const Problem& problem, const LaneMap& map, AlphaMuQuestion& q, int count) {
  CardMask played = 0;
  for (const PlayedCard& p : problem.played) played |= CardMask{1} << p.card;
  const std::size_t one = q.controls & 1 ? 1 : 0, other = one + 2;
  q.layouts.push_back(problem.hands);
  for (int tries = 0; tries < 20 * count && static_cast<int>(q.layouts.size()) < count; ++tries) {
    Problem changed = problem;
    const Word cards = source.one_of(problem.hands[one] & ~played) | source.one_of(problem.hands[other] & ~played);
    changed.hands[one] ^= cards;
    changed.hands[other] ^= cards;
    try {
      const Packed packed = pack(changed, map);
      const Position position = replay(packed, map, changed.played);
      q.layouts.push_back(changed.hands);
    } catch (const IllegalPlay&) {
    }
  }
}

struct Kinds {
  long rival_targets = 0, allies = 0, partners = 0, dummies = 0, fused = 0, cut = 0, names = 0, no_suit = 0;
};

long one_question(ProblemSource& source, Kinds& kinds) {
  const bool guess = source.below(3) == 0;
  const int seats = guess ? 4 : 2 + source.below(5);
  Problem problem = guess ? finesses(source)
                          : source.problem(seats, seats <= 3   ? 2 + source.below(4)
                                                  : seats == 4 ? 2 + source.below(3)
                                                               : 2);
  if (!problem.hands[0]) return 0;
  problem.rules.first_trick_weight = 1 + source.below(2);
  const LaneMap map(problem.trump, problem.ranking);
  const Packed packed = pack(problem, map);
  Position position(packed);
  source.play_some(problem, map, position, guess ? 3 : 2 * seats);
  if (position.over()) return 0;

  AlphaMuQuestion q;
  q.game = problem;
  const int me = position.to_act();
  q.controls = 1u << me;
  q.partner = source.below(2) ? HiddenPartner::ally : HiddenPartner::double_dummy;
  const bool dummy = guess || source.below(2);
  for (int seat = 0; seat < seats; ++seat) {
    if (seat == me || packed.on_side(seat) != packed.on_side(me)) continue;
    if (dummy) q.controls |= 1u << seat, ++kinds.dummies;
    else ++(q.partner == HiddenPartner::ally ? kinds.allies : kinds.partners);
  }
  kinds.rival_targets += !packed.on_side(me);
  kinds.no_suit += packed.play == Play::no_suit;
  if (guess) add_exchanges(source, problem, map, q, 6);
  else add_layouts(source, problem, map, q, 1 + source.below(9));
  // More than a word of a set holds: the same layouts again.
  if (source.below(32) == 0)
    for (std::size_t i = 0; q.layouts.size() < 70; ++i) {
      const auto again = q.layouts[i];
      q.layouts.push_back(again);
    }
  for (std::size_t i = 0; i < q.layouts.size(); ++i) q.weights.push_back(source.below(4));
  q.target = source.below(8) ? 1 + source.below(position.tricks_left()) : source.below(position.tricks_left() + 2);

  PlainTree plain(q, map);
  const LayoutSet all = LayoutSet::first(static_cast<int>(q.layouts.size()));
  LayoutSet open;
  for (int i = 0; i < static_cast<int>(q.layouts.size()); ++i)
    if (!plain.layout(i).position.over()) open |= LayoutSet::only(i);
  const auto weight = [&](LayoutSet made) {
    double sum = 0;
    for (std::size_t i = 0; i < q.weights.size(); ++i) sum += made.has(static_cast<int>(i)) ? q.weights[i] : 0;
    return sum;
  };
  std::vector<double> before;
  for (q.depth = 1; q.depth <= 3; ++q.depth) {
    q.best_only = false;
    const AlphaMuAnswer answer = alpha_mu(q, kBytes, Interrupt{}, Budget{});
    CHECK(answer.depth == q.depth && !answer.told_to_stop);
    CHECK(static_cast<int>(answer.cards.size()) == std::popcount(position.legal()));
    double best = -1;
    std::vector<double> wants;
    for (const AlphaMuCard& c : answer.cards) {
      const Word card = bit_at(map.bit(c.card));
      double want = -1, with_name = -1;
      for (int named = 0; named < 5; ++named) {
        const Word lane_named = named == 4 ? 0 : lane(named) & kPlainRanks;
        const LayoutSet legal = plain.having(open, card, lane_named);
        if (!legal) continue;
        CHECK(legal == open);
        double most = -1;
        for (const LayoutSet v : plain.after_move(legal, card, lane_named, q.depth - 1)) {
          LayoutSet made = v;
          for (int i = 0; i < static_cast<int>(q.layouts.size()); ++i)
            if (!open.has(i) && plain.layout(i).value(me) >= q.target) made |= LayoutSet::only(i);
          most = std::max(most, weight(made));
        }
        want = std::max(want, most);
        if (named < 4 && map.lane_of_suit(std::max(c.named_suit, 0)) == named) with_name = most;
      }
      kinds.names += c.named_suit >= 0;
      CHECK((c.named_suit >= 0) == position.needs_name(card));
      if (c.named_suit >= 0) CHECK(with_name == want);
      CHECK(c.exact && c.weight == want && !(c.made & ~all) && weight(c.made) == want);
      if (c.weight != want && check::failures < 5)
        std::fprintf(stderr, "  depth %d target %d: %g, plain %g: %zu layouts, %s\n", q.depth, q.target, c.weight, want,
                     q.layouts.size(), describe(problem).c_str());
      wants.push_back(want);
      best = std::max(best, want);
    }
    for (std::size_t i = 0; i < before.size(); ++i) {
      CHECK(wants[i] <= before[i]);
      kinds.fused += wants[i] < before[i];
    }
    before = wants;
    q.best_only = true;
    const AlphaMuAnswer cut = alpha_mu(q, kBytes, Interrupt{}, Budget{});
    double found = -1;
    for (std::size_t i = 0; i < cut.cards.size(); ++i) {
      const AlphaMuCard& c = cut.cards[i];
      CHECK(c.exact ? c.weight == wants[i] : c.weight >= wants[i]);
      kinds.cut += !c.exact;
      if (c.exact) found = std::max(found, c.weight);
      CHECK(c.weight <= best);
    }
    CHECK(found == best);
  }
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 2000;  // of 1000 none would show a root that cuts too early
  ProblemSource source(argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 3u);
  Kinds kinds;
  long cases = 0;
  while (cases < rounds) cases += one_question(source, kinds);
  std::printf("%ld fused, %ld cut, %ld names\n", kinds.fused, kinds.cut, kinds.names);
  for (const long n :
       {kinds.rival_targets, kinds.allies, kinds.partners, kinds.dummies, kinds.fused, kinds.cut, kinds.names, kinds.no_suit})
    CHECK(n >= rounds / 500);
  return check::result("alpha_mu", cases);
}
