#include "core/mechanism/amplified/weights.h"

#include <cmath>

#include "core/base/index.h"
#include "core/base/multiversion.h"
#include "core/monte_carlo/lanes.h"

namespace noiseloom {
namespace {

// Writes a_j - most to `out`; returns `most`, their maximum.
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
  for (std::size_t j = 0; j < count; ++j) out[j] -= most;
  return most;
}

// Weighted with e^(a_j - most).
struct Sums {
  double weight = 0;
  double shift = 0;  // times shift_j - G_jj / 2
  double noise = 0;  // times g_j
};

NOISELOOM_MULTIVERSION void addUp(const double* weights, const double* shift, const double* noise,
                                  const double* halfNorms, std::size_t count, Sums& sums) {
  double weight = 0, moved = 0, spread = 0;
#pragma omp simd reduction(+ : weight, moved, spread)
  for (std::size_t j = 0; j < count; ++j) {
    weight += weights[j];
    moved += weights[j] * (shift[j] - halfNorms[j]);
    spread += weights[j] * noise[j];
  }
  sums = {weight, moved, spread};
}

}  // namespace

PrivacyLoss privacyLoss(std::span<const double> shift, std::span<const double> noise, std::span<const double> halfNorms,
                        double sigma, std::span<double> shares) {
  const double most = exponents(shift.data(), noise.data(), halfNorms.data(), sigma, shares.data(), shares.size());
  expInPlace(shares.data(), std::ssize(shares));
  Sums sums;
  addUp(shares.data(), shift.data(), noise.data(), halfNorms.data(), shares.size(), sums);
  for (double& share : shares) share /= sums.weight;
  return {most + std::log(sums.weight / static_cast<double>(shares.size())),
          -(2 * sums.shift / sigma + sums.noise) / (sigma * sums.weight)};
}

}  // namespace noiseloom
