// The transposition table: what is stored is found by a plain scan, and what a sweep freed is found nowhere.
#include <algorithm>
#include <map>
#include <random>
#include <vector>

#include "check.hpp"
#include "whistsolve/transposition_table.hpp"

using namespace whistsolve;

namespace {

struct Stored {
  Word plane0, plane1, mask;
  int low, high;
  friend bool operator==(const Stored&, const Stored&) = default;
};

/// All entries under a shape and leader, newest block first.
std::vector<Stored> entries(TranspositionTable& table, Word shape, int leader) {
  std::vector<Stored> out;
  const ShapeSlot* slot = table.find(shape);
  if (!slot) return out;
  for (const auto& p : table.patterns<std::uint64_t, 2>(slot->head[leader]))
    out.push_back({p.owners.plane[0], p.owners.plane[1], p.mask, p.low, p.high});
  return out;
}

long against_a_map(std::size_t bytes, int stores, bool all_must_stay) {
  TranspositionTable table(bytes);
  table.clear(2);
  std::mt19937_64 random(17);
  std::map<std::pair<Word, int>, std::vector<Stored>> model;
  for (int i = 0; i < stores; ++i) {
    const Word shape = (random() % 500 + 1) * 0x9e3779b97f4a7c15ULL;
    const int leader = static_cast<int>(random() % 4);
    const Stored s{random(), random(), random(), static_cast<int>(random() % 5), static_cast<int>(5 + random() % 5)};
    table.store(shape, leader, static_cast<int>(random() % 12),
                Pattern<std::uint64_t, 2>{
                    {{s.plane0, s.plane1}}, s.mask, static_cast<std::int8_t>(s.low), static_cast<std::int8_t>(s.high)});
    model[{shape, leader}].push_back(s);
  }
  long found = 0;
  for (const auto& [where, all] : model) {
    const std::vector<Stored> have = entries(table, where.first, where.second);
    CHECK(have.size() <= all.size());
    if (all_must_stay) CHECK(have.size() == all.size());
    for (const Stored& s : have) CHECK(std::find(all.begin(), all.end(), s) != all.end());
    found += static_cast<long>(have.size());
  }
  CHECK(all_must_stay == (table.sweeps() == 0));
  table.clear(2);
  for (const auto& [where, all] : model) CHECK(entries(table, where.first, where.second).empty());
  return found;
}

/// Four suits of eight cards, of which the highest of each suit are relevant in a pattern.
Word top_cards(std::mt19937_64& random) {
  Word mask = 0;
  for (int suit = 0; suit < 4; ++suit) mask |= (0xff00 >> random() % 6 & 0xff) << 8 * suit;
  return mask;
}

/// The best bounds that patterns give a position.
template <class Key, int kPlanes>
struct Bounds {
  int low = 0, high = 9;

