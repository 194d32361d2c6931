// The C interface: the engine's answers by plain minimax, text there and back, structs of other headers, and random calls from four
// threads, most of them wrong in something.
#include <atomic>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>

#include "c_api/whistsolve.h"
#include "check.hpp"
#include "minimax.hpp"
#include "random_problem.hpp"
#include "whistsolve/solver.hpp"

using namespace whistsolve;

namespace {

constexpr std::size_t kBytes = std::size_t{1} << 20;

/// A problem of the engine as the interface has it. Not to be moved: it points into itself.
struct Asked {
  whistsolve_problem problem = WHISTSOLVE_INIT(problem);
  whistsolve_rules rules = WHISTSOLVE_INIT(rules);
  std::vector<std::int32_t> played, named;

  explicit Asked(const Problem& from) {
    rules.first_trick_weight = from.rules.first_trick_weight;
    rules.jokers = static_cast<int>(from.rules.jokers.kind);
    rules.joker_lead = static_cast<int>(from.rules.jokers.lead);
    rules.must_throw = from.rules.jokers.must_throw;
    rules.any_time = from.rules.jokers.any_time;
    for (const PlayedCard& each : from.played) played.push_back(each.card), named.push_back(each.named_suit);
    problem.seats = from.seats;
    problem.trump = from.trump;
    problem.ranking = static_cast<int>(from.ranking);
    problem.leader = from.leader;
    problem.side = from.side;
    problem.rules = &rules;
    problem.played_count = static_cast<int>(played.size());
    problem.played = played.data();
    problem.named = named.data();
    std::copy(from.hands.begin(), from.hands.end(), problem.hands);
  }
  Asked(const Asked&) = delete;
  Asked& operator=(const Asked&) = delete;
};

/// The tricks that the side still takes from where a problem stands, by plain minimax.
int still_taken(const Problem& problem) {
  const LaneMap map(problem.trump, problem.ranking);
  const Packed packed = pack(problem, map);
  Position position = replay(packed, map, problem.played);
  const int all = position.over() ? 0 : position.tricks_left() - 1 + position.weight();
  const int value = Minimax().value(position);
  return problem.side & 1 ? value : all - value;
}

long one_problem(ProblemSource& source, whistsolve_solver* solver) {
  const int seats = 2 + source.below(5);
  Problem problem = source.problem(seats, 1 + source.below(seats <= 3 ? 4 : seats == 4 ? 3 : 2));
  if (!problem.hands[0]) return 0;
  const LaneMap map(problem.trump, problem.ranking);
  const Packed packed = pack(problem, map);
  Position position(packed);
  source.play_some(problem, map, position, 2 * seats);
  const Asked asked(problem);
  whistsolve_answer answer = WHISTSOLVE_INIT(answer);
  whistsolve_card_answers cards = WHISTSOLVE_INIT(card_answers);
  whistsolve_line line = WHISTSOLVE_INIT(line);
  whistsolve_position at = WHISTSOLVE_INIT(position);
  CHECK(whistsolve_solve(solver, &asked.problem, nullptr, &answer, nullptr) == WHISTSOLVE_OK);
  CHECK(answer.low == answer.high && answer.low == still_taken(problem));
  CHECK(whistsolve_replay(&asked.problem, &at, nullptr) == WHISTSOLVE_OK && at.won == answer.won);
  CHECK(at.to_act == (position.over() ? -1 : position.to_act()) && at.tricks_done == position.tricks_done());
  if (at.tricks_done) CHECK(at.on_table || at.winner[at.tricks_done - 1] == at.leader);

  CHECK(whistsolve_solve_cards(solver, &asked.problem, nullptr, &cards, nullptr) == WHISTSOLVE_OK);
  CardMask seen = 0;
  for (int i = 0; i < cards.count; ++i) {
    Problem after = problem;
    after.played.push_back({cards.card[i], cards.named[i]});
    const Asked next(after);
    CHECK(whistsolve_replay(&next.problem, &at, nullptr) == WHISTSOLVE_OK);
    CHECK(cards.low[i] == cards.high[i] && cards.low[i] == still_taken(after) + at.won - answer.won);
    seen |= CardMask{1} << cards.card[i];
  }
  CHECK(whistsolve_replay(&asked.problem, &at, nullptr) == WHISTSOLVE_OK && seen == at.legal);

  // The whole line is legal and takes what is best; nothing in it costs a trick.
  CHECK(whistsolve_best_line(solver, &asked.problem, nullptr, &line, nullptr) == WHISTSOLVE_OK);
  Problem whole = problem;
  for (int i = 0; i < line.count; ++i) whole.played.push_back({line.card[i], line.named[i]});
  const Asked end(whole);
  CHECK(whistsolve_replay(&end.problem, &at, nullptr) == WHISTSOLVE_OK && at.to_act == -1);
  CHECK(at.won == answer.won + answer.low);
  std::vector<std::int32_t> low(whole.played.size() + 1), high(low.size());
  CHECK(whistsolve_trace(solver, &end.problem, nullptr, low.data(), high.data(), nullptr) == WHISTSOLVE_OK && low == high);
  for (std::size_t i = problem.played.size(); i < low.size(); ++i) CHECK(low[i] == at.won);
  return 1;
}

long batches(ProblemSource& source, whistsolve_batch* batch) {
  std::vector<Problem> problems;
  while (problems.size() < 6)
    if (Problem p = source.problem(4, 3); p.hands[0]) problems.push_back(p);
  const std::int32_t trumps[] = {0, 4};
  std::vector<std::uint64_t> hands;
  for (const Problem& p : problems) hands.insert(hands.end(), p.hands.begin(), p.hands.begin() + 4);
  std::vector<std::uint8_t> low(48), high(48), done(12), zeros(6), sides(6, 5);
  whistsolve_table table = WHISTSOLVE_INIT(table);
  table.strains = 2, table.trumps = trumps, table.deals = 6, table.hands = hands.data();
  table.low = low.data(), table.high = high.data(), table.done = done.data();
  std::size_t last = 0;
  table.data = &last;
  table.progress = [](void* data, std::size_t cells) {
    return static_cast<int>((*static_cast<std::size_t*>(data) = cells) < 99);
  };
  CHECK(whistsolve_solve_table(batch, &table, nullptr) == WHISTSOLVE_OK && last == 12);
  for (std::size_t d = 0; d < 6; ++d)
    for (std::size_t leader = 0; leader < 4; ++leader) {
      Problem p;
      std::copy_n(problems[d].hands.begin(), 4, p.hands.begin());
      p.leader = static_cast<int>(leader), p.trump = 0, p.side = leader % 2 ? 0b1010 : 0b0101;
      CHECK(low[(d * 4 + leader) * 2] == still_taken(p) && high[(d * 4 + leader) * 2] == low[(d * 4 + leader) * 2]);
    }
  std::vector<std::uint8_t> one(6), other(6), exact(6);
  whistsolve_rows rows = WHISTSOLVE_INIT(rows);
  rows.count = 6, rows.hands = hands.data(), rows.trumps = rows.rankings = rows.leaders = zeros.data(),
  rows.sides = sides.data();
  rows.low = one.data(), rows.high = other.data(), rows.done = exact.data();
  CHECK(whistsolve_solve_rows(batch, &rows, nullptr) == WHISTSOLVE_OK);
  for (std::size_t d = 0; d < 6; ++d) CHECK(one[d] == low[d * 8] && other[d] == one[d] && exact[d]);
  rows.progress = [](void*, std::size_t) { return 0; };
  CHECK(whistsolve_solve_rows(batch, &rows, nullptr) == WHISTSOLVE_STOPPED);
  return 1;
}

long discards(ProblemSource& source) {
  const Dealt dealt = source.with_surplus(3, 3, 2);
  if (!dealt.problem.hands[0]) return 0;
  const Asked asked(dealt.problem);
  whistsolve_discards* all = nullptr;
  whistsolve_best_discard best = WHISTSOLVE_INIT(best_discard);
  whistsolve_answer value = WHISTSOLVE_INIT(answer);
  CHECK(whistsolve_discards_new(&asked.problem, dealt.holder, kBytes, &all, nullptr) == WHISTSOLVE_OK);
  CHECK(whistsolve_find_best_discard(all, nullptr, &best, nullptr) == WHISTSOLVE_OK && best.low == best.high);
  int most = -1;
  std::uint64_t reaching = 0, counted = 0, called = 0;
  each_choice(dealt.problem.hands[static_cast<std::size_t>(dealt.holder)], 2, [&](CardMask cards) {
    CHECK(whistsolve_value_discard(all, cards, nullptr, &value, nullptr) == WHISTSOLVE_OK);
    most = std::max(most, value.low);
    reaching += value.low >= best.low;
    if (cards == best.cards) CHECK(value.low == best.low);
  });
  const auto count_one = [](void* data, std::uint64_t) { ++*static_cast<std::uint64_t*>(data); };
  CHECK(whistsolve_discards_reaching(all, best.low, nullptr, count_one, &called, &counted, nullptr) == WHISTSOLVE_OK);
  CHECK(most == best.low && counted == reaching && called == reaching);
  whistsolve_discards_free(all);
  return 1;
}

void texts(ProblemSource& source) {
  for (std::int32_t card = 0; card < 54; ++card) {
    char text[WHISTSOLVE_CARD_TEXT];
    std::int32_t back = -1;
    CHECK(!whistsolve_write_card(card, text, nullptr) && !whistsolve_read_card(text, &back, nullptr) && back == card);
  }
  for (int i = 0; i < 200; ++i) {
    whistsolve_deal deal = WHISTSOLVE_INIT(deal), back = WHISTSOLVE_INIT(deal);
    const Dealt dealt = source.with_surplus(2 + source.below(5), 1 + source.below(4), source.below(3));
    deal.seats = dealt.problem.seats;
    std::copy(dealt.problem.hands.begin(), dealt.problem.hands.end(), deal.hands);
    deal.kitty = std::exchange(deal.hands[0], std::uint64_t{0});
    char text[WHISTSOLVE_DEAL_TEXT];
    CHECK(!whistsolve_write_deal(&deal, text, nullptr) && !whistsolve_read_deal(text, &back, nullptr));
    CHECK(!std::memcmp(&deal, &back, sizeof(deal)));
  }
  whistsolve_deal deal = WHISTSOLVE_INIT(deal);
  CHECK(whistsolve_read_deal("w:a-.. k... q... j..-.t.BL | ...2", &deal, nullptr) == WHISTSOLVE_BAD_TEXT);
  CHECK(!whistsolve_read_deal("w:a.-.. k... q... j...t.BL | ...2", &deal, nullptr));
  CHECK(deal.hands[3] == std::uint64_t{1} << 51 && deal.hands[2] >> 52 == 3 && deal.kitty == 1);
  struct {
    const char* text;
    int place;
  } const broken[] = {{"", 0},
                      {"X:A... K... Q... J...", 0},
                      {"N A... K... Q... J...", 1},
                      {"N:A... K... Q...", 16},
                      {"N:A... AK...", 7},
                      {"N:AA... K...", 3},
                      {"N:A.1.. K...", 4},
                      {"7:A... K...", 0},
                      {"0:A...", 6},
                      {"0:A... K... |A...", 13},
                      {"0:A... K... | A...", 14}};
  for (const auto& each : broken) {
    whistsolve_error error = WHISTSOLVE_INIT(error);
    CHECK(whistsolve_read_deal(each.text, &deal, &error) == WHISTSOLVE_BAD_TEXT && error.place == each.place);
    if (error.place != each.place) std::fprintf(stderr, "  %s: %s\n", each.text, error.message);
  }
}

/// A caller of an older header has shorter structs; one of a newer header longer ones.
void other_headers(whistsolve_solver* solver) {
  whistsolve_problem problem = WHISTSOLVE_INIT(problem);
  for (int seat = 0; seat < 4; ++seat) problem.hands[seat] = std::uint64_t{1} << (13 * seat);
  struct {
    whistsolve_answer known = {sizeof(known) + 8, 0, 0, 0, 0};
    std::uint64_t unknown = 0;
  } answer;
  CHECK(!whistsolve_solve(solver, &problem, nullptr, &answer.known, nullptr) && answer.unknown == 0);
  answer.unknown = 1;
  CHECK(whistsolve_solve(solver, &problem, nullptr, &answer.known, nullptr) == WHISTSOLVE_BAD_ARGUMENT);
  problem.size = 0;
  CHECK(whistsolve_solve(solver, &problem, nullptr, &answer.known, nullptr) == WHISTSOLVE_BAD_ARGUMENT);
}

/// Calls with arguments of which some are wrong: each ends with a code, and one that is not OK with a message.
void random_calls(unsigned seed, int calls, std::atomic<long>& failed) {
  ProblemSource source(seed);
  whistsolve_solver* solver = nullptr;
  CHECK(!whistsolve_solver_new(kBytes, &solver, nullptr));
  const auto odd = [&](auto& field) {
    if (source.below(12) == 0) field = static_cast<std::remove_reference_t<decltype(field)>>(source.engine()());
  };
  for (int i = 0; i < calls; ++i) {
    Problem legal = source.problem(2 + source.below(5), 1 + source.below(3));
    for (int n = source.below(3); n > 0; --n) legal.played.push_back({source.below(60) - 3, source.below(8) - 3});
    Asked asked(legal);
    whistsolve_problem& p = asked.problem;
    odd(p.seats), odd(p.trump), odd(p.ranking), odd(p.leader), odd(p.side), odd(p.hands[1]);
    odd(asked.rules.first_trick_weight), odd(asked.rules.jokers), odd(asked.rules.joker_lead), odd(asked.rules.size);
    if (source.below(20) == 0) p.played = nullptr;
    whistsolve_budget budget = {sizeof(budget), static_cast<std::uint64_t>(source.below(500)), source.below(3) - 0.5};
    whistsolve_error error = WHISTSOLVE_INIT(error);
    whistsolve_answer answer = WHISTSOLVE_INIT(answer);
    whistsolve_card_answers cards = WHISTSOLVE_INIT(card_answers);
    whistsolve_line line = WHISTSOLVE_INIT(line);
    whistsolve_position at = WHISTSOLVE_INIT(position);
    whistsolve_best_discard best = WHISTSOLVE_INIT(best_discard);
    std::vector<std::int32_t> low(64), high(64);
    whistsolve_discards* all = nullptr;
    char text[WHISTSOLVE_DEAL_TEXT] = {};
    for (int n = source.below(40); n-- > 0;) text[n] = " .:|-NESW0AKQJT2BL"[source.below(18)];
    whistsolve_deal deal = WHISTSOLVE_INIT(deal);
    int code = 0;
    switch (source.below(8)) {
      case 0: code = whistsolve_solve(solver, &p, source.below(2) ? &budget : nullptr, &answer, &error); break;
      case 1: code = whistsolve_solve_cards(solver, &p, &budget, source.below(9) ? &cards : nullptr, &error); break;
      case 2: code = whistsolve_best_line(source.below(9) ? solver : nullptr, &p, &budget, &line, &error); break;
      case 3: code = whistsolve_trace(solver, &p, &budget, low.data(), source.below(9) ? high.data() : nullptr, &error); break;
      case 4: code = whistsolve_replay(source.below(9) ? &p : nullptr, &at, &error); break;
      case 5:
        code = whistsolve_discards_new(&p, source.below(8) - 1, kBytes, &all, &error);
        if (!code) code = whistsolve_find_best_discard(all, &budget, &best, &error);
        whistsolve_discards_free(all);
        break;
      case 6: code = whistsolve_read_deal(text, &deal, &error); break;
      default: code = whistsolve_write_card(source.below(80) - 10, text, &error); break;
    }
    CHECK(code >= 0 && code < WHISTSOLVE_FAILED && code == error.code && (code == 0) == (error.message[0] == '\0'));
    failed += code != 0;
  }
  whistsolve_solver_free(solver);
}

}  // namespace

