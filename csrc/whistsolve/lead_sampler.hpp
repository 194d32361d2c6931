// What leads cost, for the programs of benchmarks/fitting. Only in builds with WHISTSOLVE_SAMPLE_LEADS.
// Compiled once per instruction set, see pext.hpp.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "lead_features.hpp"

namespace whistsolve::WHISTSOLVE_ARCH {

/// One lead of a node that was sampled.
struct LeadSample {
  std::int32_t cell;    ///< what was solved
  std::int32_t node;    ///< numbered from 0
  std::int32_t one_in;  ///< so many such nodes does this one stand for
  LeadFeatures features;
  std::int32_t cost;  ///< nodes that were searched below; 0 where a lead that failed dominated it
  std::int32_t cut;   ///< whether it caused a cutoff
};

/// Takes some of the nodes in which leads are ordered. All leads are searched there, in random order, since the later ones find
/// answers of the earlier in the table. Nodes below are not sampled in turn, and nodes without a cutoff are dropped.
class LeadSampler {
 public:
  std::vector<LeadSample> samples;
  int cell = 0;
  bool longer_hands = false;  ///< of sixteen cards: nodes with many tricks left are too dear to sample as often

  bool takes(int left) { return !busy_ && left > 2 && random_() % one_in(left) == 0; }

  /// Calls `search(card)`, which says whether the card causes a cutoff and what it dominates, for each of `moves`.
  /// `nodes` counts the search.
  template <Play kPlay, class Game, class Search>
  void search_all(const Game& game, const TrickNode& t, Word shape, Word moves, const std::uint64_t& nodes, Search&& search) {
    busy_ = true;
    std::vector<std::pair<Word, LeadFeatures>> leads;
    for_each_lead<kPlay>(game, t, shape, moves, [&](Word card, const LeadFeatures& f) { leads.emplace_back(card, f); });
    std::shuffle(leads.begin(), leads.end(), random_);
    const std::size_t first = samples.size();
    Word dropped = 0;
    bool cuts = false;
    for (const auto& [card, features] : leads) {
      LeadSample sample{cell, node_, static_cast<std::int32_t>(one_in(t.left)), features, 0, 0};
      if (!(card & dropped)) {
        const std::uint64_t before = nodes;
        const auto [cut, dominated] = search(card);
        dropped |= dominated;
        cuts |= cut;
        sample.cut = cut;
        sample.cost = static_cast<std::int32_t>(nodes - before);
      }
      samples.push_back(sample);
    }
    if (cuts && leads.size() > 1) ++node_;
    else samples.resize(first);
    busy_ = false;
  }

 private:
  unsigned one_in(int left) const {
    if (longer_hands) return left <= 4 ? 150 : left <= 6 ? 40 : left <= 8 ? 24 : left <= 10 ? 32 : 80;
    return left <= 4 ? 150 : left <= 6 ? 60 : left <= 8 ? 20 : 12;
  }

  bool busy_ = false;
  std::int32_t node_ = 0;
  std::mt19937 random_{20261123};
};

/// One for the whole program, whose searches have one thread.
inline LeadSampler lead_sampler;

}  // namespace whistsolve::WHISTSOLVE_ARCH
