// The search: zero-window alpha-beta over tricks and cards with partition patterns.
//
// Every node answers "does side 0 win at least `need` more tricks?" and says which cards mattered to the answer: any
// position of the same shape that agrees in the order of the cards from the lowest that mattered upwards, suit by suit,
// has the same answer. The table keeps answers under that pattern (M. Ginsberg, "Partition Search", 1996).
//
// State is one word, the cards not yet played; hands are masks of it, so nothing is made or unmade.
//
// Compiled once per instruction set, see bits.hpp.
#pragma once

#include <bit>

#include "bounds.hpp"
#include "errors.hpp"
#include "history.hpp"
#include "moves.hpp"
#include "scan.hpp"
#include "searcher.hpp"
#include "view.hpp"

namespace whistsolve::WHISTSOLVE_ARCH {

template <Play kPlay, int kPlanes>
class Search final : public Searcher {
 public:
  explicit Search(Table& table) : table_(table) {}

  void load(const Packed& packed) override {
    game_.load(packed);
    table_.clear(kPlanes);
    cutoffs_.clear();
  }

  bool reaches(const Position& position, int need) override {
    Word relevant;
    if (position.on_table() == 0 && position.weight() == 1)
      return start(position.cards(), game_.packed.shape(position.cards()), position.to_act(), need,
                   position.tricks_left(), relevant);
    const Root r = root_of(position, need);
    if (const int trivial = decided(r.trick); trivial >= 0) return trivial;
    const int seat = position.to_act();
    const int after = game_.packed.seats - position.on_table() - 1;
    if (position.on_table() == 0) return lead_any(r.trick, r.shape, relevant);
    switch (after) {
      case 0: return follow<0>(r.trick, r.state, seat, r.shape, relevant);
      case 1: return follow<1>(r.trick, r.state, seat, r.shape, relevant);
      case 2: return follow<2>(r.trick, r.state, seat, r.shape, relevant);
      case 3: return follow<3>(r.trick, r.state, seat, r.shape, relevant);
      default: return follow<4>(r.trick, r.state, seat, r.shape, relevant);
    }
  }

  bool reaches_after(const Position& position, Word card, Word named, int need) override {
    const Root r = root_of(position, need);
    if (const int trivial = decided(r.trick); trivial >= 0) return trivial;
    const int seat = position.to_act();
    const JokerRules& jokers = game_.packed.jokers;
    const TrickState s = position.on_table() ? follow_card<kPlay>(r.state, seat, card, jokers)
                                             : lead_card<kPlay>(seat, card, jokers, named);
    const Word shape = r.shape - game_.weight<kPlay>(seat, card);
    Word relevant;
    switch (game_.packed.seats - position.on_table() - 1) {
      case 0: return end_trick(r.trick, s, shape, relevant);
      case 1: return next<1>(r.trick, s, seat, shape, relevant);
      case 2: return next<2>(r.trick, s, seat, shape, relevant);
      case 3: return next<3>(r.trick, s, seat, shape, relevant);
      case 4: return next<4>(r.trick, s, seat, shape, relevant);
      default: return next<5>(r.trick, s, seat, shape, relevant);
    }
  }

 private:
  struct Root {
    TrickView trick;
    TrickState state;
    Word shape;
  };

  Root root_of(const Position& position, int need) const {
    Root r;
    // Cards on the table were present when the trick began.
    fill<kPlanes>(game_, position.cards() | position.trick().played, r.trick);
    r.trick.leader = position.leader();
    r.trick.need = need;
    r.trick.left = position.tricks_left();
    r.trick.weight = position.weight();
    r.state = position.trick();
    r.shape = game_.packed.shape(position.cards());
    return r;
  }

  /// 1 or 0 where the question answers itself, else -1.
  static int decided(const TrickView& t) {
    if (t.need <= 0) return 1;
    return t.need > t.left - 1 + t.weight ? 0 : -1;
  }

  // ---------------------------------------------------------------------------------------------- between tricks

  /// Nobody has played to the coming trick, and it counts one.
  bool start(Word all, Word shape, int leader, int need, int left, Word& relevant) {
    relevant = 0;
    if (need <= 0) return true;
    if (need > left) return false;
    if ((++stats.tricks & 0x3ff) == 0 && interrupt->requested()) throw SolveStopped();
    if (kPlay != Play::no_suit && left == 1) return last_trick(all, leader, relevant);
    const Word ranked = kPlay == Play::no_suit ? all & kPlainRanks : all;
    return std::popcount(ranked) <= 32 ? look_up<std::uint32_t>(all, ranked, shape, leader, need, left, relevant)
                                       : look_up<std::uint64_t>(all, ranked, shape, leader, need, left, relevant);
  }

