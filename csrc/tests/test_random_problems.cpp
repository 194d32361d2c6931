// Fresh random problems, spread over all rules, numbers of hands, sides and ways to ask, against minimax over a plain model of the
// game that shares no code with the engine (plain_game.hpp).
//
//   test_random_problems [problems [seed [first]]]
//
// Ends with a table of the problems. A wrong answer prints the command that repeats it: solvers are kept within a block of problems,
// so it begins with the block.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <map>
#include <memory>
#include <string>

#include "random_case.hpp"
#include "whistsolve/alpha_mu.hpp"
#include "whistsolve/batch.hpp"
#include "whistsolve/discard_solver.hpp"

using namespace whistsolve;

namespace {

constexpr long kBlock = 64;
constexpr int kMaxWrong = 20;  ///< that are printed

struct Count {
  long problems = 0, wrong = 0;
};

/// Problems by what they are of.
class Tally {
 public:
  void add(const std::string& kind, const std::string& value, bool wrong) {
    Count& count = counts_[kind][value];
    ++count.problems;
    count.wrong += wrong;
  }
  void print() const {
    for (const auto& [kind, values] : counts_) {
      std::printf("%s\n", kind.c_str());
      for (const auto& [value, count] : values)
        std::printf("  %-44s %9ld  wrong %ld\n", value.c_str(), count.problems, count.wrong);
    }
  }

 private:
  std::map<std::string, std::map<std::string, Count>> counts_;
};

class Run {
 public:
  explicit Run(unsigned seed) : seed_(seed) {}

  void one(long number) {
    if (number % kBlock == 0 || kept_.empty()) {
      kept_.clear();
      for (const Architecture& architecture : architectures())
        kept_.push_back(std::make_unique<Solver>(std::size_t{1} << 18, architecture));
      smallest_ = std::make_unique<Solver>(1);
    }
    Case c(seed_, number);
    number_ = number;
    wrong_ = false;
    try {
      if (c.holder >= 0) discards(c);
      else ask(c);
    } catch (const std::exception& error) {
      require(false, c.problem, error.what());
    }
    note(c);
  }

  int finish(long problems) const {
    tally_.print();
    std::printf("%ld problems of seed %u, %ld answers: %ld wrong\n", problems, seed_, answers_, wrong_problems_);
    return wrong_problems_ != 0 || problems == 0;
  }

 private:
  void ask(Case& c) {
    Solver& solver = *kept_[static_cast<std::size_t>(number_) % kept_.size()];
    switch (c.below(16)) {
      case 0:
        way_ = "every card of a line, both sides";
        line(c, solver);
        break;
      case 1:
      case 2:
        way_ = "layouts one after another, tables kept";
        c.play_some();
        for (int layout = 0; layout < 4; ++layout) {
          const Problem other = layout ? c.other_layout() : c.problem;
          if (plain::Game(other).now()) cards(other, solver, Reuse::layouts, Names::best);
        }
        break;
      case 3:
        way_ = "limits of nodes";
        c.play_some();
        limited(c, solver);
        break;
      case 4:
        way_ = "the least memory";
        c.play_some();
        value(c.problem, *smallest_);
        cards(c.problem, *smallest_, Reuse::same_hands, Names::best);
        break;
      case 5:
      case 6:
        way_ = "cards, each suit that a joker names";
        c.play_some();
        cards(c.problem, solver, Reuse::same_hands, Names::each);
        break;
      case 7:
        way_ = "rows of a batch in three threads";
        rows(c);
        break;
      case 8:
        way_ = "alpha-mu over one layout";
        c.play_some();
        alpha(c);
        break;
      default:
        way_ = "value and cards, all instruction sets";
        c.play_some();
        for (const auto& each : kept_) {
          value(c.problem, *each);
          cards(c.problem, *each, Reuse::same_hands, Names::best);
        }
    }
  }

  void require(bool ok, const Problem& p, const char* what) {
    ++answers_;
    if (ok) return;
    if (!wrong_ && ++wrong_problems_ <= kMaxWrong) {
      const long first = number_ / kBlock * kBlock;
      std::fprintf(stderr, "%s is wrong, %zu cards played: %s\n  repeat: test_random_problems %ld %u %ld\n", what,
                   p.played.size(), describe(p).c_str(), number_ - first + 1, seed_, first);
    }
    wrong_ = true;
  }

  void value(const Problem& p, Solver& solver) {
    const plain::Game game(p);
    const plain::State s = *game.now();
    const Answer answer = solver.solve(p);
    require(answer.exact() && answer.low == plain::Minimax(game, p.side).value(s), p, "the value");
    require(answer.won == game.won_by(s, p.side), p, "what was won before");
  }

