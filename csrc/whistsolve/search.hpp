// The search: zero-window alpha-beta over tricks and cards with partition patterns.
//
// Every node answers "does side 0 win at least `need` more tricks?" and says which cards are relevant to the answer: any
// position of the same shape that has the same owners of all cards from the lowest relevant one upwards, suit by suit,
// has the same answer. The table keeps answers under that pattern (M. Ginsberg, "Partition Search", 1996).
//
// The state is one word, the cards not yet played; hands are masks of it, so moves need no undo.
//
// Compiled once per instruction set, see pext.hpp.
#pragma once

#include <array>
#include <bit>
#include <optional>
#include <utility>

#include "cutoff_cards.hpp"
#include "move_ordering.hpp"
#include "owed_cards.hpp"
#include "pattern_match.hpp"
#include "quick_tricks.hpp"
#include "relaxed_discard.hpp"
#include "search_interface.hpp"
#include "trick_node.hpp"

#ifdef WHISTSOLVE_SAMPLE_LEADS
#include "lead_sampler.hpp"
#endif

namespace whistsolve::WHISTSOLVE_ARCH {

/// `kRelaxed`: one hand may hold more cards than there are tricks left, see relaxed_discard.hpp.
template <Play kPlay, Seating kSeating, bool kRelaxed>
class Search final : public SearchInterface {
  static constexpr int kPlanes = Game<kSeating>::kPlanes;

 public:
  Search(TranspositionTable& table, CutoffCards& cutoffs) : table_(table), cutoffs_(cutoffs) {}

  void load(const Packed& packed) override {
    game_.load(packed);
    table_.clear(kPlanes);
    cutoffs_.clear();
    history_.clear();
  }

  void load_layout(const Packed& packed) override {
    game_.load(packed);
    // Refutation cards of another layout mislead: with them kept, 3 to 20 % more nodes.
    cutoffs_.clear();
    history_.clear();
  }

  bool reaches(const Position& position, int need) override {
    begin_question(position.tricks_left());
    const Found f = find(position, need);
    proof = up_from_lowest(f.relevant) & ranked(position.cards() | position.trick().played);
    return f.answer;
  }

  bool reaches_after(const Position& position, Word card, Word named, int need) override {
    begin_question(position.tricks_left());
    const Root r = root_of(position, need);
    if (const int trivial = decided(r.trick); trivial >= 0) return trivial;
    const int seat = position.to_act();
    const JokerRules& jokers = game_.packed.jokers;
    const TrickState s =
        position.on_table() ? follow_card<kPlay>(r.state, seat, card, jokers) : lead_card<kPlay>(seat, card, jokers, named);
    return turn_after(position.on_table(), r.trick, s, game_.next_seat(seat), r.shape - weight(seat, card)).answer;
  }

  Word likely_card(const Position& position, int need) const override {
    if (position.on_table()) return 0;
    const int seat = position.to_act();
    return cutoffs_.find(
        CutoffCards::key(position.hand(seat), position.cards() & game_.side_cards[!game_.on_side(seat)], need));
  }

  bool reaches_from(Word cards, int leader, int weight, int need, Word owed) override {
    const int left = std::popcount(game_.packed.hands[game_.packed.surplus_seat == 0] & cards);
    begin_question(left, owed);
    Question q{cards, game_.packed.shape(cards), leader, need, left};
    if (weight == 1) return start(q).answer;
    if (owes()) owed_.give_up(q.all, q.shape);
    TrickNode t;
    make_node(q, weight, t);
    if (const int trivial = decided(t); trivial >= 0) return trivial;
    return lead_any(t, q.shape).answer;
  }

 private:
  struct Root {
    TrickNode trick;
    TrickState state;
    Word shape;
  };

  Root root_of(const Position& position, int need) const {
    Root r;
    // Cards on the table were present when the trick began.
    make_node({position.cards() | position.trick().played, 0, position.leader(), need, position.tricks_left()},
              position.weight(), r.trick);
    r.state = position.trick();
    r.shape = game_.packed.shape(position.cards());
    return r;
  }

  void make_node(const Question& q, int weight, TrickNode& t) const {
    fill(game_, q.all, t);
    t.leader = q.leader;
    t.need = q.need;
    t.left = q.left;
    t.weight = weight;
    t.surplus = kRelaxed ? std::popcount(t.hand[game_.packed.surplus_seat]) - q.left : 0;
    t.owed = owes() ? owed_.in(q.all) : 0;
  }

