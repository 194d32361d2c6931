// The functions of DDS against one another, in calls from four threads of which most are wrong in something: boards by themselves and
// together, as numbers and as text, tables and plays. Against DDS itself: tests/libraries/test_dds.py.
#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "check.hpp"
#include "dds/dll.h"

namespace {

class Calls {
 public:
  explicit Calls(unsigned seed) : random_(seed) {}

  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

  /// A legal board of up to five cards a hand, with up to three of them on the table.
  deal board() {
    std::vector<int> deck(52);
    for (int i = 0; i < 52; ++i) deck[static_cast<std::size_t>(i)] = i;
    std::shuffle(deck.begin(), deck.end(), random_);
    deal to = {};
    to.trump = below(5);
    to.first = below(4);
    const int size = 1 + below(5), on_table = below(4);
    for (int i = 0; i < 4 * size; ++i) {
      const int suit = deck[static_cast<std::size_t>(i)] / 13, rank = deck[static_cast<std::size_t>(i)] % 13 + 2;
      const int after_first = (i + 4 - to.first) % 4;
      if (i < 4 && after_first < on_table) to.currentTrickSuit[after_first] = suit, to.currentTrickRank[after_first] = rank;
      else to.remainCards[i % 4][suit] |= 1u << rank;
    }
    return to;
  }

  void spoil(int& number) {
    if (below(10) == 0) number = below(3) ? below(40) - 20 : static_cast<int>(random_());
  }
  void spoil(deal& board) {
    spoil(board.trump), spoil(board.first);
    spoil(board.currentTrickSuit[below(3)]), spoil(board.currentTrickRank[below(3)]);
    if (below(8) == 0) board.remainCards[below(4)][below(4)] = static_cast<unsigned>(random_()) & (below(2) ? 0x7fffu : ~0u);
  }

  void one() {
    deal dl = board();
    int target = below(8) - 1, solutions = 1 + below(3), mode = below(3), thread = 0;
    if (below(2)) spoil(dl), spoil(target), spoil(solutions), spoil(mode), spoil(thread);
    futureTricks fut = {};
    const int code = checked(SolveBoard(dl, target, solutions, mode, &fut, thread));
    if (thread) return;
    if (code == RETURN_NO_FAULT) {
      CHECK(fut.cards >= 0 && fut.cards <= 13);
      for (int i = 1; i < fut.cards; ++i) CHECK(fut.score[i] <= fut.score[i - 1]);
      dealPBN text = as_text(dl);
      futureTricks again = {};
      CHECK(SolveBoardPBN(text, target, solutions, mode, &again, 0) == RETURN_NO_FAULT && same(fut, again));
      text.remainCards[below(40)] = static_cast<char>(32 + below(96));
      checked(SolveBoardPBN(text, target, solutions, mode, &again, 0));
    }
    switch (below(3)) {
      case 0: together(dl, target, solutions, mode, code, fut); break;
      case 1: table(dl); break;
      default: play(dl); break;
    }
  }

 private:
  static int checked(int code) {
    char text[80];
    ErrorMessage(code, text);
    CHECK(std::strcmp(text, "Not a DDS error code"));
    return code;
  }

  static bool same(const futureTricks& a, const futureTricks& b) {
    return a.cards == b.cards && !std::memcmp(a.suit, b.suit, sizeof(a) - 2 * sizeof(int));
  }

  static dealPBN as_text(const deal& from) {
    dealPBN to = {from.trump, from.first, {}, {}, {}};
    std::memcpy(to.currentTrickSuit, from.currentTrickSuit, sizeof(to.currentTrickSuit) * 2);
    std::string text = "N:";
    for (int hand = 0; hand < 4; ++hand)
      for (int suit = 0; suit < 4; ++suit) {
        for (int rank = 14; rank > 1; --rank)
          if (from.remainCards[hand][suit] >> rank & 1) text += "23456789TJQKA"[rank - 2];
        text += suit < 3 ? "." : hand < 3 ? " " : "";
      }
    text.copy(to.remainCards, sizeof(to.remainCards) - 1);
    return to;
  }

