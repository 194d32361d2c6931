// Every rule that decides without a search, against plain minimax, in tight positions in which it decides.
//
//   test_rules [goal [seed [rule]]]
//
// Draws problems until each rule has decided `goal` positions for every way of taking sides in which it can, and prints how many, a
// line for each rule and way; of a rule that is named, until it is wrong. What a rule claims must hold in the position, and wherever
// the cards below the relevant ones are dealt anew. A rule claims several numbers of tricks; the boldest claim of each position
// counts. With a hand that still has to discard, what is claimed for its opponents must hold after each of its discards. `solve` and
// `solve_cards` must agree in each position.
#define WHISTSOLVE_ARCH test_build
#include "whistsolve/quick_tricks.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <initializer_list>
#include <optional>
#include <string_view>

#include "check.hpp"
#include "random_problem.hpp"
#include "tight_problem.hpp"
#include "whistsolve/owed_cards.hpp"
#include "whistsolve/solver.hpp"

using namespace whistsolve;
using namespace whistsolve::test_build;

namespace {

enum Rule {
  kCashPlan,
  kCashPlanTrumps,
  kHeldTrumps,
  kRivalsCash,
  kRunsOfSuits,
  kBesideTrumps,
  kAfterDrawing,
  kRivalTrumps,
  kPartnersRivalsCash,
  kLosingLeads,
  kTrumplessRivals,
  kTrumplessLeads,
  kLastTrick,
  kAnyWinner,
  kGeneralWinner,
  kMovesDropped,
  kRelaxation,
  kRules
};
constexpr const char* kNames[kRules] = {"cashing winners",
                                        "cashing winners, trumps",
                                        "trumps held",
                                        "rivals cash",
                                        "runs of suits",
                                        "runs beside trumps",
                                        "runs after drawing trumps",
                                        "trumps of rivals",
                                        "rivals cash, two sides",
                                        "losing leads",
                                        "rivals cash, trumps all theirs",
                                        "losing leads, trumps all theirs",
                                        "last trick",
                                        "whoever wins the trick",
                                        "a higher winner",
                                        "moves dropped and raised",
                                        "relaxed discard"};
/// Sides, and the same with a hand that has to discard.
constexpr int kWays = 2 * kWaysOfSides;

bool few_sides(int way) {
  const Sides& sides = kSides[way % kWaysOfSides];
  return sides.seats < 4 || (sides.seats == 4 && sides.side == 0b0101);
}

/// Whether a rule can decide anything for a way of taking sides.
bool applies(int rule, int way) {
  const bool surplus = way >= kWaysOfSides;
  switch (rule) {
    case kRelaxation: return surplus;
    case kLastTrick:
    case kAnyWinner:
    case kGeneralWinner:
    case kMovesDropped: return !surplus;
    case kTrumplessLeads:
    case kLosingLeads: return few_sides(way) && !surplus;
    case kRunsOfSuits:
    case kBesideTrumps:
    case kAfterDrawing:
    case kRivalTrumps:
    case kTrumplessRivals:
    case kPartnersRivalsCash: return few_sides(way);
    case kRivalsCash: return !few_sides(way);
    case kHeldTrumps: return !few_sides(way);
    case kCashPlanTrumps: return !few_sides(way);
    default: return true;
  }
}

/// Plain minimax on the question whether side 0 takes `need` of `left` tricks.
template <Play kPlay>
class Truth {
 public:
  explicit Truth(const Packed& packed) : p_(packed) {}

  bool reaches(Word all, int leader, int need, int left) const {
    if (need <= 0 || need > left) return need <= 0;
    const bool mine = p_.on_side(leader);
    for (Word leads = legal_leads<kPlay>(p_.hands[leader] & all, p_.jokers); leads; leads &= leads - 1)
      if (reaches_after(all, leader, lowest(leads), need, left) == mine) return mine;
    return !mine;
  }
  bool reaches_after(Word all, int leader, Word card, int need, int left) const {
    const bool mine = p_.on_side(leader);
    const bool names = kPlay == Play::no_suit && (card & kNoSuitJokers) && p_.jokers.lead == JokerLead::named;
    for (int l = 0; l < (names ? kLanes : 1); ++l) {
      const TrickState s = lead_card<kPlay>(leader, card, p_.jokers, names ? lane(l) & kPlainRanks : 0);
      if (follow(all, s, p_.next_seat(leader), 1, need, left) == mine) return mine;
    }
    return !mine;
  }

