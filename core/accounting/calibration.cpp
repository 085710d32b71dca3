#include "core/accounting/calibration.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>

#include "core/accounting/analytic_gaussian.h"
#include "core/accounting/fourier_accountant.h"
#include "core/accounting/grid_accountant.h"
#include "core/accounting/secant_search.h"
#include "core/base/check.h"
#include "core/base/errors.h"

namespace noiseloom {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kRounding = 1e-6;          // relative inflation that stands for rounding in the grid accountant
constexpr double kClosedFormError = 1e-12;  // the same for the closed forms
constexpr double kSigmaTolerance = 4e-6;    // wanted excess of sigma: half from the grid, half from the search
constexpr double kEpsilonTolerance = 4e-6;  // of epsilon, relative
constexpr double kDeltaTolerance = 1e-5;    // of delta, relative
constexpr double kLogLeastDelta = -690;

class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count(); }

 private:
  std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
};

void checkMechanism(double q, Index compositions) {
  if (!(q > 0 && q <= 1)) {
    throw InvalidArgument("sampling_probability", shortest(q), "a number above 0 and at most 1");
  }
  checkInteger("compositions", compositions, 1, kMostCompositions);
}

void checkDelta(double delta, bool subsampled) {
  checkOpenInterval("delta", delta, 0, 1);
  if (subsampled && delta < kLeastSubsampledDelta) {
    throw InvalidArgument("delta", shortest(delta),
                          "at least " + shortest(kLeastSubsampledDelta) + " when sampling_probability is below 1");
  }
}

void checkNonNegative(const char* argument, double value) {
  if (!(value >= 0) || !std::isfinite(value)) {
    throw InvalidArgument(argument, shortest(value), "a finite number of at least 0");
  }
}

void checkNoiseMultiplier(double value, double q) {
  checkPositive("noise_multiplier", value);
  if (q < 1 && value < kLeastSigma) {
    throw InvalidArgument("noise_multiplier", shortest(value),
                          "at least " + shortest(kLeastSigma) + " when sampling_probability is below 1");
  }
}

double sqrtCount(Index compositions) {
  return std::sqrt(static_cast<double>(compositions));
}

/// log delta of the worse direction in closed form, T = 1.
double oneStepLogDelta(const SubsampledGaussian& step, double epsilon) {
  return std::max(step.oneStepLogDelta(Direction::Remove, epsilon), step.oneStepLogDelta(Direction::Add, epsilon));
}

/// Uncertified log delta of the worse direction; the grid answers where the Fourier inversion does not settle.
class ApproximateDelta {
 public:
  ApproximateDelta(Index compositions, double expectedLogDelta, RunControl control)
      : m_compositions(compositions), m_expected(expectedLogDelta), m_control(std::move(control)) {}

  std::optional<double> operator()(const SubsampledGaussian& step, double epsilon) {
    if (m_control.stopRequested()) return std::nullopt;
    if (m_compositions == 1) return oneStepLogDelta(step, epsilon);
    const auto remove = fourierDelta(step, Direction::Remove, epsilon, m_compositions, m_removeSaddle);
    if (remove) {
      m_removeSaddle = remove->saddle;
      if (const auto add = fourierDelta(step, Direction::Add, epsilon, m_compositions, m_addSaddle)) {
        m_addSaddle = add->saddle;
        return std::max(remove->logDelta, add->logDelta);
      }
    }
    const auto grid = gridDelta(step, epsilon, m_compositions, 1e-3, m_expected, m_control);
    if (!grid) return std::nullopt;
    return grid->logDelta - grid->excess;
  }

 private:
  Index m_compositions;
  double m_expected;
  RunControl m_control;
  double m_removeSaddle = 0;
  double m_addSaddle = 0;
};

/// The Gaussian mechanism whose mu the central limit theorem gives T subsampled steps: mu^2 = q^2 T (e^{1/sigma^2} -
/// 1).
double limitSigma(double mu, double q, Index compositions) {
  const double ratio = mu / (q * sqrtCount(compositions));
  return 1 / std::sqrt(std::log1p(ratio * ratio));
}
double limitMu(double sigma, double q, Index compositions) {
  return q * sqrtCount(compositions) * std::sqrt(std::expm1(std::min(700.0, 1 / (sigma * sigma))));
}
/// d log delta / d log sigma of that limit, negative.
double limitSlope(double sigma, double epsilon, double q, Index compositions) {
  const double mu = limitMu(sigma, q, compositions), inverse = 1 / (sigma * sigma);
  const double a = epsilon / mu - mu / 2;
  const double hazard = std::exp(-0.5 * a * a - 0.9189385332046727 - gaussianLogDelta(mu, epsilon));
  const double slope = -mu * hazard * inverse / -std::expm1(-inverse);
  return std::isfinite(slope) && slope < 0 ? slope : -20;
}

