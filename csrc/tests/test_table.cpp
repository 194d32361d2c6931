// The table: what is stored is found again by a plain scan, whatever was swept away is gone without a trace.
#include <algorithm>
#include <map>
#include <random>
#include <vector>

#include "check.hpp"
#include "whistsolve/table.hpp"

using namespace whistsolve;

namespace {

using Key = Squeezed<std::uint64_t, 2>;
using B = Block<std::uint64_t, 2>;

struct Stored {
  Word plane0, plane1, mask;
  int low, high;
  friend bool operator==(const Stored&, const Stored&) = default;
};

/// All entries under a shape and leader, newest block first.
std::vector<Stored> entries(Table& table, Word shape, int leader) {
  std::vector<Stored> out;
  const ShapeSlot* slot = table.find(shape);
  if (!slot) return out;
  for (BlockRef ref = slot->head[leader]; ref;) {
    const B& b = *table.block<std::uint64_t, 2>(ref);
    for (int i = 0; i < b.used; ++i)
      out.push_back({b.plane[0][i], b.plane[1][i], b.mask[i], b.low[i], b.high[i]});
    ref = b.next;
  }
  return out;
}

long against_a_map(std::size_t bytes, int stores, bool all_must_stay) {
  Table table(bytes);
  table.clear(2);
  std::mt19937_64 random(17);
  std::map<std::pair<Word, int>, std::vector<Stored>> model;
  for (int i = 0; i < stores; ++i) {
    const Word shape = (random() % 500 + 1) * 0x9e3779b97f4a7c15ULL;
    const int leader = static_cast<int>(random() % 4);
    const Stored s{random(), random(), random(), static_cast<int>(random() % 5), static_cast<int>(5 + random() % 5)};
    table.store(shape, leader, static_cast<int>(random() % 12), Key{{s.plane0, s.plane1}}, s.mask, s.low, s.high);
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

}  // namespace

int main() {
  long cases = against_a_map(std::size_t{64} << 20, 100'000, true);
  cases += against_a_map(std::size_t{1} << 20, 100'000, false);
  cases += against_a_map(1, 10'000, false);
  return check::result("table", cases);
}