  /// 1 or 0 where the question is decided by the number of tricks left, else -1.
  static int decided(const TrickNode& t) {
    if (t.need <= 0) return 1;
    return t.need > t.left - 1 + t.weight ? 0 : -1;
  }

  void begin_question(int left, Word owed = 0) {
    already_relevant_ = {};
    half_ = left / 2;
    if (kRelaxed && kSeating != Seating::many && !owed_.set(game_.packed, owed)) table_.clear(kPlanes);
  }

  Word weight(int seat, Word card) const { return game_.template weight<kPlay>(seat, card); }

  /// What a search found: whether side 0 takes the tricks it needs, and the relevant cards.
  struct Found {
    Word relevant;
    bool answer;
  };

  Found find(const Position& position, int need) {
    if (position.on_table() == 0 && position.weight() == 1)
      return start({position.cards(), game_.packed.shape(position.cards()), position.to_act(), need, position.tricks_left()});
    const Root r = root_of(position, need);
    if (const int trivial = decided(r.trick); trivial >= 0) return {0, trivial != 0};
    if (position.on_table() == 0) return lead_any(r.trick, r.shape);
    return turn_after(position.on_table() - 1, r.trick, r.state, position.to_act(), r.shape);
  }

  // ---------------------------------------------------------------------------------------------- between tricks

  /// The node between two tricks; the coming one counts one.
  Found start(Question q) {
    if (q.trivial()) return {0, q.need <= 0};
    ++stats.tricks;
    if (stats.nodes >= next_poll_) poll();
    if (owes()) owed_.give_up(q.all, q.shape);
    if (is_last_trick(q)) return last_trick(q);
    return has_narrow_key(q) ? search<std::uint32_t>(q) : search<std::uint64_t>(q);
  }

  /// What is known of such a node without a search.
  std::optional<Found> known(Question q) {
    if (q.trivial()) return Found{0, q.need <= 0};
    ++stats.probes;
    if (owes()) owed_.give_up(q.all, q.shape);
    if (is_last_trick(q)) return last_trick(q);
    TrickNode t;
    Found f;
    const Known how =
        has_narrow_key(q) ? look_up(q, owner_planes<std::uint32_t>(q), t, f) : look_up(q, owner_planes<std::uint64_t>(q), t, f);
    return how == Known::no ? std::nullopt : std::optional(f);
  }

  /// Whether the hand with a surplus may have to discard certain cards.
  bool owes() const { return kRelaxed && kSeating != Seating::many && owed_.any(); }
  Word table_key(Word shape, Word all) const { return owes() ? owed_.table_key(shape, all) : shape; }

  static Word ranked(Word all) { return kPlay == Play::no_suit ? all & kPlainRanks : all; }
  static bool has_narrow_key(const Question& q) { return std::popcount(ranked(q.all)) <= 32; }

  template <class Key>
  OwnerPlanes<Key, kPlanes> owner_planes(const Question& q) const {
    OwnerPlanes<Key, kPlanes> key;
    const Word places = ranked(q.all);
    for (int p = 0; p < kPlanes; ++p) key.plane[p] = static_cast<Key>(extract_bits(game_.packed.owner[p], places));
    return key;
  }

  /// How an answer was found without a search.
  enum class Known { no, table, quick_tricks };

  /// Asks the table, then quick tricks. Where neither knows the answer, `t` is the node to be searched.
  template <class Key>
  WHISTSOLVE_ALWAYS_INLINE Known look_up(const Question& q, const OwnerPlanes<Key, kPlanes>& key, TrickNode& t, Found& found) {
    const Word places = ranked(q.all);
    if (ShapeSlot* slot = table_.find(table_key(q.shape, q.all)))
      if (find_pattern(table_, *slot, q.leader, key, q.need, places, already_relevant_, found.relevant, found.answer))
        return Known::table;

    make_node(q, 1, t);
    const int sure = quick_tricks<kPlay>(game_, t, q.shape, places, key.plane[0], key.plane[1], found.relevant);
    found.answer = sure > 0;
    return sure >= 0 ? Known::quick_tricks : Known::no;
  }

