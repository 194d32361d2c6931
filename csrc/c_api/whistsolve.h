/* The double-dummy engine of the whist family, for C and every language that calls C (C99).
 *
 * How many tricks does a side take when all hands are open? Deals of two to six hands, any trump suit or none, three rankings, four
 * kinds of jokers. Guide: docs/c-api.md; rules of the games: docs/rules.md.
 *
 * Cards. A set of cards is 64 bits: bit 13 * suit + rank - 2 for suits 0 clubs, 1 diamonds, 2 hearts, 3 spades and ranks 2 to 14, the
 * ace; bit 52 is the little joker, 53 the big one. The number of a card is that of its bit. Seats are numbered clockwise from 0.
 *
 * Errors. A function that can fail returns WHISTSOLVE_OK or another code, and writes what was wrong into `error` unless that is NULL;
 * what else it writes then means nothing, unless it says otherwise. Nothing throws, prints or ends the program.
 *
 * Structs. `size` comes first and is the size of the struct: WHISTSOLVE_INIT(name) sets it, and all else to 0 or to the usual game.
 * A library takes structs of older headers, and of newer ones whose new fields are 0.
 *
 * Threads. There is no global state. A solver, a batch or discards are used by one thread at a time; only whistsolve_..._stop() and
 * _resume() may be called from others meanwhile. Different ones are independent. */
#ifndef WHISTSOLVE_H
#define WHISTSOLVE_H

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32) && defined(WHISTSOLVE_BUILT)
#define WHISTSOLVE_API __declspec(dllexport)
#elif defined(_WIN32) && !defined(WHISTSOLVE_STATIC)
#define WHISTSOLVE_API __declspec(dllimport)
#elif defined(__GNUC__)
#define WHISTSOLVE_API __attribute__((visibility("default")))
#else
#define WHISTSOLVE_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

enum {
  WHISTSOLVE_OK = 0,
  WHISTSOLVE_BAD_ARGUMENT = 1, /* a NULL pointer, a size or a number that means nothing */
  WHISTSOLVE_BAD_PROBLEM = 2,  /* hands, strain, sides or rules that make no game */
  WHISTSOLVE_BAD_PLAY = 3,     /* a card played before was not legal: `place` is its number in the play, from 0 */
  WHISTSOLVE_BAD_TEXT = 4,     /* `place` is where in the text */
  WHISTSOLVE_STOPPED = 5,      /* by _stop() or by progress() */
  WHISTSOLVE_NO_MEMORY = 6,
  WHISTSOLVE_FAILED = 7 /* anything else: the message says what */
};

typedef struct whistsolve_error {
  size_t size;
  int32_t code;
  int32_t place; /* -1 where there is none */
  char message[240];
} whistsolve_error;

enum { WHISTSOLVE_CLUBS, WHISTSOLVE_DIAMONDS, WHISTSOLVE_HEARTS, WHISTSOLVE_SPADES, WHISTSOLVE_NO_TRUMP };
enum { WHISTSOLVE_UPTOWN, WHISTSOLVE_DOWNTOWN /* A 2 3 ... K */, WHISTSOLVE_DOWNTOWN_ACES_BAD /* 2 3 ... K A */ };
enum { WHISTSOLVE_LITTLE_JOKER = 52, WHISTSOLVE_BIG_JOKER = 53 };
enum { WHISTSOLVE_MAX_SEATS = 6, WHISTSOLVE_MAX_HAND = 16, WHISTSOLVE_MAX_CARDS = 54, WHISTSOLVE_MAX_ANSWERS = 24 };

/* What jokers are without a trump suit; with one they are its best cards, the big one first. */
enum { WHISTSOLVE_JOKERS_WORTHLESS, WHISTSOLVE_JOKERS_HIGH, WHISTSOLVE_JOKERS_BLANK /* "no card", played last */ };
/* What a joker that is led means there: the next card with a suit fixes it; nobody has to follow; it is led from a hand of jokers
   only; its leader names the suit. */
enum { WHISTSOLVE_LEAD_FIRST_SUITED, WHISTSOLVE_LEAD_FREE_PLAY, WHISTSOLVE_LEAD_ONLY_IF_ALONE, WHISTSOLVE_LEAD_NAMED };

