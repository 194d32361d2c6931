// CalcDDtable and its kin: tricks of every declarer in every strain.
#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <vector>

#include "boards.hpp"
#include "resources.hpp"

namespace whistsolve::dds {
namespace {

/// Fills `results`, one for each deal, in the strains that `wanted` names.
int solve_tables(const ddTableDeal* deals, int count, const std::vector<int>& wanted, ddTableResults* results) {
  std::vector<CardMask> hands;
  std::vector<int> tricks;
  // A deal that comes again, as from both tables of a match, is solved once.
  std::map<std::array<CardMask, kMaxSeats>, std::size_t> places;
  std::vector<std::size_t> place_of;
  for (int i = 0; i < count; ++i) {
    deal from = {};
    std::copy_n(&deals[i].cards[0][0], DDS_HANDS * DDS_SUITS, &from.remainCards[0][0]);
    Board board;
    if (const int code = read_board(from, -1, 1, 1, board); code != RETURN_NO_FAULT) return code;
    if (board.on_table) return RETURN_CARD_COUNT;
    const auto [place, is_new] = places.try_emplace(board.problem.hands, tricks.size());
    place_of.push_back(place->second);
    if (!is_new) continue;
    hands.insert(hands.end(), board.problem.hands.begin(), board.problem.hands.begin() + DDS_HANDS);
    tricks.push_back(board.tricks);
  }
  BatchGame game;
  for (int hand = 0; hand < DDS_HANDS; ++hand) game.side_of[static_cast<std::size_t>(hand)] = side_of(hand);
  for (const int strain : wanted) game.strains.push_back({trump_of(strain), Ranking::uptown});
  const std::size_t strains = wanted.size(), cells = tricks.size() * strains;
  std::vector<std::uint8_t> low(cells * DDS_HANDS), high(low.size()), done(cells);
  Borrowed<Batch>()->run(game, hands, {low, high, done}, {});
  for (std::size_t i = 0; i < place_of.size(); ++i)
    for (std::size_t leader = 0; leader < DDS_HANDS; ++leader)
      for (std::size_t s = 0; s < strains; ++s)  // the leader's right is the declarer
        results[i].resTable[wanted[s]][(leader + 3) % 4] =
            tricks[place_of[i]] - low[(place_of[i] * DDS_HANDS + leader) * strains + s];
  return RETURN_NO_FAULT;
}

const std::vector<int> kAllStrains = {4, 3, 2, 1, 0};

}  // namespace
}  // namespace whistsolve::dds

using namespace whistsolve::dds;

DDS_FUNCTION(int) CalcDDtable(ddTableDeal tableDeal, ddTableResults* tablep) {
  return guarded([&] { return solve_tables(&tableDeal, 1, kAllStrains, tablep); });
}

DDS_FUNCTION(int) CalcDDtablePBN(ddTableDealPBN tableDealPBN, ddTableResults* tablep) {
  ddTableDeal binary;
  const int code = read_holdings(tableDealPBN.cards, binary.cards);
  return code == RETURN_NO_FAULT ? CalcDDtable(binary, tablep) : code;
}

DDS_FUNCTION(int)
CalcAllTables(ddTableDeals* dealsp, int mode, int trumpFilter[DDS_STRAINS], ddTablesRes* resp, allParResults* presp) {
  return guarded([&] {
    std::vector<int> wanted;
    for (const int strain : kAllStrains)
      if (!trumpFilter[strain]) wanted.push_back(strain);
    const int count = dealsp->noOfTables, strains = static_cast<int>(wanted.size());
    if (!strains) return RETURN_NO_SUIT;
    if (count > MAXNOOFTABLES * DDS_STRAINS / strains) return RETURN_TOO_MANY_TABLES;
    if (count < 0) return RETURN_UNKNOWN_FAULT;
    if (const int code = solve_tables(dealsp->deals, count, wanted, resp->results); code != RETURN_NO_FAULT) return code;
    resp->noOfBoards = DDS_HANDS * strains * count;
    const bool with_par = mode >= 0 && mode <= 3 && strains == DDS_STRAINS;
    for (int i = 0; with_par && i < count; ++i)
      if (const int code = Par(&resp->results[i], &presp->presults[i], mode); code != RETURN_NO_FAULT) return code;
    return RETURN_NO_FAULT;
  });
}

DDS_FUNCTION(int)
CalcAllTablesPBN(ddTableDealsPBN* dealsp, int mode, int trumpFilter[DDS_STRAINS], ddTablesRes* resp, allParResults* presp) {
  return guarded([&] {
    if (dealsp->noOfTables > MAXNOOFTABLES * DDS_STRAINS) return RETURN_TOO_MANY_TABLES;
    const auto binary = std::make_unique<ddTableDeals>();
    binary->noOfTables = dealsp->noOfTables;
    for (int i = 0; i < dealsp->noOfTables; ++i)
      if (const int code = read_holdings(dealsp->deals[i].cards, binary->deals[i].cards); code != RETURN_NO_FAULT) return code;
    return CalcAllTables(binary.get(), mode, trumpFilter, resp, presp);
  });
}

DDS_FUNCTION(int) CalcPar(ddTableDeal tableDeal, int vulnerable, ddTableResults* tablep, parResults* presp) {
  const int code = CalcDDtable(tableDeal, tablep);
  return code == RETURN_NO_FAULT ? Par(tablep, presp, vulnerable) : code;
}

DDS_FUNCTION(int) CalcParPBN(ddTableDealPBN tableDealPBN, ddTableResults* tablep, int vulnerable, parResults* presp) {
  const int code = CalcDDtablePBN(tableDealPBN, tablep);
  return code == RETURN_NO_FAULT ? Par(tablep, presp, vulnerable) : code;
}
