#include "core/accounting/calibration.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <utility>

#include "core/accounting/analytic_gaussian.h"
#include "core/accounting/approximate_root.h"
#include "core/accounting/certified_root.h"
#include "core/accounting/grid_accountant.h"
#include "core/base/check.h"
#include "core/base/errors.h"

namespace noiseloom {
namespace {

constexpr double kRounding = 1e-6;          // relative inflation that stands for rounding in the grid accountant
constexpr double kClosedFormError = 1e-12;  // the same for the closed forms of sigma and epsilon
constexpr double kOneStepError = 1e-9;      // the same for a single subsampled step
constexpr double kTolerance = 4e-6;  // wanted excess of sigma and epsilon: half from the grid, half from the search
constexpr double kDeltaTolerance = 1e-5;  // of delta, relative
constexpr double kLeastDelta = 1e-300;    // no smaller delta is ever promised

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

void checkDelta(double delta, double q) {
  checkOpenInterval("delta", delta, 0, 1);
  if (q < 1 && delta < kLeastSubsampledDelta) {
    throw InvalidArgument("delta", shortest(delta),
                          "a number of at least " + shortest(kLeastSubsampledDelta) + " when sampling_probability < 1");
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
                          "a number of at least " + shortest(kLeastSigma) + " when sampling_probability < 1");
  }
}

/// As sigma -> 0 delta tends to the probability of being sampled at all: above that no noise is needed, and there is no
/// smallest noise multiplier.
void checkNoiseNeeded(double delta, double q, Index compositions) {
  const double sampledAtAll = -std::expm1(static_cast<double>(compositions) * std::log1p(-q));
  if (delta < sampledAtAll) return;
  throw InvalidArgument("delta", shortest(delta),
                        "a number below " + shortest(sampledAtAll) +
                            ", the probability of being sampled at all (at or above it no noise is needed)");
}

double sqrtCount(Index compositions) {
  return std::sqrt(static_cast<double>(compositions));
}

/// The certified root for T compositions; mechanism(x) gives the step and epsilon at x.
template <class Mechanism>
CertifiedRoot certify(Mechanism mechanism, const SecantResult& approximate, const CertifiedRootGoal& goal,
                      Index compositions, const RunControl& control) {
  const auto bound = [&](double x, double tolerance) {
    const auto [step, epsilon] = mechanism(x);
    return gridDelta(step, epsilon, compositions, tolerance, goal.logDelta, control);
  };
  return certifyRoot(bound, approximate, goal, control);
}

}  // namespace

double approximateNoiseMultiplier(double epsilon, double delta, double samplingProbability, Index compositions) {
  const double q = samplingProbability;
  checkPositive("epsilon", epsilon);
  checkMechanism(q, compositions);
  checkDelta(delta, q);
  const double unsampled = gaussianNoiseMultiplier(epsilon, delta) * sqrtCount(compositions);
  if (q == 1) return unsampled;
  checkNoiseNeeded(delta, q, compositions);
  if (unsampled <= kLeastSigma) return unsampled;
  return std::exp(
      approximateLogSigma(epsilon, delta, q, compositions, std::log(kLeastSigma), std::log(unsampled), {}).x);
}

Certified noiseMultiplierFor(double epsilon, double delta, double samplingProbability, Index compositions,
                             const RunControl& control) {
  const Stopwatch watch;
  const double q = samplingProbability;
  checkPositive("epsilon", epsilon);
  checkMechanism(q, compositions);
  checkDelta(delta, q);
  // Sampling only helps: the unsampled mechanism's sigma is always safe.
  const double unsampled = gaussianNoiseMultiplier(epsilon, delta) * sqrtCount(compositions) * (1 + kClosedFormError);
  if (q == 1) return {unsampled, 2 * kClosedFormError, watch.seconds(), false};
  checkNoiseNeeded(delta, q, compositions);
  const double most = std::min(unsampled, kMostSigma);
  if (most <= kLeastSigma) return {unsampled, 1, watch.seconds(), false};

  const double leastX = std::log(kLeastSigma), mostX = std::log(most);
  const SecantResult approximate = approximateLogSigma(epsilon, delta, q, compositions, leastX, mostX, control);
  if (approximate.stopped) return {unsampled, 1, watch.seconds(), true};
  if (compositions == 1) {
    const double value = std::min(unsampled, std::exp(approximate.x) * (1 + kOneStepError));
    return {value, 2 * kOneStepError, watch.seconds(), false};
  }
  const auto mechanism = [&](double logSigma) { return std::pair{SubsampledGaussian{std::exp(logSigma), q}, epsilon}; };
  const CertifiedRoot root =
      certify(mechanism, approximate, {kTolerance, leastX, mostX, std::log(delta)}, compositions, control);
  if (std::isnan(root.result.x)) {
    const double excess = 1 - std::exp(approximate.x) / unsampled;
    return {unsampled, std::min(1.0, 1.2 * excess + 1e-4), watch.seconds(), root.result.stopped};
  }
  const double value = std::min(unsampled, std::exp(root.result.x) * (1 + kRounding));
  return {value, std::min(1.0, root.excess + 2 * kRounding), watch.seconds(), root.result.stopped};
}

