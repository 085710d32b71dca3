#include "core/design/evaluator.h"

#include <cmath>
#include <functional>
#include <limits>

#include "core/base/errors.h"
#include "core/design/design.h"
#include "core/scenario/imported_strategy.h"
#include "core/strategy/strategy_kind.h"

namespace noiseloom {
namespace {

double approximateIn(const Scenario& scenario, const Strategy& strategy, const Sensitivity& sensitivity,
                     SigmaTrail* trail, NoiseEstimate estimate, const RunControl& control) {
  const auto next = trail ? nextNoiseMultiplier(scenario, strategy.bands(), *trail) : std::nullopt;
  if (next) return *next;
  const auto accounting = accountingOf(scenario, strategy, sensitivity, control);
  switch (estimate) {
    case NoiseEstimate::Optimistic: return accounting->optimistic(control);
    case NoiseEstimate::AtOnce: return accounting->atOnce(control);
    case NoiseEstimate::Close: break;
  }
  return accounting->approximate(control);
}

/// `sigmaOf`: for independent noise in a scenario.
double baseline(const Scenario& asked,
                const std::function<double(const Scenario&, const Strategy&, const Sensitivity&)>& sigmaOf) {
  const Scenario scenario = forIndependentNoise(asked);
  const IdentityStrategy independent(scenario.iterations);
  const ErrorSummary error = errorOf(independent, scenario.workload);
  const Sensitivity sensitivity = sensitivityOf(independent, scenario.participation());
  return sigmaOf(scenario, independent, sensitivity) * sensitivity.value * std::sqrt(error.variance.mean);
}

}  // namespace

DesignFigures lossesOf(const Scenario& scenario, const Strategy& strategy, const ErrorSummary& error,
                       const RunControl& control) {
  DesignFigures figures;
  figures.sensitivity = sensitivityOf(strategy, scenario.participation(), control);
  const double square = figures.sensitivity.value * figures.sensitivity.value;
  for (const ObjectiveInfo& each : kObjectives) figures.loss[each.objective] = square * error.variance[each.objective];
  figures.lossErrorBound = error.relativeErrorBound;
  return figures;
}

void setNoiseMultiplier(DesignFigures& figures, const Scenario& scenario, const Certified& noiseMultiplier) {
  const double sigma = noiseMultiplier.value;
  figures.noiseMultiplier = noiseMultiplier;
  figures.stddev = scenario.clipNorm * sigma * figures.sensitivity.value;
  for (const ObjectiveInfo& each : kObjectives)
    figures.error[each.objective] = sigma * std::sqrt(figures.loss[each.objective]);
}

DesignFigures approximateFigures(const Scenario& scenario, const Strategy& strategy, const ErrorSummary& error,
                                 double unitBound, const RunControl& control, double margin, SigmaTrail* trail,
                                 NoiseEstimate estimate) {
  const RunControl quiet = control.quiet();
  DesignFigures figures = lossesOf(scenario, strategy, error, quiet);
  Certified sigma;
  sigma.errorBound = 1;  // none is certified
  // An accountant that relies on the number of bands would answer for a strategy of fewer.
  sigma.value = std::numeric_limits<double>::infinity();
  if (!bandsProblem(scenario, strategy)) {
    try {
      sigma.value = approximateIn(scenario, strategy, figures.sensitivity, trail, estimate, quiet) * (1 + margin);
    } catch (const InvalidArgument& problem) {
      if (problem.argument() != "strategy") throw;
    }
  }
  setNoiseMultiplier(figures, scenario, sigma);
  figures.lowerBound = sigma.value * unitBound;
  if (!error.valid || !std::isfinite(figures.stddev)) {
    const bool curved = !scenario.workload.components().empty();
    for (const ObjectiveInfo& each : kObjectives) {
      if (curved || !each.ofCurvatures) figures.error[each.objective] = std::numeric_limits<double>::infinity();
    }
  }
  return figures;
}

bool isCutShort(const Design& design) {
  return design.certificate && design.certificate->stopped;
}

double approximateError(const Scenario& scenario, const Strategy& strategy, const RunControl& control,
                        NoiseEstimate estimate) {
  const ErrorSummary error = errorOf(strategy, scenario.workload, control);
  return approximateFigures(scenario, strategy, error, 0, control, 0, nullptr, estimate).error[scenario.objective];
}

std::optional<double> nextNoiseMultiplier(const Scenario& scenario, Index bands, SigmaTrail& trail, double tolerance) {
  if (!scenario.samplesPlainly() || scenario.imported) return std::nullopt;
  const Sampling sampling = samplingOf(scenario, bands);
  if (!sampling.probability || !sampling.compositions) return std::nullopt;
  return nextNoiseMultiplier(PoissonSteps(*sampling.probability, *sampling.compositions, scenario.adjacency),
                             scenario.epsilon, scenario.delta, trail, tolerance);
}

Scenario forIndependentNoise(Scenario scenario) {
  if (scenario.largestBatch && !(deltaBesideCap(scenario, 1) > 0)) scenario.largestBatch.reset();
  return scenario;
}

double certifiedBaseline(const Scenario& scenario, const RunControl& control) {
  return baseline(scenario, [&](const Scenario& with, const Strategy& independent, const Sensitivity& sensitivity) {
    const auto noise = accountingOf(with, independent, sensitivity, control.quiet());
    return noise->calibrate(control).noiseMultiplier.value;
  });
}

double approximateBaseline(const Scenario& scenario, const RunControl& control, SigmaTrail* trail) {
  return baseline(scenario, [&](const Scenario& with, const Strategy& independent, const Sensitivity& sensitivity) {
    return approximateIn(with, independent, sensitivity, trail, NoiseEstimate::Close, control.quiet());
  });
}

Index countedBands(const Strategy& strategy) {
  const StrategySizes sizes = sizesOf(strategy);
  return sizes.noisingBands > 0 ? sizes.noisingBands : sizes.bands;
}

}  // namespace noiseloom
