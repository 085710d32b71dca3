#include "ui/dialogs/first_estimates.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/base/infinity.h"
#include "core/base/processor_time.h"
#include "core/search/job_search.h"

namespace noiseloom {
namespace {

// Estimates have to be there soon, and nothing of the answer depends on them.
constexpr double kMostSeconds = 0.5;

}  // namespace

void findFirstEstimates(const RecommendRequest& request, const std::stop_token& stop,
                        const std::function<void(const FirstEstimate&)>& better) {
  const ProcessorBudget budget(stop, kMostSeconds);
  const RunControl control{budget.token()};
  // Only a limit on the time of a step needs this machine's rates.
  const JobLimits limits(
      request, request.stepSeconds ? measuredNoiseRates(request.job.deployment.numberType, {stop}) : std::nullopt);
  std::vector<BatchingWay> ways = request.ways.empty() ? allWays(request.job.epochs) : request.ways;
  std::ranges::stable_sort(ways, {}, [](const BatchingWay& each) { return each.batching->ofStrategy(); });
  double least = kInfinity;
  for (const Mechanism* mechanism : {&baselineMechanism(), &standardMechanism()}) {
    for (const BatchingWay& way : ways) {
      JobSearch search(limits, control, control.stop);
      search.add(way, mechanism);
      search.look();
      if (control.stopRequested()) return;
      const Candidate& found = search.candidates().front();
      if (!found.leftOut.empty() || !(found.error < least)) continue;
      least = found.error;
      FirstEstimate shown{found.standIn ? found.standIn : mechanism, way, least, request.unit, 0};
      if (shown.unit == ErrorUnit::DpSgdEpsilon) shown.unit = ErrorUnit::Summed;
      shown.shown = ErrorScale(shown.unit, found.scenario, control).in(found.scenario.objective, least);
      if (std::isfinite(shown.shown)) better(shown);
    }
  }
}

}  // namespace noiseloom
