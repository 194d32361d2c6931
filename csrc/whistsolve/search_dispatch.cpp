#include <vector>

#include "compiler.hpp"
#include "search_interface.hpp"

namespace whistsolve {

namespace portable {
std::unique_ptr<SearchInterface> make(const Packed& packed, TranspositionTable& table, CutoffCards& cutoffs);
}
#ifdef WHISTSOLVE_HAS_AVX2
namespace avx2 {
std::unique_ptr<SearchInterface> make(const Packed& packed, TranspositionTable& table, CutoffCards& cutoffs);
}
#endif

std::span<const Architecture> architectures() {
  // Never destroyed: threads may still search while the process ends.
  static const auto& found = *new std::vector<Architecture>([] {
    std::vector<Architecture> list;
#ifdef WHISTSOLVE_HAS_AVX2
    if (runs_avx2()) list.push_back({"avx2", avx2::make});
#endif
    list.push_back({"portable", portable::make});
    return list;
  }());
  return found;
}

}  // namespace whistsolve
