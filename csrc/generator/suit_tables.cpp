// Works out what suits are worth, and writes it as source of the library: suit_tables OUTPUT.cpp
#include "whistsolve/suit_tables.hpp"

#include <algorithm>
#include <bit>
#include <fstream>
#include <iostream>
#include <map>
#include <string>
#include <utility>
#include <vector>

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
  /// depend on so many cards.
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

std::vector<SuitRuns::Entry> suit_runs() {
  std::vector<SuitRuns::Entry> entries(SuitRuns::place(SuitRuns::kMostCards + 1, 0, 0));
  std::vector<Rounds> rounds(entries.size());
  rounds[0] = kNow;
  for (int cards = 1; cards <= SuitRuns::kMostCards; ++cards) {
    const auto number = [cards](Layout at) { return SuitRuns::place(cards, at.low, at.high); };
    const unsigned full = (1u << cards) - 1;
    for (Layout at{0, 0}; at.high <= full; ++at.high) {
      for (at.low = 0; at.low <= full; ++at.low) {
        rounds[number(at)] = forced_rounds(cards, at, [&](unsigned gone, bool partner_leads) {
          const int n = cards - std::popcount(gone);
          const unsigned low = without(at.low, gone);
          // Seen from the partner, turns 0 and 2 change places, and 1 and 3.
          const unsigned high = without(partner_leads ? ~at.high & full : at.high, gone);
          const Rounds rest = rounds[SuitRuns::place(n, low, high)];
          return partner_leads ? from_partner(rest) : rest;
        });
      }
    }
    Reliance(
        cards, 4, [&](Layout at) { return rounds[number(at)] & ~kNow; },
        [&](Layout at, std::uint32_t claims, int top_cards) {
          SuitRuns::Entry& e = entries[number(at)];
          SuitRuns::Entry& across = entries[number({at.low, ~at.high & full})];
          each_number(claims & 0xffff, [&](int tricks) {
            e.home.allow(tricks, top_cards);
            across.partner.allow(tricks, top_cards);
          });
          each_number(claims >> 16, [&](int tricks) { e.across.allow(tricks, top_cards); });
        })
        .find();
  }
  return entries;
}

/// What the two hands take for certain, where all smaller layouts are known.
template <class Value>
int sure_trumps_of(int cards, unsigned one, unsigned other, Value&& value) {
  const unsigned full = (1u << cards) - 1;
  // The others choose which of the two hands must play a trump to the next round; the hands choose the cards; then
  // the others beat them with the cheapest card that does, or give the round away.
  const auto play = [&](unsigned mine) {
    const unsigned over = lowest_bit(full & ~one & ~other & ~(2 * std::bit_floor(mine) - 1));
    const auto rest = [&](unsigned gone) -> int {
      return value(SureTrumps::place(cards - std::popcount(gone), without(one, gone), without(other, gone)));
    };
    const int given = 1 + rest(mine);
    return over ? std::min(given, rest(mine | over)) : given;
  };
  if (!one && !other) return 0;
  int least = cards;
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
  return least;
}

std::vector<SureTrumps::Entry> sure_trumps() {
  std::vector<SureTrumps::Entry> entries(SureTrumps::place(SureTrumps::kMostCards + 1, 0, 0));
  const auto value = [&](std::size_t place) { return entries[place].tricks(); };
  for (int cards = 1; cards <= SureTrumps::kMostCards; ++cards) {
    const unsigned full = (1u << cards) - 1;
    for (unsigned one = 0; one <= full; ++one) {
      for (unsigned other = full & ~one;; other = (other - 1) & full & ~one) {
        const int sure = sure_trumps_of(cards, one, other, value);
        entries[SureTrumps::place(cards, one, other)].data = static_cast<std::uint32_t>(sure);
        if (!other) break;
      }
    }
    const auto where = [&](Layout at) { return SureTrumps::place(cards, full & ~at.low & ~at.high, at.low); };
    Reliance(
        cards, 3, [&](Layout at) { return (2u << value(where(at))) - 2; },  // so many, and all smaller numbers
        [&](Layout at, std::uint32_t claims, int top_cards) {
          each_number(claims & ((2u << SureTrumps::kMostClaimed) - 1),
                      [&](int tricks) { entries[where(at)].data |= static_cast<std::uint32_t>(top_cards) << (4 * tricks); });
        })
        .find();
  }
  return entries;
}