typedef struct whistsolve_rules {
  size_t size;
  int32_t first_trick_weight; /* 1, or 2 where the kitty goes with the first trick */
  int32_t jokers, joker_lead;
  int32_t must_throw; /* a hand that cannot follow must play a joker, if it has one */
  int32_t any_time;   /* a joker may be played instead of following */
} whistsolve_rules;

/* In place of the suit that a joker names: none; or the card was played against the rules and is only checked to have been held. */
enum { WHISTSOLVE_NO_NAME = -1, WHISTSOLVE_RENEGE = -2 };

typedef struct whistsolve_problem {
  size_t size;
  int32_t seats;
  int32_t trump, ranking;
  int32_t leader;        /* the seat that led to the first trick */
  uint32_t side;         /* seats whose tricks are counted, as bits: 5 for seats 0 and 2 */
  int32_t played_count;  /* cards played so far, whole tricks and one in progress */
  const int32_t *played; /* their numbers; NULL where there are none */
  const int32_t *named;  /* for each the suit that it names, or as above; NULL where none does */
  const whistsolve_rules *rules; /* NULL: the usual ones, of WHISTSOLVE_INIT(rules) */
  uint64_t hands[WHISTSOLVE_MAX_SEATS]; /* before the play, all of one size, 1 to 16 */
} whistsolve_problem;

/* What a call may spend, where a line and a trace spend `nodes` for each card. 0 is no limit; a NULL budget has none. */
typedef struct whistsolve_budget {
  size_t size;
  uint64_t nodes; /* cards played in the search */
  double seconds;
} whistsolve_budget;

/* Weighted tricks that the side still takes, the trick in progress included: from low to high, which are equal unless a budget ended. */
typedef struct whistsolve_answer {
  size_t size;
  int32_t low, high;
  int32_t won;       /* weighted tricks taken in the cards played before */
  uint64_t relevant; /* cards on which the bounds depend: with the same owners of these and the same lengths they are the same */
} whistsolve_answer;

/* The same for every legal card of the hand to act, in ascending order; a joker that names a suit comes once for each. */
typedef struct whistsolve_card_answers {
  size_t size;
  int32_t count;
  int32_t card[WHISTSOLVE_MAX_ANSWERS], named[WHISTSOLVE_MAX_ANSWERS];
  int32_t low[WHISTSOLVE_MAX_ANSWERS], high[WHISTSOLVE_MAX_ANSWERS];
} whistsolve_card_answers;

typedef struct whistsolve_line {
  size_t size;
  int32_t count; /* cards to the end, or to where the budget ended */
  int32_t card[WHISTSOLVE_MAX_CARDS], named[WHISTSOLVE_MAX_CARDS];
} whistsolve_line;

typedef struct whistsolve_position {
  size_t size;
  int32_t to_act; /* -1 once play is over */
  int32_t leader; /* of the trick in progress, or the next one */
  int32_t on_table;
  int32_t tricks_done;
  int32_t won; /* weighted tricks of the side */
  int32_t winner[WHISTSOLVE_MAX_HAND];
  uint64_t legal;      /* cards that the hand to act may play */
  uint64_t needs_name; /* of these, jokers that name a suit */
  uint64_t hands[WHISTSOLVE_MAX_SEATS]; /* what is left */
} whistsolve_position;

#define WHISTSOLVE_INIT(name) WHISTSOLVE_INIT_##name
#define WHISTSOLVE_INIT_error {sizeof(whistsolve_error), 0, 0, {0}}
#define WHISTSOLVE_INIT_rules {sizeof(whistsolve_rules), 1, 0, 0, 0, 0}
#define WHISTSOLVE_INIT_problem {sizeof(whistsolve_problem), 4, WHISTSOLVE_NO_TRUMP, 0, 0, 5, 0, NULL, NULL, NULL, {0}}
#define WHISTSOLVE_INIT_budget {sizeof(whistsolve_budget), 0, 0}
#define WHISTSOLVE_INIT_answer {sizeof(whistsolve_answer), 0, 0, 0, 0}
#define WHISTSOLVE_INIT_card_answers {sizeof(whistsolve_card_answers), 0, {0}, {0}, {0}, {0}}
#define WHISTSOLVE_INIT_line {sizeof(whistsolve_line), 0, {0}, {0}}
#define WHISTSOLVE_INIT_position {sizeof(whistsolve_position), 0, 0, 0, 0, 0, {0}, 0, 0, {0}}
#define WHISTSOLVE_INIT_deal {sizeof(whistsolve_deal), 0, {0}, 0}
#define WHISTSOLVE_INIT_table {sizeof(whistsolve_table), 4, {5, 10, 5, 10}, 0, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, 0, NULL, NULL}
#define WHISTSOLVE_INIT_rows {sizeof(whistsolve_rows), 4, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL}
#define WHISTSOLVE_INIT_best_discard {sizeof(whistsolve_best_discard), 0, 0, 0, 0}

