#include "ui/jobs/quick_design.h"

#include <algorithm>
#include <cmath>

#include "core/design/scenario_noise.h"
#include "core/error/error_summary.h"

namespace noiseloom {
namespace {

constexpr double kQuickSeconds = 0.15;

/// What is solved instead: the same without amplification in view, which would take seconds.
Scenario unamplified(Scenario scenario, Index bands) {
  scenario.batching = Batching::FixedEpoch;
  scenario.bands = bands;
  scenario.robustFrom.reset();
  if (estimatedSeconds(scenario, bands) > kQuickSeconds) scenario.mechanism = &standardMechanism();
  scenario.bands = std::clamp<Index>(bands, 1, std::max<Index>(1, scenario.mostBands()));
  return scenario;
}

}  // namespace

std::shared_ptr<const Design> quickBinnedDesign(const Scenario& scenario, Index bands, const RunControl& control) {
  const RunControl quiet{control.stop, {}};
  control.report(0, "a first look without a certificate");
  const Scenario solved = unamplified(scenario, bands);
  Design design{scenario, solveMechanism(solved, *solved.bands, {}, quiet).strategy};
  design.mechanism = solved.mechanism;
  const auto* inverse = design.strategy.as<InverseToeplitzStrategy>();
  design.bands = inverse ? inverse->noisingBands() : design.strategy.bands();
  design.sensitivity = sensitivityOf(design.strategy, scenario.participation(), quiet);
  const ErrorSummary error = errorOf(design.strategy, scenario.workload, quiet);
  if (control.stopRequested() || !error.valid) return nullptr;
  const double sigma = ScenarioNoise(scenario, design.strategy, design.sensitivity, quiet).approximate(quiet);
  design.noiseMultiplier.value = sigma;
  design.estimated = true;
  const double square = design.sensitivity.value * design.sensitivity.value;
  design.lossMean = square * error.meanVariance;
  design.lossMax = square * error.maxVariance;
  design.lossLast = square * error.lastVariance;
  design.lossErrorBound = error.relativeErrorBound;
  design.stddev = scenario.clipNorm * sigma * design.sensitivity.value;
  design.rmse = sigma * std::sqrt(design.lossMean);
  design.maxError = sigma * std::sqrt(design.lossMax);
  design.lastError = sigma * std::sqrt(design.lossLast);
  if (control.stopRequested() || !std::isfinite(sigma)) return nullptr;
  return std::make_shared<const Design>(std::move(design));
}

}  // namespace noiseloom
