// A board as DDS describes it, checked once and turned into a problem of the engine.
#pragma once

#include <vector>

#include "dll.h"
#include "whistsolve/problem.hpp"

namespace whistsolve::dds {

struct Board {
  Problem problem;  ///< for the side to play
  int tricks = 0;   ///< left, the one in progress included
  int on_table = 0;
  int to_play = 0;
};

/// Reads the hands and the trick in progress, or returns the code of the first mistake, in DDS's order of checks.
int read_board(const deal& from, int target, int solutions, int mode, Board& board);
/// The same for a PBN text, as lenient as DDS: what is no card, point or space is passed over.
int read_holdings(const char (&text)[80], unsigned (&holdings)[DDS_HANDS][DDS_SUITS]);
int read_board_text(const dealPBN& from, deal& to);
/// All but their targets, solutions and modes. Of `from` no more than MAXNOOFBOARDS.
int read_boards_text(const boardsPBN& from, boards& to);
/// The first code of many that is a fault's, or none.
int first_fault(const std::vector<int>& codes);
/// 2 to 14, or 0.
int rank_of(char letter);

/// Suits are numbered the other way round there.
constexpr CardIndex card_of(int suit, int rank) { return kRanks * (3 - suit) + rank - 2; }
constexpr int trump_of(int strain) { return strain == kNoTrump ? kNoTrump : 3 - strain; }
constexpr unsigned side_of(int hand) { return hand & 1 ? 0b1010 : 0b0101; }

}  // namespace whistsolve::dds