/* "0.3.0". */
WHISTSOLVE_API const char *whistsolve_version(void);

/* -- One question at a time ------------------------------------------------------------------------------------------------------- */

typedef struct whistsolve_solver whistsolve_solver;

/* `bytes` caps the transposition table, whose memory is touched as it fills: 0 for 256 MB. Its answers never depend on what it was
   asked before; questions about the same deal share their work. */
WHISTSOLVE_API int whistsolve_solver_new(size_t bytes, whistsolve_solver **solver, whistsolve_error *error);
WHISTSOLVE_API void whistsolve_solver_free(whistsolve_solver *solver);
/* Ends the running call, or the next one, with WHISTSOLVE_STOPPED, until it is resumed. */
WHISTSOLVE_API void whistsolve_solver_stop(whistsolve_solver *solver);
WHISTSOLVE_API void whistsolve_solver_resume(whistsolve_solver *solver);

WHISTSOLVE_API int whistsolve_solve(whistsolve_solver *solver, const whistsolve_problem *problem, const whistsolve_budget *budget,
                                    whistsolve_answer *answer, whistsolve_error *error);
WHISTSOLVE_API int whistsolve_solve_cards(whistsolve_solver *solver, const whistsolve_problem *problem,
                                          const whistsolve_budget *budget, whistsolve_card_answers *answers,
                                          whistsolve_error *error);
/* Best play by all from here to the end: of equally good cards the lowest number. */
WHISTSOLVE_API int whistsolve_best_line(whistsolve_solver *solver, const whistsolve_problem *problem,
                                        const whistsolve_budget *budget, whistsolve_line *line, whistsolve_error *error);
/* All tricks of the side, those won before included, with best play from before each of the cards played and after the last:
   `low` and `high` have played_count + 1 elements. What a card costs is the difference. */
WHISTSOLVE_API int whistsolve_trace(whistsolve_solver *solver, const whistsolve_problem *problem, const whistsolve_budget *budget,
                                    int32_t *low, int32_t *high, whistsolve_error *error);
/* Where the play stands; searches nothing. */
WHISTSOLVE_API int whistsolve_replay(const whistsolve_problem *problem, whistsolve_position *position, whistsolve_error *error);

/* -- Many questions, by threads --------------------------------------------------------------------------------------------------- */

typedef struct whistsolve_batch whistsolve_batch;

/* Called from the thread that called, up to 300 times a second, with the cells or rows done; 0 ends the batch. */
typedef int (*whistsolve_progress)(void *data, size_t done);

/* Every deal in every strain with every hand leading. For deal d, leader s and strain m, the leader's side takes low[i] to high[i],
   i = (d * seats + s) * strains + m; done[d * strains + m] is 1 where these are equal for all leaders, and a cell that is 1 before
   is left as it is. After WHISTSOLVE_STOPPED all that is written holds. */
typedef struct whistsolve_table {
  size_t size;
  int32_t seats;
  uint32_t side_of[WHISTSOLVE_MAX_SEATS]; /* the side that each leader plays for, as bits */
  int32_t strains;
  const int32_t *trumps, *rankings; /* of each strain; rankings NULL: all uptown */
  const whistsolve_rules *rules;    /* NULL: the usual ones */
  size_t deals;
  const uint64_t *hands; /* `seats` a deal */
  uint8_t *low, *high, *done;
  double seconds; /* 0 is no limit; cells after it have bounds */
  whistsolve_progress progress; /* NULL: none */
  void *data;
} whistsolve_table;

/* Independent questions, an element of each array a row. Rows of the same hands and strain that follow one another share work. */
typedef struct whistsolve_rows {
  size_t size;
  int32_t seats;
  const whistsolve_rules *rules;
  size_t count;
  const uint64_t *hands; /* `seats` a row */
  const uint8_t *trumps, *rankings, *leaders, *sides;
  uint8_t *low, *high, *done; /* as above, one a row */
  double seconds;
  whistsolve_progress progress;
  void *data;
} whistsolve_rows;

