#include "checked.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

namespace whistsolve::c_api {
namespace {

const char* reason_of(const IllegalPlay& play) {
  switch (play.reason) {
    case IllegalPlay::Reason::game_over: return "no card is left to play";
    case IllegalPlay::Reason::not_held: return "it does not hold the card";
    case IllegalPlay::Reason::must_follow: return "it holds a card of the suit to follow";
    case IllegalPlay::Reason::must_throw: return "it cannot follow and has to play its joker";
    case IllegalPlay::Reason::joker_kept_back: return "the joker may not be played while it holds another card";
    case IllegalPlay::Reason::needs_name: return "the joker that is led has to name a suit";
    case IllegalPlay::Reason::no_name: return "a card names a suit that is no joker led";
  }
  return "it is illegal";
}

void check_choice(int value, int most, const char* name) {
  if (value < 0 || value > most)
    throw Wrong{WHISTSOLVE_BAD_PROBLEM,
                std::string(name) + " is " + std::to_string(value) + ": expected 0 to " + std::to_string(most)};
}

}  // namespace

Ranking read_ranking(int ranking) {
  check_choice(ranking, 2, "ranking");
  return static_cast<Ranking>(ranking);
}

GameRules read_rules(const whistsolve_rules* from) {
  if (!from) return {};
  const whistsolve_rules rules = read_struct(from, "rules");
  check_choice(rules.jokers, 2, "rules.jokers");
  check_choice(rules.joker_lead, 3, "rules.joker_lead");
  return {rules.first_trick_weight,
          {static_cast<JokerKind>(rules.jokers), static_cast<JokerLead>(rules.joker_lead), rules.must_throw != 0,
           rules.any_time != 0}};
}

Problem read_problem(const whistsolve_problem* from) {
  const whistsolve_problem given_problem = read_struct(from, "problem");
  Problem problem;
  problem.seats = given_problem.seats;
  std::copy_n(given_problem.hands, kMaxSeats, problem.hands.begin());
  problem.trump = given_problem.trump;
  problem.ranking = read_ranking(given_problem.ranking);
  problem.rules = read_rules(given_problem.rules);
  problem.side = given_problem.side;
  problem.leader = given_problem.leader;
  if (given_problem.played_count < 0 || given_problem.played_count > kDeckSize)
    wrong_argument("problem.played_count is " + std::to_string(given_problem.played_count) + ": expected 0 to 54");
  if (given_problem.played_count) given(given_problem.played, "problem.played");
  for (int i = 0; i < given_problem.played_count; ++i)
    problem.played.push_back({given_problem.played[i], given_problem.named ? given_problem.named[i] : WHISTSOLVE_NO_NAME});
  return problem;
}

Budget read_budget(const whistsolve_budget* from) {
  Budget budget;
  if (!from) return budget;
  const whistsolve_budget limits = read_struct(from, "budget");
  if (!(limits.seconds >= 0)) wrong_argument("budget.seconds is negative or no number");
  if (limits.nodes) budget.nodes = limits.nodes;
  // Beyond a century there is no limit, nor room in the clock.
  if (limits.seconds > 0 && limits.seconds < 3e9)
    budget.until = std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                                          std::chrono::duration<double>(limits.seconds));
  return budget;
}

int report(const Wrong& wrong, whistsolve_error* error) noexcept {
  if (error && error->size >= sizeof(whistsolve_error)) {
    error->code = wrong.code;
    error->place = wrong.place;
    std::snprintf(error->message, sizeof(error->message), "%s", wrong.message.c_str());
  }
  return wrong.code;
}

Wrong current_failure() noexcept {
  try {
    throw;
  } catch (const Wrong& wrong) {
    return wrong;
  } catch (const IllegalPlay& play) {
    return {WHISTSOLVE_BAD_PLAY,
            "card " + std::to_string(play.index) + " of the play, number " + std::to_string(play.card) + " by seat " +
                std::to_string(play.seat) + ": " + reason_of(play),
            play.index};
  } catch (const InvalidProblem& invalid) {
    return {WHISTSOLVE_BAD_PROBLEM, invalid.what()};
  } catch (const SolveStopped& stopped) {
    return {WHISTSOLVE_STOPPED, stopped.what()};
  } catch (const std::bad_alloc&) {
    return {WHISTSOLVE_NO_MEMORY, "no memory"};  // short enough to need none
  } catch (const std::exception& other) {
    return {WHISTSOLVE_FAILED, other.what()};
  } catch (...) {
    return {WHISTSOLVE_FAILED, "failed"};
  }
}

}  // namespace whistsolve::c_api
