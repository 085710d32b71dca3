#include "core/design/evaluator.h"

#include <cmath>
#include <functional>
#include <limits>

#include "core/base/errors.h"
#include "core/scenario/imported_strategy.h"

namespace noiseloom {
namespace {

double approximateIn(const Scenario& scenario, const Strategy& strategy, const Sensitivity& sensitivity,
                     SigmaTrail* trail, const RunControl& control) {
  const auto next = trail ? nextNoiseMultiplier(scenario, strategy.bands(), *trail) : std::nullopt;
  return next ? *next : accountingOf(scenario, strategy, sensitivity, control)->approximate(control);
}

/// `sigmaOf`: of independent noise in a scenario.
double baseline(const Scenario& asked,
                const std::function<double(const Scenario&, const Strategy&, const Sensitivity&)>& sigmaOf) {
  const Scenario scenario = forIndependentNoise(asked);
  const IdentityStrategy independent(scenario.iterations);
  const ErrorSummary error = errorOf(independent, scenario.workload);
  const Sensitivity sensitivity = sensitivityOf(independent, scenario.participation());
  return sigmaOf(scenario, independent, sensitivity) * sensitivity.value * std::sqrt(error.meanVariance);
}

}  // namespace

DesignFigures lossesOf(const Scenario& scenario, const Strategy& strategy, const ErrorSummary& error,
                       const RunControl& control) {
  DesignFigures figures;
  figures.sensitivity = sensitivityOf(strategy, scenario.participation(), control);
  const double square = figures.sensitivity.value * figures.sensitivity.value;
  figures.lossMean = square * error.meanVariance;
  figures.lossMax = square * error.maxVariance;
  figures.lossLast = square * error.lastVariance;
  figures.lossCurvature = square * error.curvatureVariance;
  figures.lossCurvatureLast = square * error.curvatureLastVariance;
  figures.lossErrorBound = error.relativeErrorBound;
  return figures;
}

void setNoiseMultiplier(DesignFigures& figures, const Scenario& scenario, const Certified& noiseMultiplier) {
  const double sigma = noiseMultiplier.value;
  figures.noiseMultiplier = noiseMultiplier;
  figures.stddev = scenario.clipNorm * sigma * figures.sensitivity.value;
  figures.rmse = sigma * std::sqrt(figures.lossMean);
  figures.maxError = sigma * std::sqrt(figures.lossMax);
  figures.lastError = sigma * std::sqrt(figures.lossLast);
  figures.curvatureError = sigma * std::sqrt(figures.lossCurvature);
  figures.curvatureLastError = sigma * std::sqrt(figures.lossCurvatureLast);
}

DesignFigures approximateFigures(const Scenario& scenario, const Strategy& strategy, const ErrorSummary& error,
                                 double unitBound, const RunControl& control, double margin, SigmaTrail* trail) {
  const RunControl quiet{control.stop, {}};
  DesignFigures figures = lossesOf(scenario, strategy, error, quiet);
  Certified sigma;
  sigma.errorBound = 1;  // nobody has certified one
  // An accountant that takes the bands for granted would answer for a strategy of fewer.
  sigma.value = std::numeric_limits<double>::infinity();
  if (!bandsProblem(scenario, strategy)) {
    try {
      sigma.value = approximateIn(scenario, strategy, figures.sensitivity, trail, quiet) * (1 + margin);
    } catch (const InvalidArgument& problem) {
      if (problem.argument() != "strategy") throw;
    }
  }
  setNoiseMultiplier(figures, scenario, sigma);
  figures.lowerBound = sigma.value * unitBound;
  if (!error.valid || !std::isfinite(figures.stddev)) {
    figures.rmse = figures.maxError = figures.lastError = std::numeric_limits<double>::infinity();
    if (!scenario.workload.components().empty()) figures.curvatureError = figures.curvatureLastError = figures.rmse;
  }
  return figures;
}

double approximateError(const Scenario& scenario, const Strategy& strategy, const RunControl& control) {
  const ErrorSummary error = errorOf(strategy, scenario.workload, control);
  return approximateFigures(scenario, strategy, error, 0, control).errorOf(scenario.objective);
}

std::optional<double> nextNoiseMultiplier(const Scenario& scenario, Index bands, SigmaTrail& trail, double tolerance) {
  if (!scenario.batching->poisson || scenario.largestBatch || scenario.imported) return std::nullopt;
  const Sampling sampling = samplingOf(scenario, bands);
  if (!sampling.probability || !sampling.compositions) return std::nullopt;
  return nextNoiseMultiplier(scenario.epsilon, scenario.delta, *sampling.probability, *sampling.compositions,
                             scenario.adjacency, trail, tolerance);
}

Scenario forIndependentNoise(Scenario scenario) {
  if (scenario.largestBatch && !(deltaBesideCap(scenario, 1) > 0)) scenario.largestBatch.reset();
  return scenario;
}

double certifiedBaseline(const Scenario& scenario, const RunControl& control) {
  return baseline(scenario, [&](const Scenario& with, const Strategy& independent, const Sensitivity& sensitivity) {
    const auto noise = accountingOf(with, independent, sensitivity, {control.stop, {}});
    return noise->calibrate(control).noiseMultiplier.value;
  });
}

double approximateBaseline(const Scenario& scenario, const RunControl& control, SigmaTrail* trail) {
  return baseline(scenario, [&](const Scenario& with, const Strategy& independent, const Sensitivity& sensitivity) {
    return approximateIn(with, independent, sensitivity, trail, {control.stop, {}});
  });
}

Index countedBands(const Strategy& strategy) {
  const auto* inverse = strategy.as<InverseToeplitzStrategy>();
  return inverse ? inverse->noisingBands() : strategy.bands();
}

}  // namespace noiseloom
