// The bytes of a fuzzer as numbers, and as problems that may be legal or not.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "whistsolve/position.hpp"

namespace whistsolve::fuzz {

/// Numbers from bytes, in order; zeros once they are spent, so that every sequence of bytes says something.
class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size) : bytes_(data, size) {}

  bool spent() const { return bytes_.empty(); }
  int byte() {
    if (bytes_.empty()) return 0;
    const int first = bytes_.front();
    bytes_ = bytes_.subspan(1);
    return first;
  }
  int below(int n) { return byte() % n; }
  bool one_in(int n) { return below(n) == n - 1; }

 private:
  std::span<const std::uint8_t> bytes_;
};

/// A legal problem of few cards before the first one is played, with any rules and any sides. Suits are left out now and then,
/// so that hands are void in some, and jokers come often.
inline Problem legal_problem(Input& input) {
  Problem p;
  p.seats = kMinSeats + input.below(kMaxSeats - kMinSeats + 1);
  constexpr int kMostCards = 12;  // of all hands together, which plain minimax sees through at once
  const int size = 1 + input.below(std::min(5, kMostCards / p.seats));
  p.trump = input.below(kNoTrump + 1);
  p.ranking = static_cast<Ranking>(input.below(3));
  p.rules.first_trick_weight = 1 + input.below(2);
  p.rules.jokers.kind = static_cast<JokerKind>(input.below(3));
  p.rules.jokers.lead = static_cast<JokerLead>(input.below(4));
  p.rules.jokers.must_throw = input.below(2);
  p.rules.jokers.any_time = input.below(2);
  p.leader = input.below(p.seats);
  p.side = 1u + static_cast<unsigned>(input.below((1 << p.seats) - 2));

  std::array<CardIndex, kDeckSize> deck{};
  const int suits = 2 + input.below(3);  // twenty-six cards at least
  int count = 0;
  for (int joker = input.below(3); joker > 0; --joker) deck[static_cast<std::size_t>(count++)] = kDeckSize - joker;
  for (CardIndex card = 0; card < suits * kRanks; ++card) deck[static_cast<std::size_t>(count++)] = card;
  for (int dealt = 0; dealt < p.seats * size; ++dealt) {
    const auto drawn = static_cast<std::size_t>(input.below(count));
    p.hands[static_cast<std::size_t>(dealt % p.seats)] |= CardMask{1} << deck[drawn];
    // The last card takes its place; low bytes, such as the zeros of spent input, draw jokers first.
    std::swap(deck[drawn], deck[static_cast<std::size_t>(--count)]);
  }
  return p;
}

/// Gives a hand so many of the cards that nobody holds.
inline void give_more(Input& input, Problem& p, int seat, int cards) {
  CardMask held = 0;
  for (const CardMask hand : p.hands) held |= hand;
  for (; cards > 0; --cards) {
    CardIndex card = input.below(kDeckSize);
    while (held >> card & 1) card = (card + 1) % kDeckSize;
    held |= CardMask{1} << card;
    p.hands[static_cast<std::size_t>(seat)] |= CardMask{1} << card;
  }
}

/// Plays some legal cards, as the bytes say, and notes them in the problem that the position is of.
inline void play_some(Input& input, Problem& problem, const LaneMap& map, Position& position) {
  for (int cards = input.below(3 * problem.seats); cards > 0 && !position.over(); --cards) {
    Word legal = position.legal();
    for (int skip = input.below(std::popcount(legal)); skip > 0; --skip) legal &= legal - 1;
    const Word card = lowest(legal);
    const bool name = position.needs_name(card);
    const int suit = name ? input.below(kSuits) : -1;
    problem.played.push_back({map.card(index_of(card)), suit});
    position.play(card, name ? lane(map.lane_of_suit(suit)) & kPlainRanks : 0);
  }
}

/// Changes one thing of a problem without regard to what is legal.
inline void spoil(Input& input, Problem& p) {
  const auto any_hand = [&]() -> CardMask& { return p.hands[static_cast<std::size_t>(input.below(kMaxSeats))]; };
  const auto signed_byte = [&] { return input.byte() - 128; };
  switch (input.below(10)) {
    case 0: p.seats = signed_byte(); break;
    case 1: p.leader = signed_byte(); break;
    case 2: p.trump = signed_byte(); break;
    case 3: p.side ^= 1u << input.below(32); break;
    case 4: p.rules.first_trick_weight = signed_byte(); break;
    case 5: any_hand() ^= CardMask{1} << input.below(64); break;
    case 6: any_hand() |= p.hands[static_cast<std::size_t>(input.below(kMaxSeats))]; break;
    case 7: p.hands.fill(0); break;
    case 8: p.played.push_back({signed_byte(), input.below(8) - 2}); break;
    case 9:
      if (!p.played.empty()) {
        PlayedCard& played = p.played[static_cast<std::size_t>(input.below(static_cast<int>(p.played.size())))];
        (input.below(2) ? played.card : played.named_suit) = input.below(60) - 2;
      }
      break;
  }
}

}  // namespace whistsolve::fuzz