/// The limit of delta as sigma -> 0: at delta above it no noise at all is needed.
void checkNoiseNeeded(double delta, double q, Index compositions) {
  const double sampledAtAll = -std::expm1(static_cast<double>(compositions) * std::log1p(-q));
  if (delta < sampledAtAll) return;
  throw InvalidArgument(
      "delta", shortest(delta),
      "a number below " + shortest(sampledAtAll) +
          ", the probability of taking part at all (above it sampling alone suffices, without noise)");
}

SecantResult searchSigma(double epsilon, double delta, double q, Index compositions, const RunControl& control) {
  const double logDelta = std::log(delta);
  ApproximateDelta approximate(compositions, logDelta, control);
  SecantOptions options;
  options.start = std::log(limitSigma(gaussianMuFor(epsilon, delta), q, compositions));
  options.slope = limitSlope(std::exp(options.start), epsilon, q, compositions);
  options.mostX = std::log(gaussianNoiseMultiplier(epsilon, delta) * sqrtCount(compositions));
  options.leastX = std::log(kLeastSigma);
  options.start = std::clamp(options.start, options.leastX, options.mostX);
  options.mostStep = 0.5;
  options.tolerance = 1e-8 * -options.slope;
  return searchDecreasing(
      [&](double logSigma) -> std::optional<double> {
        const auto value = approximate({std::exp(logSigma), q}, epsilon);
        if (!value) return std::nullopt;
        return *value - logDelta;
      },
      options);
}

}  // namespace

double approximateNoiseMultiplier(double epsilon, double delta, double samplingProbability, Index compositions) {
  checkPositive("epsilon", epsilon);
  checkMechanism(samplingProbability, compositions);
  checkDelta(delta, samplingProbability < 1);
  if (samplingProbability == 1) return gaussianNoiseMultiplier(epsilon, delta) * sqrtCount(compositions);
  checkNoiseNeeded(delta, samplingProbability, compositions);
  return std::exp(searchSigma(epsilon, delta, samplingProbability, compositions, {}).x);
}

Certified noiseMultiplierFor(double epsilon, double delta, double samplingProbability, Index compositions,
                             const RunControl& control) {
  const Stopwatch watch;
  const double q = samplingProbability;
  checkPositive("epsilon", epsilon);
  checkMechanism(q, compositions);
  checkDelta(delta, q < 1);
  // Sampling only helps: without it is always safe.
  const double unsampled = gaussianNoiseMultiplier(epsilon, delta) * sqrtCount(compositions) * (1 + kClosedFormError);
  if (q == 1) return {unsampled, 2 * kClosedFormError, watch.seconds(), false};
  checkNoiseNeeded(delta, q, compositions);

  const SecantResult approximate = searchSigma(epsilon, delta, q, compositions, control);
  if (approximate.stopped) return {unsampled, 1, watch.seconds(), true};
  if (compositions == 1) return {std::exp(approximate.x) * (1 + 1e-7), 2e-7, watch.seconds(), false};

  const double logDelta = std::log(delta);
  const double slope = approximate.slope;
  SecantOptions options;
  options.slope = slope;
  options.start = approximate.x + 0.75 * kSigmaTolerance;
  options.mostX = std::log(unsampled);
  options.leastX = std::log(kLeastSigma);
  options.mostStep = 0.1;
  options.tolerance = 0.5 * kSigmaTolerance * -slope;
  options.fromBelow = true;
  options.mostEvaluations = 25;
  double excess = 0;
  const SecantResult certified = searchDecreasing(
      [&](double logSigma) -> std::optional<double> {
        const auto bound = gridDelta({std::exp(logSigma), q}, epsilon, compositions, 0.5 * kSigmaTolerance * -slope,
                                     logDelta, control);
        if (!bound) return std::nullopt;
        excess = bound->excess;
        return bound->logDelta - logDelta;
      },
      options);
  if (std::isnan(certified.x)) return {unsampled, 1, watch.seconds(), certified.stopped};
  const double value = std::min(unsampled, std::exp(certified.x) * (1 + kRounding));
  const double errorBound = (2 * excess - certified.value) / -slope + 2 * kRounding;
  return {value, std::min(1.0, errorBound), watch.seconds(), certified.stopped};
}

