// What each card of the leader is worth: the solver in a unique_ptr, errors as exceptions.
#include <whistsolve.h>

#include <iostream>
#include <memory>
#include <stdexcept>

int main(int argc, char** argv) try {
  whistsolve_error error = WHISTSOLVE_INIT(error);
  const auto check = [&](int code) {
    if (code != WHISTSOLVE_OK) throw std::runtime_error(error.message);
  };
  whistsolve_deal deal = WHISTSOLVE_INIT(deal);
  check(whistsolve_read_deal(argc > 1 ? argv[1] : "N:AQ.K.. K.A2.. J3.Q.. 2.J3..", &deal, &error));
  whistsolve_solver* made = nullptr;
  check(whistsolve_solver_new(0, &made, &error));
  const std::unique_ptr<whistsolve_solver, decltype(&whistsolve_solver_free)> solver(made, whistsolve_solver_free);
  whistsolve_problem problem = WHISTSOLVE_INIT(problem);
  problem.seats = deal.seats;
  problem.trump = WHISTSOLVE_HEARTS;
  std::copy(std::begin(deal.hands), std::end(deal.hands), problem.hands);
  whistsolve_card_answers answers = WHISTSOLVE_INIT(card_answers);
  check(whistsolve_solve_cards(solver.get(), &problem, nullptr, &answers, &error));
  for (int i = 0; i < answers.count; ++i) {
    char card[WHISTSOLVE_CARD_TEXT];
    check(whistsolve_write_card(answers.card[i], card, &error));
    std::cout << card << ' ' << answers.low[i] << '\n';
  }
} catch (const std::exception& failure) {
  std::cerr << failure.what() << '\n';
  return 1;
}
