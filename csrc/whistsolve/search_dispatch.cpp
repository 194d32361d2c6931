#include <string>
#include <string_view>
#include <vector>

#include "compiler.hpp"
#include "errors.hpp"
#include "search_interface.hpp"

namespace whistsolve {

namespace portable {
template <Play kPlay>
std::unique_ptr<SearchInterface> make(const Packed& packed, TranspositionTable& table, CutoffCards& cutoffs);
}
#ifdef WHISTSOLVE_HAS_AVX2
namespace avx2 {
template <Play kPlay>
std::unique_ptr<SearchInterface> make(const Packed& packed, TranspositionTable& table, CutoffCards& cutoffs);
}
#endif

std::span<const Architecture> architectures() {
  // Never destroyed: threads may still search while the process ends.
  static const auto& found = *new std::vector<Architecture>([] {
    std::vector<Architecture> list;
#ifdef WHISTSOLVE_HAS_AVX2
    if (runs_avx2()) list.push_back({"avx2", {avx2::make<Play::trumps>, avx2::make<Play::plain>, avx2::make<Play::no_suit>}});
#endif
    list.push_back({"portable", {portable::make<Play::trumps>, portable::make<Play::plain>, portable::make<Play::no_suit>}});
    return list;
  }());
  return found;
}

const Architecture& chosen_architecture() {
  // Where this throws, the next call tries again.
  static const Architecture& chosen = []() -> const Architecture& {
    const std::string_view wanted = environment("WHISTSOLVE_INSTRUCTIONS");
    if (wanted.empty()) return architectures().front();
    std::string names;
    for (const Architecture& architecture : architectures()) {
      if (wanted == architecture.name) return architecture;
      names += names.empty() ? "" : " or ";
      names += architecture.name;
    }
    throw UnknownArchitecture(
        "the environment variable WHISTSOLVE_INSTRUCTIONS names no instruction set of this machine: expected " + names);
  }();
  return chosen;
}

}  // namespace whistsolve
