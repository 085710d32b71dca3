#include "core/accounting/calibration/calibration.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "core/accounting/calibration/calibration_steps.h"
#include "core/accounting/calibration/sigma_trail.h"
#include "core/accounting/fourier/approximate_root.h"
#include "core/accounting/losses/analytic_gaussian.h"
#include "core/base/check.h"

namespace noiseloom {
using namespace calibration;

namespace {

constexpr double kTrailReach = 4;  // of the step before: how far ahead a trail points

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

LossBound::Limits PoissonSteps::limits() const {
  checkSamplingProbability(samplingProbability);
  checkCompositions(compositions);
  return {distance(adjacency) * sqrtCount(compositions), sampledAtAll(samplingProbability, compositions),
          samplingProbability < 1};
}

double PoissonSteps::approximate(double epsilon, double delta, const RunControl&) const {
  const double unsampled = gaussianNoiseMultiplier(epsilon, delta) * limits().sensitivity;
  if (samplingProbability == 1 || unsampled <= kLeastSigma) return unsampled;
  return std::exp(approximateLogSigma(epsilon, delta, samplingProbability, compositions, adjacency,
                                      std::log(kLeastSigma), std::log(unsampled), {})
                      .x);
}

double nextNoiseMultiplier(const PoissonSteps& steps, double epsilon, double delta, SigmaTrail& trail,
                           double tolerance) {
  const auto [q, compositions, adjacency] = std::tuple(steps.samplingProbability, steps.compositions, steps.adjacency);
  const double unsampled = gaussianNoiseMultiplier(epsilon, delta) * steps.checkTarget(epsilon, delta).sensitivity;
  const double limit = std::log(limitSigma(gaussianMuFor(epsilon, delta), q, compositions));
  if (q == 1 || compositions == 1 || unsampled <= kLeastSigma || !std::isfinite(limit))
    return steps.approximateNoiseMultiplier(epsilon, delta);
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

LossBound::Least PoissonSteps::least(const Axis& axis, const RunControl& control) const {
  const auto composedAt = [&](double x) {
    return ComposedSteps{{axis.sigma(x), samplingProbability, adjacency}, axis.epsilon(x), compositions};
  };
  const SecantResult approximate =
      axis.ofSigma ? approximateLogSigma(axis.known, axis.delta, samplingProbability, compositions, adjacency,
                                         axis.leastX, axis.mostX, control)
                   : approximateEpsilon(composedAt(0).step, axis.delta, compositions, axis.mostX, control);
  if (approximate.stopped) return {.stopped = true};
  if (compositions == 1) return {.x = approximate.x, .inflation = kOneStepError};
  const double logDelta = std::log(axis.delta);
  const double tolerance = axis.scaled(kTolerance, std::max(approximate.x, 1e-6 * axis.mostX));
  const CertifiedRoot root = certify(composedAt, approximate, {tolerance, axis.leastX, axis.mostX, logDelta}, control);
  Least least{root.result.x, root.excess, kRounding, root.result.stopped};
  if (std::isnan(least.x) && axis.ofSigma) {
    const double below = approximate.x - 1e-7;
    if (isBelowRoot(composedAt(below), logDelta, control)) least.unsafe = below;
  }
  return least;
}

/// By this pair's own accounting; of replace-one that is not always the best that is known.
Certified PoissonSteps::ownDelta(double sigma, double epsilon, const RunControl& control) const {
  const Stopwatch watch;
  const Limits known = limits();
  checkNonNegative("epsilon", epsilon);
  checkNoiseMultiplier(sigma, known);
  const Certified unsampled = unsampledDelta(known.sensitivity / sigma, epsilon);
  if (!known.sampled) return unsampled;
  if (sigma > kMostSigma) return {unsampled.value, 1, watch.seconds(), false};
  const SubsampledGaussian step{sigma, samplingProbability, adjacency};
  if (compositions == 1)
    return promisedDelta(step.oneStepLogDelta(epsilon), kOneStepError, 2 * kOneStepError, unsampled.value, watch);

  const ComposedSteps composed{step, epsilon, compositions};
  double expected = RoughDelta(std::log(kLeastSubsampledDelta))(composed);
  expected = RoughDelta(expected - 10)(composed);
  ApproximateDelta uncertified(expected - 5, control);
  uncertified.refine();
  auto approximate = uncertified(composed);
  if (!approximate) return {unsampled.value, 1, watch.seconds(), true};
  *approximate = std::max(*approximate, -750.0);
  const ExpectedDelta fine{*approximate - 1, uncertified.fallOfRemove(composed)};
  const ExpectedDelta rough{std::min(*approximate, expected) - 1};
  const auto bound = gridDelta(step, epsilon, compositions, kDeltaTolerance, fine.fall > 0 ? fine : rough, control);
  if (!bound) return {unsampled.value, 1, watch.seconds(), true};
  // As for the other unknowns, rounding in the grid must not take it below the truth.
  const double logDelta = std::max(bound->logDelta, *approximate);
  const double error = 2 * (kRounding + std::max(bound->excess, logDelta - *approximate));
  return promisedDelta(logDelta, kRounding, error, unsampled.value, watch);
}

/// Replace-one where the own answer is poor: delta at epsilon is at most that to remove at epsilon + T log(1 - q)
/// (asRemoved()), and no less than that at epsilon.
template <class Shifted, class Smallest>
Certified PoissonSteps::orAsRemoved(const Certified& own, Shifted shifted, Smallest smallest) const {
  constexpr double kPoor = 1e-2;
  if (adjacency != Adjacency::ReplaceOne || samplingProbability == 1 || compositions < 2) return own;
  if (own.stopped || !(own.errorBound > kPoor)) return own;
  Certified better = shifted(-static_cast<double>(compositions) * std::log1p(-samplingProbability));
  if (better.stopped || !(better.value < own.value)) return own;
  const Certified below = smallest();
  better.errorBound = std::clamp(1 - below.value * (1 - below.errorBound) / better.value, better.errorBound, 1.0);
  better.seconds += own.seconds + below.seconds;
  return better;
}

Certified PoissonSteps::noiseMultiplier(double epsilon, double delta, const RunControl& control) const {
  const PoissonSteps removed(samplingProbability, compositions);
  const Certified own = LossBound::noiseMultiplier(epsilon, delta, control);
  return orAsRemoved(
      own,
      [&](double shift) { return shift < epsilon ? removed.noiseMultiplier(epsilon - shift, delta, control) : own; },
      [&] { return removed.noiseMultiplier(epsilon, delta, control); });
}

Certified PoissonSteps::epsilon(double sigma, double delta, const RunControl& control) const {
  const PoissonSteps removed(samplingProbability, compositions);
  Certified unshifted;
  return orAsRemoved(
      LossBound::epsilon(sigma, delta, control),
      [&](double shift) {
        Certified epsilon = unshifted = removed.epsilon(sigma, delta, control);
        epsilon.value += shift;
        return epsilon;
      },
      [&] { return unshifted; });
}

Certified PoissonSteps::delta(double sigma, double epsilon, const RunControl& control) const {
  const PoissonSteps removed(samplingProbability, compositions);
  const Certified own = ownDelta(sigma, epsilon, control);
  return orAsRemoved(
      own, [&](double shift) { return shift <= epsilon ? removed.ownDelta(sigma, epsilon - shift, control) : own; },
      [&] { return removed.ownDelta(sigma, epsilon, control); });
}

DirectionalDelta approximateDirections(const PoissonSteps& steps, double noiseMultiplier, double epsilon) {
  const auto [q, compositions, adjacency] = std::tuple(steps.samplingProbability, steps.compositions, steps.adjacency);
  const LossBound::Limits known = steps.limits();
  checkNonNegative("epsilon", epsilon);
  checkNoiseMultiplier(noiseMultiplier, known);
  if (q == 1) {
    const double delta = gaussianDelta(known.sensitivity / noiseMultiplier, epsilon);
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
