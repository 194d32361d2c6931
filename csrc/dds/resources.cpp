#include "resources.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace whistsolve::dds {
namespace {

constexpr int kMaxThreads = 256;
constexpr int kMegabytesOfThread = 128;  ///< unless SetResources() says otherwise; touched only as the table fills

/// DDS's number of a library for threads: none, or the standard library's.
enum Threading { kNone = 0, kStandard = 5 };

struct Shared {
  std::mutex mutex;
  int threads = std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, kMaxThreads);
  int megabytes = 0;  ///< of all threads together, or 0
  Threading threading = kStandard;
  int generation = 0;
  std::vector<std::unique_ptr<Solver>> solvers;
  std::vector<std::unique_ptr<Batch>> batches;

  int used_threads() const { return threading == kNone ? 1 : threads; }
  std::size_t bytes() const {
    const std::size_t all = megabytes ? static_cast<std::size_t>(megabytes) : std::size_t{kMegabytesOfThread} * used_threads();
    return all << 20;
  }
  std::size_t half() const { return bytes() / 2; }  ///< for single boards, and for calls with many
  auto& idle(const Solver*) { return solvers; }
  auto& idle(const Batch*) { return batches; }
  auto make(const Solver*) const { return std::make_unique<Solver>(half() / static_cast<std::size_t>(used_threads())); }
  auto make(const Batch*) const { return std::make_unique<Batch>(used_threads(), half()); }
  void forget() {
    ++generation;
    solvers.clear();
    batches.clear();
  }
};

Shared& shared() {
  static Shared one;
  return one;
}

}  // namespace

template <class Worker>
Borrowed<Worker>::Borrowed() {
  Shared& all = shared();
  const std::lock_guard lock(all.mutex);
  generation_ = all.generation;
  auto& idle = all.idle(worker_.get());
  if (idle.empty()) {
    worker_ = all.make(worker_.get());
  } else {
    worker_ = std::move(idle.back());
    idle.pop_back();
  }
}

template <class Worker>
Borrowed<Worker>::~Borrowed() {
  Shared& all = shared();
  const std::lock_guard lock(all.mutex);
  if (generation_ != all.generation) return;
  try {
    all.idle(worker_.get()).push_back(std::move(worker_));
  } catch (const std::bad_alloc&) {
  }
}

template class Borrowed<Solver>;
template class Borrowed<Batch>;

bool is_thread(int index) {
  Shared& all = shared();
  const std::lock_guard lock(all.mutex);
  return index >= 0 && index < all.threads;
}

}  // namespace whistsolve::dds

using namespace whistsolve::dds;

DDS_FUNCTION(void) SetMaxThreads(int userThreads) { SetResources(0, userThreads); }

DDS_FUNCTION(void) SetResources(int maxMemoryMB, int maxThreads) {
  Shared& all = shared();
  const std::lock_guard lock(all.mutex);
  const int threads = maxThreads > 0 ? maxThreads : static_cast<int>(std::thread::hardware_concurrency());
  all.threads = std::clamp(threads, 1, kMaxThreads);
  all.megabytes = std::max(maxMemoryMB, 0);
  all.forget();
}

DDS_FUNCTION(int) SetThreading(int code) {
  if (code != kNone && code != kStandard) return RETURN_THREAD_MISSING;
  Shared& all = shared();
  const std::lock_guard lock(all.mutex);
  all.threading = static_cast<Threading>(code);
  all.forget();
  return RETURN_NO_FAULT;
}

DDS_FUNCTION(void) FreeMemory(void) {
  Shared& all = shared();
  const std::lock_guard lock(all.mutex);
  all.forget();
}

DDS_FUNCTION(void) GetDDSInfo(DDSInfo* info) {
  Shared& all = shared();
  const std::lock_guard lock(all.mutex);
  std::memset(info, 0, sizeof(*info));
  info->major = DDS_VERSION / 10000;
  info->minor = DDS_VERSION / 100 % 100;
  info->patch = DDS_VERSION % 100;
  std::snprintf(info->versionString, sizeof(info->versionString), "%d.%d.%d", info->major, info->minor, info->patch);
  info->numBits = 8 * static_cast<int>(sizeof(void*));
  info->numCores = static_cast<int>(std::thread::hardware_concurrency());
  info->threading = all.threading;
  info->noOfThreads = all.used_threads();
  std::snprintf(info->threadSizes, sizeof(info->threadSizes), "%d large", info->noOfThreads);
  std::snprintf(info->systemString, sizeof(info->systemString), "whistsolve in the place of DDS %s, %d threads, %zu MB\n",
                info->versionString, info->noOfThreads, all.bytes() >> 20);
}

DDS_FUNCTION(void) ErrorMessage(int code, char line[80]) {
  constexpr std::pair<int, const char*> kTexts[] = {
      {RETURN_NO_FAULT, "Success"},
      {RETURN_UNKNOWN_FAULT, "General error"},
      {RETURN_ZERO_CARDS, "Zero cards"},
      {RETURN_TARGET_TOO_HIGH, "Target exceeds number of tricks"},
      {RETURN_DUPLICATE_CARDS, "Cards duplicated"},
      {RETURN_TARGET_WRONG_LO, "Target is less than -1"},
      {RETURN_TARGET_WRONG_HI, "Target is higher than 13"},
      {RETURN_SOLNS_WRONG_LO, "Solutions parameter is less than 1"},
      {RETURN_SOLNS_WRONG_HI, "Solutions parameter is higher than 3"},
      {RETURN_TOO_MANY_CARDS, "Too many cards"},
      {RETURN_SUIT_OR_RANK, "currentTrickSuit or currentTrickRank has wrong data"},
      {RETURN_PLAYED_CARD, "Played card also remains in a hand"},
      {RETURN_CARD_COUNT, "Wrong number of remaining cards in a hand"},
      {RETURN_THREAD_INDEX, "Thread index is not 0 .. maximum"},
      {RETURN_MODE_WRONG_LO, "Mode parameter is less than 0"},
      {RETURN_MODE_WRONG_HI, "Mode parameter is higher than 2"},
      {RETURN_TRUMP_WRONG, "Trump is not in 0 .. 4"},
      {RETURN_FIRST_WRONG, "First is not in 0 .. 2"},
      {RETURN_PLAY_FAULT, "AnalysePlay input error"},
      {RETURN_PBN_FAULT, "PBN string error"},
      {RETURN_TOO_MANY_BOARDS, "Too many boards requested"},
      {RETURN_THREAD_CREATE, "Could not create threads"},
      {RETURN_THREAD_WAIT, "Something failed waiting for thread to end"},
      {RETURN_THREAD_MISSING, "Multi-threading system not present"},
      {RETURN_NO_SUIT, "Denomination filter vector has no entries"},
      {RETURN_TOO_MANY_TABLES, "Too many DD tables requested"},
      {RETURN_CHUNK_SIZE, "Chunk size is less than 1"},
  };
  const auto* found = std::find_if(std::begin(kTexts), std::end(kTexts), [&](const auto& each) { return each.first == code; });
  std::snprintf(line, 80, "%s", found == std::end(kTexts) ? "Not a DDS error code" : found->second);
}
