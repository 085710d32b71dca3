#include <memory>

#include "core/accounting/calibration/calibration.h"
#include "core/accounting/samplings/random_allocation.h"
#include "core/base/nearest_whole.h"
#include "core/batching/list.h"
#include "core/batching/parts/allocation.h"
#include "core/batching/parts/coverage.h"
#include "core/batching/parts/scheme.h"
#include "core/scenario/scenario.h"

namespace noiseloom {
namespace {

using namespace coverage;

Index timesOf(const Scenario& scenario) {
  return static_cast<Index>(scenario.epochs);
}

std::optional<InvalidArgument> problem(const Scenario& scenario) {
  if (!isWholeCount(scenario.epochs)) {
    return InvalidArgument(
        "epochs", scenario.epochs,
        {Core::tr("a whole number under %1: in so many steps everybody takes part"), scenario.batching->name});
  }
  return allocation::tooManyEpochs(scenario, timesOf(scenario));
}

// Blocks of floor(n/k) steps, drawn at random and then known, of each of which one step is drawn.
std::unique_ptr<Accounting> accounting(const Scenario& scenario, const Strategy&, const Sensitivity&,
                                       const RunControl&) {
  return lossAccounting(std::make_unique<RandomAllocation>(scenario.mostParts(), timesOf(scenario)), scenario, 1);
}

Sampling sampling(const Scenario& scenario, Index) {
  return {.compositions = timesOf(scenario)};
}

Accountant accountant(const Accounted& figures) {
  const Scenario& scenario = figures.scenario;
  return pldAccountant(
      sampling(scenario, 1),
      {Core::tr("privacy loss distribution of %1 random blocks of steps, taken for known, in each of which one of %2 "
                "steps is drawn: an upper bound of %3 of %4 steps drawn at random, the worse of both directions, "
                "pessimistic, nothing sampled: sigma is too large by about %5 relative for the blocks"),
       timesOf(scenario), scenario.mostParts(), timesOf(scenario), scenario.iterations,
       twoDigits(figures.noiseMultiplier.errorBound)});
}

BatchLaw batchLaw(const Scenario& scenario, Index) {
  return {scenario.iterations, largerSize(scenario), scenario.samplingRate()};
}

Text assumes(const Scenario& scenario, Index, Phrase everyMember) {
  const Text drawn(
      Core::tr("%1 takes part in exactly %2 of the %3 steps, every choice of them as likely, independently "
               "of all others and in secret. Shuffled batches of a fixed size do not satisfy this."),
      everyMember, timesOf(scenario), scenario.iterations);
  return withCap(drawn, scenario);
}

JobCoverage covers(const Scenario& scenario, const JobBatching& job, Index) {
  if (&job == &jobs::balancedIterations) return satisfied(Core::tr("the job draws steps as accounted"));
  // Epochs are no shorter than the blocks that are accounted for, and no more.
  if (&job == &jobs::randomAllocation)
    return contained(Core::tr("epochs are the blocks of steps that are accounted for as known"));
  const Phrase remedy = Core::tr(
      "draw every example's steps among all steps, independently; or account without amplification "
      "(shuffled-each-epoch or min-sep batching)");
  return allocation::drawnOtherwise(scenario, job, 1, remedy);
}

}  // namespace

// Each example takes part in exactly k of all n steps (math: section 10.4).
constinit const Batching batchings::balancedIterations{
    .id = "balanced-iterations",
    .name = Core::tr("balanced iterations"),
    .summary = Core::tr("Each example takes part in exactly k of all steps, every choice as likely (amplified, "
                        "independent noise only)"),
    .version = 13,
    .noiseBy = NoiseBy::Scheme,
    .banded = true,
    .replaceOne = false,
    .leastDelta = kLeastSubsampledDelta,
    .problem = problem,
    .bandsAtMost = [](const Scenario&, Index) { return Index{1}; },
    .batchLaw = batchLaw,
    .sampling = sampling,
    .accounting = accounting,
    .accountant = accountant,
    .assumes = assumes,
    .needs = needsOneBand,
    .independence = allocation::kIndependence,
    .covers = covers,
};

}  // namespace noiseloom