/// What one hand takes with trumps against two, once all smaller layouts are known: `at(on_lead, place)` tells what they are
/// worth. `lone`, `one` and `other` are the trumps of the three hands.
///
/// Sound because the lone hand can follow this plan whatever the plain suits are: on lead it leads a trump, to which both others
/// must follow, and it plays one wherever it may ruff. What the others may do is all among their choices here: one of them leads
/// or ruffs first and the other joins in or not, one overruffs or not, they waste trumps, or they give up the lead.
template <class At>
struct LonePlan {
  int cards;
  unsigned lone, one, other;
  At at;

  std::size_t place(unsigned gone) const {
    return LoneTrumps::place(cards - std::popcount(gone), without(lone, gone), without(one, gone));
  }
  /// The lone hand played `mine` and the others `theirs`, or nothing.
  int after(unsigned mine, unsigned theirs) const {
    return mine > theirs ? 1 + at(true, place(mine | theirs)) : at(false, place(mine | theirs));
  }
  /// The worst over the cards of `hand`, of which one must be played where `must` says so.
  template <class F>
  static int worst(unsigned hand, bool must, F&& f) {
    int least = must && hand ? LoneTrumps::kMostCards : f(0u);
    for (unsigned c = lowest_of_runs(hand); c; c &= c - 1) least = std::min(least, f(lowest_bit(c)));
    return least;
  }
  template <class F>
  int best(F&& f) const {
    int most = 0;
    for (unsigned c = lowest_of_runs(lone); c; c &= c - 1) most = std::max(most, f(lowest_bit(c)));
    return most;
  }

  int on_lead() const {
    return best([&](unsigned mine) {
      return worst(one, true, [&](unsigned a) { return worst(other, true, [&](unsigned b) { return after(mine, a | b); }); });
    });
  }
  int off_lead(int on_lead) const {
    const auto joined = [&](unsigned first, unsigned second) {
      return worst(first, true, [&](unsigned led) {
        return best(
            [&](unsigned mine) { return worst(second, false, [&](unsigned more) { return after(mine, led | more); }); });
      });
    };
    const auto overruffed = [&](unsigned mine) {
      return std::min(worst(one, false, [&](unsigned over) { return after(mine, over); }),
                      worst(other, false, [&](unsigned over) { return after(mine, over); }));
    };
    const auto wasted = [&](unsigned gone) { return gone ? at(false, place(gone)) : on_lead; };
    int least = std::min(on_lead, best(overruffed));
    if (one) least = std::min(least, joined(one, other));
    if (other) least = std::min(least, joined(other, one));
    return std::min(least, worst(one | other, false, wasted));
  }
};

template <class At>  // Clang deduces the parameters of aggregates without it from version 17 on
LonePlan(int, unsigned, unsigned, unsigned, At)->LonePlan<At>;

