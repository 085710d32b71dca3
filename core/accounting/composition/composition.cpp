#include "core/accounting/composition/composition.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "core/accounting/calibration/calibration_steps.h"
#include "core/accounting/calibration/certified_root.h"
#include "core/accounting/composition/merged_phases.h"
#include "core/accounting/grid/grid_accountant.h"
#include "core/accounting/losses/analytic_gaussian.h"
#include "core/accounting/losses/loss_transform.h"
#include "core/base/check.h"
#include "core/base/infinity.h"

namespace noiseloom {

using namespace calibration;

namespace {

constexpr double kRoughTolerance = 1e-3;  // of log delta, while searching

/// True if there is one kind of sampled step.
bool isPlain(const MergedPhases& phases) {
  return phases.fixedMu == 0 && phases.sampled.size() == 1 && !phases.sampled[0].step.replacesOne();
}
PoissonSteps plainSteps(const MergedPhases& phases) {
  return PoissonSteps(phases.sampled[0].step.q, phases.sampled[0].count);
}

/// How far away the exact value is nobody knows where noise is so large that sampling is not credited.
Certified unlessUncredited(Certified value, const MergedPhases& phases) {
  if (!phases.credited && value.value > 0) value.errorBound = 1;
  return value;
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
  GridDelta delta{.logDelta = steps[0].step.oneStepLogDelta(epsilon) + kOneStepError, .excess = 2 * kOneStepError};
  return delta;
}

}  // namespace

LossBound::Limits Composition::limits() const {
  const MergedPhases given = MergedPhases::of(*this, 1);
  double least = 0;  // where some sampled step has the least noise that is calibrated
  for (const RepeatedStep& each : given.sampled) least = std::max(least, kLeastSigma / each.step.sigma);
  return {given.unsampledMu, given.seenAtAll(), !given.sampled.empty(), least, kInfinity};
}

// First by the rough approximation, then by coarse grids less their estimated excess, then by certified ones.
LossBound::Least Composition::least(const Axis& axis, const RunControl& control) const {
  const auto phasesAt = [&](double x) { return MergedPhases::of(*this, axis.sigma(x)); };
  SecantOptions options = searchFromLimit(
      axis, [&](double scale) { return MergedPhases::of(*this, scale).limitMu(); }, -20);
  const double logDelta = std::log(axis.delta);
  const double tolerance = axis.scaled(kTolerance, std::max(options.start, 1e-6 * axis.mostX));
  const auto rough = [&](double x) { return roughLogDelta(phasesAt(x).steps(), axis.epsilon(x), logDelta) - logDelta; };
  const auto bound = [&](double x, double within) {
    return boundLogDelta(phasesAt(x).steps(), axis.epsilon(x), within, logDelta, control);
  };
  options.tolerance = 0.02;
  SecantResult found = searchDecreasing(
      [&](double x) { return control.stopRequested() ? std::nullopt : std::optional(rough(x)); }, options);
  if (!found.stopped) {
    const double width = 0.02 / std::max(1.0, -found.slope);
    const double low = std::max(axis.leastX, found.x - width), high = std::min(axis.mostX, found.x + width);
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
          return delta->logDelta - std::min(delta->excess, 10.0) - logDelta;
        },
        options);
    // Secants between neighbouring points see the error; the rough slope is right to about 30 %.
    found.slope = std::clamp(found.slope, 1.5 * options.slope, options.slope / 1.5);
  }
  if (found.stopped || std::isnan(found.x)) return {.stopped = found.stopped};
  const CertifiedRoot root = certifyRoot(bound, found, {tolerance, axis.leastX, axis.mostX, logDelta}, control);
  return {root.result.x, root.excess, kRounding, root.result.stopped};
}

Certified Composition::noiseMultiplier(double epsilon, double delta, const RunControl& control) const {
  const MergedPhases given = MergedPhases::of(*this, 1);
  if (isPlain(given)) {
    Certified sigma = plainSteps(given).certifiedNoiseMultiplier(epsilon, delta, control);
    sigma.value /= given.sampled[0].step.sigma;
    return sigma;
  }
  const Certified scale = LossBound::noiseMultiplier(epsilon, delta, control);
  return unlessUncredited(scale, given.sampled.empty() ? given : MergedPhases::of(*this, scale.value));
}

Certified Composition::epsilon(double scale, double delta, const RunControl& control) const {
  const MergedPhases phases = MergedPhases::of(*this, scale);
  if (isPlain(phases)) return plainSteps(phases).certifiedEpsilon(phases.sampled[0].step.sigma, delta, control);
  return unlessUncredited(LossBound::epsilon(scale, delta, control), phases);
}

Certified Composition::delta(double scale, double epsilon, const RunControl& control) const {
  const Stopwatch watch;
  const MergedPhases phases = MergedPhases::of(*this, scale);
  checkNonNegative("epsilon", epsilon);
  checkNoiseMultiplier(scale, limits());
  if (isPlain(phases)) return plainSteps(phases).certifiedDelta(phases.sampled[0].step.sigma, epsilon, control);
  const Certified most = unsampledDelta(phases.unsampledMu, epsilon);
  if (phases.sampled.empty()) return unlessUncredited(most, phases);
  const Steps steps = phases.steps();
  double expected = roughLogDelta(steps, epsilon, std::log(kLeastSubsampledDelta));
  expected = roughLogDelta(steps, epsilon, expected - 10);
  const auto bound = boundLogDelta(steps, epsilon, kDeltaTolerance, expected - 5, control);
  if (!bound) return {most.value, 1, watch.seconds(), true};
  const double error = 2 * (kRounding + bound->excess);
  return unlessUncredited(promisedDelta(bound->logDelta, kRounding, error, most.value, watch), phases);
}

}  // namespace noiseloom
