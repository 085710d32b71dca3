#include "core/design/band_climb.h"

#include <algorithm>
#include <utility>

#include "core/design/band_search.h"
#include "core/design/evaluator.h"
#include "core/error/error_summary.h"
#include "core/scenario/mechanism.h"

namespace noiseloom {
namespace {

double estimatedError(const Scenario& scenario, const Strategy& strategy, const RunControl& control) {
  const ErrorSummary error = errorOf(strategy, scenario.workload, control);
  return approximateFigures(scenario, strategy, error, 0, control).errorOf(scenario.objective);
}

}  // namespace

bool climbsBands(const Scenario& scenario) {
  return scenario.searchesBands() && !scenario.bands && scenario.mechanism->amplifiedInView &&
         scenario.batching->ofStrategy && scenario.batching->banded;
}

std::optional<ClimbedBands> climbBands(const Scenario& scenario, Index bands, const RunControl& control) {
  if (!climbsBands(scenario)) return std::nullopt;
  const RunControl quiet{control.stop, {}};
  const Index most = mostSearchedBands(scenario);
  std::optional<ClimbedBands> best;
  double least = 0;
  for (Index next = std::min(bands, most); !control.stopRequested();) {
    control.report(best ? 0.5 : 0, {next == 1 ? Core::tr("solving 1 band") : Core::tr("solving %1 bands"), next});
    Solution solution = solveMechanism(scenario, next, {}, quiet);
    const double error = estimatedError(scenario, solution.strategy, quiet);
    if (best && (control.stopRequested() || !(error < least))) break;
    best = ClimbedBands{next, std::move(solution)};
    least = error;
    if (next == most) break;
    next = std::min(most, 2 * next);
  }
  return best;
}

}  // namespace noiseloom
