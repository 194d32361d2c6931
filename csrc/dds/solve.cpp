// SolveBoard and its kin: the cards of one hand and what they are worth.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <map>
#include <tuple>

#include "boards.hpp"
#include "resources.hpp"
#include "whistsolve/solver.hpp"

namespace whistsolve::dds {
namespace {

constexpr int kWorse = -1;

/// Cards of a hand that are worth the same, as DDS has them: neighbours among all cards that are left or on the table.
struct Move {
  int suit, rank;   ///< of the highest
  unsigned equals;  ///< the lower ones
  int score = kWorse;
};

/// The legal moves.
std::vector<Move> moves_of(const Problem& problem) {
  const LaneMap map(problem.trump, problem.ranking);
  const Packed packed = pack(problem, map);
  const CardMask legal = map.unpack(replay(packed, map, problem.played).legal());
  CardMask all = 0;
  for (const CardMask hand : problem.hands) all |= hand;
  std::vector<Move> moves;
  CardIndex last = -1;
  for (CardMask rest = all; rest;) {
    const CardIndex card = static_cast<CardIndex>(std::bit_width(rest)) - 1;
    rest ^= CardMask{1} << card;
    const int suit = 3 - card / kRanks, rank = card % kRanks + 2;
    if (legal >> card & 1) {
      if (last >= 0 && moves.back().suit == suit) moves.back().equals |= 1u << rank;
      else moves.push_back({suit, rank, 0});
    }
    last = legal >> card & 1 ? card : -1;
  }
  return moves;
}

int solve_board(Solver& solver, const Board& board, int target, int solutions, int mode, futureTricks& to) {
  const std::uint64_t before = solver.stats().nodes;
  std::vector<Move> moves = moves_of(board.problem);
  const bool last_trick = board.tricks == 1;
  const auto set_all = [&](int score) { std::for_each(moves.begin(), moves.end(), [&](Move& move) { move.score = score; }); };
  if (mode == 0 && moves.size() == 1 && !last_trick) {
    set_all(-2);
  } else if (target == 0 && solutions < 3) {
    set_all(0);
  } else {
    const bool every = solutions == 3 || last_trick;
    for (const CardAnswer& answer :
         every ? solver.solve_cards(board.problem) : solver.cards_taking(board.problem, target, solutions == 2))
      for (Move& move : moves)
        if (answer.card == card_of(move.suit, move.rank)) move.score = answer.low;
    std::erase_if(moves, [](const Move& move) { return move.score == kWorse; });
  }
  std::sort(moves.begin(), moves.end(), [](const Move& a, const Move& b) {
    return std::tuple(-a.score, a.suit, a.rank) < std::tuple(-b.score, b.suit, b.rank);
  });
  to = {};
  if (moves.empty()) to.score[0] = target > 1 ? -1 : 0;
  else if (solutions == 1) moves.erase(moves.begin() + 1, moves.end());
  for (const Move& move : moves) {
    const int i = to.cards++;
    to.suit[i] = move.suit;
    to.rank[i] = move.rank;
    to.equals[i] = static_cast<int>(move.equals);
    to.score[i] = move.score;
  }
  const std::uint64_t nodes = solver.stats().nodes - before;
  to.nodes = static_cast<int>(std::min<std::uint64_t>(nodes, std::numeric_limits<int>::max()));
  return RETURN_NO_FAULT;
}

int solve_boards(const boards& from, solvedBoards& to) {
  if (from.noOfBoards > MAXNOOFBOARDS) return RETURN_TOO_MANY_BOARDS;
  if (from.noOfBoards < 0) return RETURN_UNKNOWN_FAULT;
  for (futureTricks& each : to.solvedBoard) each.cards = 0;
  std::vector<int> codes(static_cast<std::size_t>(from.noOfBoards));
  std::vector<Board> read(codes.size());
  // Boards of the same cards and trumps follow one another and share a table; one that comes again is solved once.
  std::map<std::pair<std::array<CardMask, kMaxSeats>, int>, std::vector<std::size_t>> jobs;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    codes[i] = read_board(from.deals[i], from.target[i], from.solutions[i], from.mode[i], read[i]);
    if (codes[i] == RETURN_NO_FAULT) jobs[{read[i].problem.hands, read[i].problem.trump}].push_back(i);
  }
  std::vector<const std::vector<std::size_t>*> groups;
  for (const auto& job : jobs) groups.push_back(&job.second);
  const auto same = [&](std::size_t a, std::size_t b) {
    return from.target[a] == from.target[b] && from.solutions[a] == from.solutions[b] && from.mode[a] == from.mode[b] &&
           !std::memcmp(&from.deals[a], &from.deals[b], sizeof(deal));
  };
  Borrowed<Batch>()->share(groups.size(),
                           [&](Solver& solver, std::size_t job) {
                             const std::vector<std::size_t>& group = *groups[job];
                             for (auto i = group.begin(); i != group.end(); ++i) {
                               const auto before = std::find_if(group.begin(), i, [&](std::size_t j) { return same(j, *i); });
                               if (before != i) to.solvedBoard[*i] = to.solvedBoard[*before];
                               else
                                 solve_board(solver, read[*i], from.target[*i], from.solutions[*i], from.mode[*i],
                                             to.solvedBoard[*i]);
                             }
                             return group.size();
                           },
                           {});
  to.noOfBoards = from.noOfBoards;
  return first_fault(codes);
}

}  // namespace
}  // namespace whistsolve::dds

