// The door of the C interface: what comes in is read and checked here, and what is thrown becomes a code.
#pragma once

#include <cstring>
#include <new>
#include <string>

#include "whistsolve.h"
#include "whistsolve/errors.hpp"
#include "whistsolve/interrupt.hpp"
#include "whistsolve/problem.hpp"

namespace whistsolve::c_api {

/// Whatever is wrong with an argument, with its code.
struct Wrong {
  int code;
  std::string message;
  int place = -1;
};

[[noreturn]] inline void wrong_argument(const std::string& message) { throw Wrong{WHISTSOLVE_BAD_ARGUMENT, message}; }

template <class T>
T& given(T* pointer, const char* name) {
  if (!pointer) wrong_argument(std::string(name) + " is NULL");
  return *pointer;
}

/// A copy of a struct from a caller whose header may be older, with fewer fields, or newer, with more that have to be 0.
/// `first` is the size that it had in the first header that had it.
template <class T>
T read_struct(const T* from, const char* name, std::size_t first = sizeof(T)) {
  const std::size_t size = given(from, name).size;
  if (size < first || size > 4096) wrong_argument(std::string(name) + ".size is wrong: expected sizeof, see WHISTSOLVE_INIT");
  T to = {};
  std::memcpy(&to, from, size < sizeof(T) ? size : sizeof(T));
  for (std::size_t i = sizeof(T); i < size; ++i)
    if (reinterpret_cast<const unsigned char*>(from)[i])
      wrong_argument(std::string(name) + " has a field that is newer than this library");
  return to;
}

/// Writes the fields that the caller's header knows.
template <class T>
void write_struct(T value, T* to) {
  value.size = to->size;
  std::memcpy(to, &value, value.size < sizeof(T) ? value.size : sizeof(T));
}

GameRules read_rules(const whistsolve_rules* from);
Problem read_problem(const whistsolve_problem* from);
Budget read_budget(const whistsolve_budget* from);
Ranking read_ranking(int ranking);

/// Runs what a function of the interface does; returns its code and describes what is wrong.
int report(const Wrong& wrong, whistsolve_error* error) noexcept;
Wrong current_failure() noexcept;  ///< within a handler

template <class Call>
int guarded(whistsolve_error* error, Call&& call) noexcept {
  try {
    call();
    return WHISTSOLVE_OK;
  } catch (...) {
    return report(current_failure(), error);
  }
}

}  // namespace whistsolve::c_api
