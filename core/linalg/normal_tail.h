#pragma once

#include <cmath>
#include <numbers>

namespace noiseloom {

/// P[Z > z] of a standard normal Z.
inline double upperTail(double z) {
  return 0.5 * std::erfc(z / std::numbers::sqrt2);
}

/// The z >= least with upperTail(z) = p, larger by at most 0.01; at most 39, beyond which no tail is a double.
inline double scoreOfTail(double p, double least) {
  double low = least, high = 39;
  while (high - low > 0.01) {
    const double middle = 0.5 * (low + high);
    (upperTail(middle) > p ? low : high) = middle;
  }
  return high;
}

}  // namespace noiseloom
