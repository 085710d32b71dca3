#include "core/search/band_climb.h"

#include <algorithm>
#include <utility>

#include "core/design/evaluator.h"
#include "core/scenario/mechanism.h"
#include "core/search/band_search.h"

namespace noiseloom {

bool optimisesSampled(const Scenario& scenario) {
  return scenario.mechanism->amplifiedInView && scenario.searchesBands() && scenario.batching->ofStrategy() &&
         scenario.batching->banded;
}

bool climbsBands(const Scenario& scenario) {
  return optimisesSampled(scenario) && !scenario.bands;
}

std::vector<ClimbedBands> climbBands(const Scenario& scenario, Index bands, const RunControl& control) {
  std::vector<ClimbedBands> tried;
  if (!climbsBands(scenario)) return tried;
  const RunControl quiet = control.quiet();
  const Index most = mostSearchedBands(scenario);
  for (Index next = std::min(bands, most); !control.stopRequested(); next = std::min(most, 2 * next)) {
    control.report(tried.empty() ? 0 : 0.5,
                   {next == 1 ? Core::tr("solving 1 band") : Core::tr("solving %1 bands"), next});
    Solution solution = solveMechanism(scenario, next, {}, quiet);
    const double error = approximateError(scenario, solution.strategy, quiet);
    if (!tried.empty() && control.stopRequested()) break;
    const bool worse = !tried.empty() && !(error < tried.back().error);
    tried.push_back({next, std::move(solution), error});
    if (worse || next == most) break;
  }
  std::ranges::stable_sort(tried, {}, &ClimbedBands::error);
  return tried;
}

}  // namespace noiseloom