  template <class Key>
  bool look_up(Word all, Word ranked, Word shape, int leader, int need, int left, Word& relevant) {
    Squeezed<Key, kPlanes> key;
    for (int p = 0; p < kPlanes; ++p) key.plane[p] = static_cast<Key>(squeeze(game_.packed.owner[p], ranked));

    if (ShapeSlot* slot = table_.find(shape)) {
      for (BlockRef ref = slot->head[leader]; ref;) {
        const auto& b = *table_.block<Key, kPlanes>(ref);
        const Decided d = scan(b, key, need);
        if (const unsigned any = d.yes | d.no) {
          const int i = most_general(b, any);
          relevant = spread(b.mask[i], ranked);
          slot->recent = 1;
          ++stats.table_hits;
          return d.yes >> i & 1;
        }
        ref = b.next;
      }
    }

    TrickView t;
    fill<kPlanes>(game_, all, t);
    t.leader = leader;
    t.need = need;
    t.left = left;
    t.weight = 1;
    if (const int sure = sure_tricks<kPlay>(game_, t, ranked, key.plane[0], key.plane[1], relevant); sure >= 0) {
      ++stats.bound_cuts;
      return sure;
    }
    ++stats.leads;
    const bool answer = lead_any(t, shape, relevant);
    const Word mask = squeeze(up_from_lowest(relevant), ranked);
    table_.store(shape, leader, left, key, static_cast<Key>(mask), answer ? need : 0, answer ? left : need - 1);
    return answer;
  }

  /// Of several entries that say the same, the one with the fewest cards: its answer holds most widely.
  template <class B>
  static int most_general(const B& b, unsigned entries) {
    int best = std::countr_zero(entries);
    for (entries &= entries - 1; entries; entries &= entries - 1) {
      const int i = std::countr_zero(entries);
      if (std::popcount(b.mask[i]) < std::popcount(b.mask[best])) best = i;
    }
    return best;
  }

  /// Everybody has one card, so there is nothing to choose. Side 0 needs this trick.
  bool last_trick(Word all, int leader, Word& relevant) {
    const Packed& p = game_.packed;
    TrickState s = lead_card<kPlay>(leader, p.hands[leader] & all, p.jokers);
    for (int i = 1, seat = p.next_seat(leader); i < p.seats; ++i, seat = p.next_seat(seat))
      s = follow_card<kPlay>(s, seat, p.hands[seat] & all, p.jokers);
    stats.plays += static_cast<unsigned>(p.seats);
    const bool won = p.on_side(s.winner);
    relevant = rank_of_winner(s, game_.side_cards[won]);
    return won;
  }

  bool end_trick(const TrickView& t, const TrickState& s, Word shape, Word& relevant) {
    const bool won = game_.packed.on_side(s.winner);
    const int need = t.need - (won ? t.weight : 0);
    const int left = t.left - 1;
    const bool answer = start(t.all ^ s.played, shape, s.winner, need, left, relevant);
    // Where the trick settles the question, it only matters that the winner beat the other side.
    const bool settled = need <= 0 || need > left;
    relevant |= rank_of_winner(s, settled ? game_.side_cards[won] : ~Word{0});
    return answer;
  }

  /// The winning card if it had to beat a card of its own suit among `rivals`, else nothing.
  static Word rank_of_winner(const TrickState& s, Word rivals) {
    if (kPlay == Play::no_suit && (s.best & kNoSuitJokers)) return 0;
    return s.played & suit_lane<kPlay>(s.best) & ~s.best & rivals ? s.best : 0;
  }

  // ------------------------------------------------------------------------------------------------ within a trick

  bool lead_any(const TrickView& t, Word shape, Word& relevant) {
    switch (game_.packed.seats) {
      case 2: return lead<1>(t, shape, relevant);
      case 3: return lead<2>(t, shape, relevant);
      case 4: return lead<3>(t, shape, relevant);
      case 5: return lead<4>(t, shape, relevant);
      default: return lead<5>(t, shape, relevant);
    }
  }

