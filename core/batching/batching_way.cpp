#include "core/batching/batching_way.h"

#include <algorithm>

#include "core/batching/list.h"

namespace noiseloom {

Scenario BatchingWay::applied(Scenario scenario) const {
  scenario.batching = batching;
  scenario.jobBatching = job;
  if (minSeparation) scenario.minSeparation = minSeparation;
  return scenario;
}

std::vector<BatchingWay> allWays(double epochs) {
  std::vector<BatchingWay> ways;
  for (const Batching* batching : allBatchings()) {
    // Its noise is that of random allocation, which bounds it.
    if (batching == &batchings::balancedIterations) continue;
    if (!batching->once || epochs <= 1) ways.push_back({batching});
  }
  return ways;
}

std::optional<BatchingWay> wayFromName(std::string_view name, const Scenario& scenario) {
  if (const auto batching = batchingFromName(name)) return BatchingWay{*batching};
  const auto job = jobBatchingFromName(name);
  if (!job || *job == &standardJobBatching()) return std::nullopt;
  for (const std::optional<Index> separation : {std::optional<Index>(), std::optional<Index>(1)}) {
    for (const BatchingWay& each : allWays(scenario.epochs)) {
      const BatchingWay way{each.batching, *job, separation};
      if (separation && !way.batching->separation) continue;
      if (coverageOf(way.applied(scenario), 1).status != AssumptionStatus::Violated) return way;
    }
  }
  throw InvalidArgument("batchings", name, Core::tr("batches that an accounting covers: there is none for these yet"));
}

std::vector<std::string_view> wayNames() {
  std::vector<std::string_view> names;
  for (const Batching* batching : allBatchings()) names.push_back(batching->id);
  for (const JobBatching* job : allJobBatchings()) {
    if (job != &standardJobBatching() && std::ranges::find(names, job->id) == names.end()) names.push_back(job->id);
  }
  return names;
}

}  // namespace noiseloom
