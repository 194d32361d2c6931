// A problem as the search sees it: lanes in place of suits, order in place of ranks. Rankings and jokers end here.
#pragma once

#include <array>

#include "lanes.hpp"
#include "problem.hpp"
#include "trick.hpp"

namespace whistsolve {

inline constexpr int kSeatSlots = 8;     ///< arrays by seat are padded to a whole number of vectors
inline constexpr int kMaxPlanes = 3;     ///< bits needed to number six seats
inline constexpr int kShapeClasses = 6;  ///< four lanes, little joker, big joker

/// How the hands sit, as far as the search is compiled for it.
enum class Seating : std::uint8_t {
  partners,  ///< two against two, partners opposite, and no joker that wins
  few,       ///< up to four hands on any sides
  many,      ///< five or six hands
};

/// Everything about a problem that does not change while it is searched.
struct Packed {
  int seats = 0;
  int hand_size = 0;
  int leader = 0;
  int first_trick_weight = 1;
  Play play = Play::plain;
  JokerRules jokers{};
  Word ranks = 0;                                                    ///< lane bits that hold ranked cards
  std::array<Word, kSeatSlots> hands{};                              ///< before the first card
  std::array<Word, kMaxPlanes> owner{};                              ///< bit i of the seat that holds each card
  unsigned side = 0;                                                 ///< seats of side 0, which always has seat 0
  int surplus_seat = -1;                                             ///< who may have more cards than the others, if anybody
  std::array<std::array<Word, kShapeClasses>, kSeatSlots> weight{};  ///< what one card adds to the shape

  Word all() const;
  /// How many cards of each class each seat holds, as one number. Where `nibbles()`, the number for a seat's lane is bits
  /// 16 * seat + 4 * lane and up.
  Word shape(Word cards) const;
  /// Sixteen lengths of at most fifteen cards fill a word.
  bool nibbles() const { return seats <= 4 && play != Play::no_suit; }
  Seating seating() const {
    if (seats > 4) return Seating::many;
    return seats == 4 && side == 0b0101 && jokers.kind != JokerKind::high ? Seating::partners : Seating::few;
  }
  bool on_side(int seat) const { return side >> seat & 1; }
  int next_seat(int seat) const { return seat + 1 == seats ? 0 : seat + 1; }
  /// Which row of `weight` a card belongs to.
  static int shape_class(Word card, Play play) {
    const int index = index_of(card);
    if (play == Play::no_suit && index >= kLittleBit) return 4 + (index - kLittleBit);
    return index >> 4;
  }
  /// True where positions of the two can share a table: same cards, order, rules and sides.
  bool same_game(const Packed& other) const;
  /// True where a pattern says the same of positions of the two, whose hands may differ: it names owners by relative rank and
  /// the shape by lengths, and no card.
  bool same_patterns(const Packed& other) const;
};

/// Where the cards of one strain lie in the packed word.
class LaneMap {
 public:
  LaneMap(int trump, Ranking ranking);
  int bit(CardIndex card) const { return bit_of_[card]; }
  CardIndex card(int bit) const { return card_of_[bit]; }
  int lane_of_suit(int suit) const { return lane_of_suit_[suit]; }
  Word pack(CardMask cards) const;
  CardMask unpack(Word word) const;

 private:
  std::array<signed char, kDeckSize> bit_of_{};
  std::array<signed char, 64> card_of_{};
  std::array<signed char, kSuits> lane_of_suit_{};
};

/// Checks the hands, sides and options of a problem and packs it. `played` is not looked at. A seat named as `surplus_seat`
/// may have more cards than the others.
/// Throws InvalidProblem.
Packed pack(const Problem& problem, const LaneMap& map, int surplus_seat = -1);

}  // namespace whistsolve
