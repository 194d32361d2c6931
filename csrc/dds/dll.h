/* The C interface of DDS 2.9 (Bo Haglund, Soren Hein), answered by whistsolve: names, fields and codes are DDS's, see its
   doc/dll-description.md, and docs/dds.md for what differs. Suits: 0 spades to 3 clubs, 4 no-trump. Hands: 0 North to 3 West. Ranks: 2 to
   14; in a holding the bit of that number. Every function may be called from any number of threads at once. */
#ifndef WHISTSOLVE_DDS_DLL_H
#define WHISTSOLVE_DDS_DLL_H

#if defined(_WIN32) && defined(WHISTSOLVE_DDS_BUILT)
#define DLLEXPORT __declspec(dllexport)
#elif defined(_WIN32)
#define DLLEXPORT __declspec(dllimport)
#elif defined(__GNUC__)
#define DLLEXPORT __attribute__((visibility("default")))
#else
#define DLLEXPORT
#endif
#if defined(_WIN32) && !defined(__clang__)
#define STDCALL __stdcall
#else
#define STDCALL
#endif
#ifdef __cplusplus
#define EXTERN_C extern "C"
#else
#include <stdbool.h>
#define EXTERN_C
#endif

#define DDS_VERSION 20900
#define DDS_HANDS 4
#define DDS_SUITS 4
#define DDS_STRAINS 5
#define MAXNOOFBOARDS 200
#define MAXNOOFTABLES 40

/* What functions return; ErrorMessage() has the texts. */
#define RETURN_NO_FAULT 1
#define RETURN_UNKNOWN_FAULT (-1)    /* counts that differ or are negative, par of no table, no memory */
#define RETURN_ZERO_CARDS (-2)
#define RETURN_TARGET_TOO_HIGH (-3)  /* above the tricks that are left */
#define RETURN_DUPLICATE_CARDS (-4)
#define RETURN_TARGET_WRONG_LO (-5)  /* below -1 */
#define RETURN_TARGET_WRONG_HI (-7)  /* above 13 */
#define RETURN_SOLNS_WRONG_LO (-8)   /* below 1 */
#define RETURN_SOLNS_WRONG_HI (-9)   /* above 3 */
#define RETURN_TOO_MANY_CARDS (-10)
#define RETURN_SUIT_OR_RANK (-12)    /* of the trick in progress, or a holding with bits that are no ranks */
#define RETURN_PLAYED_CARD (-13)     /* a card of the trick in progress is still in a hand */
#define RETURN_CARD_COUNT (-14)      /* hands of different sizes */
#define RETURN_THREAD_INDEX (-15)    /* not from 0 to the number of threads less one */
#define RETURN_MODE_WRONG_LO (-16)   /* below 0 */
#define RETURN_MODE_WRONG_HI (-17)   /* above 2 */
#define RETURN_TRUMP_WRONG (-18)     /* not 0 to 4 */
#define RETURN_FIRST_WRONG (-19)     /* not 0 to 3 */
#define RETURN_PLAY_FAULT (-98)      /* a play of no or too many cards, or of a card that its hand does not hold */
#define RETURN_PBN_FAULT (-99)
#define RETURN_TOO_MANY_BOARDS (-101)
#define RETURN_THREAD_CREATE (-102)  /* never: with too few threads, those that run do the work */
#define RETURN_THREAD_WAIT (-103)    /* never */
#define RETURN_THREAD_MISSING (-104) /* SetThreading() of what is not there */
#define RETURN_NO_SUIT (-201)        /* a filter that leaves no strain */
#define RETURN_TOO_MANY_TABLES (-202)
#define RETURN_CHUNK_SIZE (-301)     /* below 1 */

struct futureTricks {
  int nodes, cards;
  int suit[13];
  int rank[13];   /* the highest of cards that are worth the same */
  int equals[13]; /* the lower ones, as a holding */
  int score[13];  /* tricks of the side to play */
};

