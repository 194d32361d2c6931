#include "suit_tables.hpp"

#include <algorithm>
#include <bit>

namespace whistsolve {
namespace {

unsigned lowest_bit(unsigned w) { return w & (~w + 1); }
/// One card of each run of neighbours; the others are worth the same.
unsigned lowest_of_runs(unsigned hand) { return hand & ~(hand << 1); }

/// `w` without the places of the bits of `gone`.
unsigned without(unsigned w, unsigned gone) {
  while (gone) {
    const unsigned bit = std::bit_floor(gone);
    gone ^= bit;
    w = (w & (bit - 1)) | (w >> 1 & ~(bit - 1));
  }
  return w;
}

/// A layout as two bit planes of the owners' numbers, lowest card in bit 0.
struct Layout {
  unsigned low, high;
};

/// Finds out on how many of the highest cards claims lean, for every layout of a suit: the smallest number whose owners,
/// with the lengths of all hands, leave no layout in which the claim fails.
///
/// Layouts that agree in lengths and in the cards from some rank upwards are a group, and groups make a tree. The first
/// walk finds what holds in each whole group, the second tells every layout the largest group in which each claim holds.
template <class Claims, class Found>
class Reliance {
 public:
  /// claims(layout) gives the claims that hold as bits; found(layout, claims, top_cards) is called for the claims that
  /// lean on so many cards.
  Reliance(int cards, int owners, Claims claims, Found found)
      : cards_(cards), owners_(owners), claims_(claims), found_(found) {}

  void find() { split(cards_, 0); }

 private:
  /// All ways to give the hands from `owner` on so many cards.
  void split(int cards, int owner) {
    if (owner < owners_ - 1) {
      for (int n = 0; n <= cards; ++n) {
        left_[owner] = n;
        split(cards - n, owner + 1);
      }
      return;
    }
    left_[owner] = cards;
    in_group_.clear();
    gather(cards_, {0, 0});
    next_ = 0;
    tell(cards_, {0, 0}, 0);
  }

  template <class F>
  void each_child(int open, Layout layout, F&& f) {
    const unsigned bit = 1u << (open - 1);
    for (int owner = 0; owner < owners_; ++owner) {
      if (!left_[owner]) continue;
      --left_[owner];
      f(Layout{layout.low | (owner & 1 ? bit : 0), layout.high | (owner & 2 ? bit : 0)});
      ++left_[owner];
    }
  }
  /// Claims that hold in all layouts whose cards above the `open` lowest lie as in `layout`.
  std::uint32_t gather(int open, Layout layout) {
    const std::size_t here = in_group_.size();
    in_group_.push_back(0);
    std::uint32_t all = ~0u;
    if (open == 0) all = claims_(layout);
    else each_child(open, layout, [&](Layout child) { all &= gather(open - 1, child); });
    return in_group_[here] = all;
  }
  /// `told`: claims that hold in a larger group already.
  void tell(int open, Layout layout, std::uint32_t told) {
    const std::uint32_t fresh = in_group_[next_++] & ~told;
    if (fresh) tops_.push_back({fresh, cards_ - open});
    if (open == 0) {
      for (const auto& [claims, top_cards] : tops_) found_(layout, claims, top_cards);
    } else {
      each_child(open, layout, [&](Layout child) { tell(open - 1, child, told | fresh); });
    }
    if (fresh) tops_.pop_back();
  }

