#include "core/design/sketch.h"

#include <chrono>
#include <cmath>
#include <utility>

#include "core/base/check.h"
#include "core/design/scenario_bound.h"
#include "core/design/scenario_noise.h"
#include "core/error/error_summary.h"

namespace noiseloom {
namespace {

using Clock = std::chrono::steady_clock;

/// Approximate noise multipliers are off by less than 1e-6: shown is rather a little too much noise than too little.
constexpr double kMargin = 4e-6;

/// The mechanism's answer for no longer than a look may take, or what it has found until then.
MechanismSolution solveBriefly(const Scenario& scenario, Index bands, double mostSeconds, const RunControl& control) {
  std::stop_source limit;
  const std::stop_callback outer(control.stop, [&limit] { limit.request_stop(); });
  const Clock::time_point start = Clock::now();
  RunControl limited{limit.get_token(), {}};
  limited.onTrace = [&limit, start, mostSeconds](const TracePoint&) {
    if (std::chrono::duration<double>(Clock::now() - start).count() > mostSeconds) limit.request_stop();
  };
  MechanismSolution solution = lookAtMechanism(scenario, bands, {}, limited);
  solution.whole &= !limit.stop_requested();
  return solution;
}

double baseline(const Scenario& scenario, const RunControl& control) {
  const IdentityStrategy independent(scenario.iterations);
  const Sensitivity sensitivity = sensitivityOf(independent, scenario.participation());
  const double sigma = ScenarioNoise(scenario, independent, sensitivity, control).approximate(control);
  return sigma * sensitivity.value * std::sqrt(errorOf(independent, scenario.workload).meanVariance);
}

}  // namespace

Sketch sketchDesign(const Scenario& scenario, Index bands, const RunControl& control, const MechanismSolution* known,
                    double mostSeconds) {
  scenario.validate();
  if (scenario.asksForBest()) throw InvalidArgument("mechanism", std::string(scenario.mechanism->id), "one mechanism");
  if (scenario.batching == Batching::BallsInBins)
    throw InvalidArgument("batching", std::string(toString(scenario.batching)), "any other for a sketch");
  const RunControl quiet{control.stop, {}};
  MechanismSolution solution = known ? *known : solveBriefly(scenario, bands, mostSeconds, quiet);
  Design design{scenario, solution.strategy};
  design.estimated = true;
  design.mechanism = scenario.mechanism;
  const auto* inverse = design.strategy.as<InverseToeplitzStrategy>();
  design.bands = inverse ? inverse->noisingBands() : design.strategy.bands();
  design.sensitivity = sensitivityOf(design.strategy, scenario.participation(), quiet);
  const ErrorSummary error = errorOf(design.strategy, scenario.workload, quiet);
  if (control.stopRequested() || !error.valid) return {};
  const double square = design.sensitivity.value * design.sensitivity.value;
  design.lossMean = square * error.meanVariance;
  design.lossMax = square * error.maxVariance;
  design.lossLast = square * error.lastVariance;
  design.lossErrorBound = error.relativeErrorBound;
  const double sigma =
      ScenarioNoise(scenario, design.strategy, design.sensitivity, quiet).approximate(quiet) * (1 + kMargin);
  if (!std::isfinite(sigma)) return {};
  design.noiseMultiplier.value = sigma;
  design.noiseMultiplier.errorBound = 1;  // nobody has certified one
  design.stddev = scenario.clipNorm * sigma * design.sensitivity.value;
  design.rmse = sigma * std::sqrt(design.lossMean);
  design.maxError = sigma * std::sqrt(design.lossMax);
  design.lastError = sigma * std::sqrt(design.lossLast);
  design.dpSgdRmse = design.strategy.as<IdentityStrategy>() ? design.rmse : baseline(scenario, quiet) * (1 + kMargin);
  design.lowerBound = sigma * scenarioLowerBound(scenario, quiet);
  design.optimizer = solution.summary;
  if (control.stopRequested()) return {};
  Sketch sketch{std::make_shared<const Design>(std::move(design)), std::nullopt};
  if (solution.whole) sketch.solution = std::move(solution);
  return sketch;
}

}  // namespace noiseloom