Certified epsilonFor(double noiseMultiplier, double delta, double samplingProbability, Index compositions,
                     const RunControl& control) {
  const Stopwatch watch;
  const double q = samplingProbability;
  checkMechanism(q, compositions);
  checkDelta(delta, q < 1);
  checkNoiseMultiplier(noiseMultiplier, q);
  const double unsampled = gaussianEpsilon(sqrtCount(compositions) / noiseMultiplier, delta) * (1 + kClosedFormError);
  if (q == 1 || unsampled == 0) return {unsampled, 2 * kClosedFormError, watch.seconds(), false};

  const SubsampledGaussian step{noiseMultiplier, q};
  const double logDelta = std::log(delta);
  ApproximateDelta delta0(compositions, logDelta, control);
  SecantOptions options;
  options.leastX = 0;
  options.mostX = unsampled;
  options.mostStep = unsampled;
  const double limit = gaussianEpsilon(limitMu(noiseMultiplier, q, compositions), delta);
  options.start = std::clamp(limit, 0.0, unsampled);
  options.slope = -std::max(1.0, 1 / unsampled);
  options.tolerance = 1e-9;
  SecantResult approximate = searchDecreasing(
      [&](double epsilon) -> std::optional<double> {
        const auto value = delta0(step, epsilon);
        if (!value) return std::nullopt;
        return *value - logDelta;
      },
      options);
  if (approximate.stopped) return {unsampled, 1, watch.seconds(), true};
  if (compositions == 1) {
    return {std::min(unsampled, approximate.x * (1 + 1e-7) + 1e-15), 2e-7, watch.seconds(), false};
  }
  // The grid is asked for an excess of log delta that costs kEpsilonTolerance of epsilon.
  const double slope = approximate.slope;
  const double tolerance = std::clamp(0.5 * kEpsilonTolerance * approximate.x * -slope, 1e-7, 1e-3);
  options.slope = slope;
  options.start = std::clamp(approximate.x - 1.5 * tolerance / slope, 0.0, unsampled);
  options.mostStep = 0.1 * unsampled;
  options.tolerance = tolerance;
  options.fromBelow = true;
  options.mostEvaluations = 25;
  double excess = 0;
  const SecantResult certified = searchDecreasing(
      [&](double epsilon) -> std::optional<double> {
        const auto bound = gridDelta(step, epsilon, compositions, tolerance, logDelta, control);
        if (!bound) return std::nullopt;
        excess = bound->excess;
        return bound->logDelta - logDelta;
      },
      options);
  if (std::isnan(certified.x)) return {unsampled, 1, watch.seconds(), certified.stopped};
  if (certified.x == 0) return {0, 0, watch.seconds(), certified.stopped};
  const double value = std::min(unsampled, certified.x * (1 + kRounding));
  const double errorBound = (2 * excess - certified.value) / (-slope * certified.x) + 2 * kRounding;
  return {value, std::min(1.0, errorBound), watch.seconds(), certified.stopped};
}

Certified deltaFor(double noiseMultiplier, double epsilon, double samplingProbability, Index compositions,
                   const RunControl& control) {
  const Stopwatch watch;
  const double q = samplingProbability;
  checkMechanism(q, compositions);
  checkNonNegative("epsilon", epsilon);
  checkNoiseMultiplier(noiseMultiplier, q);
  const double unsampled =
      std::min(1.0, gaussianDelta(sqrtCount(compositions) / noiseMultiplier, epsilon) * (1 + kClosedFormError));
  if (q == 1) return {unsampled, 2 * kClosedFormError, watch.seconds(), false};
  const SubsampledGaussian step{noiseMultiplier, q};
  if (compositions == 1) {
    const double value = std::exp(oneStepLogDelta(step, epsilon)) * (1 + kClosedFormError);
    return {std::min(value, unsampled), 2 * kClosedFormError, watch.seconds(), false};
  }
  ApproximateDelta approximate(compositions, kLogLeastDelta, control);
  const auto expected = approximate(step, epsilon);
  if (!expected) return {unsampled, 1, watch.seconds(), true};
  const auto bound =
      gridDelta(step, epsilon, compositions, kDeltaTolerance, std::max(*expected, kLogLeastDelta), control);
  if (!bound) return {unsampled, 1, watch.seconds(), true};
  const double value = std::min(unsampled, std::exp(bound->logDelta) * (1 + kRounding));
  return {value, std::min(1.0, 2 * bound->excess + 2 * kRounding), watch.seconds(), false};
}

}  // namespace noiseloom
