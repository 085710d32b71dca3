#include "core/accounting/fourier/fourier_accountant.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <vector>

#include "core/accounting/fourier/characteristic_function.h"

namespace noiseloom {
namespace {

using Complex = std::complex<double>;

/// 1 on [0, 0.4], then smoothly to 0 at 1. Where few or rare steps leave an atom of the loss below the barrier the
/// transform oscillates without end; cutting it off smoothly only blurs the loss by a kernel, with no low moments and
/// much narrower than the atom is far, so that it changes nothing.
double taper(double fraction) {
  return fraction < 0.4 ? 1 : 0.5 * std::erfc(5.5 * (10.0 / 3 * fraction - 7.0 / 3));
}

}  // namespace

std::optional<FourierDelta> fourierDelta(const SubsampledGaussian& step, Direction direction, double epsilon,
                                         Index compositions, double expectedLogDelta, double negligible,
                                         FourierStart start, int mostFrequencies) {
  constexpr double kLogNegligible = -20.7;  // 1e-9
  const OutcomeLimit limit{
      step.relevantOutcomes(std::log(static_cast<double>(compositions)), expectedLogDelta + kLogNegligible).most, 1.5};
  const std::optional<SaddlePoint> saddle = saddlePoint(step, direction, epsilon, compositions, start.saddle, limit);
  if (!saddle) return FourierDelta{-std::numeric_limits<double>::infinity()};
  if (saddle->logDelta < negligible) return FourierDelta{saddle->logDelta, {saddle->z, start.frequencies}};
  const auto count = static_cast<double>(compositions);
  const bool remove = direction == Direction::Remove;
  const double barrier = remove ? epsilon : -epsilon;
  const double z = saddle->z;
  if (z > limit.most + 40 * step.sigma) return std::nullopt;  // too steep for the slow fading
  // The curvature of the log height is the inverse square of the peak's width along the contour.
  const double width = std::sqrt(count * saddle->moments.variance + 1 / (z * z) + 1 / ((z - 1) * (z - 1)));
  const double h = 2 * std::numbers::pi / (22 * width);
  // Losses are measured from their tilted mean, so that the angle that remains per frequency is small.
  const double centre = saddle->moments.mean;
  const double drift = count * centre - barrier;

  constexpr int kMostNodes = 8000;
  constexpr double kLeastSum = 1e-2;
  std::vector<double> weights;
  double previous = std::numeric_limits<double>::quiet_NaN();
  for (int frequencies = std::min(start.frequencies, mostFrequencies); frequencies <= mostFrequencies;
       frequencies *= 2) {
    const double spacing = LossTransform::spacingFor(step, h * frequencies);
    if ((9 * step.sigma + std::min(limit.most, 9 * step.sigma + std::abs(z))) / spacing > kMostNodes) break;
    const LossTransform transform(step, z, spacing, limit);
    transform.tiltedWeights(z, weights);
    CharacteristicFunction characteristic(transform.losses(), weights, h, centre);
    // Real part of the integrand relative to its value at u = 0, where the transform and z (z - 1) are real.
    double sum = 0.5, tapered = 0.5;
    bool settled = false;
    for (int k = 1; k <= frequencies && !settled; ++k) {
      const double u = h * k;
      const Complex phi = characteristic.next();
      const double logSize = count * 0.5 * std::log(std::norm(phi));
      const double angle = count * std::arg(phi) + u * drift;
      const Complex quotient = z * (z - 1) / (Complex(z, u) * Complex(z - 1, u));
      const double size = logSize > -700 ? std::exp(logSize) : 0;
      const double term = size * (std::cos(angle) * quotient.real() - std::sin(angle) * quotient.imag());
      sum += term;
      tapered += taper(static_cast<double>(k) / frequencies) * term;
      settled = size * std::abs(quotient) * k < 1e-11 * std::abs(sum);
    }
    // What is settled by comparison needs the one before.
    const int enough = settled ? frequencies : frequencies / 2;
    if (!settled) {
      settled = std::abs(tapered - previous) < 1e-8 * std::abs(tapered);
      previous = tapered;
      sum = tapered;
    }
    if (!settled) continue;
    // Far below the height of the saddle delta is what is left of larger terms that cancel, with their aliases.
    if (sum < kLeastSum) return std::nullopt;
    const double logDelta = (remove ? epsilon : 0) + saddle->logHeight + std::log(sum * h / std::numbers::pi);
    if (!std::isfinite(logDelta)) return std::nullopt;
    return FourierDelta{std::min(logDelta, 0.0), {z, enough}};
  }
  // Comparisons may settle what the most frequencies alone do not.
  if (const FourierStart anew{z}; start.frequencies > anew.frequencies)
    return fourierDelta(step, direction, epsilon, compositions, expectedLogDelta, negligible, anew, mostFrequencies);
  return std::nullopt;
}

}  // namespace noiseloom