struct deal {
  int trump, first; /* who led, or leads, to the trick */
  int currentTrickSuit[3], currentTrickRank[3]; /* rank 0 where no card was played */
  unsigned int remainCards[DDS_HANDS][DDS_SUITS];
};

struct dealPBN {
  int trump, first;
  int currentTrickSuit[3], currentTrickRank[3];
  char remainCards[80];
};

struct boards {
  int noOfBoards;
  struct deal deals[MAXNOOFBOARDS];
  int target[MAXNOOFBOARDS], solutions[MAXNOOFBOARDS], mode[MAXNOOFBOARDS];
};

struct boardsPBN {
  int noOfBoards;
  struct dealPBN deals[MAXNOOFBOARDS];
  int target[MAXNOOFBOARDS], solutions[MAXNOOFBOARDS], mode[MAXNOOFBOARDS];
};

struct solvedBoards {
  int noOfBoards;
  struct futureTricks solvedBoard[MAXNOOFBOARDS];
};

struct ddTableDeal {
  unsigned int cards[DDS_HANDS][DDS_SUITS];
};

struct ddTableDeals {
  int noOfTables;
  struct ddTableDeal deals[MAXNOOFTABLES * DDS_STRAINS];
};

struct ddTableDealPBN {
  char cards[80];
};

struct ddTableDealsPBN {
  int noOfTables;
  struct ddTableDealPBN deals[MAXNOOFTABLES * DDS_STRAINS];
};

struct ddTableResults {
  int resTable[DDS_STRAINS][DDS_HANDS]; /* tricks of each declarer */
};

struct ddTablesRes {
  int noOfBoards; /* four for each deal and strain */
  struct ddTableResults results[MAXNOOFTABLES * DDS_STRAINS];
};

struct parResults {
  char parScore[2][16]; /* as North-South and as East-West see it */
  char parContractsString[2][128];
};

struct allParResults {
  struct parResults presults[MAXNOOFTABLES];
};

struct parResultsDealer {
  int number, score; /* as North-South see it */
  char contracts[10][10];
};

struct contractType {
  int underTricks; /* of a sacrifice, else 0 */
  int overTricks;
  int level;
  int denom; /* 0 no-trump, 1 spades to 4 clubs */
  int seats; /* 0 to 3 North to West, 4 either of North and South, 5 of East and West */
};

struct parResultsMaster {
  int score, number;
  struct contractType contracts[10];
};

struct parTextResults {
  char parText[2][128];
  bool equal; /* whether it does not matter who begins */
};

struct playTraceBin {
  int number, suit[52], rank[52];
};

struct playTracePBN {
  int number;
  char cards[106];
};

struct solvedPlay {
  int number;
  int tricks[53]; /* of the declarer, before the first card and after each */
};

struct playTracesBin {
  int noOfBoards;
  struct playTraceBin plays[MAXNOOFBOARDS];
};

struct playTracesPBN {
  int noOfBoards;
  struct playTracePBN plays[MAXNOOFBOARDS];
};

struct solvedPlays {
  int noOfBoards;
  struct solvedPlay solved[MAXNOOFBOARDS];
};

struct DDSInfo {
  int major, minor, patch; /* of the interface: 2, 9, 0 */
  char versionString[10];
  int system, numBits, compiler, constructor, numCores, threading, noOfThreads;
  char threadSizes[128];
  char systemString[1024];
};

#define DDS_FUNCTION(type) EXTERN_C DLLEXPORT type STDCALL

DDS_FUNCTION(void) SetMaxThreads(int userThreads);
DDS_FUNCTION(int) SetThreading(int code);
DDS_FUNCTION(void) SetResources(int maxMemoryMB, int maxThreads);
DDS_FUNCTION(void) FreeMemory(void);
DDS_FUNCTION(void) GetDDSInfo(struct DDSInfo *info);
DDS_FUNCTION(void) ErrorMessage(int code, char line[80]);

