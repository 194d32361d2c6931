#include "position.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdlib>

namespace whistsolve {
namespace {

/// Calls f with the sort of play as a template argument.
template <class F>
decltype(auto) by_play(Play play, F&& f) {
  switch (play) {
    case Play::trumps: return f.template operator()<Play::trumps>();
    case Play::plain: return f.template operator()<Play::plain>();
    default: return f.template operator()<Play::no_suit>();
  }
}

}  // namespace

Position::Position(const Packed& packed)
    : packed_(&packed), cards_(packed.all()), to_act_(packed.leader), leader_(packed.leader), tricks_(packed.hand_size) {}

Word Position::legal() const {
  if (over()) return 0;
  return by_play(packed_->play, [&]<Play kPlay>() {
    return on_table_ ? legal_follows<kPlay>(hand(to_act_), trick_, packed_->jokers)
                     : legal_leads<kPlay>(hand(to_act_), packed_->jokers);
  });
}

Word Position::representatives() const {
  // Cards on the table still separate neighbours: they were there when the trick began.
  const Word present = cards_ | trick_.played;
  const Word hand_now = hand(to_act_);
  return legal() & ~next_present(hand_now, ~present & packed_->ranks);
}

Word Position::equivalents(Word card) const {
  const Word reps = representatives();
  const Word group =
      legal() & (packed_->play == Play::no_suit && (card & kNoSuitJokers) ? kNoSuitJokers : lane_of(card) & packed_->ranks);
  // The run of `card` starts at the highest representative not above it and ends before the next one.
  const Word start = highest(reps & group & (card | (card - 1)));
  const Word next = lowest(reps & group & above(card));
  return group & ~(start - 1) & (next ? next - 1 : ~Word{0});
}

bool Position::needs_name(Word card) const {
  return packed_->play == Play::no_suit && on_table_ == 0 && packed_->jokers.lead == JokerLead::named && (card & kNoSuitJokers);
}

void Position::play(Word card, Word named) {
  assert(hand(to_act_) & card);  // and legal, unless it is a renege
  history_.push_back({trick_, card, to_act_, leader_, on_table_, tricks_done_, won_});
  by_play(packed_->play, [&]<Play kPlay>() {
    trick_ = on_table_ ? follow_card<kPlay>(trick_, to_act_, card, packed_->jokers)
                       : lead_card<kPlay>(to_act_, card, packed_->jokers, named);
  });
  cards_ ^= card;
  if (++on_table_ < packed_->seats) {
    to_act_ = packed_->next_seat(to_act_);
  } else {
    if (packed_->on_side(trick_.winner)) won_ += weight();
    to_act_ = leader_ = trick_.winner;
    on_table_ = 0;
    ++tricks_done_;
    trick_ = TrickState{};
  }
#ifdef WHISTSOLVE_CHECKS
  if (!is_consistent()) std::abort();
#endif
}

void Position::undo() {
  const Before& b = history_.back();
  trick_ = b.trick;
  cards_ ^= b.card;
  to_act_ = b.to_act;
  leader_ = b.leader;
  on_table_ = b.on_table;
  tricks_done_ = b.tricks_done;
  won_ = b.won;
  history_.pop_back();
#ifdef WHISTSOLVE_CHECKS
  if (!is_consistent()) std::abort();
#endif
}

bool Position::is_consistent() const {
  const Packed& p = *packed_;
  if (cards_ & ~p.all() || (cards_ & trick_.played)) return false;
  if (on_table_ != std::popcount(trick_.played)) return false;
  if (to_act_ != (leader_ + on_table_) % p.seats) return false;
  const int played = static_cast<int>(history_.size());
  if (played != tricks_done_ * p.seats + on_table_) return false;
  if (won_ < 0 || won_ > tricks_done_ + p.first_trick_weight - 1) return false;
  Word gone = 0;
  for (const Before& b : history_) gone |= b.card;
  if ((gone ^ cards_) != p.all() || std::popcount(gone) != played) return false;
  for (int seat = 0; seat < p.seats; ++seat) {
    const int turns = (seat - leader_ + p.seats) % p.seats < on_table_ ? 1 : 0;
    if (std::popcount(hand(seat)) != p.hand_size - tricks_done_ - turns) return false;
  }
  if (on_table_) {
    if (std::popcount(trick_.best) != 1 || !(trick_.best & trick_.played)) return false;
    if (!(p.hands[trick_.winner] & trick_.best)) return false;
    if (trick_.beats & trick_.best) return false;
  }
  return true;
}

std::uint64_t perft(Position& position, int depth, const Interrupt* interrupt) {
  if (depth == 0) return 1;
  constexpr int kPolled = 4;  // cards, of which there are some ten thousand sequences at most: below a millisecond
  if (depth == kPolled && interrupt && interrupt->requested()) throw SearchEnded{true};
  std::uint64_t count = 0;
  for (Word moves = position.legal(); moves; moves &= moves - 1) {
    const Word card = lowest(moves);
    const bool name = position.needs_name(card);
    for (int suit_lane = 0; suit_lane < (name ? kLanes : 1); ++suit_lane) {
      position.play(card, name ? lane(suit_lane) & kPlainRanks : 0);
      count += perft(position, depth - 1, interrupt);
      position.undo();
    }
  }
  return count;
}

}  // namespace whistsolve
