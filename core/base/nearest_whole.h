#pragma once

#include <cmath>

namespace noiseloom {

/// The whole number from which a positive value differs by the rounding of a few products and quotients only; the value
/// itself if there is none.
inline double nearestWhole(double value) {
  constexpr double kRounding = 1e-15;  // relative
  const double nearest = std::round(value);
  return std::abs(value - nearest) <= kRounding * value ? nearest : value;
}

/// True for whole numbers from 1 to 10^15.
inline bool isWholeCount(double value) {
  return value >= 1 && value <= 1e15 && value == std::floor(value);
}

}  // namespace noiseloom
