#pragma once

#include <cmath>

namespace noiseloom {

/// An interval with a condition that is true at one of its ends and false at the other one.
struct Bracket {
  double holds;
  double fails;
};

/// The bracket after so many halvings.
template <class Condition>
Bracket halved(Bracket bracket, int halvings, const Condition& condition) {
  for (int i = 0; i < halvings; ++i) {
    const double middle = 0.5 * (bracket.holds + bracket.fails);
    (condition(middle) ? bracket.holds : bracket.fails) = middle;
  }
  return bracket;
}

/// The bracket halved until it is at most that wide, or no number is between its ends.
template <class Condition>
Bracket narrowed(Bracket bracket, double width, const Condition& condition) {
  while (std::abs(bracket.fails - bracket.holds) > width) {
    const Bracket before = bracket;
    bracket = halved(bracket, 1, condition);
    if (bracket.holds == before.holds && bracket.fails == before.fails) break;
  }
  return bracket;
}

}  // namespace noiseloom
