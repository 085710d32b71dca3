#include "core/design/sketch.h"

#include <chrono>
#include <cmath>
#include <utility>

#include "core/base/check.h"
#include "core/design/designer.h"
#include "core/design/evaluator.h"
#include "core/design/scenario_bound.h"
#include "core/error/error_summary.h"

namespace noiseloom {
namespace {

using Clock = std::chrono::steady_clock;

/// Approximate noise multipliers are off by less than 1e-6: shown is rather a little too much noise than too little.
constexpr double kMargin = 4e-6;

/// The mechanism's answer for no longer than a look may take, or what it has found until then.
Solution solveBriefly(const Scenario& scenario, Index bands, double mostSeconds, const RunControl& control) {
  std::stop_source limit;
  const std::stop_callback outer(control.stop, [&limit] { limit.request_stop(); });
  const Clock::time_point start = Clock::now();
  RunControl limited{limit.get_token(), {}};
  limited.onTrace = [&limit, start, mostSeconds](const TracePoint&) {
    if (std::chrono::duration<double>(Clock::now() - start).count() > mostSeconds) limit.request_stop();
  };
  Solution solution = lookAtMechanism(scenario, bands, {}, limited);
  solution.whole &= !limit.stop_requested();
  return solution;
}

/// The errors that a design's losses were made of.
ErrorSummary errorOf(const Design& design) {
  const double square = design.sensitivity.value * design.sensitivity.value;
  ErrorSummary error;
  error.meanVariance = design.lossMean / square;
  error.maxVariance = design.lossMax / square;
  error.lastVariance = design.lossLast / square;
  error.relativeErrorBound = design.lossErrorBound;
  error.valid = true;
  return error;
}

}  // namespace

Sketch sketchDesign(const Scenario& scenario, Index bands, const RunControl& control, const Solution* known,
                    double mostSeconds, const Design* neighbour) {
  scenario.validate();
  if (scenario.asksForBest()) throw InvalidArgument("mechanism", scenario.mechanism->id, Core::tr("one mechanism"));
  if (scenario.batching->ofStrategy)
    throw InvalidArgument("batching", scenario.batching->id, Core::tr("any other for a sketch"));
  const RunControl quiet{control.stop, {}};
  Solution solution = known ? *known : solveBriefly(scenario, bands, mostSeconds, quiet);
  const ErrorSummary error =
      known && neighbour ? errorOf(*neighbour) : errorOf(solution.strategy, scenario.workload, quiet);
  if (control.stopRequested() || !error.valid) return {};
  Design design{scenario, solution.strategy};
  static_cast<DesignFigures&>(design) =
      approximateFigures(scenario, design.strategy, error, scenarioLowerBound(scenario, quiet), quiet, kMargin);
  if (!std::isfinite(design.rmse)) return {};
  design.estimated = true;
  design.mechanism = scenario.mechanism;
  design.bands = countedBands(design.strategy);
  const bool knownBaseline =
      neighbour && !neighbour->estimated && neighbour->dpSgdRmse > 0 && sameBaseline(neighbour->scenario, scenario);
  design.dpSgdRmse = design.strategy.as<IdentityStrategy>() ? design.rmse
                     : knownBaseline                        ? neighbour->dpSgdRmse
                                                            : approximateBaseline(scenario, quiet) * (1 + kMargin);
  design.optimizer = solution.summary;
  if (control.stopRequested()) return {};
  Sketch sketch{std::make_shared<const Design>(std::move(design)), std::nullopt};
  if (solution.whole) sketch.solution = std::move(solution);
  return sketch;
}

}  // namespace noiseloom
