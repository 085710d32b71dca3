#pragma once

#include <cmath>
#include <numbers>

#include "core/linalg/bisection.h"

namespace noiseloom {

/// P[Z > z] of a standard normal Z.
inline double upperTail(double z) {
  return 0.5 * std::erfc(z / std::numbers::sqrt2);
}

/// The z >= least with upperTail(z) = p, larger by at most 0.01; at most 39, beyond which no tail is a double.
inline double scoreOfTail(double p, double least) {
  return narrowed({.holds = least, .fails = 39}, 0.01, [p](double z) { return upperTail(z) > p; }).fails;
}

}  // namespace noiseloom