 private:
  bool follow(Word all, const TrickState& s, int seat, int played, int need, int left) const {
    if (played == p_.seats) return reaches(all ^ s.played, s.winner, need - p_.on_side(s.winner), left - 1);
    const bool mine = p_.on_side(seat);
    for (Word moves = legal_follows<kPlay>(p_.hands[seat] & all, s, p_.jokers); moves; moves &= moves - 1)
      if (follow(all, follow_card<kPlay>(s, seat, lowest(moves), p_.jokers), p_.next_seat(seat), played + 1, need, left) ==
          mine)
        return mine;
    return !mine;
  }

  const Packed& p_;
};

/// Calls f with each set of `count` cards of a hand.
template <class F>
void each_discard(Word hand, int count, const F& f, Word chosen = 0) {
  if (!count) return f(chosen);
  for (; std::popcount(hand) >= count; hand &= hand - 1) each_discard(hand & (hand - 1), count - 1, f, chosen | lowest(hand));
}

/// The same game with the cards below the lowest relevant one of each suit dealt anew, every hand keeping its lengths.
Packed dealt_anew(const Packed& p, Word relevant, TightSource& source) {
  Packed out = p;
  for (int l = 0; l < kLanes; ++l) {
    const Word suit = lane(l) & p.ranks;
    const Word loose = p.all() & suit & ~up_from_lowest(relevant & suit);
    Word cards[64];
    int n = 0;
    for (Word w = loose; w; w &= w - 1) cards[n++] = lowest(w);
    for (; n > 1; --n) std::swap(cards[n - 1], cards[source.below(n)]);
    for (int seat = 0, at = 0; seat < p.seats; ++seat) {
      out.hands[seat] &= ~loose;
      for (int i = std::popcount(p.hands[seat] & loose); i > 0; --i) out.hands[seat] |= cards[at++];
    }
  }
  out.owner = {};
  for (int seat = 0; seat < p.seats; ++seat)
    for (int plane = 0; plane < kMaxPlanes; ++plane)
      if (seat >> plane & 1) out.owner[plane] |= out.hands[seat];
  return out;
}

/// That a side takes so many tricks, and the cards that this depends on; of losing leads, where the leader leads one of `leads`.
struct Claim {
  int wanted = 0;
  Word relevant = 0;
  Word leads = 0;
};

class Run {
 public:
  Run(long goal, unsigned seed, std::string_view only) : goal_(goal), source_(seed), only_(only) {}

  int all_rules() {
    for (bool open = true; open;) {
      open = false;
      for (const Play play : {Play::trumps, Play::plain, Play::no_suit})
        for (int way = 0; way < kWays; ++way) {
          if (!wanted(way, play)) continue;
          open = true;
          one(way, play);
          if (check::failures > (only_.empty() ? 20 : 0)) return print();
        }
    }
    return print();
  }

 private:
  bool lacks(Rule rule, int way) const { return asked(rule) && applies(rule, way) && fired_[rule][way] < goal_; }
  bool asked(int rule) const { return only_.empty() || only_ == kNames[rule]; }

  /// Whether a rule lacks positions that this sort of play brings.
  bool wanted(int way, Play play) const {
    for (int rule = 0; rule < kRules; ++rule) {
      if (!lacks(static_cast<Rule>(rule), way)) continue;
      const bool trumps = rule == kCashPlanTrumps || rule == kHeldTrumps || (rule >= kBesideTrumps && rule <= kRivalTrumps) ||
                          rule == kTrumplessRivals || rule == kTrumplessLeads;
      const bool none = rule == kCashPlan || rule == kRivalsCash || rule == kRunsOfSuits || rule == kPartnersRivalsCash ||
                        rule == kLosingLeads;
      if ((trumps && play != Play::trumps) || (none && play == Play::trumps) || (rule == kLastTrick && play == Play::no_suit))
        continue;
      if (rule == kCashPlan && few_sides(way) && play != Play::no_suit) continue;
      return true;
    }
    return false;
  }

