#include "boards.hpp"

#include <algorithm>
#include <bit>
#include <cctype>
#include <string_view>

namespace whistsolve::dds {
namespace {

constexpr unsigned kHolding = 0x7ffc;

int read_ranges(const deal& from, int target, int solutions, int mode) {
  if (target < -1) return RETURN_TARGET_WRONG_LO;
  if (target > 13) return RETURN_TARGET_WRONG_HI;
  if (solutions < 1) return RETURN_SOLNS_WRONG_LO;
  if (solutions > 3) return RETURN_SOLNS_WRONG_HI;
  if (mode < 0) return RETURN_MODE_WRONG_LO;
  if (mode > 2) return RETURN_MODE_WRONG_HI;
  if (from.trump < 0 || from.trump > 4) return RETURN_TRUMP_WRONG;
  if (from.first < 0 || from.first > 3) return RETURN_FIRST_WRONG;
  bool ended = false;
  for (int i = 0; i < 3; ++i) {
    const int rank = from.currentTrickRank[i], suit = from.currentTrickSuit[i];
    if (rank && (rank < 2 || rank > 14 || suit < 0 || suit > 3 || ended)) return RETURN_SUIT_OR_RANK;
    ended |= rank == 0;
  }
  for (const auto& hand : from.remainCards)
    for (const unsigned holding : hand)
      if (holding && (holding < 4 || holding > 0x7fff)) return RETURN_SUIT_OR_RANK;
  return RETURN_NO_FAULT;
}

}  // namespace

int read_board(const deal& from, int target, int solutions, int mode, Board& board) {
  if (const int code = read_ranges(from, target, solutions, mode); code != RETURN_NO_FAULT) return code;
  Problem& problem = board.problem;
  int cards = 0, sizes[DDS_HANDS] = {};
  CardMask all = 0;
  bool twice = false;
  for (int hand = 0; hand < DDS_HANDS; ++hand) {
    for (int suit = 0; suit < DDS_SUITS; ++suit)
      problem.hands[hand] |= CardMask{(from.remainCards[hand][suit] & kHolding) >> 2} << kRanks * (3 - suit);
    twice |= (all & problem.hands[hand]) != 0;
    all |= problem.hands[hand];
    cards += sizes[hand] = std::popcount(problem.hands[hand]);
  }
  if (!cards) return RETURN_ZERO_CARDS;
  if (cards > 52) return RETURN_TOO_MANY_CARDS;
  board.tricks = (cards + 3) / 4;
  if (target > board.tricks) return RETURN_TARGET_TOO_HIGH;
  board.on_table = 4 * board.tricks - cards;
  for (int i = 0; i < board.on_table; ++i) ++sizes[(from.first + i) % 4];
  for (const int size : sizes)
    if (size != sizes[0]) return RETURN_CARD_COUNT;
  for (int i = 0; i < board.on_table; ++i) {
    if (!from.currentTrickRank[i]) return RETURN_SUIT_OR_RANK;
    const CardIndex card = card_of(from.currentTrickSuit[i], from.currentTrickRank[i]);
    if (all >> card & 1) return RETURN_PLAYED_CARD;
    // Whether it had to follow suit is not asked.
    problem.played.push_back({card, kRenege});
  }
  for (int i = 0; i < board.on_table; ++i) {
    const CardMask card = CardMask{1} << problem.played[i].card;
    twice |= (all & card) != 0;
    all |= card;
    problem.hands[(from.first + i) % 4] |= card;
  }
  if (twice) return RETURN_DUPLICATE_CARDS;
  board.to_play = (from.first + board.on_table) % 4;
  problem.trump = trump_of(from.trump);
  problem.leader = from.first;
  problem.side = side_of(board.to_play);
  return RETURN_NO_FAULT;
}

int rank_of(char letter) {
  const char upper = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  const std::size_t place = std::string_view("23456789TJQKA").find(upper);
  return place == std::string_view::npos ? 0 : static_cast<int>(place) + 2;
}

int read_holdings(const char (&text)[80], unsigned (&holdings)[DDS_HANDS][DDS_SUITS]) {
  std::string_view rest(text, sizeof(text));
  rest = rest.substr(0, rest.find('\0'));
  // The seat of the first hand is among the first three characters, and a colon follows it.
  const std::size_t at = rest.substr(0, 3).find_first_of("NESWnesw");
  if (at == std::string_view::npos) return RETURN_PBN_FAULT;
  const int first = static_cast<int>(std::string_view("NESWnesw").find(rest[at])) % 4;
  for (auto& hand : holdings)
    for (unsigned& holding : hand) holding = 0;
  int hand = 0, suit = 0;
  for (const char letter : rest.substr(std::min(at + 2, rest.size()))) {
    if (letter == '.') ++suit;
    else if (letter == ' ') ++hand, suit = 0;
    else if (const int rank = rank_of(letter)) {
      if (hand > 3 || suit > 3) return RETURN_PBN_FAULT;
      holdings[(first + hand) % 4][suit] |= 1u << rank;
    }
  }
  return RETURN_NO_FAULT;
}

int read_board_text(const dealPBN& from, deal& to) {
  to.trump = from.trump;
  to.first = from.first;
  for (int i = 0; i < 3; ++i) {
    to.currentTrickSuit[i] = from.currentTrickSuit[i];
    to.currentTrickRank[i] = from.currentTrickRank[i];
  }
  return read_holdings(from.remainCards, to.remainCards);
}

int read_boards_text(const boardsPBN& from, boards& to) {
  to.noOfBoards = from.noOfBoards;
  int code = RETURN_NO_FAULT;
  for (int i = 0; i < from.noOfBoards && code == RETURN_NO_FAULT; ++i) code = read_board_text(from.deals[i], to.deals[i]);
  return code;
}

int first_fault(const std::vector<int>& codes) {
  const auto fault = std::find_if(codes.begin(), codes.end(), [](int code) { return code != RETURN_NO_FAULT; });
  return fault == codes.end() ? RETURN_NO_FAULT : *fault;
}

}  // namespace whistsolve::dds
