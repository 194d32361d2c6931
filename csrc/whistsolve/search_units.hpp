// Body of a unit that is compiled for one instruction set and one kind of play: the factory of its searches.
#include "search.hpp"

namespace whistsolve::WHISTSOLVE_ARCH {

template <Play kPlay, Seating kSeating>
std::unique_ptr<SearchInterface> make_holding(const Packed& packed, TranspositionTable& table, CutoffCards& cutoffs) {
  if (packed.surplus_seat < 0) return std::make_unique<Search<kPlay, kSeating, false>>(table, cutoffs);
  return std::make_unique<Search<kPlay, kSeating, true>>(table, cutoffs);
}

template <Play kPlay>
std::unique_ptr<SearchInterface> make(const Packed& packed, TranspositionTable& table, CutoffCards& cutoffs) {
  switch (packed.seating()) {
    case Seating::partners: return make_holding<kPlay, Seating::partners>(packed, table, cutoffs);
    case Seating::few: return make_holding<kPlay, Seating::few>(packed, table, cutoffs);
    default: return make_holding<kPlay, Seating::many>(packed, table, cutoffs);
  }
}

template std::unique_ptr<SearchInterface> make<Play::WHISTSOLVE_PLAY>(const Packed&, TranspositionTable&, CutoffCards&);

}  // namespace whistsolve::WHISTSOLVE_ARCH