  void one(int way, Play play) {
    const Sides& sides = kSides[way % kWaysOfSides];
    surplus_ = way >= kWaysOfSides ? 1 + source_.below(2) : 0;
    holder_ = surplus_ ? source_.below(sides.seats) : -1;
    Sides smaller = sides;
    if (surplus_) smaller.most_cards = std::max(sides.most_cards - 1, 2);
    problem_ = source_.problem(smaller, play, holder_, surplus_);
    packed_ = pack(problem_, LaneMap(problem_.trump, problem_.ranking), holder_);
    if (!packed_.hand_size) return;
    way_ = way;
    switch (packed_.play) {
      case Play::trumps: return seated<Play::trumps>();
      case Play::plain: return seated<Play::plain>();
      default: return seated<Play::no_suit>();
    }
  }

  template <Play kPlay>
  void seated() {
    switch (packed_.seating()) {
      case Seating::partners: rules<kPlay, Seating::partners>(); break;
      case Seating::few: rules<kPlay, Seating::few>(); break;
      default: rules<kPlay, Seating::many>();
    }
    if (surplus_) relaxation<kPlay>();
    else searches<kPlay>();
  }

  // ------------------------------------------------------------------------------------------ rules without a search

  template <Play kPlay, Seating kSeating>
  void rules() {
    Game<kSeating> game;
    game.load(packed_);
    TrickNode t;
    Word all = packed_.all(), shape = packed_.shape(all);
    OwedCards owed;
    group_ = 0;
    if (surplus_ && kSeating != Seating::many && source_.below(2)) {
      for (int l = 0, more = surplus_; l < kLanes; ++l) {
        const int n = source_.below(std::min(more, std::popcount(packed_.hands[holder_] & lane(l) & packed_.ranks)) + 1);
        group_ |= static_cast<Word>(n) << (kLaneBits * l), more -= n;
      }
      owed.set(packed_, group_);
      owed.give_up(all, shape);
    }
    fill(game, all, t);
    t.leader = packed_.leader;
    t.left = packed_.hand_size;
    t.weight = 1;
    t.surplus = surplus_ ? std::popcount(t.hand[holder_]) - t.left : 0;
    t.owed = group_ ? owed.in(all) : 0;
    const bool leads = game.on_side(t.leader);
    const Word ranked = all & packed_.ranks;
    const Word low = extract_bits(packed_.owner[0], ranked), high = extract_bits(packed_.owner[1], ranked);
    using Tables = PartnerQuickTricks<kPlay, kSeating>;
    if (Tables::fits(game)) {
      const auto tables = [&] { return Tables(game, t, shape, ranked, low, high); };
      if constexpr (kPlay == Play::trumps) {
        boldest<kPlay>(kBesideTrumps, leads, [&](int n, Word& r) { return tables().cashes_beside_trumps(n, r); });
        boldest<kPlay>(kAfterDrawing, leads, [&](int n, Word& r) { return tables().cashes_after_drawing(n, r); });
        boldest<kPlay>(kRivalTrumps, !leads, [&](int n, Word& r) { return tables().rivals_take(n, r); });
        if (!tables().leaders_have_no_trumps()) return;
        boldest<kPlay>(kTrumplessRivals, !leads, [&](int n, Word& r) { return tables().rivals_cash(n, r); });
        boldest<kPlay>(kTrumplessLeads, !leads,
                       [&](int n, Word& r) { return (lost_ = tables().losing_leads(n, r) & t.hand[t.leader]) != 0; });
      } else {
        boldest<kPlay>(kPartnersRivalsCash, !leads, [&](int n, Word& r) { return tables().rivals_take(n, r); });
        if (may_throw_any_time<kPlay>(packed_, all & game.side_cards[leads]))
          boldest<kPlay>(kCashPlan, leads, [&](int n, Word& r) { return CashPlan<kPlay, kSeating>(game, t, n).succeeds(r); });
        else boldest<kPlay>(kRunsOfSuits, leads, [&](int n, Word& r) { return tables().leader_takes(n, r); });
        boldest<kPlay>(kLosingLeads, !leads,
                       [&](int n, Word& r) { return (lost_ = tables().losing_leads(n, r) & t.hand[t.leader]) != 0; });
      }
      return;
    }
    if constexpr (kPlay == Play::trumps) {
      for (const bool side : {false, true})
        boldest<kPlay>(kHeldTrumps, side, [&](int n, Word& r) { return holds_trumps(game, t, side, n, r); });
    } else {
      boldest<kPlay>(kRivalsCash, !leads, [&](int n, Word& r) { return rivals_cash<kPlay>(game, t, n, r); });
    }
    if (t.owed && game.on_side(holder_) == leads) return;
    boldest<kPlay>(kPlay == Play::trumps ? kCashPlanTrumps : kCashPlan, leads,
                   [&](int n, Word& r) { return CashPlan<kPlay, kSeating>(game, t, n).succeeds(r); });
  }

