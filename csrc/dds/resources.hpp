// Threads and memory: solvers and batches that nobody uses are kept, with their memory, for whoever asks next.
#pragma once

#include <memory>

#include "dll.h"
#include "whistsolve/batch.hpp"

namespace whistsolve::dds {

/// A solver, or a batch with as many threads as are set, for one call: two calls at the same time have two.
template <class Worker>
class Borrowed {
 public:
  Borrowed();
  ~Borrowed();
  Borrowed(const Borrowed&) = delete;
  Borrowed& operator=(const Borrowed&) = delete;
  Worker& operator*() const { return *worker_; }
  Worker* operator->() const { return worker_.get(); }

 private:
  std::unique_ptr<Worker> worker_;
  int generation_ = 0;  ///< of the settings that it was made with
};

bool is_thread(int index);

/// What a call returns, or the code where memory runs out: nothing else is thrown once boards are checked.
template <class Call>
int guarded(Call&& call) noexcept {
  try {
    return call();
  } catch (...) {
    return RETURN_UNKNOWN_FAULT;
  }
}

}  // namespace whistsolve::dds
