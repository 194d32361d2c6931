// Body of a unit that is compiled for one instruction set: the makers of its searchers.
#include "search.hpp"

namespace whistsolve::WHISTSOLVE_ARCH {

template <Play kPlay>
std::unique_ptr<Searcher> make_seated(Seating seating, Table& table, CutoffCards& cutoffs) {
  switch (seating) {
    case Seating::partners: return std::make_unique<Search<kPlay, Seating::partners>>(table, cutoffs);
    case Seating::few: return std::make_unique<Search<kPlay, Seating::few>>(table, cutoffs);
    default: return std::make_unique<Search<kPlay, Seating::many>>(table, cutoffs);
  }
}

std::unique_ptr<Searcher> make(const Packed& packed, Table& table, CutoffCards& cutoffs) {
  switch (packed.play) {
    case Play::trumps: return make_seated<Play::trumps>(packed.seating(), table, cutoffs);
    case Play::plain: return make_seated<Play::plain>(packed.seating(), table, cutoffs);
    default: return make_seated<Play::no_suit>(packed.seating(), table, cutoffs);
  }
}

}  // namespace whistsolve::WHISTSOLVE_ARCH
