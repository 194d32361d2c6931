// Body of a unit that is compiled for one instruction set: the makers of its searchers.
#include "search.hpp"

namespace whistsolve::WHISTSOLVE_ARCH {

std::unique_ptr<Searcher> make(const Packed& packed, Table& table) {
  const bool wide = packed.seats > 4;
  switch (packed.play) {
    case Play::trumps:
      if (wide) return std::make_unique<Search<Play::trumps, 3>>(table);
      return std::make_unique<Search<Play::trumps, 2>>(table);
    case Play::plain:
      if (wide) return std::make_unique<Search<Play::plain, 3>>(table);
      return std::make_unique<Search<Play::plain, 2>>(table);
    default:
      if (wide) return std::make_unique<Search<Play::no_suit, 3>>(table);
      return std::make_unique<Search<Play::no_suit, 2>>(table);
  }
}

}  // namespace whistsolve::WHISTSOLVE_ARCH
