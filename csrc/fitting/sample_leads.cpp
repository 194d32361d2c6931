// Solves deals and writes what leads cost, for the programs of benchmarks/fitting that fit the order of leads.
//
// Reads a line for each cell: the number of hands, trump, kind of joker, must it be thrown, may it be at any time, and the hands as
// masks. Four hands are two against two, of three each plays alone in turn. All hands lead. Writes the rows of LeadSample to the
// file named.
#include <cstdio>
#include <iostream>
#include <memory>

#define WHISTSOLVE_ARCH sampling
#include "whistsolve/search.hpp"
#include "whistsolve/solver.hpp"

using namespace whistsolve;

namespace {

template <Play kPlay>
std::unique_ptr<SearchInterface> seated(const Packed& packed, TranspositionTable& table, CutoffCards& cutoffs) {
  if (packed.seating() == Seating::partners)
    return std::make_unique<sampling::Search<kPlay, Seating::partners, false>>(table, cutoffs);
  return std::make_unique<sampling::Search<kPlay, Seating::few, false>>(table, cutoffs);
}

std::unique_ptr<SearchInterface> make(const Packed& packed, TranspositionTable& table, CutoffCards& cutoffs) {
  switch (packed.play) {
    case Play::trumps: return seated<Play::trumps>(packed, table, cutoffs);
    case Play::plain: return seated<Play::plain>(packed, table, cutoffs);
    default: return seated<Play::no_suit>(packed, table, cutoffs);
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::FILE* rows = argc == 2 ? std::fopen(argv[1], "wb") : nullptr;
  if (!rows) {
    std::fprintf(stderr, "expected the name of a file to write\n");
    return 1;
  }
  const Architecture architecture{"sampling", {make, make, make}};
  Solver solver(std::size_t{64} << 20, architecture);
  sampling::LeadSampler& sampler = sampling::lead_sampler;
  Problem p;
  int kind, must_throw, any_time;
  for (; std::cin >> p.seats >> p.trump >> kind >> must_throw >> any_time; ++sampler.cell) {
    for (int seat = 0; seat < p.seats; ++seat) std::cin >> p.hands[static_cast<std::size_t>(seat)];
    p.rules.jokers = {static_cast<JokerKind>(kind), JokerLead::first_suited, must_throw != 0, any_time != 0};
    sampler.longer_hands = p.seats == 3;
    solver.clear();
    for (const int leader : {0, 2, 1, 3}) {
      if (leader >= p.seats) continue;
      p.leader = leader;
      p.side = p.seats == 4 ? 0b0101u : 1u << leader;
      solver.solve(p);
    }
    std::fwrite(sampler.samples.data(), sizeof(sampling::LeadSample), sampler.samples.size(), rows);
    sampler.samples.clear();
  }
  return std::fclose(rows);
}