  void see(const Pattern<Key, kPlanes>& p, const OwnerPlanes<Key, kPlanes>& key) {
    for (int n = 0; n < kPlanes; ++n)
      if ((p.owners.plane[n] ^ key.plane[n]) & p.mask) return;
    low = std::max<int>(low, p.low);
    high = std::min<int>(high, p.high);
  }
  friend bool operator==(const Bounds&, const Bounds&) = default;
};

/// Patterns of few shapes: chains that fork give the bounds that a list gives, with fewer comparisons; where memory is short,
/// looser ones.
template <class Key, int kPlanes>
long against_a_list(int seats, std::size_t bytes, int stores, bool all_must_stay) {
  TranspositionTable table(bytes);
  table.clear(kPlanes);
  std::mt19937_64 random(23);
  const auto any_owners = [&] {
    OwnerPlanes<Key, kPlanes> key{};
    for (int place = 0; place < 32; ++place) {
      const Word seat = random() % static_cast<Word>(seats);
      for (int n = 0; n < kPlanes; ++n) key.plane[n] |= static_cast<Key>(seat >> n & 1) << place;
    }
    return key;
  };
  // Few layouts of the high cards, so that many patterns fit a position.
  std::vector<OwnerPlanes<Key, kPlanes>> layouts(12);
  for (auto& layout : layouts) layout = any_owners();
  const auto any_key = [&] {
    auto key = layouts[random() % layouts.size()];
    const auto other = any_owners();
    const auto changed = static_cast<Key>(random() & random() & random() & 0xffffffff);
    for (int n = 0; n < kPlanes; ++n) key.plane[n] ^= (key.plane[n] ^ other.plane[n]) & changed;
    return key;
  };
  const Word shapes = all_must_stay ? 1 : 3;
  std::vector<Pattern<Key, kPlanes>> lists[4];
  for (int i = 0; i < stores; ++i) {
    const int value = static_cast<int>(random() % 9);
    const bool from_below = random() % 2;
    const Word shape = 1 + random() % shapes;
    lists[shape].push_back({any_key(), static_cast<Key>(top_cards(random)), static_cast<std::int8_t>(from_below ? value : 0),
                            static_cast<std::int8_t>(from_below ? 9 : value)});
    table.store(shape, 1, 8, lists[shape].back());
  }
  CHECK(all_must_stay == (table.sweeps() == 0));

  long seen = 0;
  long kept = 0, forked = 0;
  constexpr int kAsked = 500;
  for (Word shape = 1; shape <= shapes; ++shape) {
    const ShapeSlot* slot = table.find(shape);
    if (!slot) continue;
    CHECK(!slot->head[0]);
    forked += (slot->head[1] & kForkMark) != 0;
    kept += static_cast<long>(table.patterns<Key, kPlanes>(slot->head[1]).size());
    for (int i = 0; i < kAsked; ++i) {
      const auto key = any_key();
      Bounds<Key, kPlanes> want, got;
      for (const auto& p : lists[shape]) want.see(p, key);
      TranspositionTable::Chains<Key, kPlanes> chains(table, slot->head[1], key);
      while (const BlockRef chain = chains.next())
        for (const auto& p : table.patterns<Key, kPlanes>(chain)) got.see(p, key), ++seen;
      CHECK(all_must_stay ? got == want : got.low <= want.low && got.high >= want.high);
    }
  }
  CHECK(forked > 0 && kept > 0 && seen < kept * kAsked / 2);
  return stores;
}

/// More shapes than there are slots for, each with one pattern: those with many tricks left stay, for blocks are left and the others
/// are cheaper to search again.
long more_shapes_than_slots(std::size_t bytes) {
  TranspositionTable table(bytes);
  table.clear(2);
  constexpr Word kLarge = 8, kSmall = 100'000;
  const auto store = [&](Word shape, int left) { table.store(shape, 0, left, Pattern<std::uint64_t, 2>{{{1, 1}}, 1, 0, 1}); };
  for (Word shape = 1; shape <= kLarge; ++shape) store(shape, 12);
  for (Word shape = 1; shape <= kSmall; ++shape) store(kLarge + shape, 2);
  CHECK(table.sweeps() > 0);
  for (Word shape = 1; shape <= kLarge; ++shape) CHECK(entries(table, shape, 0).size() == 1);
  CHECK(entries(table, kLarge + kSmall, 0).size() == 1);
  return kLarge + kSmall;
}

}  // namespace

int main() {
  long cases = against_a_map(std::size_t{64} << 20, 100'000, true);
  cases += against_a_map(std::size_t{1} << 20, 100'000, false);
  cases += against_a_map(1, 10'000, false);
  for (const std::size_t bytes : {std::size_t{1}, std::size_t{1} << 20}) cases += more_shapes_than_slots(bytes);
  for (const bool all : {true, false}) {
    const std::size_t bytes = all ? std::size_t{1} << 20 : std::size_t{1} << 17;
    const int stores = all ? 600 : 30'000;
    cases += against_a_list<std::uint32_t, 2>(4, bytes, stores, all);
    cases += against_a_list<std::uint64_t, 2>(3, bytes, stores, all);
    cases += against_a_list<std::uint32_t, 3>(6, bytes, stores, all);
    cases += against_a_list<std::uint64_t, 3>(5, bytes, stores, all);
  }
  return check::result("transposition_table", cases);
}