  template <class Key>
  Found search(const Question& q) {
    const OwnerPlanes<Key, kPlanes> key = owner_planes<Key>(q);
    TrickNode t;
    Found f;
    if (const Known known = look_up(q, key, t, f); known != Known::no) {
      ++(known == Known::table ? stats.table_hits : stats.quick_trick_cutoffs);
      return f;
    }
    ++stats.leads;
    const auto outer = std::exchange(already_relevant_, {});
    f = lead_any(t, q.shape);
    already_relevant_ = outer;
    const Word mask = extract_bits(up_from_lowest(f.relevant), ranked(q.all));
    table_.store(table_key(q.shape, q.all), q.leader, q.left,
                 Pattern<Key, kPlanes>{key, static_cast<Key>(mask), static_cast<std::int8_t>(f.answer ? q.need : 0),
                                       static_cast<std::int8_t>(f.answer ? q.left : q.need - 1)});
    return f;
  }

  /// Whether every hand has one card, so that there is no choice.
  bool is_last_trick(const Question& q) const {
    if (kPlay == Play::no_suit || q.left > 1) return false;
    return !kRelaxed || std::has_single_bit(game_.packed.hands[game_.packed.surplus_seat] & q.all);
  }

  /// Side 0 needs this trick.
  Found last_trick(const Question& q) {
    const Packed& p = game_.packed;
    TrickState s = lead_card<kPlay>(q.leader, p.hands[q.leader] & q.all, p.jokers);
    for (int i = 1, seat = game_.next_seat(q.leader); i < game_.seats(); ++i, seat = game_.next_seat(seat))
      s = follow_card<kPlay>(s, seat, p.hands[seat] & q.all, p.jokers);
    stats.nodes += static_cast<unsigned>(game_.seats());
    const bool won = game_.on_side(s.winner);
    return {rank_of_winner<kPlay>(s, game_.side_cards[won]), won};
  }

  /// The question after a trick, if `winner` wins it.
  Question after_trick(const TrickNode& t, const TrickState& s, Word shape, int winner) const {
    return {t.all ^ s.played, shape, winner, t.need - (game_.on_side(winner) ? t.weight : 0), t.left - 1};
  }

  /// The relevant card of a trick that is over: the winner, if it beat a card of its suit. Where the trick decides the
  /// question, it matters only if that was one of the other side.
  Word rank_of_trick(const TrickState& s, const Question& after) const {
    return rank_of_winner<kPlay>(s, after.trivial() ? game_.side_cards[game_.on_side(s.winner)] : ~Word{0});
  }

  Found end_trick(const TrickNode& t, const TrickState& s, Word shape) {
    const Question q = after_trick(t, s, shape, s.winner);
    Found f = start(q);
    const Word rank = rank_of_trick(s, q);
    if (!rank || q.trivial() || !whoever_wins(t, s, shape, rank, f)) f.relevant |= rank;
    return f;
  }

  /// Whether the side that gets what it needs gets it whichever hand wins the trick with a card of the winner's suit, as far as
  /// that is known or soon found. `f.relevant` becomes the relevant cards of all these cases, if they are fewer than with
  /// `rank`, the winner. Sound: no card of the suit that was played is among them, for then they would be no fewer.
  /// In every position that has the same owners of them, each of these hands plays a lower card of the suit, so that one of
  /// them wins, for who trumps or discards is the same; and the position after it is one of the pattern of that case.
  bool whoever_wins(const TrickNode& t, const TrickState& s, Word shape, Word rank, Found& f) {
    const Word suit = suit_lane<kPlay>(rank);
    // The side that won would hardly do without the trick.
    const bool won = game_.on_side(s.winner);
    if (won == f.answer && (s.played & suit & game_.side_cards[won])) return false;
    const int most = relevant_cards(f.relevant | rank, f.answer, t.all);
    const int least = relevant_cards(f.relevant, f.answer, t.all);
    if (least == most) return false;  // it is relevant in any case
    // The more cards may be saved, the earlier a search pays. Where the other side wins the trick, there is hardly any to do.
    const bool searched = t.left < half_ + most - least;
    Word relevant = f.relevant;
    for (const bool side : {won, !won})
      for (int seat = 0; seat < game_.seats(); ++seat) {
        if (seat == s.winner || game_.on_side(seat) != side || !(game_.packed.hands[seat] & s.played & suit)) continue;
        const Question q = after_trick(t, s, shape, seat);
        const std::optional<Found> other = searched || side != won ? start(q) : known(q);
        if (!other || other->answer != f.answer) return false;
        relevant |= other->relevant;
        if (relevant_cards(relevant, f.answer, t.all) >= most) return false;
      }
    f.relevant = relevant;
    ++stats.any_winner;
    return true;
  }

