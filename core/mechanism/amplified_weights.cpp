#include "core/mechanism/amplified_weights.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "core/base/multiversion.h"

namespace noiseloom {
namespace {

// e^x for x <= 0, without branches and 64-bit conversions, so that loops over it are vectorised: x = m log 2 + r with
// |r| <= log(2)/2 and thirteen terms of the series in r, 2e-16 relative; 0 below -700 to within e^-700.
NOISELOOM_INLINE double expOfNegative(double x) {
  constexpr double kShift = 0x1.8p52;  // adding it rounds to an integer, which stands in the low bits
  const double bounded = x < -700 ? -700 : x;
  const double turned = bounded * 0x1.71547652b82fep0 + kShift;
  const double m = turned - kShift;
  const double r = (bounded - m * 0x1.62e42fefa38p-1) - m * 0x1.ef35793c7673p-45;
  double sum = 1.0 / 6227020800.0;
  sum = sum * r + 1.0 / 479001600.0;
  sum = sum * r + 1.0 / 39916800.0;
  sum = sum * r + 1.0 / 3628800.0;
  sum = sum * r + 1.0 / 362880.0;
  sum = sum * r + 1.0 / 40320.0;
  sum = sum * r + 1.0 / 5040.0;
  sum = sum * r + 1.0 / 720.0;
  sum = sum * r + 1.0 / 120.0;
  sum = sum * r + 1.0 / 24.0;
  sum = sum * r + 1.0 / 6.0;
  sum = sum * r + 0.5;
  sum = sum * r + 1.0;
  sum = sum * r + 1.0;
  const std::uint64_t power = (std::bit_cast<std::uint64_t>(turned) + 1023) << 52;
  return sum * std::bit_cast<double>(power);
}

NOISELOOM_MULTIVERSION double exponents(const double* shift, const double* noise, const double* halfNorms, double sigma,
                                        double* out, std::size_t count) {
  const double scale = 1 / (sigma * sigma);
  double most = -1e300;
#pragma omp simd reduction(max : most)
  for (std::size_t j = 0; j < count; ++j) {
    const double a = (shift[j] + sigma * noise[j] - halfNorms[j]) * scale;
    out[j] = a;
    most = a > most ? a : most;
  }
  return most;
}

struct Sums {
  double weight = 0;
  double exponent = 0;
  double noise = 0;
};

NOISELOOM_MULTIVERSION void exponentials(const double* noise, double most, double* inOut, std::size_t count,
                                         Sums& sums) {
  double weight = 0, exponent = 0, spread = 0;
#pragma omp simd reduction(+ : weight, exponent, spread)
  for (std::size_t j = 0; j < count; ++j) {
    const double a = inOut[j];
    const double e = expOfNegative(a - most);
    weight += e;
    exponent += e * a;
    spread += e * noise[j];
    inOut[j] = e;
  }
  sums = {weight, exponent, spread};
}

}  // namespace

PrivacyLoss privacyLoss(std::span<const double> shift, std::span<const double> noise, std::span<const double> halfNorms,
                        double sigma, std::span<double> shares) {
  const double most = exponents(shift.data(), noise.data(), halfNorms.data(), sigma, shares.data(), shares.size());
  Sums sums;
  exponentials(noise.data(), most, shares.data(), shares.size(), sums);
  for (double& share : shares) share /= sums.weight;
  // d a_j / d log(sigma) = -2 a_j + g_j / sigma.
  return {most + std::log(sums.weight / static_cast<double>(shares.size())),
          (-2 * sums.exponent + sums.noise / sigma) / sums.weight};
}

}  // namespace noiseloom
