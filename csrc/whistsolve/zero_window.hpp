// The driver of zero-window searches: from answers to "does the side take at least `need` tricks?" to its number of tricks.
#pragma once

#include <algorithm>
#include <optional>

namespace whistsolve {

/// Narrows [low, high] to one number with zero-window searches, the first at `guess` and each other one next to the last
/// answer.
///
/// `reaches(need)` says whether the value is at least `need`, or nothing where the search ends without an answer; then the
/// window stays as narrow as it is by then, also where `reaches` throws. Returns whether it has become one number. Sound
/// because the value is in the window before, and each answer moves the bound that it proves. `guess` is left at the last
/// question, moved by its answer where there is one: with a `guess` of low + 1 the window narrows from below only, with `high`
/// from above only.
template <class Reaches>
bool narrow_window(int& low, int& high, int& guess, Reaches&& reaches) {
  while (low < high) {
    guess = std::clamp(guess, low + 1, high);
    const std::optional<bool> reached = reaches(guess);
    if (!reached) return false;
    if (*reached) low = guess++;
    else high = --guess;
  }
  return true;
}

}  // namespace whistsolve