  /// The number of cards that the pattern of the trick's start fixes, as far as is known, if these are relevant to its answer.
  int relevant_cards(Word relevant, bool answer, Word all) const {
    return std::popcount(up_from_lowest(relevant | already_relevant_[answer]) & ranked(all));
  }

  // ------------------------------------------------------------------------------------------------ within a trick

  Found lead_any(const TrickNode& t, Word shape) {
    // Each seating has code for its own numbers of hands only.
    if constexpr (kSeating == Seating::partners) {
      return lead<3>(t, shape);
    } else if constexpr (kSeating == Seating::few) {
      if (game_.seats() == 4) return lead<3>(t, shape);
      return game_.seats() == 3 ? lead<2>(t, shape) : lead<1>(t, shape);
    } else {
      return game_.seats() == 5 ? lead<4>(t, shape) : lead<5>(t, shape);
    }
  }

  /// The node of `seat`, where `followed` hands have played after the leader.
  Found turn_after(int followed, const TrickNode& t, const TrickState& s, int seat, Word shape) {
    const int to_play = game_.seats() - 1 - followed;
    if constexpr (kSeating == Seating::many) {
      if (to_play == 4) return follow<3>(t, s, seat, shape);
      if (to_play == 5) return follow<4>(t, s, seat, shape);
    }
    switch (to_play) {
      case 0: return end_trick(t, s, shape);
      case 1: return follow<0>(t, s, seat, shape);
      case 2: return follow<1>(t, s, seat, shape);
      default: return follow<2>(t, s, seat, shape);
    }
  }

  /// The leader's node; kAfter hands play after it.
  template <int kAfter>
  Found lead(const TrickNode& t, Word shape) {
    const JokerRules& jokers = game_.packed.jokers;
    const int seat = t.leader;
    const bool mine = game_.on_side(seat);
    const Word hand = t.hand[seat];
    Word legal = legal_leads<kPlay>(hand, jokers);
    if (kRelaxed && t.surplus && seat == game_.packed.surplus_seat) legal |= relaxed_leads<kPlay>(hand, t.surplus);
    Word moves = legal & t.rep[seat] & ~t.lost;
    Word seen = t.lost ? t.lost_relevant : 0;
    if (!moves) return {seen, !mine};  // only leads that lose are legal
    const bool choice = moves & (moves - 1);
    const Word ours = t.all & game_.side_cards[!mine];
    const Word key = CutoffCards::key(hand, ours, t.need);
    Word first = choice ? cutoffs_.find(key) & moves : moves;
    LeadOrder order;
    bool ordered = false;
    Word failed = 0;
    do {
      already_relevant_[!mine] = seen;
      Word card = first;
      if (!card) {
        if (!ordered) {
#ifdef WHISTSOLVE_SAMPLE_LEADS
          if constexpr (kSeating != Seating::many && !kRelaxed)
            if (lead_sampler.takes(t.left)) return sample_leads<kAfter>(t, shape, moves, seen);
#endif
          order.score<kPlay>(game_, history_, t, shape, moves);
        }
        ordered = true;
        card = order.take(moves);
      }
      first = 0;
      moves ^= card;
      const Found f = lead_with<kAfter>(t, card, shape);
      if (f.answer == mine) {
        if (ordered) {
          cutoffs_.remember(key, card);
          history_.update(seat, card, failed);
        }
        return {raise_winner<kPlay>(f.relevant, card, hand, t.rep[seat]), mine};
      }
      failed |= card;
      seen |= f.relevant;
      moves &= ~dominated_cards<kPlay>(card, f.relevant);
    } while (moves);
    return {whole_runs(seen, legal, t.rep[seat]), !mine};
  }

  /// The leader plays a card. A joker that names a suit is searched with each suit.
  template <int kAfter>
  Found lead_with(const TrickNode& t, Word card, Word shape) {
    const JokerRules& jokers = game_.packed.jokers;
    const bool mine = game_.on_side(t.leader);
    const bool names = kPlay == Play::no_suit && (card & kNoSuitJokers) && jokers.lead == JokerLead::named;
    Word seen = 0;
    for (int l = 0; l < (names ? kLanes : 1); ++l) {
      const TrickState s = lead_card<kPlay>(t.leader, card, jokers, names ? lane(l) & kPlainRanks : 0);
      ++stats.nodes;
      const Found f = follow<kAfter - 1>(t, s, game_.next_seat(t.leader), shape - weight(t.leader, card));
      count_play(t, t.leader, card, f);
      if (f.answer == mine) return f;
      seen |= f.relevant;
    }
    return {seen, !mine};
  }

