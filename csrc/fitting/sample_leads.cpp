// Solves deals and writes what leads cost, for benchmarks/fitting/lead_order.py.
//
// Reads a line for each cell: trump, kind of joker, must it be thrown, may it be at any time, and the hands as masks. All four
// hands lead. Writes the rows of LeadSample to the file named.
#include <cstdio>
#include <iostream>
#include <memory>

#define WHISTSOLVE_ARCH sampling
#include "whistsolve/search.hpp"
#include "whistsolve/solver.hpp"

using namespace whistsolve;

namespace {

template <Play kPlay>
using Partners = sampling::Search<kPlay, Seating::partners, false>;

std::unique_ptr<SearchInterface> make(const Packed& packed, TranspositionTable& table, CutoffCards& cutoffs) {
  switch (packed.play) {
    case Play::trumps: return std::make_unique<Partners<Play::trumps>>(table, cutoffs);
    case Play::plain: return std::make_unique<Partners<Play::plain>>(table, cutoffs);
    default: return std::make_unique<Partners<Play::no_suit>>(table, cutoffs);
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::FILE* rows = argc == 2 ? std::fopen(argv[1], "wb") : nullptr;
  if (!rows) {
    std::fprintf(stderr, "expected the name of a file to write\n");
    return 1;
  }
  const Architecture architecture{"sampling", make};
  Solver solver(std::size_t{64} << 20, architecture);
  sampling::LeadSampler& sampler = sampling::lead_sampler;
  Problem p;
  int kind, must_throw, any_time;
  for (; std::cin >> p.trump >> kind >> must_throw >> any_time; ++sampler.cell) {
    for (int seat = 0; seat < 4; ++seat) std::cin >> p.hands[static_cast<std::size_t>(seat)];
    p.rules.jokers = {static_cast<JokerKind>(kind), JokerLead::first_suited, must_throw != 0, any_time != 0};
    solver.clear();
    for (const int leader : {0, 2, 1, 3}) {
      p.leader = leader;
      solver.solve(p);
    }
    std::fwrite(sampler.samples.data(), sizeof(sampling::LeadSample), sampler.samples.size(), rows);
    sampler.samples.clear();
  }
  return std::fclose(rows);
}
