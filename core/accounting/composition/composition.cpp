#include "core/accounting/composition/composition.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "core/accounting/calibration/calibration_steps.h"
#include "core/accounting/calibration/certified_root.h"
#include "core/accounting/composition/merged_phases.h"
#include "core/accounting/grid/grid_accountant.h"
#include "core/accounting/losses/analytic_gaussian.h"
#include "core/accounting/losses/loss_transform.h"
#include "core/base/check.h"
#include "core/base/errors.h"

namespace noiseloom {

using namespace calibration;

namespace {

constexpr double kRoughTolerance = 1e-3;  // of log delta, while searching

/// One kind of sampled step that calibration.h knows.
bool isPlain(const MergedPhases& phases) {
  return phases.fixedMu == 0 && phases.sampled.size() == 1 && !phases.sampled[0].step.replacesOne();
}

bool isOneStep(const Steps& steps) {
  return steps.size() == 1 && steps[0].count == 1;
}

/// The saddle-point approximation of log delta: rough, but smooth and cheap. -750 where it is less.
double roughLogDelta(const Steps& steps, double epsilon, double expectedLogDelta) {
  if (isOneStep(steps)) return std::max(-750.0, steps[0].step.oneStepLogDelta(epsilon));
  double total = 0;
  for (const RepeatedStep& each : steps) total += static_cast<double>(each.count);
  std::vector<OutcomeLimit> limits;
  for (const RepeatedStep& each : steps) {
    limits.push_back({each.step.relevantOutcomes(std::log(total), expectedLogDelta - 20).most});
  }
  const auto saddle = saddlePoint(steps, Direction::Remove, epsilon, limits);
  return saddle ? saddle->logDelta : -750;
}

/// Certified log delta; a single step in closed form.
std::optional<GridDelta> boundLogDelta(const Steps& steps, double epsilon, double tolerance, double expectedLogDelta,
                                       const RunControl& control) {
  if (!isOneStep(steps)) return gridDelta(steps, epsilon, tolerance, expectedLogDelta, control);
  GridDelta delta;
  delta.logDelta = steps[0].step.oneStepLogDelta(epsilon) + kOneStepError;
  delta.excess = 2 * kOneStepError;
  return delta;
}

/// Certified root of log delta = goal.logDelta; mechanism(x) gives the phases and epsilon at x. First by the rough
/// approximation, then by coarse grids less their estimated excess, then by certified ones. options: start, slope,
/// limits.
template <class Mechanism>
CertifiedRoot solve(Mechanism mechanism, const CertifiedRootGoal& goal, SecantOptions options,
                    const RunControl& control) {
  options.leastX = goal.leastX;
  options.mostX = goal.mostX;
  options.start = std::clamp(options.start, goal.leastX, goal.mostX);
  const auto rough = [&](double x) {
    const auto [phases, epsilon] = mechanism(x);
    return roughLogDelta(phases.steps(), epsilon, goal.logDelta) - goal.logDelta;
  };
  const auto bound = [&](double x, double tolerance) {
    const auto [phases, epsilon] = mechanism(x);
    return boundLogDelta(phases.steps(), epsilon, tolerance, goal.logDelta, control);
  };
  const auto unlessStopped = [&](auto f) {
    return [&control, f](double x) -> std::optional<double> {
      return control.stopRequested() ? std::nullopt : std::optional(f(x));
    };
  };
  options.tolerance = 0.02;
  SecantResult found = searchDecreasing(unlessStopped(rough), options);
  if (!found.stopped) {
    const double width = 0.02 / std::max(1.0, -found.slope);
    const double low = std::max(goal.leastX, found.x - width), high = std::min(goal.mostX, found.x + width);
    const double slope = (rough(high) - rough(low)) / (high - low);
    options.start = found.x;
    if (slope < 0 && std::isfinite(slope)) options.slope = slope;
    options.mostStep *= 0.4;
    options.tolerance = 0.1 * kRoughTolerance;
    options.mostEvaluations = 20;
    found = searchDecreasing(
        [&](double x) -> std::optional<double> {
          const auto delta = bound(x, kRoughTolerance);
          if (!delta) return std::nullopt;
          return delta->logDelta - std::min(delta->excess, 10.0) - goal.logDelta;
        },
        options);
    // Secants between neighbouring points see the error; the rough slope is right to about 30 %.
    found.slope = std::clamp(found.slope, 1.5 * options.slope, options.slope / 1.5);
  }
  if (found.stopped || std::isnan(found.x)) {
    CertifiedRoot root;
    root.result.stopped = found.stopped;
    return root;
  }
  return certifyRoot(bound, found, goal, control);
}

}  // namespace

Certified epsilonOf(const Composition& composition, double delta, const RunControl& control) {
  const Stopwatch watch;
  const MergedPhases phases = MergedPhases::of(composition, 1);
  checkDelta(delta, !phases.sampled.empty());
  if (isPlain(phases)) {
    const auto& [step, count, slice] = phases.sampled[0];
    return epsilonFor(step.sigma, delta, step.q, count, control);
  }
  const double unsampled = gaussianEpsilon(phases.unsampledMu, delta) * (1 + kClosedFormError);
  if (phases.sampled.empty()) return {unsampled, phases.credited ? 2 * kClosedFormError : 1, watch.seconds(), false};
  if (unsampled == 0) return {0, 0, watch.seconds(), false};
  SecantOptions options;
  options.start = gaussianEpsilon(phases.limitMu(), delta);
  options.slope = -std::max(1.0, -std::log(delta)) / unsampled;
  options.mostStep = unsampled;
  const double tolerance = kTolerance * std::max(options.start, 1e-6 * unsampled);
  const CertifiedRoot root = solve(
      [&](double epsilon) {
        return std::pair{phases, epsilon};
      },
      {tolerance, 0, unsampled, std::log(delta)}, options, control);
  if (std::isnan(root.result.x)) return {unsampled, 1, watch.seconds(), root.result.stopped};
  if (root.result.x == 0) return {0, 0, watch.seconds(), root.result.stopped};
  const double value = std::min(unsampled, root.result.x * (1 + kRounding));
  const double error = phases.credited ? std::min(1.0, root.excess / root.result.x + 2 * kRounding) : 1;
  return {value, error, watch.seconds(), root.result.stopped};
}

Certified deltaOf(const Composition& composition, double epsilon, const RunControl& control) {
  const Stopwatch watch;
  const MergedPhases phases = MergedPhases::of(composition, 1);
  checkNonNegative("epsilon", epsilon);
  if (isPlain(phases)) {
    const auto& [step, count, slice] = phases.sampled[0];
    return deltaFor(step.sigma, epsilon, step.q, count, control);
  }
  // The unsampled composition is one Gaussian step.
  const Certified most = deltaFor(1 / phases.unsampledMu, epsilon, 1, 1);
  if (phases.sampled.empty()) return {most.value, phases.credited ? most.errorBound : 1, watch.seconds(), false};

  const Steps steps = phases.steps();
  double expected = roughLogDelta(steps, epsilon, std::log(kLeastSubsampledDelta));
  expected = roughLogDelta(steps, epsilon, expected - 10);
  const auto bound = boundLogDelta(steps, epsilon, kDeltaTolerance, expected - 5, control);
  if (!bound) return {most.value, 1, watch.seconds(), true};
  const double value = std::clamp(std::exp(bound->logDelta) * (1 + kRounding), kLeastDelta, most.value);
  // The floor and the ceiling say nothing about how far the exact value is.
  const bool cut = value == kLeastDelta || (value == most.value && value < 1) || !phases.credited;
  return {value, cut ? 1 : std::min(1.0, 2 * (kRounding + bound->excess)), watch.seconds(), false};
}

Certified noiseScaleFor(double epsilon, double delta, const Composition& composition, const RunControl& control) {
  const Stopwatch watch;
  const MergedPhases given = MergedPhases::of(composition, 1);
  checkPositive("epsilon", epsilon);
  checkDelta(delta, !given.sampled.empty());
  if (isPlain(given)) {
    const auto& [step, count, slice] = given.sampled[0];
    Certified sigma = noiseMultiplierFor(epsilon, delta, step.q, count, control);
    sigma.value /= step.sigma;
    return sigma;
  }
  if (const double seen = given.seenAtAll(); delta >= seen) {
    throw InvalidArgument(
        "delta", shortest(delta),
        {Core::tr("a number below %1, the probability of being sampled at all (at or above it no noise is needed)"),
         seen});
  }
  const double most = given.unsampledMu / gaussianMuFor(epsilon, delta) * (1 + kClosedFormError);
  if (given.sampled.empty()) {
    return {most, given.credited ? 2 * kClosedFormError : 1, watch.seconds(), false};
  }
  double least = 0;  // where some sampled step has the least noise that is calibrated
  for (const RepeatedStep& each : given.sampled) least = std::max(least, kLeastSigma / each.step.sigma);
  if (most <= least) return {most, 1, watch.seconds(), false};

  const auto mechanism = [&](double logScale) {
    return std::pair{MergedPhases::of(composition, std::exp(logScale)), epsilon};
  };
  // Start where the central limit theorem gives the mu of (epsilon, delta).
  const double mu = gaussianMuFor(epsilon, delta);
  double low = std::log(least), high = std::log(most);
  while (high - low > 0.01) {
    const double middle = 0.5 * (low + high);
    (mechanism(middle).first.limitMu() > mu ? low : high) = middle;
  }
  SecantOptions options;
  options.start = high;
  options.slope = -20;
  options.mostStep = 0.5;
  const CertifiedRoot root =
      solve(mechanism, {kTolerance, std::log(least), std::log(most), std::log(delta)}, options, control);
  if (std::isnan(root.result.x)) return {most, 1, watch.seconds(), root.result.stopped};
  const double value = std::min(most, std::exp(root.result.x) * (1 + kRounding));
  const bool credited = MergedPhases::of(composition, value).credited;
  return {value, credited ? std::min(1.0, root.excess + 2 * kRounding) : 1, watch.seconds(), root.result.stopped};
}

}  // namespace noiseloom
