#include "core/balls_in_bins/log_mean_exp.h"

#include <cmath>

#include "core/base/multiversion.h"

namespace noiseloom {
namespace {

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
      total[l] += laneExp(a - most[l]);
    }
  }
  for (Index l = 0; l < kStrip; ++l) greatest[l] = most[l], sums[l] = total[l], means[l] = mean[l];
}

NOISELOOM_MULTIVERSION
void sumShifted(Index bins, const double* base, const double* shift, double scale, const double* noise, double slope,
                double* greatest, double* sums, double* means) {
  for (Index l = 0; l < kLanes; l += kStrip)
    sumStrip<true>(bins, base, shift + l, scale, noise + l, slope, greatest + l, sums + l, means + l);
}

NOISELOOM_MULTIVERSION
void sumUnshifted(Index bins, const double* base, const double* noise, double slope, double* greatest, double* sums,
                  double* means) {
  for (Index l = 0; l < kLanes; l += kStrip)
    sumStrip<false>(bins, base, nullptr, 0, noise + l, slope, greatest + l, sums + l, means + l);
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

}  // namespace noiseloom
