#include "core/accounting/calibration/calibration.h"
#include "core/batching/list.h"
#include "core/batching/parts/allocation.h"
#include "core/batching/parts/coverage.h"
#include "core/batching/parts/scheme.h"
#include "core/scenario/scenario.h"

namespace noiseloom {
namespace {

using namespace coverage;

Text assumes(const Scenario& scenario, Index bands, Phrase everyMember) {
  const Text cap = capText(scenario);
  if (bands == 1) {
    const Text drawn(Core::tr("%1 takes part in exactly one step of each epoch, drawn uniformly at random, "
                              "independently of all others and of other epochs, and in secret. Shuffled batches do "
                              "not satisfy this."),
                     everyMember);
    return withCap(drawn, scenario);
  }
  const Text drawn(
      Core::tr("%1 belongs to one of %2 groups, chosen once and independently of all others, which may be known. "
               "In every epoch it takes part in exactly one of the %3 steps i with i mod %4 its group, drawn "
               "uniformly at random, independently of all others and of other epochs, and in secret. Shuffled "
               "batches do not satisfy this."),
      everyMember, bands, scenario.stepsPerEpoch() / bands, bands);
  return cap.empty() ? drawn : Text(Core::tr("%1 %2 Groups differ in size by at most one."), drawn, cap);
}

Assumption needs(const Scenario& scenario, Index bands) {
  return {"bands",
          {Core::tr("The strategy has %1, which divide the n/k = %2 steps of an epoch."), bandCount(bands),
           scenario.stepsPerEpoch()},
          AssumptionStatus::Satisfied};
}

JobCoverage covers(const Scenario& scenario, const JobBatching& job, Index bands) {
  const Phrase remedy = Core::tr(
      "draw every example's step anew in each epoch from those of its group, independently; or account without "
      "amplification (shuffled-each-epoch or min-sep batching)");
  if (&job == &jobs::cyclicAllocation) {
    return isCut(scenario) ? cutAsAccounted(scenario, bands, false)
                           : satisfied(Core::tr("the job draws steps as accounted"));
  }
  if (bands == 1 && &job == &jobs::randomAllocation)
    return satisfied(Core::tr("with one band cyclic allocation is random allocation"));
  if (&job == &jobs::randomAllocation) {
    return violated(Core::tr("an example may take part in neighbouring steps, whose noise the bands correlate"),
                    Core::tr("draw from the steps of its group alone, or use one band"));
  }
  return allocation::drawnOtherwise(scenario, job, bands, remedy);
}

}  // namespace

// Each example takes part in one of its group's steps in every epoch, drawn anew each time; a group's columns are
// orthogonal (math: section 10.4).
constinit const Batching batchings::cyclicAllocation{
    .id = "cyclic-allocation",
    .name = Core::tr("cyclic allocation"),
    .summary = Core::tr("Each example takes part in one step of its group in every epoch, drawn anew (amplified; bands "
                        "divide the steps of an epoch)"),
    .version = 7,
    .noiseBy = NoiseBy::Scheme,
    .banded = true,
    .replaceOne = false,
    .leastDelta = kLeastSubsampledDelta,
    .problem = allocation::problem,
    .bandsAtMost = allocation::divisorAtMost,
    .batchLaw = allocation::batchLaw,
    .sampling = allocation::sampling,
    .accounting = allocation::accounting,
    .accountant = allocation::accountant,
    .assumes = assumes,
    .needs = needs,
    .independence = allocation::kIndependence,
    .covers = covers,
};

}  // namespace noiseloom
