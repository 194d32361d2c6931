// Par: the contract from which neither side gains by bidding on, both knowing all cards.
//
// Two forms, as with DDS. By dealer: the side with the highest contract that makes bids it, or lower one that pays as much, and the other
// side sacrifices where that costs less; who bids a strain first may decide. By side: the side that begins and the other one bid
// in turn whatever gains most, until neither does.
#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "resources.hpp"

namespace whistsolve::dds {
namespace {

/// Strains as contracts have them, 0 no-trump to 4 clubs, and as tables have them.
constexpr int table_strain(int denom) { return (denom + 4) % 5; }
constexpr int kDenoms = 5;

bool is_vulnerable(int side, int vulnerable) { return vulnerable == 1 || vulnerable == 2 + side; }

int making_score(int denom, int level, bool vulnerable) {
  const int trick = denom == 0 || denom <= 2 ? 30 : 20;
  const int tricks = trick * level + (denom == 0 ? 10 : 0);
  const int slam = level == 7 ? (vulnerable ? 1500 : 1000) : level == 6 ? (vulnerable ? 750 : 500) : 0;
  return tricks + slam + (tricks >= 100 ? (vulnerable ? 500 : 300) : 50);
}

/// Of a doubled contract; tricks of 0 and below cost as much as the rule of three or of one makes them, as DDS compares them.
int penalty(int down, bool vulnerable) {
  if (vulnerable) return 300 * down - 100;
  return down <= 3 ? 200 * down - 100 : 300 * down - 400;
}

/// The lowest level that is paid the same bonus.
int floor_level(int denom, int level) {
  const int game = denom == 0 ? 3 : denom <= 2 ? 4 : 5;
  return level >= 6 ? level : level >= game ? game : 1;
}

/// Where a contract stands in the order of bids, 1 for one club to 35 for seven no-trump; 0 and below make nothing.
constexpr int place_of(int denom, int level) { return 5 * (level - 1) + kDenoms - denom; }

/// The better hand of a side: its tricks, and which of the two it is, or both.
struct Best {
  int tricks, seats;
};

struct Table {
  const ddTableResults& results;
  int vulnerable;

