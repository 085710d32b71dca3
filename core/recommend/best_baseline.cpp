#include "core/recommend/best_baseline.h"

#include <algorithm>
#include <cmath>

#include "core/batching/list.h"
#include "core/design/baseline_error.h"
#include "core/design/evaluator.h"

namespace noiseloom {
namespace {

// One band leaves one part, which is all the data, and one block, which is the whole epoch.
bool isAnotherWithOneBand(const Batching* batching) {
  return batching == &batchings::cyclicPoissonRandom || batching == &batchings::bMinSep ||
         batching == &batchings::cyclicAllocation;
}

}  // namespace

Scenario baselineJob(const Scenario& job) {
  const Scenario any;
  Scenario common = job;
  common.mechanism = &baselineMechanism();
  common.imported = any.imported;
  common.bands = any.bands;
  common.buffers = any.buffers;
  common.treeDecoder = any.treeDecoder;
  common.robustFrom = any.robustFrom;
  common.stamps = any.stamps;
  common.columnNormalize = any.columnNormalize;
  common.batching = any.batching;
  common.jobBatching = any.jobBatching;
  common.minSeparation = any.minSeparation;
  common.clipNorm = any.clipNorm;
  common.deployment = any.deployment;
  common.mostNoiseRows = any.mostNoiseRows;
  common.mostSeconds = any.mostSeconds;
  return common;
}

std::optional<BestBaseline> bestBaseline(const Scenario& job, const RunControl& control) {
  const Scenario common = baselineJob(job);
  std::optional<BestBaseline> best;
  for (BatchingWay way : allWays(common.epochs)) {
    if (isAnotherWithOneBand(way.batching)) continue;
    if (way.batching == &batchings::cyclicPoisson) way.job = &jobs::poisson;
    const Scenario scenario = way.applied(common);
    if (!scenario.problems().empty()) continue;
    double error = 0;
    try {
      error = baselineError(scenario, approximateBaseline(scenario, control.quiet()));
    } catch (const InvalidArgument&) {
      continue;  // no noise is enough under this one
    }
    if (control.stopRequested()) return std::nullopt;
    if (std::isfinite(error) && error > 0 && (!best || error < best->error)) best = {way, error};
  }
  return best;
}

}  // namespace noiseloom