  int cards_, owners_;
  Claims claims_;
  Found found_;
  std::array<int, 4> left_{};
  std::vector<std::uint32_t> in_group_;  ///< in the order of the walk
  std::size_t next_ = 0;
  std::vector<std::pair<std::uint32_t, int>> tops_;
};

/// Calls f(n) for the number of every bit that is set.
template <class F>
void each_number(std::uint32_t bits, F&& f) {
  for (; bits; bits &= bits - 1) f(std::countr_zero(bits));
}

/// Numbers of rounds, as bits, after which the lead can be forced to be in the leader's hand (bits 0-15) or in its
/// partner's (bits 16-31).
using Rounds = std::uint32_t;
constexpr Rounds kNever = 0;
constexpr Rounds kNow = 1;

constexpr Rounds one_later(Rounds r) { return r << 1 & 0xfffeffffu; }
constexpr Rounds from_partner(Rounds r) { return std::rotl(r, 16); }

/// What can be forced by leading a suit from hand 0, or by not leading it. `after(gone, partner_leads)` tells what the
/// smaller layout allows that is left when the cards `gone` have been played.
template <class After>
Rounds forced_rounds(int cards, Layout layout, After&& after) {
  const unsigned full = (1u << cards) - 1;
  const auto [low, high] = layout;
  // Every card of a run is worth the same, and a void hand plays nothing, here the card 0.
  const unsigned hand[4] = {lowest_of_runs(~low & ~high & full), lowest_of_runs(low & ~high & full),
                            lowest_of_runs(~low & high & full), lowest_of_runs(low & high & full)};
  Rounds best = kNow;
  for (unsigned leads = hand[0]; leads; leads &= leads - 1) {
    const unsigned lead = lowest_bit(leads);
    Rounds worst = ~0u;
    unsigned seconds = hand[1];
    do {
      const unsigned second = lowest_bit(seconds);
      Rounds chosen = kNever;
      unsigned thirds = hand[2];
      do {
        const unsigned third = lowest_bit(thirds);
        const unsigned ours = std::max(lead, third);
        Rounds least = second > ours ? kNever : ~0u;
        unsigned fourths = hand[3];
        do {
          const unsigned fourth = lowest_bit(fourths);
          if (least == kNever) break;
          least &= fourth > ours ? kNever : one_later(after(lead | second | third | fourth, ours == third));
        } while ((fourths &= fourths - 1) != 0);
        chosen |= least;
      } while ((thirds &= thirds - 1) != 0);
      worst &= chosen;
    } while ((seconds &= seconds - 1) != 0 && worst != kNever);
    best |= worst;
  }
  return best;
}

}  // namespace

const SuitRuns& SuitRuns::instance() {
  static const SuitRuns tables;
  return tables;
}

SuitRuns::SuitRuns() {
  for (int cards = 0; cards <= kMostCards; ++cards)
    first_[static_cast<std::size_t>(cards) + 1] = first_[static_cast<std::size_t>(cards)] + (1u << 2 * cards);
  entries_.resize(first_[kMostCards + 1]);
  std::vector<Rounds> rounds(entries_.size());
  rounds[0] = kNow;
  for (int cards = 1; cards <= kMostCards; ++cards) {
    const auto number = [&, first = first_[static_cast<std::size_t>(cards)]](Layout at) {
      return first + (at.high << cards | at.low);
    };
    const unsigned full = (1u << cards) - 1;
    for (Layout at{0, 0}; at.high <= full; ++at.high) {
      for (at.low = 0; at.low <= full; ++at.low) {
        rounds[number(at)] = forced_rounds(cards, at, [&](unsigned gone, bool partner_leads) {
          const int n = cards - std::popcount(gone);
          const unsigned low = without(at.low, gone);
          // Seen from the partner, turns 0 and 2 change places, and 1 and 3.
          const unsigned high = without(partner_leads ? ~at.high & full : at.high, gone);
          const Rounds rest = rounds[first_[static_cast<std::size_t>(n)] + (high << n | low)];
          return partner_leads ? from_partner(rest) : rest;
        });
      }
    }
    Reliance(
        cards, 4, [&](Layout at) { return rounds[number(at)] & ~kNow; },
        [&](Layout at, std::uint32_t claims, int top_cards) {
          Entry& e = entries_[number(at)];
          each_number(claims & 0xffff, [&](int tricks) { e.home.allow(tricks, top_cards); });
          each_number(claims >> 16, [&](int tricks) { e.across.allow(tricks, top_cards); });
        })
        .find();
  }
}

const SureTrumps& SureTrumps::instance() {
  static const SureTrumps tables;
  return tables;
}

SureTrumps::SureTrumps() {
  for (unsigned mask = 0; mask < ternary_.size(); ++mask)
    for (unsigned m = mask; m; m &= m - 1) {
      std::uint32_t power = 1;
      for (int i = std::countr_zero(m); i > 0; --i) power *= 3;
      ternary_[mask] += power;
    }
  std::uint32_t size = 1;
  for (int cards = 0; cards <= kMostCards; ++cards, size *= 3)
    first_[static_cast<std::size_t>(cards) + 1] = first_[static_cast<std::size_t>(cards)] + size;
  entries_.resize(first_[kMostCards + 1]);
  std::vector<std::uint8_t> value(entries_.size());
  const auto number = [&](int cards, unsigned one, unsigned other) {
    return first_[static_cast<std::size_t>(cards)] + ternary_[one] + 2 * ternary_[other];
  };
  for (int cards = 1; cards <= kMostCards; ++cards) {
    const unsigned full = (1u << cards) - 1;
    for (unsigned one = 0; one <= full; ++one) {
      for (unsigned other = full & ~one;; other = (other - 1) & full & ~one) {
        // The others choose which of the two hands must play a trump to the next round; the hands choose the cards; then
        // the others beat them with the cheapest card that does, or give the round away.
        const auto play = [&](unsigned mine) {
          const unsigned over = lowest_bit(full & ~one & ~other & ~(2 * std::bit_floor(mine) - 1));
          const auto rest = [&](unsigned gone) {
            return value[number(cards - std::popcount(gone), without(one, gone), without(other, gone))];
          };
          const int given = 1 + rest(mine);
          return over ? std::min<int>(given, rest(mine | over)) : given;
        };
        int least = 99;
        for (const unsigned hand : {one, other}) {
          if (!hand) continue;
          int most = 0;
          for (unsigned c = lowest_of_runs(hand); c; c &= c - 1) most = std::max(most, play(lowest_bit(c)));
          least = std::min(least, most);
        }
        if (one && other) {
          int most = 0;
          for (unsigned a = lowest_of_runs(one); a; a &= a - 1)
            for (unsigned b = lowest_of_runs(other); b; b &= b - 1) most = std::max(most, play(lowest_bit(a) | lowest_bit(b)));
          least = std::min(least, most);
        }
        const auto at = number(cards, one, other);
        value[at] = static_cast<std::uint8_t>(least == 99 ? 0 : least);
        entries_[at].data = value[at];
        if (!other) break;
      }
    }
    const auto where = [&](Layout at) { return number(cards, full & ~at.low & ~at.high, at.low); };
    Reliance(
        cards, 3, [&](Layout at) { return (2u << value[where(at)]) - 2; },  // so many, and all smaller numbers
        [&](Layout at, std::uint32_t claims, int top_cards) {
          each_number(claims & ((2u << kMostClaimed) - 1), [&](int tricks) {
            entries_[where(at)].data |= static_cast<std::uint32_t>(top_cards) << (4 * tricks);
          });
        })
        .find();
  }
}

}  // namespace whistsolve