  int tricks(int denom, int seat) const { return results.resTable[table_strain(denom)][seat]; }
  Best best(int denom, int side) const {
    const int a = tricks(denom, side), b = tricks(denom, side + 2);
    return {std::max(a, b), a == b ? 4 + side : a > b ? side : side + 2};
  }
  int making_place(int denom, int side) const { return place_of(denom, best(denom, side).tricks - 6); }
  bool vul(int side) const { return is_vulnerable(side, vulnerable); }
};

bool is_table(const ddTableResults& results, int vulnerable) {
  for (const auto& strain : results.resTable)
    for (const int tricks : strain)
      if (tricks < 0 || tricks > 13) return false;
  return vulnerable >= 0 && vulnerable <= 3;
}

// By dealer.

/// The cheapest sacrifices over a contract of `side` that makes: in each strain, then only those with the fewest undertricks, which are
/// 0 or less where the other side makes a higher contract itself.
std::vector<contractType> sacrifices(const Table& table, int side, int denom, int level, int dealer) {
  const int other = 1 - side, over = place_of(denom, level);
  std::vector<contractType> found;
  for (int d = kDenoms - 1; d >= 0; --d) {
    const Best best = table.best(d, other);
    if (d != denom) {
      const int made = place_of(d, best.tricks - 6);
      const int down = (over - made + 4) / 5;  // towards zero, as a contract that makes is no sacrifice anyway
      if (made + 5 * down <= 35) found.push_back({down, 0, best.tricks - 6 + down, d, best.seats});
      continue;
    }
    // In the same strain a hand that bids before all who can make the contract need not go a level higher.
    int higher = 0;
    contractType least{99, 0, 0, d, 0};
    for (int i = dealer; i < dealer + 4; ++i) {
      const int seat = i % 4, down = level + higher + 6 - table.tricks(d, seat);
      if (seat % 2 == side) higher |= table.tricks(d, seat) == level + 6;
      else if (std::pair(down, level + higher) < std::pair(least.underTricks, least.level))
        least = {down, 0, level + higher, d, seat};
      else if (down == least.underTricks && level + higher == least.level) least.seats = 4 + other;
    }
    if (place_of(d, best.tricks - 6) + 5 * least.underTricks <= 35) found.push_back(least);
  }
  int down = 99;
  for (const contractType& each : found) down = std::min(down, each.underTricks);
  std::erase_if(found, [&](const contractType& each) { return each.underTricks != down; });
  return found;
}

/// The side with the highest contract that makes, or -1: of two equal ones that of the first hand, from the dealer, that makes it.
int first_side(const Table& table, int dealer) {
  int highest[2] = {0, 0};
  for (int side = 0; side < 2; ++side)
    for (int d = 0; d < kDenoms; ++d) highest[side] = std::max(highest[side], table.making_place(d, side));
  if (highest[0] != highest[1]) return highest[0] > highest[1] ? 0 : 1;
  if (!highest[0]) return -1;
  const int denom = 4 - (highest[0] - 1) % 5, tricks = table.best(denom, 0).tricks;
  int seat = dealer;
  while (table.tricks(denom, seat % 4) != tricks) ++seat;
  return seat % 2;
}

/// In the order of DealerPar().
parResultsMaster par_by_dealer(const Table& table, int dealer) {
  parResultsMaster par = {};
  const int side = first_side(table, dealer);
  if (side < 0) {
    par.number = 1;
    return par;
  }
  struct Candidate {
    int denom, level, score, seats;
    int place() const { return place_of(denom, level); }
  };
  std::vector<Candidate> candidates;
  int dearest = 0, lowest = 0;  // the best score, and the lowest contract with it
  for (int d = kDenoms - 1; d >= 0; --d) {
    const Best best = table.best(d, side);
    const int level = best.tricks - 6;
    if (level < 1) continue;
    const Candidate each{d, level, making_score(d, level, table.vul(side)), best.seats};
    if (each.score > dearest || (each.score == dearest && each.place() < lowest)) dearest = each.score, lowest = each.place();
    candidates.push_back(each);
  }
  std::erase_if(candidates, [&](const Candidate& each) { return each.place() < lowest; });
  std::sort(candidates.begin(), candidates.end(), [](const auto& a, const auto& b) { return a.place() > b.place(); });

  int best_plus = 0, cost = 0;
  std::vector<contractType> cheapest, bids;  // sacrifices over the highest contract over which one pays
  for (const Candidate& each : candidates) {
    const std::vector<contractType> over = sacrifices(table, side, each.denom, each.level, dealer);
    const int down = over.empty() ? 99 : over.front().underTricks;
    if (down < 1 || penalty(down, table.vul(1 - side)) < each.score) {
      if (!cost) cheapest = over, cost = penalty(down, table.vul(1 - side));
      continue;
    }
    if (each.score < best_plus) continue;
    if (each.score > best_plus) bids.clear();
    best_plus = each.score;
    // A lower contract with overtricks pays the same as long as a sacrifice over it is too dear as well.
    int spare = 0;
    while (down - spare - 1 >= 1 && penalty(down - spare - 1, table.vul(1 - side)) >= each.score) ++spare;
    const int over_tricks = std::min(spare, each.level - floor_level(each.denom, each.level));
    bids.push_back({0, over_tricks, each.level - over_tricks, each.denom, each.seats});
  }
  par.score = best_plus;
  if (!cheapest.empty() && best_plus <= cost) {
    par.score = cost;
    bids = cheapest;
  }
  if (side) par.score = -par.score;
  par.number = static_cast<int>(bids.size());
  std::copy(bids.begin(), bids.end(), par.contracts);
  return par;
}

// By side.

/// What the last bid comes to, as the side that began sees it.
struct Standing {
  int denom = kDenoms, tricks = 6, down = 0, score = 0;
};

/// The best bid of `side` over the standing one in the strains allowed; false where none gains.
bool bid_on(const Table& table, int side, bool begins, unsigned allowed, Standing& standing) {
  Standing best = standing;
  for (int d = 0; d < kDenoms; ++d) {
    if (!(allowed >> d & 1)) continue;
    const int makes = table.best(d, side).tricks;
    const int needs = standing.tricks + (d >= standing.denom);
    if (needs > 13) continue;
    const int down = std::max(needs - makes, 0);
    const int own = down ? -penalty(down, table.vul(side)) : making_score(d, makes - 6, table.vul(side));
    const int score = begins ? own : -own;
    // Of sacrifices that cost the same DDS takes the one that makes the most tricks.
    const bool same = score == best.score && down && best.down == down && makes > best.tricks - down;
    if (same || (begins ? score > best.score : score < best.score)) best = {d, makes + down, down, score};
  }
  const bool gains = best.score != standing.score;
  standing = best;
  return gains;
}

Standing bid_out(const Table& table, int begins, unsigned allowed) {
  Standing standing;
  for (int turn = 0, passes = 0; passes < 2; ++turn) {
    const int side = (begins + turn) % 2;
    passes = bid_on(table, side, side == begins, allowed, standing) ? 0 : passes + 1;
  }
  return standing;
}

/// By how many levels a contract that makes may be bid lower and still be par.
int levels_to_spare(const Table& table, int begins, int side, int denom, const Standing& par, int defender_vulnerability) {
  const int other = 1 - side, paid = std::abs(par.score);
  Best rival{0, 0};
  int rival_denom = 0;
  for (int d = 0; d < kDenoms; ++d)
    if (const Best best = table.best(d, other); best.tricks > rival.tricks) rival = best, rival_denom = d;
  const int as_high = rival_denom < denom ? 0 : 1;  // a rival's contract of the same level is lower
  int spare = par.tricks - rival.tricks - 1 + as_high;
  while (spare > 0 && paid >= penalty(par.tricks - spare - rival.tricks + as_high, defender_vulnerability)) --spare;
  // Where the others begin, they may be first in the same strain.
  if (side != begins)
    while (spare > 0 && paid > penalty(par.tricks - spare - table.best(denom, other).tricks, defender_vulnerability)) --spare;
  return std::max(std::min(spare, par.tricks - 6 - floor_level(denom, par.tricks - 6)), 0);
}

/// All strains with the par of the side that begins.
parResultsMaster par_of_side(const Table& table, int begins, bool north_south_plus) {
  parResultsMaster par = {};
  std::vector<Standing> found;
  for (unsigned allowed = 0b11111; allowed;) {
    const Standing standing = bid_out(table, begins, allowed);
    if (standing.score == 0 || (!found.empty() && standing.score != found[0].score)) break;
    found.push_back(standing);
    allowed &= ~(1u << standing.denom);
  }
  if (found.empty()) {
    par.number = 1;
    return par;
  }
  par.score = found[0].score;
  par.number = static_cast<int>(found.size());
  const bool sacrificed = found[0].down > 0;
  const int side = (par.score > 0) != sacrificed ? begins : 1 - begins;
  if (sacrificed) std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.denom < b.denom; });
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Standing& each = found[i];
    // DDS takes the defenders to be those that North-South's par makes them, whoever begins.
    const int spare =
        sacrificed ? 0 : levels_to_spare(table, begins, side, each.denom, each, table.vul(north_south_plus ? 1 : 0));
    par.contracts[i] = {found[0].down, spare, each.tricks - 6 - spare, each.denom, table.best(each.denom, side).seats};
  }
  return par;
}

