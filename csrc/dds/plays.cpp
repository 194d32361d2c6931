// AnalysePlay and its kin: what the declarer takes after each card of a play.
#include <algorithm>
#include <string_view>

#include "boards.hpp"
#include "resources.hpp"
#include "whistsolve/errors.hpp"

namespace whistsolve::dds {
namespace {

/// The first lead makes the leader's right the declarer. As with DDS the cards of a trick in progress count as the first of the
/// play's number, and what follows the last but one trick is not looked at.
int analyse(Solver& solver, const deal& from, const playTraceBin& play, solvedPlay& to) {
  Board board;
  if (const int code = read_board(from, -1, 1, 1, board); code != RETURN_NO_FAULT) return code;
  if (play.number < 0 || play.number > 52) return RETURN_PLAY_FAULT;
  Problem& problem = board.problem;
  problem.side = side_of(from.first + 1);
  const int cards = std::max(std::min(play.number, 4 * (board.tricks - 1)) - board.on_table, 0);
  for (int i = 0; i < cards; ++i) {
    const int suit = play.suit[i], rank = play.rank[i];
    if (suit < 0 || suit > 3 || rank < 2 || rank > 14) return RETURN_PLAY_FAULT;
    problem.played.push_back({card_of(suit, rank), kRenege});
  }
  solvedPlay solved{cards + 1, {}};
  try {
    // From the end: what follows a card is in the table by the time it is asked for.
    for (int i = cards; i >= 0; --i) {
      const Answer answer = solver.solve(problem);
      solved.tricks[i] = answer.won + answer.low;
      if (i) problem.played.pop_back();
    }
  } catch (const IllegalPlay&) {
    return RETURN_PLAY_FAULT;
  }
  to = solved;
  return RETURN_NO_FAULT;
}

int read_play(const playTracePBN& from, playTraceBin& to) {
  if (from.number < 0 || from.number > 52) return RETURN_PLAY_FAULT;
  to.number = from.number;
  for (int i = 0; i < from.number; ++i) {
    const std::size_t suit = std::string_view("SHDCshdc").find(from.cards[2 * i]);
    to.rank[i] = rank_of(from.cards[2 * i + 1]);
    if (suit == std::string_view::npos || !to.rank[i]) return RETURN_PLAY_FAULT;
    to.suit[i] = static_cast<int>(suit) % 4;
  }
  return RETURN_NO_FAULT;
}

int analyse_all(const boards& from, const playTracesBin& plays, solvedPlays& to) {
  std::vector<int> codes(static_cast<std::size_t>(from.noOfBoards));
  const Borrowed<Batch> batch;
  batch->share(codes.size(),
               [&](Solver& solver, std::size_t i) -> std::size_t {
                 codes[i] = analyse(solver, from.deals[i], plays.plays[i], to.solved[i]);
                 return 1;
               },
               {});
  to.noOfBoards = from.noOfBoards;
  return first_fault(codes);
}

int count_code(int deals, int plays) {
  if (deals > MAXNOOFBOARDS) return RETURN_TOO_MANY_BOARDS;
  return deals < 0 || deals != plays ? RETURN_UNKNOWN_FAULT : RETURN_NO_FAULT;
}

}  // namespace
}  // namespace whistsolve::dds

using namespace whistsolve::dds;

DDS_FUNCTION(int) AnalysePlayBin(deal dl, playTraceBin play, solvedPlay* solved, int thrId) {
  return guarded([&] {
    if (!is_thread(thrId)) return RETURN_THREAD_INDEX;
    return analyse(*Borrowed<whistsolve::Solver>(), dl, play, *solved);
  });
}

DDS_FUNCTION(int) AnalysePlayPBN(dealPBN dlPBN, playTracePBN playPBN, solvedPlay* solvedp, int thrId) {
  deal dl;
  playTraceBin play = {};
  if (const int code = read_board_text(dlPBN, dl); code != RETURN_NO_FAULT) return code;
  if (const int code = read_play(playPBN, play); code != RETURN_NO_FAULT) return code;
  return AnalysePlayBin(dl, play, solvedp, thrId);
}

DDS_FUNCTION(int) AnalyseAllPlaysBin(boards* bop, playTracesBin* plp, solvedPlays* solvedp, int) {
  return guarded([&] {
    const int code = count_code(bop->noOfBoards, plp->noOfBoards);
    return code == RETURN_NO_FAULT ? analyse_all(*bop, *plp, *solvedp) : code;
  });
}

DDS_FUNCTION(int) AnalyseAllPlaysPBN(boardsPBN* bopPBN, playTracesPBN* plpPBN, solvedPlays* solvedp, int) {
  return guarded([&] {
    if (const int code = count_code(bopPBN->noOfBoards, plpPBN->noOfBoards); code != RETURN_NO_FAULT) return code;
    const auto bo = std::make_unique<boards>();
    const auto plays = std::make_unique<playTracesBin>();
    if (const int code = read_boards_text(*bopPBN, *bo); code != RETURN_NO_FAULT) return code;
    plays->noOfBoards = plpPBN->noOfBoards;
    for (int i = 0; i < bopPBN->noOfBoards; ++i)
      if (const int code = read_play(plpPBN->plays[i], plays->plays[i]); code != RETURN_NO_FAULT) return code;
    return analyse_all(*bo, *plays, *solvedp);
  });
}