int main(int argc, char** argv) {
  const unsigned seed = argc > 1 ? static_cast<unsigned>(std::atol(argv[1])) : 1u;
  ProblemSource source(seed);
  whistsolve_solver* solver = nullptr;
  whistsolve_batch* batch = nullptr;
  CHECK(!whistsolve_solver_new(kBytes, &solver, nullptr) && !whistsolve_batch_new(2, kBytes, &batch, nullptr));
  long cases = 0;
  for (int i = 0; i < 500; ++i) cases += one_problem(source, solver);
  for (int i = 0; i < 20; ++i) cases += batches(source, batch) + discards(source);
  texts(source);
  other_headers(solver);
  whistsolve_solver_stop(solver);
  const Asked asked(source.problem(4, 3));
  whistsolve_answer answer = WHISTSOLVE_INIT(answer);
  CHECK(whistsolve_solve(solver, &asked.problem, nullptr, &answer, nullptr) == WHISTSOLVE_STOPPED);
  whistsolve_solver_resume(solver);
  CHECK(whistsolve_solve(solver, &asked.problem, nullptr, &answer, nullptr) == WHISTSOLVE_OK);
  std::vector<std::thread> threads;
  std::atomic<long> failed = 0;
  for (unsigned i = 0; i < 4; ++i) threads.emplace_back(random_calls, 4 * seed + i, 2500, std::ref(failed));
  for (std::thread& each : threads) each.join();
  CHECK(failed > 2000 && failed < 9000);
  whistsolve_solver_free(solver);
  whistsolve_batch_free(batch);
  return check::result("c_api", cases + failed);
}