/// The highest place of a contract that the side that begins bids itself, or 0.
int own_highest(const parResultsMaster& par, int begins) {
  int highest = 0;
  for (int i = 0; i < par.number; ++i) {
    const contractType& each = par.contracts[i];
    if (each.level && each.seats % 2 == begins) highest = std::max(highest, place_of(each.denom, each.level + each.overTricks));
  }
  return highest;
}

void par_by_side(const Table& table, parResultsMaster (&par)[2]) {
  const bool plus = bid_out(table, 0, 0b11111).score > 0;
  for (int begins = 0; begins < 2; ++begins) par[begins] = par_of_side(table, begins, plus);
  const int highest[2] = {own_highest(par[0], 0), own_highest(par[1], 1)};
  if (!highest[0] || !highest[1]) return;
  // Each has a contract of its own where it begins: the lower ones are overcalled by the other's.
  for (int begins = 0; begins < 2; ++begins) {
    contractType* const end = par[begins].contracts + par[begins].number;
    const auto kept = std::remove_if(par[begins].contracts, end, [&](const contractType& each) {
      return place_of(each.denom, each.level + each.overTricks) < highest[1 - begins];
    });
    par[begins].number = static_cast<int>(kept - par[begins].contracts);
  }
}

// As text.

constexpr const char* kSeats[] = {"N", "E", "S", "W", "NS", "EW"};
constexpr const char* kDenomLetters = "NSHDC";

