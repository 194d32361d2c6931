#include "search_interface.hpp"

#include <algorithm>

namespace whistsolve {
namespace {

/// Some hundred microseconds of work.
constexpr std::uint64_t kPlaysBetweenLooks = 4096;

}  // namespace

void Searcher::begin(const Budget& budget) {
  stats = {};
  budget_ = budget;
  pause_at_ = kNoPause;
  look_at = 0;
}

void Searcher::allow(std::uint64_t plays) {
  budget_ = {stats.plays + plays, Budget{}.until};
  pause_at_ = kNoPause;
  look_at = budget_.plays;
}

void Searcher::pause_after(std::uint64_t plays) {
  pause_at_ = plays < kNoPause - stats.plays ? stats.plays + plays : kNoPause;
  look_at = 0;
}

void Searcher::look() {
  // First: an end by the number of cards must be the same on every machine.
  if (stats.plays >= budget_.plays) throw SearchEnded{false};
  if (interrupt && interrupt->requested()) throw SearchEnded{true};
  if (budget_.until != Budget{}.until && std::chrono::steady_clock::now() >= budget_.until) throw SearchEnded{false};
  if (stats.plays >= pause_at_) throw SearchPaused{};
  look_at = std::min({stats.plays + kPlaysBetweenLooks, budget_.plays, pause_at_});
}

}  // namespace whistsolve