std::vector<LoneTrumps::Entry> lone_trumps() {
  std::vector<LoneTrumps::Entry> entries(LoneTrumps::place(LoneTrumps::kMostCards + 1, 0, 0));
  const auto at = [&](bool on_lead, std::size_t place) { return entries[place].of(on_lead).tricks(); };
  for (int cards = 1; cards <= LoneTrumps::kMostCards; ++cards) {
    const unsigned full = (1u << cards) - 1;
    const auto where = [&](Layout lies) { return LoneTrumps::place(cards, full & ~lies.low & ~lies.high, lies.low); };
    for (unsigned lone = 1; lone <= full; ++lone) {
      for (unsigned one = full & ~lone;; one = (one - 1) & full & ~lone) {
        const LonePlan plan{cards, lone, one, full & ~lone & ~one, at};
        LoneTrumps::Entry& e = entries[LoneTrumps::place(cards, lone, one)];
        const int on_lead = plan.on_lead();
        e.on_lead.data = static_cast<std::uint64_t>(on_lead);
        e.off_lead.data = static_cast<std::uint64_t>(plan.off_lead(on_lead));
        if (!one) break;
      }
    }
    const auto up_to = [](int tricks) { return (2u << tricks) - 2; };
    Reliance(
        cards, 3, [&](Layout lies) { return up_to(at(true, where(lies))) | up_to(at(false, where(lies))) << 16; },
        [&](Layout lies, std::uint32_t claims, int top_cards) {
          LoneTrumps::Entry& e = entries[where(lies)];
          const auto tops = static_cast<std::uint64_t>(top_cards);
          each_number(claims & up_to(LoneTrumps::kMostCards), [&](int tricks) { e.on_lead.data |= tops << (4 * tricks); });
          each_number(claims >> 16 & up_to(LoneTrumps::kMostCards),
                      [&](int tricks) { e.off_lead.data |= tops << (4 * tricks); });
        })
        .find();
  }
  return entries;
}

/// Writes each different entry once, and for every layout the number of its own. False where there are too many.
///
/// `text(entry)` is the entry as source.
template <class Tables, class Text>
bool write(std::ostream& out, const std::string& name, const std::vector<typename Tables::Entry>& entries, Text&& text) {
  std::map<std::string, std::uint64_t> numbers;
  std::vector<std::string> different;
  out << "const std::uint64_t " << name << "::kNumbers[] = {" << std::hex;
  constexpr unsigned kInAWord = SmallNumbers<Tables::kBits>::kInAWord;
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const auto [at, fresh] = numbers.try_emplace(text(entries[i]), different.size());
    if (fresh) different.push_back(at->first);
    word |= at->second << (i % kInAWord * Tables::kBits);
    if ((i + 1) % kInAWord && i + 1 < entries.size()) continue;
    out << (i / kInAWord % 8 ? " 0x" : "\n0x") << word << ',';
    word = 0;
  }
  out << "};\nconst " << name << "::Entry " << name << "::kEntries[] = {";
  for (const std::string& entry : different) out << '\n' << entry << ',';
  out << "};\n";
  return different.size() <= std::size_t{1} << Tables::kBits;
}

std::string source_of(const SuitRuns::Entry& e) {
  std::string text = "{";
  for (const SuitClaim& claim : {e.home, e.across, e.partner}) text += "SuitClaim(" + std::to_string(claim.bits()) + "u),";
  return text + "}";
}
std::string source_of(const LoneTrumps::Entry& e) {
  return "{{" + std::to_string(e.on_lead.data) + "u},{" + std::to_string(e.off_lead.data) + "u}}";
}
std::string source_of(const SureTrumps::Entry& e) { return "{" + std::to_string(e.data) + "u}"; }

}  // namespace
}  // namespace whistsolve

int main(int argc, char** argv) {
  using namespace whistsolve;
  if (argc != 2) return std::cerr << "usage: suit_tables OUTPUT.cpp\n", 2;
  std::ofstream out(argv[1]);
  out << "#include \"whistsolve/suit_tables.hpp\"\n\nnamespace whistsolve {\n\n";
  const auto text = [](const auto& entry) { return source_of(entry); };
  const bool fit = write<SuitRuns>(out, "SuitRuns", suit_runs(), text) &&
                   write<SureTrumps>(out, "SureTrumps", sure_trumps(), text) &&
                   write<LoneTrumps>(out, "LoneTrumps", lone_trumps(), text);
  out << "\n}  // namespace whistsolve\n";
  out.close();
  if (!fit) std::cerr << "suit_tables: more different entries than kBits can number\n";
  if (!out) std::cerr << "suit_tables: cannot write " << argv[1] << '\n';
  return !fit || !out;
}
