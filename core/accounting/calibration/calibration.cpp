#include "core/accounting/calibration/calibration.h"

#include <algorithm>
#include <cmath>

#include "core/accounting/calibration/calibration_steps.h"
#include "core/accounting/calibration/sigma_trail.h"
#include "core/accounting/fourier/approximate_root.h"
#include "core/accounting/losses/analytic_gaussian.h"
#include "core/base/check.h"
#include "core/base/errors.h"

namespace noiseloom {
namespace calibration {

void checkSamplingProbability(double q) {
  if (!(q > 0 && q <= 1)) {
    throw InvalidArgument("sampling_probability", q, Core::tr("a number above 0 and at most 1"));
  }
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

void checkNoiseMultiplier(double value, bool subsampled) {
  checkPositive("noise_multiplier", value);
  if (subsampled && value < kLeastSigma) {
    throw InvalidArgument("noise_multiplier", value,
                          {Core::tr("a number of at least %1 when sampling_probability < 1"), kLeastSigma});
  }
}

void checkNonNegative(const char* argument, double value) {
  if (!(value >= 0) || !std::isfinite(value)) {
    throw InvalidArgument(argument, value, Core::tr("a finite number of at least 0"));
  }
}

}  // namespace calibration

using namespace calibration;

namespace {

constexpr double kTrailReach = 4;  // of the step before: how far ahead a trail points

/// Above the probability of being sampled at all no noise is needed, and there is no smallest noise multiplier.
void checkNoiseNeeded(double delta, double q, Index compositions) {
  if (delta < sampledAtAll(q, compositions)) return;
  throw InvalidArgument(
      "delta", shortest(delta),
      {Core::tr("a number below %1, the probability of being sampled at all (at or above it no noise is needed)"),
       sampledAtAll(q, compositions)});
}

void checkForNoiseMultiplier(double epsilon, double delta, double q, Index compositions) {
  checkPositive("epsilon", epsilon);
  checkSamplingProbability(q);
  checkCompositions(compositions);
  checkDelta(delta, q < 1);
  if (q < 1) checkNoiseNeeded(delta, q, compositions);
}

/// The log of the noise multiplier that a trail with a last root leads one to expect where its limit is that.
double pointsTo(const SigmaTrail& trail, double limit) {
  // By how much sigma is off the limit changes slowly: as it did from the root before to the last one.
  double apart = trail.last->logSigma - trail.last->limit;
  if (trail.before) {
    const double moved = trail.last->limit - trail.before->limit;
    const double rate = (apart - (trail.before->logSigma - trail.before->limit)) / moved;
    if (std::abs(rate) < 1 && std::abs(limit - trail.last->limit) < kTrailReach * std::abs(moved))
      apart += rate * (limit - trail.last->limit);
  }
  return limit + apart;
}

}  // namespace

double approximateNoiseMultiplier(double epsilon, double delta, double samplingProbability, Index compositions,
                                  Adjacency adjacency) {
  const double q = samplingProbability;
  checkForNoiseMultiplier(epsilon, delta, q, compositions);
  const double unsampled = gaussianNoiseMultiplier(epsilon, delta) * sqrtCount(compositions) * distance(adjacency);
  if (q == 1 || unsampled <= kLeastSigma) return unsampled;
  return std::exp(
      approximateLogSigma(epsilon, delta, q, compositions, adjacency, std::log(kLeastSigma), std::log(unsampled), {})
          .x);
}

double nextNoiseMultiplier(double epsilon, double delta, double samplingProbability, Index compositions,
                           Adjacency adjacency, SigmaTrail& trail, double tolerance) {
  const double q = samplingProbability;
  checkForNoiseMultiplier(epsilon, delta, q, compositions);
  const double unsampled = gaussianNoiseMultiplier(epsilon, delta) * sqrtCount(compositions) * distance(adjacency);
  const double limit = std::log(limitSigma(gaussianMuFor(epsilon, delta), q, compositions));
  if (q == 1 || compositions == 1 || unsampled <= kLeastSigma || !std::isfinite(limit))
    return approximateNoiseMultiplier(epsilon, delta, q, compositions, adjacency);
  const double leastX = std::log(kLeastSigma), mostX = std::log(unsampled);
  const SigmaTrail::Problem problem{epsilon, delta, q, compositions, adjacency};
  std::optional<SigmaTrail::Root> start;
  if (const SigmaTrail::Root* known = trail.rootOf(problem)) {
    start = *known;
    trail.goOn(*start);
    if (start->tolerance <= tolerance) return std::exp(start->logSigma);
  } else if (trail.last) {
    start = trail.last;
    start->logSigma = std::clamp(pointsTo(trail, limit), leastX, mostX);
  }
  SecantResult found;
  found.stopped = true;
  if (start) {
    found = nextLogSigma(epsilon, delta, q, compositions, adjacency, start->logSigma, start->slope, leastX, mostX,
                         tolerance);
  }
  if (found.stopped) {
    trail.last.reset();
    trail.before.reset();
    found = approximateLogSigma(epsilon, delta, q, compositions, adjacency, leastX, mostX, {});
  }
  if (std::isfinite(found.x) && found.slope < 0 && std::isfinite(found.slope))
    trail.goOn({problem, limit, found.x, found.slope, tolerance});
  return std::exp(found.x);
}

namespace {

/// By this pair's own accounting; of replace-one that is not always the best that is known.
Certified ownNoiseMultiplier(double epsilon, double delta, double samplingProbability, Index compositions,
                             const RunControl& control, Adjacency adjacency) {
  const Stopwatch watch;
  const double q = samplingProbability;
  checkForNoiseMultiplier(epsilon, delta, q, compositions);
  // Sampling only helps: the unsampled mechanism's sigma is always safe.
  const double unsampled =
      gaussianNoiseMultiplier(epsilon, delta) * sqrtCount(compositions) * distance(adjacency) * (1 + kClosedFormError);
  if (q == 1) return {unsampled, 2 * kClosedFormError, watch.seconds(), false};
  const double most = std::min(unsampled, kMostSigma);
  if (most <= kLeastSigma) return {unsampled, 1, watch.seconds(), false};

  const double leastX = std::log(kLeastSigma), mostX = std::log(most);
  const SecantResult approximate =
      approximateLogSigma(epsilon, delta, q, compositions, adjacency, leastX, mostX, control);
  if (approximate.stopped) return {unsampled, 1, watch.seconds(), true};
  if (compositions == 1) {
    const double value = std::min(unsampled, std::exp(approximate.x) * (1 + kOneStepError));
    return {value, 2 * kOneStepError, watch.seconds(), false};
  }
  const auto composedAt = [&](double x) { return ComposedSteps{{std::exp(x), q, adjacency}, epsilon, compositions}; };
  const CertifiedRoot root = certify(composedAt, approximate, {kTolerance, leastX, mostX, std::log(delta)}, control);
  if (std::isnan(root.result.x)) {
    const double below = approximate.x - 1e-7;
    const bool known = isBelowRoot(composedAt(below), std::log(delta), control);
    return {unsampled, known ? 1 - std::exp(below) / unsampled : 1, watch.seconds(), root.result.stopped};
  }
  const double value = std::min(unsampled, std::exp(root.result.x) * (1 + kRounding));
  return {value, std::min(1.0, root.excess + 2 * kRounding), watch.seconds(), root.result.stopped};
}

Certified ownEpsilon(double noiseMultiplier, double delta, double samplingProbability, Index compositions,
                     const RunControl& control, Adjacency adjacency) {
  const Stopwatch watch;
  const double q = samplingProbability;
  checkSamplingProbability(q);
  checkCompositions(compositions);
  checkDelta(delta, q < 1);
  checkNoiseMultiplier(noiseMultiplier, q < 1);
  const double mu = distance(adjacency) * sqrtCount(compositions) / noiseMultiplier;
  const double unsampled = gaussianEpsilon(mu, delta) * (1 + kClosedFormError);
  if (q == 1 || unsampled == 0) return {unsampled, 2 * kClosedFormError, watch.seconds(), false};
  if (noiseMultiplier > kMostSigma) return {unsampled, 1, watch.seconds(), false};

  const SubsampledGaussian step{noiseMultiplier, q, adjacency};
  const SecantResult approximate = approximateEpsilon(step, delta, compositions, unsampled, control);
  if (approximate.stopped) return {unsampled, 1, watch.seconds(), true};
  if (compositions == 1) {
    const double value = approximate.x * (1 + kOneStepError);
    return {std::min(unsampled, value), 2 * kOneStepError, watch.seconds(), false};
  }
  const auto composedAt = [&](double epsilon) { return ComposedSteps{step, epsilon, compositions}; };
  const double tolerance = kTolerance * std::max(approximate.x, 1e-6 * unsampled);
  const CertifiedRoot root = certify(composedAt, approximate, {tolerance, 0, unsampled, std::log(delta)}, control);
  if (std::isnan(root.result.x)) return {unsampled, 1, watch.seconds(), root.result.stopped};
  if (root.result.x == 0) return {0, 0, watch.seconds(), root.result.stopped};
  const double value = std::min(unsampled, root.result.x * (1 + kRounding));
  return {value, std::min(1.0, root.excess / root.result.x + 2 * kRounding), watch.seconds(), root.result.stopped};
}

Certified ownDelta(double noiseMultiplier, double epsilon, double samplingProbability, Index compositions,
                   const RunControl& control, Adjacency adjacency) {
  const Stopwatch watch;
  const double q = samplingProbability;
  checkSamplingProbability(q);
  checkCompositions(compositions);
  checkNonNegative("epsilon", epsilon);
  checkNoiseMultiplier(noiseMultiplier, q < 1);
  const auto certified = [&](double logDelta, double inflation, double error, double most) {
    const double value = std::clamp(std::exp(logDelta) * (1 + inflation), kLeastDelta, most);
    // The floor and the ceiling say nothing about how far the exact value is.
    const bool cut = value == kLeastDelta || value == most;
    return Certified{value, cut && most < 1 ? 1 : std::min(1.0, error), watch.seconds(), false};
  };
  const double mu = distance(adjacency) * sqrtCount(compositions) / noiseMultiplier;
  const double logUnsampled = gaussianLogDelta(mu, epsilon);
  // Rounding of the tail's argument epsilon / mu - mu / 2 counts as often as its square.
  const double argument = epsilon / mu - mu / 2, rounding = 1e-15 * std::abs(argument) * (epsilon / mu + mu / 2);
  const double closedError = std::min(1.0, kClosedFormError * (1 + std::max(0.0, -logUnsampled)) + rounding);
  const Certified unsampled = certified(logUnsampled, closedError, 2 * closedError, 1);
  if (q == 1) return unsampled;
  if (noiseMultiplier > kMostSigma) return {unsampled.value, 1, watch.seconds(), false};
  const SubsampledGaussian step{noiseMultiplier, q, adjacency};
  if (compositions == 1) {
    return certified(step.oneStepLogDelta(epsilon), kOneStepError, 2 * kOneStepError, unsampled.value);
  }

  const ComposedSteps composed{step, epsilon, compositions};
  double expected = RoughDelta(std::log(kLeastSubsampledDelta))(composed);
  expected = RoughDelta(expected - 10)(composed);
  ApproximateDelta uncertified(expected - 5, control);
  uncertified.refine();
  auto approximate = uncertified(composed);
  if (!approximate) return {unsampled.value, 1, watch.seconds(), true};
  *approximate = std::max(*approximate, -750.0);
  const ExpectedDelta known{*approximate - 1, uncertified.fallOfRemove(composed)};
  const ExpectedDelta unknown{std::min(*approximate, expected) - 1};
  const auto bound = gridDelta(step, epsilon, compositions, kDeltaTolerance, known.fall > 0 ? known : unknown, control);
  if (!bound) return {unsampled.value, 1, watch.seconds(), true};
  // As for the other unknowns, rounding in the grid must not take it below the truth.
  const double logDelta = std::max(bound->logDelta, *approximate);
  const double error = 2 * (kRounding + std::max(bound->excess, logDelta - *approximate));
  return certified(logDelta, kRounding, error, unsampled.value);
}

/// Replace-one where the own answer is poor: delta at epsilon is at most that to remove at epsilon + T log(1 - q)
/// (asRemoved()), and no less than that at epsilon.
template <class Shifted, class Least>
Certified orAsRemoved(const Certified& own, Adjacency adjacency, double q, Index compositions, Shifted shifted,
                      Least least) {
  constexpr double kPoor = 1e-2;
  if (adjacency != Adjacency::ReplaceOne || q == 1 || compositions < 2) return own;
  if (own.stopped || !(own.errorBound > kPoor)) return own;
  Certified better = shifted(-static_cast<double>(compositions) * std::log1p(-q));
  if (better.stopped || !(better.value < own.value)) return own;
  const Certified below = least();
  better.errorBound = std::clamp(1 - below.value * (1 - below.errorBound) / better.value, better.errorBound, 1.0);
  better.seconds += own.seconds + below.seconds;
  return better;
}

}  // namespace

Certified noiseMultiplierFor(double epsilon, double delta, double samplingProbability, Index compositions,
                             const RunControl& control, Adjacency adjacency) {
  const auto at = [&](double moved) {
    return ownNoiseMultiplier(moved, delta, samplingProbability, compositions, control, Adjacency::AddRemove);
  };
  const Certified own = ownNoiseMultiplier(epsilon, delta, samplingProbability, compositions, control, adjacency);
  return orAsRemoved(
      own, adjacency, samplingProbability, compositions,
      [&](double shift) { return shift < epsilon ? at(epsilon - shift) : own; }, [&] { return at(epsilon); });
}

Certified epsilonFor(double noiseMultiplier, double delta, double samplingProbability, Index compositions,
                     const RunControl& control, Adjacency adjacency) {
  const Certified own = ownEpsilon(noiseMultiplier, delta, samplingProbability, compositions, control, adjacency);
  Certified removed;
  return orAsRemoved(
      own, adjacency, samplingProbability, compositions,
      [&](double shift) {
        Certified epsilon = removed =
            ownEpsilon(noiseMultiplier, delta, samplingProbability, compositions, control, Adjacency::AddRemove);
        epsilon.value += shift;
        return epsilon;
      },
      [&] { return removed; });
}

Certified deltaFor(double noiseMultiplier, double epsilon, double samplingProbability, Index compositions,
                   const RunControl& control, Adjacency adjacency) {
  const auto at = [&](double moved) {
    return ownDelta(noiseMultiplier, moved, samplingProbability, compositions, control, Adjacency::AddRemove);
  };
  const Certified own = ownDelta(noiseMultiplier, epsilon, samplingProbability, compositions, control, adjacency);
  return orAsRemoved(
      own, adjacency, samplingProbability, compositions,
      [&](double shift) { return shift <= epsilon ? at(epsilon - shift) : own; }, [&] { return at(epsilon); });
}

DirectionalDelta approximateDirections(double noiseMultiplier, double epsilon, double samplingProbability,
                                       Index compositions, Adjacency adjacency) {
  const double q = samplingProbability;
  checkSamplingProbability(q);
  checkCompositions(compositions);
  checkNonNegative("epsilon", epsilon);
  checkNoiseMultiplier(noiseMultiplier, q < 1);
  if (q == 1) {
    const double delta = gaussianDelta(distance(adjacency) * sqrtCount(compositions) / noiseMultiplier, epsilon);
    return {delta, delta};
  }
  const ComposedSteps composed{{noiseMultiplier, q, adjacency}, epsilon, compositions};
  double expected = RoughDelta(std::log(kLeastSubsampledDelta))(composed);
  expected = RoughDelta(expected - 10)(composed) - 5;
  ApproximateDelta uncertified(expected, {});
  uncertified.refine();
  const auto bound = gridDelta(composed.step, epsilon, compositions, kDeltaTolerance, expected, {});
  const auto resolved = [&](Direction direction) -> std::optional<double> {
    // An inversion that the certificate contradicts is none.
    if (const auto value = uncertified.inDirection(direction, composed, -1e300)) {
      if (*value <= bound->logDelta) return std::exp(*value);
    }
    if (bound->worst == direction && bound->excess < 1e-3) return std::exp(bound->logDelta - bound->excess);
    return std::nullopt;
  };
  const auto remove = resolved(Direction::Remove);
  return {remove, adjacency == Adjacency::ReplaceOne ? remove : resolved(Direction::Add)};
}

}  // namespace noiseloom
