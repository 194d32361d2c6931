#include "search_interface.hpp"

#include <algorithm>

namespace whistsolve {
namespace {

/// Some hundred microseconds of work.
constexpr std::uint64_t kNodesBetweenPolls = 4096;

}  // namespace

void SearchInterface::begin(const Budget& budget) {
  stats = {};
  budget_ = budget;
  pause_at_ = kNoPause;
  next_poll_ = 0;
}

void SearchInterface::allow(std::uint64_t nodes) {
  budget_ = {stats.nodes + nodes, Budget{}.until};
  pause_at_ = kNoPause;
  next_poll_ = budget_.nodes;
}

void SearchInterface::pause_after(std::uint64_t nodes) {
  pause_at_ = nodes < kNoPause - stats.nodes ? stats.nodes + nodes : kNoPause;
  next_poll_ = 0;
}

void SearchInterface::poll() {
  // First, since a limit of nodes must end a search at the same node on every machine.
  if (stats.nodes >= budget_.nodes) throw SearchEnded{false};
  if (interrupt && interrupt->requested()) throw SearchEnded{true};
  if (budget_.until != Budget{}.until && std::chrono::steady_clock::now() >= budget_.until) throw SearchEnded{false};
  if (stats.nodes >= pause_at_) throw SearchPaused{};
  next_poll_ = std::min({stats.nodes + kNodesBetweenPolls, budget_.nodes, pause_at_});
}

}  // namespace whistsolve
