#include "core/design/quick_design.h"

#include <algorithm>
#include <cmath>

#include "core/error/error_summary.h"

namespace noiseloom {
namespace {

constexpr double kQuickSeconds = 0.15;

/// The scenario that is solved instead.
Scenario solvedScenario(Scenario scenario, Index bands) {
  scenario = asSolved(std::move(scenario));
  scenario.bands = bands;
  scenario.robustFrom.reset();
  if (estimatedSeconds(scenario, bands) > kQuickSeconds) scenario.mechanism = &standardMechanism();
  scenario.bands = scenario.bandsAtMost(std::clamp<Index>(bands, 1, std::max<Index>(1, scenario.mostBands())));
  return scenario;
}

}  // namespace

std::shared_ptr<const Design> quickSampledDesign(const Scenario& scenario, Index bands, const RunControl& control,
                                                 NoiseEstimate estimate) {
  const RunControl quiet = control.quiet();
  control.report(0, Core::tr("a first estimate, not certified"));
  const Scenario solved = solvedScenario(scenario, bands);
  Design design{scenario, solveQuickly(solved, *solved.bands, {}, quiet).strategy};
  const ErrorSummary error = errorOf(design.strategy, scenario.workload, quiet);
  if (control.stopRequested() || !error.valid) return nullptr;
  static_cast<DesignFigures&>(design) =
      approximateFigures(scenario, design.strategy, error, 0, quiet, 0, nullptr, estimate);
  design.mechanism = solved.mechanism;
  design.bands = countedBands(design.strategy);
  design.estimated = true;
  if (control.stopRequested() || !std::isfinite(design.error.mean)) return nullptr;
  return std::make_shared<const Design>(std::move(design));
}

std::shared_ptr<const Design> withCloseNoise(const Design& quick, const RunControl& control) {
  const Scenario& scenario = quick.scenario;
  const auto accounting = accountingOf(scenario, quick.strategy, quick.sensitivity, control);
  const double sigma = accounting->approximate(control.quiet());
  if (control.stopRequested() || !std::isfinite(sigma) || sigma == quick.noiseMultiplier.value) return nullptr;
  auto close = std::make_shared<Design>(quick);
  setNoiseMultiplier(*close, scenario, {.value = sigma, .errorBound = 1});
  return close;
}

}  // namespace noiseloom
