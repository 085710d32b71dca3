#include "core/accounting/composition/composition.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "core/accounting/calibration/calibration_steps.h"
#include "core/accounting/calibration/certified_root.h"
#include "core/accounting/grid/grid_accountant.h"
#include "core/accounting/losses/analytic_gaussian.h"
#include "core/accounting/losses/loss_transform.h"
#include "core/accounting/losses/subsampled_gaussian.h"
#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/base/infinity.h"

namespace noiseloom {
namespace {

/// A composition in its shortest form: all steps with q = 1 together are one Gaussian mechanism, and phases that differ
/// in their length alone are one. Steps of so much noise that sampling is not credited count as unsampled.
struct MergedPhases {
  Steps sampled;           ///< q < 1; sigma already multiplied by `scale`
  double fixedMu = 0;      ///< of the Gaussian mechanism; 0 where there is none
  double unsampledMu = 0;  ///< of everything if no step was sampled: a bound from above
  bool credited = true;    ///< false where sampled steps count as unsampled: the privacy may be much better

  /// Checks the phases (composition.h says what is thrown).
  static MergedPhases of(const Composition& composition, double scale);

  /// What is composed on a grid: the sampled steps and, as a step with q = 1, the Gaussian mechanism.
  Steps steps() const;
  /// Probability that the example is seen at all, to which delta tends as the noise vanishes.
  double seenAtAll() const;
  /// The mu of the Gaussian mechanism that the central limit theorem gives for the whole.
  double limitMu() const;
};

void check(const Composition& composition) {
  checkInteger("phases", std::ssize(composition.phases), 1, kMostPhases);
  Index steps = 0;
  for (std::size_t p = 0; p < composition.phases.size(); ++p) {
    const Phase& phase = composition.phases[p];
    const std::string number = "[" + std::to_string(p) + "]";
    checkPositive("noise_multiplier" + number, phase.noiseMultiplier);
    const double q = phase.samplingProbability;
    if (!(q > 0 && q <= 1))
      throw InvalidArgument("sampling_probability" + number, q, Core::tr("a number above 0 and at most 1"));
    if (q < 1 && phase.noiseMultiplier < kLeastSigma) {
      throw InvalidArgument("noise_multiplier" + number, phase.noiseMultiplier,
                            {Core::tr("a number of at least %1 when sampling_probability < 1"), kLeastSigma});
    }
    checkInteger("steps" + number, phase.steps, 1, kMostCompositions - steps, Core::tr("of all phases together"));
    steps += phase.steps;
  }
}

MergedPhases MergedPhases::of(const Composition& composition, double scale) {
  check(composition);
  MergedPhases merged;
  const double sensitivity = distance(composition.adjacency);
  for (const Phase& phase : composition.phases) {
    const double sigma = scale * phase.noiseMultiplier, q = phase.samplingProbability;
    const double mu = std::sqrt(static_cast<double>(phase.steps)) * sensitivity / sigma;
    merged.unsampledMu = std::hypot(merged.unsampledMu, mu);
    if (q == 1 || sigma > kMostSigma) {
      merged.fixedMu = std::hypot(merged.fixedMu, mu);
      merged.credited = merged.credited && q == 1;
      continue;
    }
    const auto alike = std::ranges::find_if(
        merged.sampled, [&](const RepeatedStep& each) { return each.step.sigma == sigma && each.step.q == q; });
    if (alike != merged.sampled.end()) {
      alike->count += phase.steps;
    } else {
      merged.sampled.push_back({{sigma, q, composition.adjacency}, phase.steps});
    }
  }
  return merged;
}

Steps MergedPhases::steps() const {
  Steps steps = sampled;
  if (fixedMu > 0) {
    // The Gaussian mechanism of this mu is the same whatever the adjacency.
    const Adjacency adjacency = sampled.empty() ? Adjacency::AddRemove : sampled[0].step.adjacency;
    const double sensitivity = distance(adjacency);
    steps.push_back({{sensitivity / fixedMu, 1, adjacency}, 1});
  }
  return steps;
}

double MergedPhases::seenAtAll() const {
  if (fixedMu > 0) return 1;
  double logNever = 0;
  for (const RepeatedStep& each : sampled) logNever += static_cast<double>(each.count) * std::log1p(-each.step.q);
  return -std::expm1(logNever);
}

double MergedPhases::limitMu() const {
  double square = fixedMu * fixedMu;
  for (const auto& [step, count, slice] : sampled) {
    // q^2 times the chi-square distance of the two normals.
    const double exponent = std::min(300.0, 1 / (step.sigma * step.sigma));
    const double distance = step.replacesOne() ? 4 * std::sinh(exponent) : std::expm1(exponent);
    square += static_cast<double>(count) * step.q * step.q * distance;
  }
  return std::min(std::sqrt(square), unsampledMu);
}

}  // namespace

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
  for (const RepeatedStep& each : steps)
    limits.push_back({each.step.relevantOutcomes(std::log(total), expectedLogDelta - 20).most});
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