/* `threads` 0: as many as the machine has; `bytes` caps the tables of all together, 0 for 256 MB a thread. */
WHISTSOLVE_API int whistsolve_batch_new(int threads, size_t bytes, whistsolve_batch **batch, whistsolve_error *error);
WHISTSOLVE_API void whistsolve_batch_free(whistsolve_batch *batch);
WHISTSOLVE_API int whistsolve_solve_table(whistsolve_batch *batch, const whistsolve_table *table, whistsolve_error *error);
WHISTSOLVE_API int whistsolve_solve_rows(whistsolve_batch *batch, const whistsolve_rows *rows, whistsolve_error *error);

/* -- Which cards to give up ------------------------------------------------------------------------------------------------------- */

/* All discards of one hand in one game. */
typedef struct whistsolve_discards whistsolve_discards;

/* After the best discard the side of the holder takes low to high weighted tricks; `cards` takes at least low. */
typedef struct whistsolve_best_discard {
  size_t size;
  int32_t low, high;
  uint64_t cards;
  uint64_t nodes;
} whistsolve_best_discard;

/* `problem` has all cards in the hand of `holder`, the other hands of one size, no card played, and the holder's side. */
WHISTSOLVE_API int whistsolve_discards_new(const whistsolve_problem *problem, int32_t holder, size_t bytes,
                                           whistsolve_discards **discards, whistsolve_error *error);
WHISTSOLVE_API void whistsolve_discards_free(whistsolve_discards *discards);
WHISTSOLVE_API void whistsolve_discards_stop(whistsolve_discards *discards);
WHISTSOLVE_API void whistsolve_discards_resume(whistsolve_discards *discards);
WHISTSOLVE_API int whistsolve_find_best_discard(whistsolve_discards *discards, const whistsolve_budget *budget,
                                                whistsolve_best_discard *best, whistsolve_error *error);
/* What one discard takes; only low and high are written. */
WHISTSOLVE_API int whistsolve_value_discard(whistsolve_discards *discards, uint64_t cards, const whistsolve_budget *budget,
                                            whistsolve_answer *answer, whistsolve_error *error);
/* Calls `each`, unless NULL, with every discard that takes at least `tricks`, and counts them. A budget that ends is
   WHISTSOLVE_STOPPED. */
WHISTSOLVE_API int whistsolve_discards_reaching(whistsolve_discards *discards, int32_t tricks, const whistsolve_budget *budget,
                                                void (*each)(void *data, uint64_t cards), void *data, uint64_t *count,
                                                whistsolve_error *error);

/* -- Text ------------------------------------------------------------------------------------------------------------------------- */

/* Two to six hands, and a kitty or 0. */
typedef struct whistsolve_deal {
  size_t size;
  int32_t seats;
  uint64_t hands[WHISTSOLVE_MAX_SEATS];
  uint64_t kitty;
} whistsolve_deal;

/* Room for the longest texts, with the NUL at the end. */
enum { WHISTSOLVE_CARD_TEXT = 3, WHISTSOLVE_HAND_TEXT = 64, WHISTSOLVE_DEAL_TEXT = 128 };

/* Cards: SA, HT, C2; BJ and LJ for the jokers. Hands: spades.hearts.diamonds.clubs, and .jokers where there are any, B and L: AKQ.T9..8.B;
   a suit may be - too. Deals: N:hand hand hand hand from North, or from E, S or W; with a number for a seat where there are not four
   hands; and | kitty at the end. Letters of either case are read. */
WHISTSOLVE_API int whistsolve_read_card(const char *text, int32_t *card, whistsolve_error *error);
WHISTSOLVE_API int whistsolve_read_hand(const char *text, uint64_t *cards, whistsolve_error *error);
WHISTSOLVE_API int whistsolve_read_deal(const char *text, whistsolve_deal *deal, whistsolve_error *error);
WHISTSOLVE_API int whistsolve_write_card(int32_t card, char text[WHISTSOLVE_CARD_TEXT], whistsolve_error *error);
WHISTSOLVE_API int whistsolve_write_hand(uint64_t cards, char text[WHISTSOLVE_HAND_TEXT], whistsolve_error *error);
WHISTSOLVE_API int whistsolve_write_deal(const whistsolve_deal *deal, char text[WHISTSOLVE_DEAL_TEXT], whistsolve_error *error);

#ifdef __cplusplus
}
#endif

#endif