DDS_FUNCTION(int) SolveBoard(struct deal dl, int target, int solutions, int mode, struct futureTricks *futp, int threadIndex);
DDS_FUNCTION(int) SolveBoardPBN(struct dealPBN dlpbn, int target, int solutions, int mode, struct futureTricks *futp, int thrId);
DDS_FUNCTION(int) SolveAllBoards(struct boardsPBN *bop, struct solvedBoards *solvedp);
DDS_FUNCTION(int) SolveAllBoardsBin(struct boards *bop, struct solvedBoards *solvedp);
DDS_FUNCTION(int) SolveAllChunks(struct boardsPBN *bop, struct solvedBoards *solvedp, int chunkSize);
DDS_FUNCTION(int) SolveAllChunksBin(struct boards *bop, struct solvedBoards *solvedp, int chunkSize);
DDS_FUNCTION(int) SolveAllChunksPBN(struct boardsPBN *bop, struct solvedBoards *solvedp, int chunkSize);

DDS_FUNCTION(int) CalcDDtable(struct ddTableDeal tableDeal, struct ddTableResults *tablep);
DDS_FUNCTION(int) CalcDDtablePBN(struct ddTableDealPBN tableDealPBN, struct ddTableResults *tablep);
DDS_FUNCTION(int) CalcAllTables(struct ddTableDeals *dealsp, int mode, int trumpFilter[DDS_STRAINS], struct ddTablesRes *resp,
                                struct allParResults *presp);
DDS_FUNCTION(int) CalcAllTablesPBN(struct ddTableDealsPBN *dealsp, int mode, int trumpFilter[DDS_STRAINS], struct ddTablesRes *resp,
                                   struct allParResults *presp);

DDS_FUNCTION(int) AnalysePlayBin(struct deal dl, struct playTraceBin play, struct solvedPlay *solved, int thrId);
DDS_FUNCTION(int) AnalysePlayPBN(struct dealPBN dlPBN, struct playTracePBN playPBN, struct solvedPlay *solvedp, int thrId);
DDS_FUNCTION(int) AnalyseAllPlaysBin(struct boards *bop, struct playTracesBin *plp, struct solvedPlays *solvedp, int chunkSize);
DDS_FUNCTION(int) AnalyseAllPlaysPBN(struct boardsPBN *bopPBN, struct playTracesPBN *plpPBN, struct solvedPlays *solvedp,
                                     int chunkSize);

/* Vulnerable: 0 nobody, 1 both, 2 North-South, 3 East-West. */
DDS_FUNCTION(int) Par(struct ddTableResults *tablep, struct parResults *presp, int vulnerable);
DDS_FUNCTION(int) CalcPar(struct ddTableDeal tableDeal, int vulnerable, struct ddTableResults *tablep, struct parResults *presp);
DDS_FUNCTION(int) CalcParPBN(struct ddTableDealPBN tableDealPBN, struct ddTableResults *tablep, int vulnerable,
                             struct parResults *presp);
DDS_FUNCTION(int) SidesPar(struct ddTableResults *tablep, struct parResultsDealer sidesRes[2], int vulnerable);
DDS_FUNCTION(int) SidesParBin(struct ddTableResults *tablep, struct parResultsMaster sidesRes[2], int vulnerable);
DDS_FUNCTION(int) DealerPar(struct ddTableResults *tablep, struct parResultsDealer *presp, int dealer, int vulnerable);
DDS_FUNCTION(int) DealerParBin(struct ddTableResults *tablep, struct parResultsMaster *presp, int dealer, int vulnerable);
DDS_FUNCTION(int) ConvertToDealerTextFormat(struct parResultsMaster *pres, char *resp);
DDS_FUNCTION(int) ConvertToSidesTextFormat(struct parResultsMaster *pres, struct parTextResults *resp);

#endif