  /// The leader's turn; kAfter hands play after it.
  template <int kAfter>
  bool lead(const TrickView& t, Word shape, Word& relevant) {
    const JokerRules& jokers = game_.packed.jokers;
    const int seat = t.leader;
    const bool mine = game_.packed.on_side(seat);
    const Word hand = t.hand[seat];
    const Word legal = legal_leads<kPlay>(hand, jokers);
    Word moves = legal & t.rep[seat];
    const bool choice = moves & (moves - 1);
    const Word key = CutoffCards::key(hand, static_cast<Word>(t.need));
    Word first = choice ? cutoffs_.find(key) & moves : moves;
    LeadOrder order;
    bool ordered = false;
    Word seen = 0;
    do {
      Word card = first;
      if (!card) {
        if (!ordered) order.score<kPlay>(game_, t, moves);
        ordered = true;
        card = order.take(moves);
      }
      first = 0;
      moves ^= card;
      // A joker that names a suit is tried with each.
      const bool names = kPlay == Play::no_suit && (card & kNoSuitJokers) && jokers.lead == JokerLead::named;
      for (int l = 0; l < (names ? kLanes : 1); ++l) {
        Word r;
        const TrickState s = lead_card<kPlay>(seat, card, jokers, names ? lane(l) & kPlainRanks : 0);
        if (next<kAfter>(t, s, seat, shape - game_.weight<kPlay>(seat, card), r) == mine) {
          relevant = raise_winner<kPlay>(r, card, hand, t.rep[seat]);
          if (ordered) cutoffs_.remember(key, card);
          return mine;
        }
        seen |= r;
        moves &= ~no_better_than<kPlay>(card, r);
      }
    } while (moves);
    relevant = whole_runs(seen, legal, t.rep[seat]);
    return !mine;
  }

  template <int kAfter>
  bool next(const TrickView& t, const TrickState& s, int seat, Word shape, Word& relevant) {
    ++stats.plays;
    return follow<kAfter - 1>(t, s, game_.packed.next_seat(seat), shape, relevant);
  }

  /// The turn of a hand that is not on lead; kAfter hands play after it.
  template <int kAfter>
  bool follow(const TrickView& t, const TrickState& s, int seat, Word shape, Word& relevant) {
    const JokerRules& jokers = game_.packed.jokers;
    const bool mine = game_.packed.on_side(seat);
    const Word hand = t.hand[seat];
    const Word legal = legal_follows<kPlay>(hand, s, jokers);
    Word moves = legal & t.rep[seat];
    const bool choice = moves & (moves - 1);
    const bool following = legal & s.follow;
    // The last hand, when it has to follow, knows what to do.
    const bool remembered = choice && (kAfter > 0 || !following);
    Word key = 0;
    Word first = choice ? 0 : moves;
    if (remembered) {
      key = following ? CutoffCards::key(legal, s.best ^ static_cast<Word>(seat))
                      : CutoffCards::key(hand, kPlay == Play::trumps ? s.best : static_cast<Word>(s.winner));
      first = cutoffs_.find(key) & moves;
    }
    FollowOrder order;
    bool ordered = false;
    Word seen = 0;
    do {
      Word card = first;
      if (!card) {
        if (!ordered) order = FollowOrder::of<kPlay, kAfter>(game_, t, s, seat, moves, legal);
        ordered = true;
        card = order.take<kPlay>(moves, hand);
      }
      first = 0;
      moves ^= card;
      Word r;
      const TrickState after = follow_card<kPlay>(s, seat, card, jokers);
      const Word rest = shape - game_.weight<kPlay>(seat, card);
      bool answer;
      if constexpr (kAfter == 0) {
        ++stats.plays;
        answer = end_trick(t, after, rest, r);
      } else {
        answer = next<kAfter>(t, after, seat, rest, r);
      }
      if (answer == mine) {
        relevant = raise_winner<kPlay>(r, card, hand, t.rep[seat]);
        if (remembered && ordered) cutoffs_.remember(key, card);
        return mine;
      }
      seen |= r;
      moves &= ~no_better_than<kPlay>(card, r);
    } while (moves);
    relevant = whole_runs(seen, legal, t.rep[seat]);
    return !mine;
  }

  Game game_;
  Table& table_;
  CutoffCards cutoffs_;
};

}  // namespace whistsolve::WHISTSOLVE_ARCH
