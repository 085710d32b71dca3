#include "core/balls_in_bins/log_mean_exp.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "core/base/multiversion.h"

namespace noiseloom {
namespace {

// e^x for -708 <= x <= 709, 0 below: 2^n e^r with |r| <= log(2)/2, by eleven terms of the series (remainder 7e-15).
NOISELOOM_INLINE double fastExp(double x) {
  constexpr double kShift = 0x1.8p52;  // adding it rounds to an integer, which stands in the low bits
  constexpr double kLog2High = 0x1.62e42fefa38p-1;
  constexpr double kLog2Low = 0x1.ef35793c7673p-45;
  const double clamped = x < -708.0 ? -708.0 : x;
  const double shifted = clamped * 0x1.71547652b82fep0 + kShift;
  const double n = shifted - kShift;
  const double r = (clamped - n * kLog2High) - n * kLog2Low;
  double sum = 1.0 / 39916800;
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

constexpr Index kStrip = 16;

// One strip of lanes: the greatest exponent first, then the sum relative to it.
template <bool Shifted>
NOISELOOM_INLINE void sumStrip(Index bins, const double* base, const double* shift, double scale, const double* noise,
                               double slope, double* greatest, double* sums, double* means) {
  double most[kStrip], total[kStrip], mean[kStrip];
  for (Index l = 0; l < kStrip; ++l) most[l] = -1e308, total[l] = 0, mean[l] = 0;
  for (Index i = 0; i < bins; ++i) {
    const double first = base[i];
#pragma omp simd
    for (Index l = 0; l < kStrip; ++l) {
      const double u = noise[i * kLanes + l];
      double a = first + slope * u;
      if constexpr (Shifted) a += scale * shift[i * kLanes + l];
      most[l] = a > most[l] ? a : most[l];
      mean[l] += u;
    }
  }
  for (Index i = 0; i < bins; ++i) {
    const double first = base[i];
#pragma omp simd
    for (Index l = 0; l < kStrip; ++l) {
      double a = first + slope * noise[i * kLanes + l];
      if constexpr (Shifted) a += scale * shift[i * kLanes + l];
      total[l] += fastExp(a - most[l]);
    }
  }
  for (Index l = 0; l < kStrip; ++l) greatest[l] = most[l], sums[l] = total[l], means[l] = mean[l];
}

NOISELOOM_MULTIVERSION
void sumShifted(Index bins, const double* base, const double* shift, double scale, const double* noise, double slope,
                double* greatest, double* sums, double* means) {
  for (Index l = 0; l < kLanes; l += kStrip) {
    sumStrip<true>(bins, base, shift + l, scale, noise + l, slope, greatest + l, sums + l, means + l);
  }
}

NOISELOOM_MULTIVERSION
void sumUnshifted(Index bins, const double* base, const double* noise, double slope, double* greatest, double* sums,
                  double* means) {
  for (Index l = 0; l < kLanes; l += kStrip) {
    sumStrip<false>(bins, base, nullptr, 0, noise + l, slope, greatest + l, sums + l, means + l);
  }
}

NOISELOOM_MULTIVERSION
void expAll(double* values, Index count) {
#pragma omp simd
  for (Index i = 0; i < count; ++i) values[i] = fastExp(values[i]);
}

}  // namespace

void logMeanExp(Index bins, const double* base, const double* shift, double scale, const double* noise, double slope,
                double* losses, double* means) {
  double greatest[kLanes];
  if (shift) {
    sumShifted(bins, base, shift, scale, noise, slope, greatest, losses, means);
  } else {
    sumUnshifted(bins, base, noise, slope, greatest, losses, means);
  }
  const auto count = static_cast<double>(bins);
  for (Index l = 0; l < kLanes; ++l) {
    losses[l] = greatest[l] + std::log(losses[l] / count);
    means[l] /= count;
  }
}

void expInPlace(double* values, Index count) {
  expAll(values, count);
}

}  // namespace noiseloom
