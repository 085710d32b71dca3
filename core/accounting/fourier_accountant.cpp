#include "core/accounting/fourier_accountant.h"

#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <vector>

namespace noiseloom {
namespace {

using Complex = std::complex<double>;

/// Rotates weights around the circle by the angles u * loss and sums them: the characteristic function of the tilted
/// loss at u = 0, h, 2h, ...
class CharacteristicFunction {
 public:
  CharacteristicFunction(const LossTransform& transform, double z, double frequencyStep, double centre) {
    std::vector<double> weights;
    transform.tiltedWeights(z, weights);
    for (std::size_t i = 0; i < weights.size(); ++i) {
      if (weights[i] < 1e-18) continue;
      const double angle = frequencyStep * (transform.losses()[i] - centre);
      m_real.push_back(weights[i]);
      m_cosine.push_back(std::cos(angle));
      m_sine.push_back(std::sin(angle));
    }
    m_imaginary.assign(m_real.size(), 0.0);
  }

  /// Value at the next frequency.
  Complex next() {
    double real = 0, imaginary = 0;
    const std::size_t count = m_real.size();
#pragma omp simd reduction(+ : real, imaginary)
    for (std::size_t i = 0; i < count; ++i) {
      const double a = m_real[i] * m_cosine[i] - m_imaginary[i] * m_sine[i];
      const double b = m_real[i] * m_sine[i] + m_imaginary[i] * m_cosine[i];
      m_real[i] = a;
      m_imaginary[i] = b;
      real += a;
      imaginary += b;
    }
    return {real, imaginary};
  }

 private:
  std::vector<double> m_real, m_imaginary, m_cosine, m_sine;
};

/// 1 on [0, 0.4], then smoothly to 0 at 1. Where few or rare steps leave an atom of the loss below the barrier the
/// transform oscillates without end; cutting it off smoothly only blurs the loss by a kernel, with no low moments and
/// much narrower than the atom is far, so that it changes nothing.
double taper(double fraction) {
  return fraction < 0.4 ? 1 : 0.5 * std::erfc(5.5 * (10.0 / 3 * fraction - 7.0 / 3));
}

}  // namespace

std::optional<FourierDelta> fourierDelta(const SubsampledGaussian& step, Direction direction, double epsilon,
                                         Index compositions, double expectedLogDelta, double negligible, double guess) {
  constexpr double kLogNegligible = -20.7;  // 1e-9
  const OutcomeLimit limit{
      step.relevantOutcomes(std::log(static_cast<double>(compositions)), expectedLogDelta + kLogNegligible).most, 1.5};
  const std::optional<SaddlePoint> saddle = saddlePoint(step, direction, epsilon, compositions, guess, limit);
  if (!saddle) return FourierDelta{-std::numeric_limits<double>::infinity(), 0};
  if (saddle->logDelta < negligible) return FourierDelta{saddle->logDelta, saddle->z};
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

  constexpr int kMostFrequencies = 4096, kMostNodes = 8000;
  constexpr double kLeastSum = 1e-2;
  double previous = std::numeric_limits<double>::quiet_NaN();
  for (int frequencies = 64; frequencies <= kMostFrequencies; frequencies *= 2) {
    const double spacing = LossTransform::spacingFor(step, h * frequencies);
    if ((9 * step.sigma + std::min(limit.most, 9 * step.sigma + std::abs(z))) / spacing > kMostNodes) break;
    const LossTransform transform(step, z, spacing, limit);
    CharacteristicFunction characteristic(transform, z, h, centre);
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
    if (!settled) {
      settled = std::abs(tapered - previous) < 1e-8 * std::abs(tapered);
      previous = tapered;
      sum = tapered;
    }
    if (!settled) continue;
    // Far below the height of the saddle delta is what is left of larger terms that cancel, with their rounding.
    if (sum < kLeastSum) return std::nullopt;
    const double logDelta = (remove ? epsilon : 0) + saddle->logHeight + std::log(sum * h / std::numbers::pi);
    if (!std::isfinite(logDelta)) return std::nullopt;
    return FourierDelta{std::min(logDelta, 0.0), z};
  }
  return std::nullopt;
}

}  // namespace noiseloom
