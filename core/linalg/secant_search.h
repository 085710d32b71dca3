#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace noiseloom {

/// The result of a search for f(x) = 0, f decreasing.
struct SecantResult {
  double x = std::numeric_limits<double>::quiet_NaN();  ///< the best point; NaN if none qualified
  double value = 0;                                     ///< f(x)
  double slope = -1;                                    ///< estimate of f'(x), negative
  bool stopped = false;                                 ///< f had no answer, i.e. was cancelled
};

/// Options of a search.
struct SecantOptions {
  double start = 0;
  double slope = -1;  ///< a guess of f', negative
  double leastX = -std::numeric_limits<double>::infinity();
  double mostX = std::numeric_limits<double>::infinity();
  double mostStep = 1;      ///< while no bracket is known
  double tolerance = 1e-9;  ///< of f
  bool fromBelow = false;   ///< accept only -tolerance <= f <= 0: the safe side
  int mostEvaluations = 60;
};

/// Secant steps inside a bracket. f(x) returns std::optional<double>; +-infinity is an answer, NaN is not. If the
/// tolerance cannot be met within the evaluations, the best point on the accepted side is returned.
template <class Function>
SecantResult searchDecreasing(Function f, const SecantOptions& options) {
  double low = options.leastX, high = options.mostX;  // f(low) > 0 >= f(high)
  bool haveLow = false, haveHigh = false;
  SecantResult best;
  best.slope = options.slope;
  const double aim = options.fromBelow ? -0.5 * options.tolerance : 0;
  double x = options.start, previousX = 0, previousValue = 0, slope = options.slope;
  bool havePrevious = false;
  for (int evaluation = 0; evaluation < options.mostEvaluations; ++evaluation) {
    const std::optional<double> answer = f(x);
    if (!answer) {
      best.stopped = true;
      return best;
    }
    const double value = *answer;
    if (havePrevious && std::isfinite(value) && std::isfinite(previousValue)) {
      const double secant = (value - previousValue) / (x - previousX);
      if (secant < 0 && std::isfinite(secant)) slope = std::clamp(secant, 20 * slope, 0.05 * slope);
    }
    const bool qualifies = !options.fromBelow || value <= 0;
    if (qualifies && (std::isnan(best.x) || std::abs(value - aim) < std::abs(best.value - aim))) {
      best.x = x;
      best.value = value;
    }
    best.slope = slope;
    if (qualifies && std::abs(value) <= options.tolerance) break;
    if (value > 0) {
      low = x, haveLow = true;
    } else {
      high = x, haveHigh = true;
    }
    previousX = x, previousValue = value, havePrevious = true;

    double next = x + (aim - value) / slope;
    if (!std::isfinite(next)) next = value > 0 ? x + options.mostStep : x - options.mostStep;
    next = std::clamp(next, x - options.mostStep, x + options.mostStep);
    if (haveLow && haveHigh) {
      const bool inside = next > low && next < high;
      // Every third step in a row that hardly narrows the bracket bisects it.
      if (!inside || (evaluation > 6 && evaluation % 3 == 0)) next = 0.5 * (low + high);
      if (next <= low || next >= high) break;  // neighbouring doubles
    } else {
      next = std::clamp(next, options.leastX, options.mostX);
      if (next == x) break;  // a limit of the allowed range
    }
    x = next;
  }
  return best;
}

}  // namespace noiseloom