Certified epsilonFor(double noiseMultiplier, double delta, double samplingProbability, Index compositions,
                     const RunControl& control) {
  const Stopwatch watch;
  const double q = samplingProbability;
  checkMechanism(q, compositions);
  checkDelta(delta, q);
  checkNoiseMultiplier(noiseMultiplier, q);
  const double unsampled = gaussianEpsilon(sqrtCount(compositions) / noiseMultiplier, delta) * (1 + kClosedFormError);
  if (q == 1 || unsampled == 0) return {unsampled, 2 * kClosedFormError, watch.seconds(), false};
  if (noiseMultiplier > kMostSigma) return {unsampled, 1, watch.seconds(), false};

  const SubsampledGaussian step{noiseMultiplier, q};
  const SecantResult approximate = approximateEpsilon(step, delta, compositions, unsampled, control);
  if (approximate.stopped) return {unsampled, 1, watch.seconds(), true};
  if (compositions == 1) {
    const double value = approximate.x * (1 + kOneStepError);
    return {std::min(unsampled, value), 2 * kOneStepError, watch.seconds(), false};
  }
  const auto mechanism = [&](double epsilon) { return std::pair{step, epsilon}; };
  const double tolerance = kTolerance * std::max(approximate.x, 1e-6 * unsampled);
  const CertifiedRoot root =
      certify(mechanism, approximate, {tolerance, 0, unsampled, std::log(delta)}, compositions, control);
  if (std::isnan(root.result.x)) return {unsampled, 1, watch.seconds(), root.result.stopped};
  if (root.result.x == 0) return {0, 0, watch.seconds(), root.result.stopped};
  const double value = std::min(unsampled, root.result.x * (1 + kRounding));
  return {value, std::min(1.0, root.excess / root.result.x + 2 * kRounding), watch.seconds(), root.result.stopped};
}

Certified deltaFor(double noiseMultiplier, double epsilon, double samplingProbability, Index compositions,
                   const RunControl& control) {
  const Stopwatch watch;
  const double q = samplingProbability;
  checkMechanism(q, compositions);
  checkNonNegative("epsilon", epsilon);
  checkNoiseMultiplier(noiseMultiplier, q);
  const auto certified = [&](double logDelta, double error, double most) {
    const double value = std::clamp(std::exp(logDelta) * (1 + error), kLeastDelta, most);
    // The floor and the ceiling say nothing about how far the exact value is.
    const bool cut = value == kLeastDelta || value == most;
    return Certified{value, cut && most < 1 ? 1 : std::min(1.0, 2 * error), watch.seconds(), false};
  };
  const double mu = sqrtCount(compositions) / noiseMultiplier;
  const double logUnsampled = gaussianLogDelta(mu, epsilon);
  // Rounding of the tail's argument epsilon / mu - mu / 2 counts as often as its square.
  const double argument = epsilon / mu - mu / 2, rounding = 1e-15 * std::abs(argument) * (epsilon / mu + mu / 2);
  const double unsampledError = kClosedFormError * (1 + std::max(0.0, -logUnsampled)) + rounding;
  const Certified unsampled = certified(logUnsampled, std::min(1.0, unsampledError), 1);
  if (q == 1) return unsampled;
  if (noiseMultiplier > kMostSigma) return {unsampled.value, 1, watch.seconds(), false};
  const SubsampledGaussian step{noiseMultiplier, q};
  if (compositions == 1) return certified(step.oneStepLogDelta(epsilon), kOneStepError, unsampled.value);

  double expected = roughLogDelta({step, epsilon, compositions}, std::log(kLeastSubsampledDelta));
  expected = roughLogDelta({step, epsilon, compositions}, expected - 10);
  const auto bound = gridDelta(step, epsilon, compositions, kDeltaTolerance, expected - 5, control);
  if (!bound) return {unsampled.value, 1, watch.seconds(), true};
  const Certified value = certified(bound->logDelta, kRounding + bound->excess, unsampled.value);
  return {std::clamp(std::exp(bound->logDelta) * (1 + kRounding), kLeastDelta, unsampled.value), value.errorBound,
          watch.seconds(), false};
}

}  // namespace noiseloom
