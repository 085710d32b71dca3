#pragma once

#include <bit>
#include <cstdint>

#include "core/base/index.h"
#include "core/base/multiversion.h"

namespace noiseloom {

/// How many samples are carried through a computation side by side.
constexpr Index kLanes = 64;

/// e^x for -708 <= x <= 709, 0 below; relative error below 1e-15: 2^n e^r with |r| <= log(2)/2, by thirteen terms of
/// the series (remainder 5e-18). Of arithmetic alone, so that loops over lanes vectorise.
NOISELOOM_INLINE double laneExp(double x) {
  constexpr double kShift = 0x1.8p52;  // adding it rounds to an integer, which stands in the low bits
  constexpr double kLog2High = 0x1.62e42fefa38p-1;
  constexpr double kLog2Low = 0x1.ef35793c7673p-45;
  const double clamped = x < -708.0 ? -708.0 : x;
  const double shifted = clamped * 0x1.71547652b82fep0 + kShift;
  const double n = shifted - kShift;
  const double r = (clamped - n * kLog2High) - n * kLog2Low;
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
  sum = sum * r + 1.0;
  const std::uint64_t power = std::bit_cast<std::uint64_t>(shifted) << 52;
  const double result = std::bit_cast<double>(std::bit_cast<std::uint64_t>(sum) + power);
  return x < -708.0 ? 0.0 : result;
}

/// The same by lanes of a vector, in place.
void expInPlace(double* values, Index count);

}  // namespace noiseloom