  void count_play(const TrickNode& t, int seat, Word card, const Found& f) {
    if (kRelaxed && t.surplus && seat == game_.packed.surplus_seat && f.answer == game_.on_side(seat))
      surplus_plays.count(t.left, card);
  }

#ifdef WHISTSOLVE_SAMPLE_LEADS
  /// Searches all of `moves`, to learn what each costs.
  template <int kAfter>
  Found sample_leads(const TrickNode& t, Word shape, Word moves, Word seen) {
    const bool mine = game_.on_side(t.leader);
    const Word hand = t.hand[t.leader], reps = t.rep[t.leader];
    Found found{0, !mine};
    lead_sampler.search_all<kPlay>(game_, t, shape, moves, stats.nodes, [&](Word card) -> std::pair<bool, Word> {
      const Found f = lead_with<kAfter>(t, card, shape);
      if (f.answer == mine) {
        found = {raise_winner<kPlay>(f.relevant, card, hand, reps), mine};
        return {true, 0};
      }
      seen |= f.relevant;
      return {false, dominated_cards<kPlay>(card, f.relevant)};
    });
    return found.answer == mine ? found : Found{whole_runs(seen, legal_leads<kPlay>(hand, game_.packed.jokers), reps), !mine};
  }
#endif

  /// A hand that is not on lead plays a card, which it keeps if it is one of `kept`; kAfter hands play after it.
  template <int kAfter>
  Found play(const TrickNode& t, const TrickState& s, int seat, Word card, Word shape, Word kept) {
    ++stats.nodes;
    TrickState after = follow_card<kPlay>(s, seat, card, game_.packed.jokers);
    Word rest = shape - weight(seat, card);
    const bool keeps = kRelaxed && (card & kept);
    if (keeps) {
      after.played ^= card;
      rest = shape;
    }
    if (kRelaxed && seat == game_.packed.surplus_seat) {
      // What is discarded leaves the game with the trick.
      const Word out = discarded_with<kPlay>(t.hand[seat], s, game_.packed.jokers, card);
      after.played |= out;
      for (Word w = out; w; w &= w - 1) rest -= weight(seat, lowest(w));
    }
    Found f;
    if constexpr (kAfter == 0) f = end_trick(t, after, rest);
    else f = follow<kAfter - 1>(t, after, game_.next_seat(seat), rest);
    if (!keeps) count_play(t, seat, card, f);
    return f;
  }

  /// Whether the side `mine`, which is winning the trick, gets what it needs whatever the rivals play to it, by answers that are known
  /// without a search and together make fewer than `most` cards relevant; `relevant` becomes these. Its own hands try one card.
  template <int kAfter>
  bool proves(const TrickNode& t, const TrickState& s, int seat, Word shape, bool mine, int most, Word& relevant) {
    if constexpr (kAfter == 0) {
      const Question q = after_trick(t, s, shape, s.winner);
      const std::optional<Found> f = known(q);
      if (!f || f->answer != mine) return false;
      relevant = f->relevant | rank_of_trick(s, q);
      return true;
    } else {
      const bool own = game_.on_side(seat) == mine;
      const Word legal = legal_follows<kPlay>(t.hand[seat], s, game_.packed.jokers);
      if (!own && (legal & s.beats)) return false;  // few such proofs succeed
      Word moves = legal & t.rep[seat];
      if (own) moves = lowest(moves & s.follow ? moves & s.follow : moves);
      Word seen = 0;
      while (moves) {
        const Word card = lowest(moves);
        const TrickState after = follow_card<kPlay>(s, seat, card, game_.packed.jokers);
        Word of_card;
        if (!proves<kAfter - 1>(t, after, game_.next_seat(seat), shape - weight(seat, card), mine, most, of_card)) return false;
        seen |= of_card;
        if (relevant_cards(seen, mine, t.all) >= most) return false;
        moves &= ~(card | dominated_cards<kPlay>(card, of_card));
        if (own) seen = raise_winner<kPlay>(seen, card, t.hand[seat], t.rep[seat]);
      }
      relevant = own ? seen : whole_runs(seen, legal, t.rep[seat]);
      return true;
    }
  }

