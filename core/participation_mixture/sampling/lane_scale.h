#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/monte_carlo/lanes.h"

namespace noiseloom {

/// Steps after which lanes may have to be scaled: e^(4 kMostExponent) 2^200 is a double.
constexpr Index kStepsBetweenScaling = 4;

/// True if a row has left the range in which a few more steps are safe.
NOISELOOM_INLINE bool needsScaling(const double* row) {
  double most = 0, least = 1e300;
  for (Index l = 0; l < kLanes; ++l) {
    most = row[l] > most ? row[l] : most;
    least = row[l] < least ? row[l] : least;
  }
  return most > 0x1p200 || least < 0x1p-200;
}

/// Divides each lane of `count` rows by the power of two of its greatest value, and keeps the exponents.
inline void scaleLanes(double* rows, Index count, double* exponents) {
  for (Index l = 0; l < kLanes; ++l) {
    double most = 0;
    for (Index r = 0; r < count; ++r) most = std::max(most, rows[r * kLanes + l]);
    if (!(most > 0) || !std::isfinite(most)) continue;
    const int exponent = std::ilogb(most);
    const double scale = std::ldexp(1.0, -exponent);
    for (Index r = 0; r < count; ++r) rows[r * kLanes + l] *= scale;
    exponents[l] += exponent;
  }
}

inline double scaledLog(double value, double exponent) {
  return std::log(value) + exponent * std::numbers::ln2;
}

}  // namespace noiseloom