  /// Checks the largest number of tricks that a rule claims for a side, now and then a smaller one.
  template <Play kPlay, class F>
  void boldest(Rule rule, bool side, const F& claims) {
    if (!lacks(rule, way_)) return;
    // Of its own side a relaxation may say too much.
    if (holder_ >= 0 && packed_.on_side(holder_) == side) return;
    for (int wanted = packed_.hand_size - (source_.below(8) == 0); wanted > 0; --wanted) {
      Claim claim{wanted};
      lost_ = 0;
      if (!claims(wanted, claim.relevant)) continue;
      claim.leads = lost_;
      return note<kPlay>(rule, side, claim);
    }
  }

  template <Play kPlay>
  void note(Rule rule, bool side, const Claim& claim) {
    if (!lacks(rule, way_)) return;
    ++fired_[rule][way_];
    for (const bool anew : {false, true}) {
      const Packed game = anew ? dealt_anew(packed_, claim.relevant, source_) : packed_;
      const bool right = holds<kPlay>(game, side, claim);
      check::report(right, kNames[rule], __FILE__, __LINE__);
      if (right || check::failures > 5) continue;
      std::fprintf(stderr, "  %s, side %d takes %d, relevant %llx, holder %d%s: %s\n", kSides[way_ % kWaysOfSides].name, !side,
                   claim.wanted, static_cast<unsigned long long>(claim.relevant), holder_, anew ? ", dealt anew" : "",
                   describe(problem_).c_str());
    }
  }

  template <Play kPlay>
  bool holds(const Packed& p, bool side, const Claim& claim) const {
    const Truth<kPlay> truth(p);
    const int need = side ? claim.wanted : p.hand_size - claim.wanted + 1;
    bool all = true;
    const auto check = [&](Word cards) {
      if (!claim.leads) {
        all = all && truth.reaches(cards, p.leader, need, p.hand_size) == side;
        return;
      }
      Word lanes = 0;
      for (int l = 0; l < kLanes; ++l)
        if (claim.leads & lane(l)) lanes |= lane(l) & p.ranks;
      for (Word w = legal_leads<kPlay>(p.hands[p.leader], p.jokers) & lanes; w; w &= w - 1)
        all = all && truth.reaches_after(cards, p.leader, lowest(w), need, p.hand_size) == side;
    };
    if (!surplus_) {
      check(p.all());
      return all;
    }
    // Cards that left the game because the hand owed all it had of their suit are in `p` still.
    each_discard(p.hands[holder_], surplus_, [&](Word discard) {
      if (all && in_group(discard)) check(p.all() ^ discard);
    });
    return all;
  }
  bool in_group(Word discard) const {
    for (int l = 0; l < kLanes; ++l)
      if (std::popcount(discard & lane(l) & packed_.ranks) < static_cast<int>(group_ >> (kLaneBits * l) & 15)) return false;
    return true;
  }

  // ------------------------------------------------------------------------------------------------ whole searches

  /// The search of this game, on an empty table.
  SearchInterface& search() {
    const Architecture& portable = architectures().back();
    auto& kept = kept_[surplus_ > 0][static_cast<int>(packed_.play)][static_cast<int>(packed_.seating())];
    if (!kept) kept = portable.make(packed_, table_, cutoffs_);
    kept->interrupt = &never_;
    kept->load(packed_);
    kept->begin({});
    return *kept;
  }

