#include "suit_tables.hpp"

#include <algorithm>
#include <bit>

namespace whistsolve {
namespace {

unsigned lowest_bit(unsigned w) { return w & (~w + 1); }

/// One card of each run of neighbours; the others are worth the same.
unsigned lowest_of_runs(unsigned hand) { return hand & ~(hand << 1); }

/// `w` with the bits outside `keep` taken out.
unsigned squeezed(unsigned w, unsigned keep) {
  unsigned out = 0;
  for (unsigned place = 1; keep; keep &= keep - 1, place <<= 1)
    if (w & lowest_bit(keep)) out |= place;
  return out;
}

/// A layout as two bit planes of the owners' numbers, lowest card in bit 0.
struct Layout {
  unsigned low, high;
};

/// Finds out on how many of the highest cards a claim leans, for every layout that allows it: the smallest number whose
/// owners, with the lengths of all hands, leave no layout in which the claim fails.
template <class Holds, class Found>
class Reliance {
 public:
  /// holds(layout) says whether the claim holds; found(layout, top_cards) is called for every layout where it does.
  Reliance(int cards, int owners, Holds holds, Found found)
      : cards_(cards), owners_(owners), holds_(holds), found_(found) {}

  void find() { split(cards_, 0); }

 private:
  /// All ways to give the hands from `owner` on so many cards.
  void split(int cards, int owner) {
    if (owner == owners_ - 1) {
      left_[owner] = cards;
      descend(cards_, {0, 0});
      return;
    }
    for (int n = 0; n <= cards; ++n) {
      left_[owner] = n;
      split(cards - n, owner + 1);
      left_[owner] = n;
    }
  }

  /// The layouts in which the cards above the `open` lowest lie as in `layout`. Where the claim holds in all, they are
  /// left in `group_` for the caller, who may find that it leans on still fewer cards.
  bool descend(int open, Layout layout) {
    if (open == 0) {
      if (!holds_(layout)) return false;
      group_.push_back(layout);
      if (cards_ == 0) report(0, 0);
      return true;
    }
    const std::size_t start = group_.size();
    std::array<std::size_t, 5> edge{};
    std::array<bool, 4> whole{};
    bool all = true;
    for (int owner = 0; owner < owners_; ++owner) {
      edge[owner] = group_.size();
      if (left_[owner]) {
        --left_[owner];
        const unsigned bit = 1u << (open - 1);
        whole[owner] = descend(open - 1, {layout.low | (owner & 1 ? bit : 0), layout.high | (owner & 2 ? bit : 0)});
        all &= whole[owner];
        ++left_[owner];
      }
      edge[owner + 1] = group_.size();
    }
    if (all && open < cards_) return true;
    if (all) {
      report(start, 0);
      return true;
    }
    for (int owner = 0; owner < owners_; ++owner)
      if (whole[owner])
        for (std::size_t i = edge[owner]; i < edge[owner + 1]; ++i) found_(group_[i], cards_ - open + 1);
    group_.resize(start);
    return false;
  }
  void report(std::size_t start, int top_cards) {
    for (std::size_t i = start; i < group_.size(); ++i) found_(group_[i], top_cards);
    group_.resize(start);
  }

  int cards_, owners_;
  Holds holds_;
  Found found_;
  std::array<int, 4> left_{};
  std::vector<Layout> group_;
};

/// Numbers of rounds, as bits, after which the lead can be forced to be in the leader's hand [0] or its partner's [1].
using Rounds = std::array<std::uint16_t, 2>;

/// One more round of a suit, the lead in hand 0: what can be forced given what smaller layouts allow. `after` looks up
/// a smaller layout by its planes, from the point of view of the hand that then leads.
template <class After>
Rounds one_more_round(int cards, unsigned low, unsigned high, After&& after) {
  const unsigned full = (1u << cards) - 1;
  const unsigned hands[4] = {~low & ~high & full, low & ~high & full, ~low & high & full, low & high & full};
  const auto plays = [](unsigned hand, auto&& f) {  // a void hand plays nothing
    if (!hand) return f(0u);
    for (unsigned left = lowest_of_runs(hand); left; left &= left - 1) f(lowest_bit(left));
  };
  Rounds best = {1, 0};
  plays(hands[0], [&](unsigned lead) {
    if (!lead) return;
    Rounds worst = {0xffff, 0xffff};
    plays(hands[1], [&](unsigned second) {
      Rounds chosen = {0, 0};
      plays(hands[2], [&](unsigned third) {
        Rounds least = {0xffff, 0xffff};
        plays(hands[3], [&](unsigned fourth) {
          const unsigned ours = std::max(lead, third);
          if (std::max(second, fourth) > ours) {
            least = {0, 0};
            return;
          }
          const Rounds rest = after(full & ~(lead | second | third | fourth), ours == third);
          for (int e = 0; e < 2; ++e) least[e] = static_cast<std::uint16_t>(least[e] & (rest[e] << 1));
        });
        for (int e = 0; e < 2; ++e) chosen[e] = static_cast<std::uint16_t>(chosen[e] | least[e]);
      });
      for (int e = 0; e < 2; ++e) worst[e] = static_cast<std::uint16_t>(worst[e] & chosen[e]);
    });
    for (int e = 0; e < 2; ++e) best[e] = static_cast<std::uint16_t>(best[e] | worst[e]);
  });
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
  rounds[0] = {1, 0};
  for (int cards = 1; cards <= kMostCards; ++cards) {
    const unsigned first = first_[static_cast<std::size_t>(cards)];
    for (unsigned index = 0; index < 1u << 2 * cards; ++index) {
      const unsigned low = index & ((1u << cards) - 1), high = index >> cards;
      rounds[first + index] = one_more_round(cards, low, high, [&](unsigned keep, bool partner_leads) {
        const int n = std::popcount(keep);
        const unsigned mask = (1u << n) - 1;
        // Seen from the partner, turns 0 and 2 change places, and 1 and 3.
        const unsigned turned = partner_leads ? ~squeezed(high, keep) & mask : squeezed(high, keep);
        Rounds rest = rounds[first_[static_cast<std::size_t>(n)] + (turned << n | squeezed(low, keep))];
        if (partner_leads) std::swap(rest[0], rest[1]);
        return rest;
      });
    }
    for (int tricks = 1; tricks <= cards; ++tricks) {
      for (const std::size_t end : {0u, 1u}) {
        const auto number = [&](Layout at) { return first + (at.high << cards | at.low); };
        Reliance(
            cards, 4, [&](Layout at) { return (rounds[number(at)][end] >> tricks & 1) != 0; },
            [&](Layout at, int top) {
              Entry& e = entries_[number(at)];
              (end ? e.across : e.home).allow(tricks, top);
            })
            .find();
      }
    }
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
          const unsigned best = std::bit_floor(mine);
          const unsigned over = lowest_bit(full & ~one & ~other & ~(2 * best - 1));
          const auto rest = [&](unsigned gone) {
            const unsigned keep = full & ~gone;
            return value[number(std::popcount(keep), squeezed(one, keep), squeezed(other, keep))];
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
    for (int tricks = 1; tricks <= std::min(cards, kMostClaimed); ++tricks) {
      const auto where = [&](Layout at) { return number(cards, full & ~at.low & ~at.high, at.low); };
      Reliance(
          cards, 3, [&](Layout at) { return value[where(at)] >= tricks; },
          [&](Layout at, int top) {
            entries_[where(at)].data |= static_cast<std::uint32_t>(top) << (4 * tricks);
          })
          .find();
    }
  }
}

}  // namespace whistsolve
