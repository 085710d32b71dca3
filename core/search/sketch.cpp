#include "core/search/sketch.h"

#include <chrono>
#include <cmath>
#include <span>
#include <utility>

#include "core/design/evaluator.h"
#include "core/design/scenario_bound.h"
#include "core/error/error_summary.h"
#include "core/search/designer.h"

namespace noiseloom {
namespace {

using Clock = std::chrono::steady_clock;

/// Approximate noise multipliers are off by less than 1e-6: the margin keeps them on the safe side.
constexpr double kMargin = 4e-6;

/// Relative gradient at which the remaining gain is invisible: about a hundred millionth of the error.
constexpr double kInvisible = 1e-4;

/// The mechanism's answer within the time of a sketch, or its best so far; `start`: coefficients of another number of
/// bands or another scenario, or none.
SolvedStrategy solveBriefly(const Scenario& scenario, Index bands, double mostSeconds, const RunControl& control,
                            std::span<const double> start) {
  const bool near = !start.empty();
  std::stop_source limit;
  const std::stop_callback outer(control.stop, [&limit] { limit.request_stop(); });
  const Clock::time_point begin = Clock::now();
  bool late = false;
  RunControl limited{limit.get_token(), {}};
  limited.onTrace = [&limit, &late, begin, mostSeconds, near](const TracePoint& point) {
    const bool settled = near && point.relativeGradient > 0 && point.relativeGradient <= kInvisible;
    late = !settled && std::chrono::duration<double>(Clock::now() - begin).count() > mostSeconds;
    if (settled || late) limit.request_stop();
  };
  try {
    Solution solution = solveQuickly(scenario, bands, start, limited);
    solution.whole &= !near && !limit.stop_requested();
    return {std::move(solution), {}, !late};
  } catch (const InvalidArgument&) {
    // Coefficients of another workload may be an invalid start.
    if (!near) throw;
  }
  return solveBriefly(scenario, bands, mostSeconds, control, {});
}

/// The errors from which a design's losses were computed.
ErrorSummary errorOf(const Design& design) {
  const double square = design.sensitivity.value * design.sensitivity.value;
  ErrorSummary error;
  for (const ObjectiveInfo& each : kObjectives) error.variance[each.objective] = design.loss[each.objective] / square;
  error.relativeErrorBound = design.lossErrorBound;
  error.valid = true;
  return error;
}

/// A quick solve for a sketch; meaningless when stopped.
SolvedStrategy solvedFor(const Scenario& scenario, Index bands, double mostSeconds, const RunControl& quiet,
                         SketchTrail* trail) {
  std::span<const double> start;
  if (trail) {
    const SolvedStrategy* kept = trail->solved.find(scenario, bands);
    if (kept && kept->settled) return *kept;
    start = trail->solved.start(scenario, bands);
  }
  SolvedStrategy solved = solveBriefly(scenario, bands, mostSeconds, quiet, start);
  if (quiet.stopRequested()) return solved;
  solved.error = errorOf(solved.solution.strategy, scenario.workload, quiet);
  if (trail && solved.error.valid) trail->solved.keep(scenario, bands, solved);
  return solved;
}

}  // namespace

Sketch sketchDesign(const Scenario& scenario, Index bands, const RunControl& control, const Solution* known,
                    double mostSeconds, const Design* neighbour, SketchTrail* trail) {
  scenario.validate();
  if (scenario.asksForBest()) throw InvalidArgument("mechanism", scenario.mechanism->id, Core::tr("one mechanism"));
  if (scenario.batching->ofStrategy())
    throw InvalidArgument("batching", scenario.batching->id, Core::tr("any other for a sketch"));
  const RunControl quiet = control.quiet();
  SolvedStrategy solved = known ? SolvedStrategy{*known} : solvedFor(scenario, bands, mostSeconds, quiet, trail);
  if (known) solved.error = neighbour ? errorOf(*neighbour) : errorOf(known->strategy, scenario.workload, quiet);
  const auto& [solution, error, settled] = solved;
  if (control.stopRequested() || !error.valid) return {};
  Design design{scenario, solution.strategy};
  static_cast<DesignFigures&>(design) =
      approximateFigures(scenario, design.strategy, error, scenarioLowerBound(scenario, quiet), quiet, kMargin,
                         trail ? &trail->curve.noiseOf(design.strategy.bands()) : nullptr);
  if (!std::isfinite(design.error.mean)) return {};
  design.estimated = true;
  design.mechanism = scenario.mechanism;
  design.bands = countedBands(design.strategy);
  const bool knownBaseline =
      neighbour && !neighbour->estimated && neighbour->dpSgdRmse > 0 && sameBaseline(neighbour->scenario, scenario);
  design.dpSgdRmse =
      design.strategy.isIdentity() ? design.error.mean
      : knownBaseline
          ? neighbour->dpSgdRmse
          : approximateBaseline(scenario, quiet, trail ? &trail->curve.noiseOf(1) : nullptr) * (1 + kMargin);
  design.optimizer = solution.summary;
  if (control.stopRequested()) return {};
  Sketch sketch{std::make_shared<const Design>(std::move(design)), std::nullopt};
  if (solved.solution.whole) sketch.solution = std::move(solved.solution);
  return sketch;
}

}  // namespace noiseloom
