#include "core/accounting/calibration/loss_bound.h"

#include <algorithm>

#include "core/accounting/calibration/calibration_steps.h"
#include "core/accounting/losses/analytic_gaussian.h"
#include "core/base/check.h"
#include "core/base/errors.h"

namespace noiseloom {

using namespace calibration;

LossBound::Limits LossBound::checkTarget(double epsilon, double delta) const {
  const Limits known = limits();
  checkNonNegative("epsilon", epsilon);
  checkDelta(delta, known.sampled);
  // Above the probability of being sampled at all there is no smallest noise multiplier.
  if (known.sampled && delta >= known.seenAtAll) {
    throw InvalidArgument(
        "delta", shortest(delta),
        {Core::tr("a number below %1, the probability of being sampled at all (at or above it no noise is needed)"),
         known.seenAtAll});
  }
  return known;
}

Certified LossBound::noiseMultiplier(double epsilon, double delta, const RunControl& control) const {
  const Stopwatch watch;
  const Limits known = checkTarget(epsilon, delta);
  // Sampling only helps: the unsampled mechanism's sigma is always safe.
  const double unsampled = gaussianNoiseMultiplier(epsilon, delta) * known.sensitivity * (1 + kClosedFormError);
  if (!known.sampled) return {unsampled, 2 * kClosedFormError, watch.seconds(), false};
  const double most = std::min(unsampled, known.mostSigma);
  if (most <= known.leastSigma) return {unsampled, 1, watch.seconds(), false};
  const Least root = least({true, epsilon, delta, std::log(known.leastSigma), std::log(most)}, control);
  if (std::isnan(root.x)) return {unsampled, 1 - std::exp(root.unsafe) / unsampled, watch.seconds(), root.stopped};
  const double value = std::min(unsampled, std::exp(root.x) * (1 + root.inflation));
  return {value, std::min(1.0, root.error + 2 * root.inflation), watch.seconds(), root.stopped};
}

Certified LossBound::epsilon(double sigma, double delta, const RunControl& control) const {
  const Stopwatch watch;
  const Limits known = limits();
  checkDelta(delta, known.sampled);
  checkNoiseMultiplier(sigma, known);
  const double unsampled = gaussianEpsilon(known.sensitivity / sigma, delta) * (1 + kClosedFormError);
  if (unsampled == 0) return {0, 0, watch.seconds(), false};
  if (!known.sampled) return {unsampled, 2 * kClosedFormError, watch.seconds(), false};
  if (sigma > known.mostSigma) return {unsampled, 1, watch.seconds(), false};
  const Least root = least({false, sigma, delta, 0, unsampled}, control);
  if (std::isnan(root.x)) return {unsampled, 1, watch.seconds(), root.stopped};
  if (root.x == 0) return {0, 0, watch.seconds(), root.stopped};
  const double value = std::min(unsampled, root.x * (1 + root.inflation));
  return {value, std::min(1.0, root.error / root.x + 2 * root.inflation), watch.seconds(), root.stopped};
}

namespace calibration {

void checkSamplingProbability(double q) {
  if (!(q > 0 && q <= 1)) throw InvalidArgument("sampling_probability", q, Core::tr("a number above 0 and at most 1"));
}

void checkCompositions(Index compositions) {
  checkInteger("compositions", compositions, 1, kMostCompositions);
}

void checkDelta(double delta, bool subsampled) {
  checkOpenInterval("delta", delta, 0, 1);
  if (subsampled && delta < kLeastSubsampledDelta) {
    throw InvalidArgument("delta", delta,
                          {Core::tr("a number of at least %1 when sampling_probability < 1"), kLeastSubsampledDelta});
  }
}

void checkNoiseMultiplier(double value, const LossBound::Limits& limits) {
  checkPositive("noise_multiplier", value);
  if (limits.sampled && value < limits.leastSigma) {
    throw InvalidArgument("noise_multiplier", value,
                          {Core::tr("a number of at least %1 when sampling_probability < 1"), limits.leastSigma});
  }
}

Certified unsampledDelta(double mu, double epsilon) {
  const Stopwatch watch;
  const double logDelta = gaussianLogDelta(mu, epsilon);
  // Rounding of the tail's argument epsilon / mu - mu / 2 counts as often as its square.
  const double argument = epsilon / mu - mu / 2, rounding = 1e-15 * std::abs(argument) * (epsilon / mu + mu / 2);
  const double error = std::min(1.0, kClosedFormError * (1 + std::max(0.0, -logDelta)) + rounding);
  const double value = std::clamp(std::exp(logDelta) * (1 + error), kLeastDelta, 1.0);
  return {value, std::min(1.0, 2 * error), watch.seconds(), false};
}

Certified promisedDelta(double logDelta, double inflation, double error, double most, const Stopwatch& watch,
                        bool stopped) {
  const double value = std::clamp(std::exp(logDelta) * (1 + inflation), kLeastDelta, std::max(kLeastDelta, most));
  const bool cut = value == kLeastDelta || (value == most && value < 1);
  return {value, cut ? 1 : std::min(1.0, error), watch.seconds(), stopped};
}

}  // namespace calibration
}  // namespace noiseloom