  void together(const deal& dl, int target, int solutions, int mode, int code, const futureTricks& fut) {
    const auto all = std::make_unique<boards>();
    const auto solved = std::make_unique<solvedBoards>();
    all->noOfBoards = 3;
    for (int i = 0; i < 3; ++i) {
      all->deals[i] = i == 1 ? dl : board();
      all->target[i] = i == 1 ? target : -1;
      all->solutions[i] = i == 1 ? solutions : 3;
      all->mode[i] = i == 1 ? mode : 1;
    }
    CHECK(SolveAllBoardsBin(all.get(), solved.get()) == code);
    CHECK(solved->solvedBoard[0].cards && (code != RETURN_NO_FAULT || same(solved->solvedBoard[1], fut)));
    spoil(all->noOfBoards);
    if (all->noOfBoards > 3 && all->noOfBoards <= MAXNOOFBOARDS) all->noOfBoards = 3;
    checked(SolveAllChunksBin(all.get(), solved.get(), below(3)));
  }

  void table(const deal& dl) {
    ddTableDeal cards = {};
    std::memcpy(cards.cards, dl.remainCards, sizeof(cards.cards));
    ddTableResults results = {};
    parResults par = {};
    if (checked(CalcPar(cards, below(6) - 1, &results, &par)) != RETURN_NO_FAULT) return;
    int held = 0;
    for (const unsigned holding : cards.cards[0]) held += static_cast<int>(std::popcount(holding >> 2));
    const int strain = below(5), declarer = below(4);
    deal lead = {strain, (declarer + 1) % 4, {}, {}, {}};
    std::memcpy(lead.remainCards, cards.cards, sizeof(cards.cards));
    futureTricks fut = {};
    CHECK(SolveBoard(lead, -1, 1, 1, &fut, 0) == RETURN_NO_FAULT && results.resTable[strain][declarer] == held - fut.score[0]);
  }

  void play(const deal& dl) {
    playTraceBin trace = {};
    trace.number = below(6);
    for (int i = 0; i < 6; ++i) trace.suit[i] = below(4), trace.rank[i] = 2 + below(13);
    spoil(trace.number), spoil(trace.suit[below(2)]), spoil(trace.rank[below(2)]);
    solvedPlay solved = {};
    if (checked(AnalysePlayBin(dl, trace, &solved, 0)) != RETURN_NO_FAULT) return;
    futureTricks fut = {};
    CHECK(SolveBoard(dl, -1, 1, 1, &fut, 0) == RETURN_NO_FAULT);
    int left = 0, cards = 0;
    for (const auto& hand : dl.remainCards)
      for (const unsigned holding : hand) cards += static_cast<int>(std::popcount((holding & 0x7ffc)));
    left = (cards + 3) / 4;
    CHECK(solved.number >= 1 && solved.tricks[0] == ((4 * left - cards) % 2 ? fut.score[0] : left - fut.score[0]));
  }

  std::mt19937 random_;
};

}  // namespace

int main(int argc, char** argv) {
  const unsigned seed = argc > 1 ? static_cast<unsigned>(std::atol(argv[1])) : 1u;
  constexpr int kCalls = 2500;
  SetResources(64, 4);
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < 4; ++i)
    threads.emplace_back([first = 4 * seed + i] {
      Calls calls(first);
      for (int n = 0; n < kCalls; ++n) calls.one();
    });
  // Settings may change at any time.
  for (int i = 0; i < 20; ++i) SetMaxThreads(1 + i % 4), FreeMemory();
  for (std::thread& each : threads) each.join();
  DDSInfo info;
  GetDDSInfo(&info);
  CHECK(info.major == 2 && info.minor == 9 && info.noOfThreads == 4);
  CHECK(SetThreading(7) == RETURN_THREAD_MISSING && SetThreading(0) == RETURN_NO_FAULT);
  return check::result("dds", 4 * kCalls);
}
