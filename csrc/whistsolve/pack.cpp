#include "pack.hpp"

#include <bit>
#include <string>

#include "errors.hpp"

namespace whistsolve {
namespace {

/// Place of a rank in its lane, 0 the worst. `rank` counts from the two (0) to the ace (12).
int order_of(int rank, Ranking ranking) {
  switch (ranking) {
    case Ranking::uptown: return rank;
    case Ranking::downtown: return rank == 12 ? 12 : 11 - rank;
    case Ranking::downtown_aces_bad: return 12 - rank;
  }
  return rank;
}

void check(const Problem& p, int surplus_seat) {
  if (p.seats < kMinSeats || p.seats > kMaxSeats) throw InvalidProblem("a deal has two to six hands");
  if (p.trump < 0 || p.trump > kNoTrump) throw InvalidProblem("trump is a suit (0-3) or no trump (4)");
  if (p.leader < 0 || p.leader >= p.seats) throw InvalidProblem("the leader is not one of the seats");
  if (p.rules.first_trick_weight != 1 && p.rules.first_trick_weight != 2)
    throw InvalidProblem("the first trick counts one or two");
  const unsigned everybody = (1u << p.seats) - 1;
  if (p.side & ~everybody || p.side == 0 || p.side == everybody)
    throw InvalidProblem("each side needs at least one of the seats");
  const int size = std::popcount(p.hands[surplus_seat == 0]);
  CardMask seen = 0;
  for (int seat = 0; seat < p.seats; ++seat) {
    if (p.hands[seat] & ~kAllCards) throw InvalidProblem("a hand has a card outside the deck");
    if (p.hands[seat] & seen) throw InvalidProblem("a card is in two hands");
    const int more = std::popcount(p.hands[seat]) - size;
    if (seat == surplus_seat ? more < 0 : more != 0) throw InvalidProblem("the hands are not of one size");
    seen |= p.hands[seat];
  }
  if (size < 1 || size > kMaxHand) throw InvalidProblem("a hand has one to sixteen cards");
}

/// Where every hand holds a blank there would be a trick without cards: each hand lays one aside at once.
void drop_common_blanks(Packed& p) {
  const auto holds = [&](int seat) { return (p.hands[seat] & kNoSuitJokers) != 0; };
  for (int seat = 0; seat < p.seats; ++seat)
    if (!holds(seat)) return;
  for (int seat = 0; seat < p.seats; ++seat) p.hands[seat] ^= lowest(p.hands[seat] & kNoSuitJokers);
  --p.hand_size;
}

}  // namespace

LaneMap::LaneMap(int trump, Ranking ranking) {
  card_of_.fill(-1);
  int next_lane = 0;
  for (int suit = 0; suit < kSuits; ++suit)
    lane_of_suit_[suit] = static_cast<signed char>(suit == trump || next_lane == kTrumpLane ? kTrumpLane : next_lane++);
  for (CardIndex card = 0; card < kDeckSize; ++card) {
    int bit;
    if (card < kLittleJoker) {
      bit = kLaneBits * lane_of_suit_[card / kRanks] + order_of(card % kRanks, ranking);
    } else {
      const int joker = card - kLittleJoker;
      bit = trump == kNoTrump ? kLittleBit + joker : kLaneBits * kTrumpLane + kRanks + joker;
    }
    bit_of_[card] = static_cast<signed char>(bit);
    card_of_[bit] = static_cast<signed char>(card);
  }
}

Word LaneMap::pack(CardMask cards) const {
  Word word = 0;
  for (; cards; cards &= cards - 1) word |= bit_at(bit_of_[std::countr_zero(cards)]);
  return word;
}

CardMask LaneMap::unpack(Word word) const {
  CardMask cards = 0;
  for (; word; word &= word - 1) cards |= CardMask{1} << card_of_[index_of(word)];
  return cards;
}

Word Packed::all() const {
  Word cards = 0;
  for (int seat = 0; seat < seats; ++seat) cards |= hands[seat];
  return cards;
}

Word Packed::shape(Word cards) const {
  Word number = 0;
  for (int seat = 0; seat < seats; ++seat)
    for (Word hand = hands[seat] & cards; hand; hand &= hand - 1) number += weight[seat][shape_class(lowest(hand), play)];
  return number;
}

bool Packed::same_game(const Packed& o) const {
  return seats == o.seats && play == o.play && ranks == o.ranks && hands == o.hands && side == o.side &&
         surplus_seat == o.surplus_seat && (play != Play::no_suit || jokers == o.jokers);
}

bool Packed::same_patterns(const Packed& o) const {
  // Other numbers for shapes depend on the hands.
  return nibbles() && o.nibbles() && seats == o.seats && play == o.play && side == o.side && surplus_seat == o.surplus_seat;
}

Packed pack(const Problem& problem, const LaneMap& map, int surplus_seat) {
  check(problem, surplus_seat);
  Packed p;
  p.seats = problem.seats;
  p.hand_size = std::popcount(problem.hands[surplus_seat == 0]);
  p.surplus_seat = surplus_seat;
  p.leader = problem.leader;
  p.first_trick_weight = problem.rules.first_trick_weight;
  p.jokers = problem.rules.jokers;
  if (p.jokers.kind != JokerKind::worthless) p.jokers.must_throw = false;
  if (p.jokers.kind == JokerKind::blank) {
    p.jokers.lead = JokerLead::first_suited;
    p.jokers.any_time = false;
  }
  // Both sides are the same to the search, so side 0 is by convention the one with seat 0.
  const unsigned everybody = (1u << p.seats) - 1;
  p.side = problem.side & 1 ? problem.side : everybody & ~problem.side;

  for (int seat = 0; seat < p.seats; ++seat) p.hands[seat] = map.pack(problem.hands[seat]);
  if (problem.trump == kNoTrump && p.jokers.kind == JokerKind::blank) {
    if (surplus_seat >= 0) throw InvalidProblem("jokers that are laid aside and cards to give up do not go together");
    drop_common_blanks(p);
  }
  for (int seat = 0; seat < p.seats; ++seat) {
    for (int plane = 0; plane < kMaxPlanes; ++plane)
      if (seat >> plane & 1) p.owner[plane] |= p.hands[seat];
  }
  if (problem.trump != kNoTrump) {
    p.play = Play::trumps;
    p.ranks = kTrumpRanks;
  } else {
    p.play = p.all() & kNoSuitJokers ? Play::no_suit : Play::plain;
    p.ranks = kPlainRanks;
  }
  if (p.play != Play::no_suit) p.jokers = JokerRules{};

  if (p.nibbles()) {
    for (int seat = 0; seat < p.seats; ++seat)
      for (int l = 0; l < kLanes; ++l) p.weight[seat][l] = bit_at(16 * seat + 4 * l);
    return p;
  }
  // A hand only shrinks, so its suit lengths are digits of a mixed-radix number: one word, no two shapes alike.
  // Worthless jokers are all the same; high ones are not.
  const bool alike = p.jokers.kind != JokerKind::high;
  Word place = 1;
  for (int seat = 0; seat < p.seats; ++seat) {
    for (int l = 0; l < kLanes; ++l) {
      p.weight[seat][l] = place;
      place *= std::popcount(p.hands[seat] & lane(l) & p.ranks) + 1;
    }
    if (p.play != Play::no_suit) continue;
    const Word jokers = p.hands[seat] & kNoSuitJokers;
    p.weight[seat][4] = p.weight[seat][5] = place;
    if (alike) {
      place *= std::popcount(jokers) + 1;
    } else {
      if (jokers & bit_at(kLittleBit)) place *= 2;
      p.weight[seat][5] = place;
      if (jokers & bit_at(kBigBit)) place *= 2;
    }
  }
  return p;
}

}  // namespace whistsolve
