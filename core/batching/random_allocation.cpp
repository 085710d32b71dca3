#include "core/accounting/samplings/random_allocation.h"

#include "core/accounting/calibration/calibration.h"
#include "core/batching/list.h"
#include "core/batching/parts/allocation.h"
#include "core/batching/parts/coverage.h"
#include "core/batching/parts/scheme.h"
#include "core/scenario/scenario.h"

namespace noiseloom {
namespace {

using namespace coverage;

Text assumes(const Scenario& scenario, Index, Phrase everyMember) {
  const Text drawn(
      Core::tr("%1 takes part in exactly one of the %2 steps of every epoch, drawn uniformly at random, "
               "independently of all others and of other epochs, and in secret. Shuffled batches of a fixed "
               "size do not satisfy this."),
      everyMember, scenario.stepsPerEpoch());
  return withCap(drawn, scenario);
}

JobCoverage covers(const Scenario& scenario, const JobBatching& job, Index) {
  const Phrase remedy = Core::tr(
      "draw every example's step anew in each epoch, independently; or account without amplification "
      "(shuffled-each-epoch or min-sep batching)");
  if (&job == &jobs::randomAllocation) return satisfied(Core::tr("the job draws steps as accounted"));
  return allocation::drawnOtherwise(scenario, job, 1, remedy);
}

}  // namespace

// Each example takes part in one step of every epoch, drawn anew each time (math: section 10.4).
constinit const Batching batchings::randomAllocation{
    .id = "random-allocation",
    .name = Core::tr("random allocation"),
    .summary =
        Core::tr("Each example takes part in one step of every epoch, drawn anew (amplified, independent noise only)"),
    .version = 7,
    .noiseBy = NoiseBy::Scheme,
    .banded = true,
    .replaceOne = false,
    .leastDelta = kLeastSubsampledDelta,
    .problem = allocation::problem,
    .bandsAtMost = [](const Scenario&, Index) { return Index{1}; },
    .batchLaw = allocation::batchLaw,
    .sampling = allocation::sampling,
    .accounting = allocation::accounting,
    .accountant = allocation::accountant,
    .assumes = assumes,
    .needs = needsOneBand,
    .independence = allocation::kIndependence,
    .covers = covers,
};

}  // namespace noiseloom
