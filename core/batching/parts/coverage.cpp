#include "core/batching/parts/coverage.h"

#include <utility>

#include "core/batching/list.h"
#include "core/scenario/scenario.h"

namespace noiseloom::coverage {

JobCoverage satisfied(Text why) {
  return {AssumptionStatus::Satisfied, std::move(why), {}, CoverageReason::Proof};
}

JobCoverage ensured(Text why, Text remedy) {
  return {AssumptionStatus::ToBeEnsured, std::move(why), std::move(remedy), CoverageReason::Proof};
}

JobCoverage contained(Text why) {
  return {AssumptionStatus::Satisfied, std::move(why), {}, CoverageReason::Containment};
}

JobCoverage violated(Text why, Text remedy) {
  return {AssumptionStatus::Violated, std::move(why), std::move(remedy)};
}

JobCoverage unlimited(Text remedy) {
  return violated(Core::tr("an example that is sampled may take part any number of times, at any distance: the "
                           "participations that the accounting counts are no limit"),
                  std::move(remedy));
}

JobCoverage unlimited() {
  return unlimited(Core::tr("account for it as cyclic-poisson and sample like that, or use a fixed order"));
}

JobCoverage onePass() {
  return {AssumptionStatus::ToBeEnsured, Core::tr("one pass over the data uses every example once"),
          Core::tr("stop after one pass over the data"), CoverageReason::Containment};
}

Text bandCount(Index bands) {
  return bands == 1 ? Text(Core::tr("1 band")) : Text(Core::tr("%1 bands"), bands);
}

Assumption needsParts(const Scenario& scenario, Index bands) {
  return {"bands",
          {Core::tr("The strategy has %1, at most n/k = %2."), bandCount(bands), scenario.mostParts()},
          AssumptionStatus::Satisfied};
}

Assumption needsOneBand(const Scenario&, Index) {
  return {"bands", Core::tr("The noise of each step is its own: the strategy has one band."),
          AssumptionStatus::Satisfied};
}

std::optional<JobCoverage> carriedOver(const Scenario& scenario, const JobBatching& job) {
  if (scenario.lastBatch != LastBatch::CarriedOver || job.repeats || scenario.effectiveParticipations() == 1)
    return std::nullopt;
  return violated(
      Core::tr("where a batch is filled from the next epoch, which has another order, an example may be in it twice"),
      Core::tr("end each epoch with a smaller batch, or drop the rest"));
}

std::optional<InvalidArgument> carriesOver(const Scenario& scenario) {
  if (scenario.lastBatch != LastBatch::CarriedOver) return std::nullopt;
  return InvalidArgument("last_batch", toString(scenario.lastBatch),
                         {Core::tr("smaller or dropped under %1: steps then belong to one epoch; or min-separation"),
                          scenario.batching->name});
}

bool isCut(const Scenario& scenario) {
  return scenario.largestBatch && scenario.datasetSize;
}

JobCoverage cutAsAccounted(const Scenario& scenario, Index parts, bool uniformly) {
  const Text why{Core::tr("batches are cut at %1 as accounted"), *scenario.largestBatch};
  if (parts == 1)
    return uniformly ? ensured(why, Core::tr("draw uniformly who is left out of a batch")) : satisfied(why);
  return ensured(why, uniformly ? Core::tr("divide the data into parts whose sizes differ by at most one, and draw "
                                           "uniformly who is left out of a batch")
                                : Core::tr("divide the data into groups whose sizes differ by at most one"));
}

JobCoverage neighbouring() {
  return violated(Core::tr("an example may be sampled in neighbouring steps, whose noise the bands correlate"),
                  Core::tr("sample from part i mod b of the data at step i, or use one band"));
}

std::optional<JobCoverage> coinsOfAll(const Scenario& scenario, const JobBatching& job, bool uniformly) {
  const bool truncated = &job == &jobs::truncatedPoisson;
  const bool coins = truncated || &job == &jobs::poisson || &job == &jobs::cyclicPoisson ||
                     &job == &jobs::cyclicPoissonRandom || &job == &jobs::bMinSep;
  if (!coins) return std::nullopt;
  if (isCut(scenario)) return cutAsAccounted(scenario, 1, uniformly);
  if (!truncated) return satisfied(Core::tr("with one band it is Poisson sampling"));
  return violated(Core::tr("where a batch is cut, whether an example takes part depends on the others, which the "
                           "accountant does not model"),
                  Core::tr("say the largest batch and the size of the data set, or process batches of any size (in "
                           "several passes where memory is short)"));
}

}  // namespace noiseloom::coverage
