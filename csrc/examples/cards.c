/* What each card of the leader is worth: cards "N:AK.. KQ..." -> "SA 2". */
#include <stdio.h>
#include <whistsolve.h>

static int failed(const whistsolve_error *error) {
  fprintf(stderr, "%s\n", error->message);
  return 1;
}

int main(int argc, char **argv) {
  const char *text = argc > 1 ? argv[1] : "N:AQ.K.. K.A2.. J3.Q.. 2.J3..";
  whistsolve_error error = WHISTSOLVE_INIT(error);
  whistsolve_deal deal = WHISTSOLVE_INIT(deal);
  whistsolve_problem problem = WHISTSOLVE_INIT(problem);
  whistsolve_card_answers answers = WHISTSOLVE_INIT(card_answers);
  whistsolve_solver *solver;
  if (whistsolve_read_deal(text, &deal, &error)) return failed(&error);
  if (whistsolve_solver_new(0, &solver, &error)) return failed(&error);
  problem.seats = deal.seats;
  problem.trump = WHISTSOLVE_HEARTS;
  for (int seat = 0; seat < deal.seats; ++seat) problem.hands[seat] = deal.hands[seat];
  const int code = whistsolve_solve_cards(solver, &problem, NULL, &answers, &error);
  for (int i = 0; !code && i < answers.count; ++i) {
    char card[WHISTSOLVE_CARD_TEXT];
    whistsolve_write_card(answers.card[i], card, NULL);
    printf("%s %d\n", card, answers.low[i]);
  }
  whistsolve_solver_free(solver);
  return code ? failed(&error) : 0;
}
