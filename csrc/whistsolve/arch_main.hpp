// Body of a unit that is compiled for one instruction set: the makers of its searchers.
#include "search.hpp"

namespace whistsolve::WHISTSOLVE_ARCH {

template <Play kPlay>
std::unique_ptr<Searcher> make_seated(Seating seating, Table& table) {
  switch (seating) {
    case Seating::partners: return std::make_unique<Search<kPlay, Seating::partners>>(table);
    case Seating::few: return std::make_unique<Search<kPlay, Seating::few>>(table);
    default: return std::make_unique<Search<kPlay, Seating::many>>(table);
  }
}

std::unique_ptr<Searcher> make(const Packed& packed, Table& table) {
  switch (packed.play) {
    case Play::trumps: return make_seated<Play::trumps>(packed.seating(), table);
    case Play::plain: return make_seated<Play::plain>(packed.seating(), table);
    default: return make_seated<Play::no_suit>(packed.seating(), table);
  }
}

}  // namespace whistsolve::WHISTSOLVE_ARCH