  /// The relevant cards where a hand has a card that answers for its side: those of `card`, its best one that wins the trick so
  /// far, if that is known, without a search, to do as well with fewer of them. Any proof will do where the side that is proven
  /// chooses, and a card that beats more makes fewer ranks relevant.
  template <int kAfter>
  Word more_general(const TrickNode& t, const TrickState& s, int seat, Word card, Word shape, Word relevant) {
    const bool mine = game_.on_side(seat);
    const int most = relevant_cards(relevant, mine, t.all);
    if (most == relevant_cards(0, mine, t.all)) return relevant;
    const TrickState after = follow_card<kPlay>(s, seat, card, game_.packed.jokers);
    Word other;
    if (!proves<kAfter>(t, after, game_.next_seat(seat), shape - weight(seat, card), mine, most, other)) return relevant;
    other = raise_winner<kPlay>(other, card, t.hand[seat], t.rep[seat]);
    if (relevant_cards(other, mine, t.all) >= most) return relevant;
    ++stats.general_winner;
    return other;
  }

  /// The node of a hand that is not on lead; kAfter hands play after it.
  template <int kAfter>
  Found follow(const TrickNode& t, const TrickState& s, int seat, Word shape) {
    const Word hand = t.hand[seat];
    Word legal = legal_follows<kPlay>(hand, s, game_.packed.jokers);
    if (kRelaxed && t.surplus && seat == game_.packed.surplus_seat)
      legal |= relaxed_follows<kPlay>(hand, s, game_.packed.jokers, t.surplus_for(index_of(s.follow) >> 4 & 3));
    const Word kept = kRelaxed && t.surplus && seat == game_.packed.surplus_seat ? kept_throws<kPlay>(s) : 0;
    // A forced card is no choice and makes nothing relevant.
    if (!(legal & (legal - 1))) return play<kAfter>(t, s, seat, legal, shape, kept);

    const bool mine = game_.on_side(seat);
    Word moves = legal & t.rep[seat];
    if (kRelaxed) moves ^= (moves & kept) ^ lowest(moves & kept);
    const bool choice = moves & (moves - 1);
    const bool following = legal & s.follow;
    // The last hand, where it has to follow suit, needs no refutation card.
    const bool remembered = choice && (kAfter > 0 || !following);
    FollowKeys keys;
    Word first = choice ? 0 : moves;
    if (remembered) {
      keys = following ? FollowKeys::in_suit(t.all & s.follow, s.played, s.best, seat, kAfter)
                       : FollowKeys::out_of_suit(hand, (t.all & s.follow) ^ s.best, kAfter);
      first = keys.find(cutoffs_, moves);
    }
    FollowOrder order;
    bool ordered = false;
    Word seen = 0;
    const Word outer = already_relevant_[!mine];
    do {
      already_relevant_[!mine] = outer | seen;
      Word card = first;
      if (!card) {
        if (!ordered) order = FollowOrder::of<kPlay, kAfter>(game_, t, s, seat, moves, legal);
        ordered = true;
        card = order.take<kPlay>(moves, hand);
      }
      first = 0;
      moves ^= card;
      const Found f = play<kAfter>(t, s, seat, card, shape, kept);
      if (f.answer == mine) {
        if (remembered && ordered) keys.remember(cutoffs_, card);
        already_relevant_[!mine] = outer;
        if (kRelaxed && (card & kept)) return f;
        const Word relevant = raise_winner<kPlay>(f.relevant, card, hand, t.rep[seat]);
        Word better = moves & s.beats;
        // The hand with a surplus would discard with a card of another suit, and it may when it plays later.
        if (kRelaxed && t.surplus) better &= kAfter > 0 ? 0 : seat == game_.packed.surplus_seat ? s.follow : better;
        return {better ? more_general<kAfter>(t, s, seat, highest(better), shape, relevant) : relevant, mine};
      }
      seen |= f.relevant;
      moves &= ~dominated_cards<kPlay>(card, f.relevant);
    } while (moves);
    already_relevant_[!mine] = outer;
    return {whole_runs(seen, legal & ~kept, t.rep[seat]), !mine};
  }

  Game<kSeating> game_;
  OwedCards owed_;  ///< in the current search
  /// By answer, cards of the trick in progress that are relevant in any case if that is the answer: those of moves that failed.
  /// Of several proofs the one is taken that adds the fewest to them.
  std::array<Word, 2> already_relevant_{};
  int half_ = 0;  ///< of the tricks left when the search began: then more general patterns are worth a search
  LeadHistory history_;
  TranspositionTable& table_;
  CutoffCards& cutoffs_;
};

}  // namespace whistsolve::WHISTSOLVE_ARCH