  void cards(const Problem& p, Solver& solver, Reuse reuse, Names names) {
    const plain::Game game(p);
    const plain::State s = *game.now();
    plain::Minimax minimax(game, p.side);
    const bool mine = p.side >> game.to_act(s) & 1;
    std::map<std::pair<int, int>, int> want;
    for (const plain::Play play : game.legal(s)) {
      const int worth = minimax.after(s, play);
      const auto [place, is_new] = want.try_emplace({play.card, names == Names::each ? play.suit : -1}, worth);
      if (!is_new) place->second = mine ? std::max(place->second, worth) : std::min(place->second, worth);
    }
    const std::vector<CardAnswer> got = solver.solve_cards(p, {}, reuse, names);
    require(got.size() == want.size(), p, "the number of legal cards");
    for (const CardAnswer& each : got) {
      const auto found = want.find({each.card, each.named_suit});
      require(found != want.end() && each.low == found->second && each.high == found->second, p, "the value of a card");
    }
  }

  void line(Case& c, Solver& solver) {
    const plain::Game game(c.problem);
    plain::State s = game.start();
    plain::Minimax one(game, c.problem.side);
    for (;;) {
      const Answer answer = solver.solve(c.problem);
      const int want = one.value(s);
      require(answer.exact() && answer.low == want && answer.won == game.won_by(s, c.problem.side), c.problem,
              "the value in a line");
      Problem other = c.problem;
      other.side = ((1u << c.problem.seats) - 1) & ~c.problem.side;
      require(solver.solve(other).low == game.left(s) - want, other, "the value of the other side");
      if (game.over(s)) return;
      s = c.play_one(game, s);
    }
  }

  void limited(Case& c, Solver& solver) {
    const Problem& p = c.problem;
    const plain::Game game(p);
    const plain::State s = *game.now();
    const int want = plain::Minimax(game, p.side).value(s);
    solver.clear();
    for (std::uint64_t nodes = static_cast<std::uint64_t>(c.below(3)); nodes < 200; nodes = 2 * nodes + 1) {
      Budget budget;
      budget.nodes = nodes;
      const Answer answer = solver.solve(p, budget);
      require(0 <= answer.low && answer.low <= want && want <= answer.high && answer.high <= game.left(s), p, "a bound");
    }
    value(p, solver);
  }

  void rows(Case& c) {
    constexpr std::size_t kRows = 6;
    std::vector<Problem> problems;
    std::vector<CardMask> hands;
    std::vector<std::uint8_t> trumps, rankings, leaders, sides;
    for (std::size_t row = 0; row < kRows; ++row) {
      Problem p = row % 2 ? problems.back() : c.other_layout();
      p.trump = c.below(kNoTrump + 1);
      p.ranking = static_cast<Ranking>(c.below(3));
      p.leader = c.below(p.seats);
      p.side = 1u + static_cast<unsigned>(c.below((1 << p.seats) - 2));
      hands.insert(hands.end(), p.hands.begin(), p.hands.begin() + p.seats);
      trumps.push_back(static_cast<std::uint8_t>(p.trump));
      rankings.push_back(static_cast<std::uint8_t>(p.ranking));
      leaders.push_back(static_cast<std::uint8_t>(p.leader));
      sides.push_back(static_cast<std::uint8_t>(p.side));
      problems.push_back(p);
    }
    std::vector<std::uint8_t> low(kRows, 99), high(kRows, 99), done(kRows);
    Batch batch(3, std::size_t{1} << 18);
    require(batch.run(c.problem.rules, {c.problem.seats, hands, trumps, rankings, leaders, sides}, {low, high, done}, {}),
            c.problem, "the end of a batch");
    for (std::size_t row = 0; row < kRows; ++row) {
      const plain::Game game(problems[row]);
      const int want = plain::Minimax(game, problems[row].side).value(game.start());
      require(done[row] && low[row] == want && high[row] == want, problems[row], "a row of a batch");
    }
  }

  void alpha(Case& c) {
    const plain::Game game(c.problem);
    const plain::State s = *game.now();
    if (game.over(s)) return value(c.problem, *kept_.front());
    const int me = game.to_act(s);
    unsigned side = c.problem.side;
    if (!(side >> me & 1)) side = ((1u << c.problem.seats) - 1) & ~side;
    AlphaMuQuestion question;
    question.game = c.problem;
    question.game.side = side;
    question.layouts = {c.problem.hands};
    question.weights = {1.0};
    question.controls = 1u << me;
    question.target = 1 + c.below(game.left(s));
    question.depth = 1 + c.below(3);
    const Interrupt never;
    plain::Minimax minimax(game, side);
    std::map<int, bool> makes;
    for (const plain::Play play : game.legal(s)) makes[play.card] |= minimax.after(s, play) >= question.target;
    const AlphaMuAnswer answer = alpha_mu(question, std::size_t{1} << 18, never, {});
    require(answer.cards.size() == makes.size(), c.problem, "the number of cards of alpha-mu");
    for (const AlphaMuCard& card : answer.cards)
      require(makes.contains(card.card) && card.exact && (card.weight > 0) == makes[card.card], c.problem,
              "a card of alpha-mu");
  }