bool is_contract(const contractType& each) {
  return each.denom >= 0 && each.denom < kDenoms && each.seats >= 0 && each.seats < 6;
}

std::string with_sign(char sign, int number) { return number > 0 ? sign + std::to_string(number) : ""; }

/// 4S*-EW-1, 5C-NS+1.
std::string short_text(const contractType& each) {
  return std::to_string(each.level) + kDenomLetters[each.denom] + (each.underTricks > 0 ? "*-" : "-") + kSeats[each.seats] +
         with_sign('-', each.underTricks) + with_sign('+', each.overTricks);
}

void write(char* to, std::size_t size, const std::string& text) { std::snprintf(to, size, "%s", text.c_str()); }

parResultsDealer with_texts(const parResultsMaster& par) {
  parResultsDealer to = {};
  to.number = par.number;
  to.score = par.score;
  for (int i = 0; i < par.number; ++i) write(to.contracts[i], sizeof(to.contracts[i]), short_text(par.contracts[i]));
  return to;
}

/// "Par 110: NS 2S NS 2H+1"; false where a contract is none.
bool long_text(const parResultsMaster& par, const char* no_trump, std::string& text) {
  text = "Par " + std::to_string(par.score) + ": ";
  for (int i = 0; i < par.number; ++i) {
    const contractType& each = par.contracts[i];
    if (!is_contract(each)) return false;
    text += std::string(i ? " " : "") + kSeats[each.seats] + " " + std::to_string(each.level);
    text += each.denom ? std::string(1, kDenomLetters[each.denom]) : no_trump;
    text += each.underTricks > 0 ? "x-" + std::to_string(each.underTricks) : with_sign('+', each.overTricks);
  }
  return true;
}

bool same_contract(const contractType& a, const contractType& b) {
  return a.denom == b.denom && a.level == b.level && a.overTricks == b.overTricks && a.seats == b.seats &&
         a.underTricks == b.underTricks;
}

}  // namespace
}  // namespace whistsolve::dds

using namespace whistsolve::dds;

DDS_FUNCTION(int) DealerParBin(ddTableResults* tablep, parResultsMaster* presp, int dealer, int vulnerable) {
  return guarded([&] {
    if (!is_table(*tablep, vulnerable) || dealer < 0 || dealer > 3) return RETURN_UNKNOWN_FAULT;
    *presp = par_by_dealer({*tablep, vulnerable}, dealer);
    std::stable_sort(presp->contracts, presp->contracts + presp->number,
                     [](const contractType& a, const contractType& b) { return a.denom < b.denom; });
    return RETURN_NO_FAULT;
  });
}

