#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace noiseloom {

/// Where an increasing function of x is 0, by Newton's method within a bracket: valueAndSlope(x) gives a pair. Steps
/// are of at most 2 sigma, and end at a relative 1e-13.
template <class ValueAndSlope>
double bracketedNewton(const ValueAndSlope& valueAndSlope, double guess, double sigma) {
  double low = -std::numeric_limits<double>::infinity(), high = -low, x = guess;
  for (int iteration = 0; iteration < 200; ++iteration) {
    const auto [above, slope] = valueAndSlope(x);
    (above > 0 ? high : low) = x;
    double next = x - above / slope;
    if (!(std::abs(next - x) < 2 * sigma)) next = x - std::copysign(2 * sigma, above);
    if (std::abs(next - x) < 1e-13 * (sigma + std::abs(x))) break;
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (!std::isfinite(next)) break;
    x = next;
  }
  return x;
}

}  // namespace noiseloom