using namespace whistsolve::dds;

DDS_FUNCTION(int) SolveBoard(deal dl, int target, int solutions, int mode, futureTricks* futp, int threadIndex) {
  return guarded([&] {
    if (!is_thread(threadIndex)) return RETURN_THREAD_INDEX;
    Board board;
    if (const int code = read_board(dl, target, solutions, mode, board); code != RETURN_NO_FAULT) return code;
    return solve_board(*Borrowed<whistsolve::Solver>(), board, target, solutions, mode, *futp);
  });
}

DDS_FUNCTION(int) SolveBoardPBN(dealPBN dlpbn, int target, int solutions, int mode, futureTricks* futp, int thrId) {
  deal dl;
  const int code = read_board_text(dlpbn, dl);
  return code == RETURN_NO_FAULT ? SolveBoard(dl, target, solutions, mode, futp, thrId) : code;
}

DDS_FUNCTION(int) SolveAllBoardsBin(boards* bop, solvedBoards* solvedp) {
  return guarded([&] { return solve_boards(*bop, *solvedp); });
}

DDS_FUNCTION(int) SolveAllBoards(boardsPBN* bop, solvedBoards* solvedp) {
  return guarded([&] {
    if (bop->noOfBoards > MAXNOOFBOARDS) return RETURN_TOO_MANY_BOARDS;
    const auto bo = std::make_unique<boards>();
    if (const int code = read_boards_text(*bop, *bo); code != RETURN_NO_FAULT) return code;
    std::copy_n(bop->target, MAXNOOFBOARDS, bo->target);
    std::copy_n(bop->solutions, MAXNOOFBOARDS, bo->solutions);
    std::copy_n(bop->mode, MAXNOOFBOARDS, bo->mode);
    return solve_boards(*bo, *solvedp);
  });
}

DDS_FUNCTION(int) SolveAllChunksBin(boards* bop, solvedBoards* solvedp, int chunkSize) {
  return chunkSize < 1 ? RETURN_CHUNK_SIZE : SolveAllBoardsBin(bop, solvedp);
}

DDS_FUNCTION(int) SolveAllChunks(boardsPBN* bop, solvedBoards* solvedp, int chunkSize) {
  return chunkSize < 1 ? RETURN_CHUNK_SIZE : SolveAllBoards(bop, solvedp);
}

DDS_FUNCTION(int) SolveAllChunksPBN(boardsPBN* bop, solvedBoards* solvedp, int chunkSize) {
  return SolveAllChunks(bop, solvedp, chunkSize);
}