DDS_FUNCTION(int) DealerPar(ddTableResults* tablep, parResultsDealer* presp, int dealer, int vulnerable) {
  return guarded([&] {
    if (!is_table(*tablep, vulnerable) || dealer < 0 || dealer > 3) return RETURN_UNKNOWN_FAULT;
    const parResultsMaster par = par_by_dealer({*tablep, vulnerable}, dealer);
    *presp = with_texts(par);
    if (!par.score) write(presp->contracts[0], sizeof(presp->contracts[0]), "pass");
    return RETURN_NO_FAULT;
  });
}

DDS_FUNCTION(int) SidesParBin(ddTableResults* tablep, parResultsMaster sidesRes[2], int vulnerable) {
  return guarded([&] {
    if (!is_table(*tablep, vulnerable)) return RETURN_UNKNOWN_FAULT;
    parResultsMaster par[2];
    par_by_side({*tablep, vulnerable}, par);
    std::copy_n(par, 2, sidesRes);
    return RETURN_NO_FAULT;
  });
}

DDS_FUNCTION(int) SidesPar(ddTableResults* tablep, parResultsDealer sidesRes[2], int vulnerable) {
  return guarded([&] {
    parResultsMaster par[2];
    if (const int code = SidesParBin(tablep, par, vulnerable); code != RETURN_NO_FAULT) return code;
    for (int side = 0; side < 2; ++side) sidesRes[side] = with_texts(par[side]);
    return RETURN_NO_FAULT;
  });
}

DDS_FUNCTION(int) Par(ddTableResults* tablep, parResults* presp, int vulnerable) {
  return guarded([&] {
    parResultsMaster par[2];
    if (const int code = SidesParBin(tablep, par, vulnerable); code != RETURN_NO_FAULT) return code;
    for (int side = 0; side < 2; ++side) {
      const std::string name = kSeats[4 + side];
      std::string contracts = name + ":";
      for (int i = 0; par[0].score && i < par[side].number; ++i) {
        const contractType& each = par[side].contracts[i];
        contracts += std::string(i ? "," : "") + kSeats[each.seats] + " ";
        // Every level that is par: 45H where five make and four suffice.
        for (int level = each.level; level <= each.level + each.overTricks; ++level) contracts += std::to_string(level);
        contracts += kDenomLetters[each.denom];
        if (each.underTricks > 0) contracts += "x";
      }
      write(presp->parScore[side], sizeof(presp->parScore[side]), name + " " + std::to_string(par[side].score));
      write(presp->parContractsString[side], sizeof(presp->parContractsString[side]), contracts);
    }
    return RETURN_NO_FAULT;
  });
}

DDS_FUNCTION(int) ConvertToDealerTextFormat(parResultsMaster* pres, char* resp) {
  return guarded([&] {
    std::string text;
    if (!long_text(*pres, "N", text)) return RETURN_UNKNOWN_FAULT;
    text.copy(resp, text.size());
    resp[text.size()] = '\0';
    return RETURN_NO_FAULT;
  });
}

DDS_FUNCTION(int) ConvertToSidesTextFormat(parResultsMaster* pres, parTextResults* resp) {
  return guarded([&] {
    *resp = {{"Par 0", ""}, true};
    if (pres[0].score == 0) return RETURN_NO_FAULT;
    for (int side = 0; side < 2; ++side) {
      std::string text;
      if (!long_text(pres[side], "NT", text)) return RETURN_UNKNOWN_FAULT;
      write(resp->parText[side], sizeof(resp->parText[side]), text);
    }
    resp->equal = pres[0].score == -pres[1].score && pres[0].number == pres[1].number &&
                  std::equal(pres[0].contracts, pres[0].contracts + pres[0].number, pres[1].contracts, same_contract);
    return RETURN_NO_FAULT;
  });
}