  /// Rules within the search: those that decided anything in it. The position is that of the first lead.
  template <Play kPlay>
  void searches() {
    const auto lacks_one = [&](std::initializer_list<Rule> rules) {
      return std::any_of(rules.begin(), rules.end(), [&](Rule rule) { return lacks(rule, way_); });
    };
    if (!lacks_one({kLastTrick, kAnyWinner, kGeneralWinner, kMovesDropped})) return;
    const Position position(packed_);
    for (int need = 1; need <= packed_.hand_size; ++need) {
      SearchInterface& search = this->search();
      const bool answer = search.reaches(position, need);
      const Claim claim{answer ? need : packed_.hand_size - need + 1, search.proof};
      const SearchStats& stats = search.stats;
      if (kPlay != Play::no_suit && packed_.hand_size == 1) note<kPlay>(kLastTrick, answer, claim);
      if (stats.any_winner) note<kPlay>(kAnyWinner, answer, claim);
      if (stats.general_winner) note<kPlay>(kGeneralWinner, answer, claim);
      if (stats.leads && !stats.any_winner && !stats.general_winner) note<kPlay>(kMovesDropped, answer, claim);
    }
    if (!source_.below(8)) agree();
  }

  /// `solve` and `solve_cards` of one position say the same.
  void agree() {
    const bool asked = problem_.side >> problem_.leader & 1;
    const int value = solver_.solve(problem_).low;
    int best = asked ? -1 : 99;
    for (const CardAnswer& card : cards_solver_.solve_cards(problem_))
      best = asked ? std::max(best, card.low) : std::min(best, card.low);
    CHECK(value == best);
    ++agreed_;
  }

  /// The fewest tricks that the relaxation of a group of discards refutes are more than any of them takes.
  template <Play kPlay>
  void relaxation() {
    if (!lacks(kRelaxation, way_)) return;
    const bool side = packed_.on_side(holder_);
    SearchInterface& search = this->search();
    for (int tricks = 1; tricks <= packed_.hand_size; ++tricks) {
      const int need = side ? tricks : packed_.hand_size - tricks + 1;
      if (search.reaches_from(packed_.all(), packed_.leader, 1, need, group_) == side) continue;
      ++fired_[kRelaxation][way_];
      const bool right = holds<kPlay>(packed_, !side, {packed_.hand_size - tricks + 1});
      check::report(right, kNames[kRelaxation], __FILE__, __LINE__);
      if (!right && check::failures <= 5)
        std::fprintf(stderr, "  holder %d, tricks %d, group %llx: %s\n", holder_, tricks,
                     static_cast<unsigned long long>(group_), describe(problem_).c_str());
      return;
    }
  }

  int print() const {
    long cases = 0;
    for (int rule = 0; rule < kRules; ++rule)
      for (int way = 0; way < kWays; ++way) {
        if (!asked(rule) || !applies(rule, way)) continue;
        cases += fired_[rule][way];
        std::printf("%s\t%s%s\t%ld\n", kNames[rule], kSides[way % kWaysOfSides].name,
                    way >= kWaysOfSides ? ", a discard to come" : "", fired_[rule][way]);
      }
    std::printf("solve and solve_cards agree\tall\t%ld\n", agreed_);
    return check::result("rules", cases);
  }

  long goal_;
  TightSource source_;
  std::string_view only_;
  long agreed_ = 0;
  std::array<std::array<long, kWays>, kRules> fired_{};

  Problem problem_;
  Packed packed_;
  int way_ = 0, holder_ = -1, surplus_ = 0;
  Word group_ = 0;  ///< cards of each lane that are discarded at least
  Word lost_ = 0;

  TranspositionTable table_{std::size_t{1} << 18};
  CutoffCards cutoffs_{std::size_t{1} << 14};
  std::unique_ptr<SearchInterface> kept_[2][3][3];
  const Interrupt never_;
  Solver solver_{std::size_t{1} << 18}, cards_solver_{std::size_t{1} << 18};
};

}  // namespace

int main(int argc, char** argv) {
  const long goal = argc > 1 ? std::atol(argv[1]) : 1000;
  const unsigned seed = argc > 2 ? static_cast<unsigned>(std::atol(argv[2])) : 1u;
  return Run(goal, seed, argc > 3 ? argv[3] : "").all_rules();
}