  void discards(Case& c) {
    way_ = "the best discard, and all of them";
    const Problem& p = c.problem;
    const CardMask hand = p.hands[static_cast<std::size_t>(c.holder)];
    DiscardSolver solver(p, c.holder, std::size_t{1} << 18,
                         architectures()[static_cast<std::size_t>(number_) % architectures().size()]);
    int best = -1;
    std::map<CardMask, int> worth;
    for (CardMask out = hand; out; out = (out - 1) & hand) {
      if (std::popcount(out) != c.surplus) continue;
      Problem after = p;
      after.hands[static_cast<std::size_t>(c.holder)] = hand & ~out;
      const plain::Game game(after);
      worth[out] = plain::Minimax(game, p.side).value(game.start());
      best = std::max(best, worth[out]);
    }
    const DiscardAnswer answer = solver.best();
    require(answer.exact() && answer.low == best && worth.contains(answer.cards) && worth[answer.cards] == best, p,
            "the best discard");
    std::map<CardMask, int> reaching;
    const std::uint64_t count = solver.reaching(best, [&](CardMask discard) { reaching[discard] = best; });
    std::erase_if(worth, [&](const auto& each) { return each.second < best; });
    require(reaching == worth && count == worth.size(), p, "the list of best discards");
  }

  void note(const Case& c) {
    const Problem& p = c.problem;
    CardMask all = 0;
    for (const CardMask hand : p.hands) all |= hand;
    const int jokers = std::popcount(all & kJokers);
    const bool no_trump = p.trump == kNoTrump;
    constexpr const char* kRankings[] = {"uptown", "downtown", "downtown, aces bad"};
    constexpr const char* kLeads[] = {"first card with a suit", "free play", "only if alone", "leader names a suit"};
    constexpr const char* kCounts[] = {"none", "one", "both"};
    tally_.add("hands", std::to_string(p.seats), wrong_);
    tally_.add("cards in a hand", std::to_string(std::popcount(p.hands[c.holder == 0])), wrong_);
    tally_.add("sides", c.sides, wrong_);
    tally_.add("strain", std::string(no_trump ? "no trump" : "trumps") + ", " + kRankings[static_cast<int>(p.ranking)], wrong_);
    tally_.add("jokers", std::string(kCounts[jokers]) + (no_trump ? ", no trump" : ", trumps"), wrong_);
    tally_.add("deck", c.deck, wrong_);
    tally_.add("first trick", p.rules.first_trick_weight == 2 ? "counts two" : "counts one", wrong_);
    tally_.add("asked", way_, wrong_);
    const int place = static_cast<int>(p.played.size()) % p.seats;
    tally_.add("moment",
               p.played.empty() ? "before the first lead"
               : place          ? "cards on the table: " + std::to_string(place)
                                : "between tricks",
               wrong_);
    if (!no_trump || !jokers) return;
    const JokerRules& rules = p.rules.jokers;
    if (rules.kind == JokerKind::blank) return tally_.add("jokers in no trump", "laid aside", wrong_);
    const std::string kind = rules.kind == JokerKind::high ? "high"
                             : rules.must_throw            ? "worthless, thrown when void"
                                                           : "worthless";
    tally_.add("jokers in no trump", kind + (rules.any_time ? ", at any time" : ""), wrong_);
    tally_.add("a led joker", std::string(kLeads[static_cast<int>(rules.lead)]), wrong_);
  }

  unsigned seed_;
  long number_ = 0, answers_ = 0, wrong_problems_ = 0;
  bool wrong_ = false;
  std::string way_;
  Tally tally_;
  std::vector<std::unique_ptr<Solver>> kept_;
  std::unique_ptr<Solver> smallest_;
};

}  // namespace

int main(int argc, char** argv) {
  const long problems = argc > 1 ? std::atol(argv[1]) : 4000;
  const unsigned seed = argc > 2 ? static_cast<unsigned>(std::atol(argv[2])) : 1u;
  const long first = argc > 3 ? std::atol(argv[3]) : 0;
  Run run(seed);
  for (long number = first; number < first + problems; ++number) run.one(number);
  return run.finish(problems);
}
