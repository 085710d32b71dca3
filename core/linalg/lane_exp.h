#pragma once

#include <bit>
#include <cstdint>

#include "core/base/multiversion.h"

namespace noiseloom {

// Exponentials by arithmetic alone, so that loops over them vectorise: e^x = 2^n e^r with |r| <= log(2)/2, by thirteen
// terms of the series (remainder 5e-18).

/// e^r = 1 + r series; n is in the low bits of `whole`.
struct LaneExponent {
  double r;
  double series;
  std::uint64_t whole;
};

/// Requires -708 <= x <= 709.
NOISELOOM_INLINE LaneExponent laneExponent(double x) {
  constexpr double kShift = 0x1.8p52;  // adding it rounds to an integer
  constexpr double kLog2High = 0x1.62e42fefa38p-1;
  constexpr double kLog2Low = 0x1.ef35793c7673p-45;
  const double shifted = x * 0x1.71547652b82fep0 + kShift;
  const double n = shifted - kShift;
  const double r = (x - n * kLog2High) - n * kLog2Low;
  double sum = 1.0 / 6227020800;
  sum = sum * r + 1.0 / 479001600;
  sum = sum * r + 1.0 / 39916800;
  sum = sum * r + 1.0 / 3628800;
  sum = sum * r + 1.0 / 362880;
  sum = sum * r + 1.0 / 40320;
  sum = sum * r + 1.0 / 5040;
  sum = sum * r + 1.0 / 720;
  sum = sum * r + 1.0 / 120;
  sum = sum * r + 1.0 / 24;
  sum = sum * r + 1.0 / 6;
  sum = sum * r + 0.5;
  sum = sum * r + 1.0;
  return {r, sum, std::bit_cast<std::uint64_t>(shifted)};
}

/// e^x for -708 <= x <= 709, 0 below; relative error below 1e-15.
NOISELOOM_INLINE double laneExp(double x) {
  const LaneExponent e = laneExponent(x < -708.0 ? -708.0 : x);
  const double mantissa = e.series * e.r + 1.0;
  const double result = std::bit_cast<double>(std::bit_cast<std::uint64_t>(mantissa) + (e.whole << 52));
  return x < -708.0 ? 0.0 : result;
}

/// e^x - 1 for x <= 709; relative error below 1e-15.
NOISELOOM_INLINE double laneExpm1(double x) {
  const LaneExponent e = laneExponent(x < -40.0 ? -40.0 : x);
  const double power = std::bit_cast<double>(std::bit_cast<std::uint64_t>(1.0) + (e.whole << 52));
  return power * (e.series * e.r) + (power - 1.0);
}

}  // namespace noiseloom
