#include "core/batching/parts/allocation.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "core/accounting/samplings/random_allocation.h"
#include "core/base/nearest_whole.h"
#include "core/batching/list.h"
#include "core/batching/parts/coverage.h"
#include "core/batching/parts/scheme.h"
#include "core/scenario/batch_size.h"

namespace noiseloom::allocation {

Index epochsOf(const Scenario& scenario) {
  return (scenario.iterations - 1) / scenario.stepsPerEpoch() + 1;
}

std::optional<InvalidArgument> problem(const Scenario& scenario) {
  return tooManyEpochs(scenario, epochsOf(scenario));
}

std::optional<InvalidArgument> tooManyEpochs(const Scenario& scenario, Index epochs) {
  if (epochs <= RandomAllocation::kMostEpochs) return std::nullopt;
  return InvalidArgument("epochs", scenario.epochs,
                         {Core::tr("at most %1 under %2"), RandomAllocation::kMostEpochs, scenario.batching->name});
}

Index divisorAtMost(const Scenario& scenario, Index most) {
  const Index steps = scenario.stepsPerEpoch();
  Index best = 1;
  for (Index small = 1; small <= most && small * small <= steps; ++small) {
    if (steps % small != 0) continue;
    best = std::max(best, small);
    if (steps / small <= most) return std::max(best, steps / small);
  }
  return best;
}

bool isBalanced(const Scenario& scenario) {
  return isWholeCount(scenario.epochs) && scenario.iterations % static_cast<Index>(scenario.epochs) == 0;
}

Sampling sampling(const Scenario& scenario, Index) {
  return {.compositions = epochsOf(scenario)};
}

std::unique_ptr<Accounting> accounting(const Scenario& scenario, const Strategy& strategy, const Sensitivity&,
                                       const RunControl&) {
  const Index steps = scenario.stepsPerEpoch(), groups = strategy.bands();
  if (steps % groups != 0) {
    throw InvalidArgument(
        "strategy", {groups == 1 ? Core::tr("%1 band") : Core::tr("%1 bands"), groups},
        {Core::tr("one whose bands divide the %1 steps of an epoch under %2"), steps, scenario.batching->name});
  }
  return lossAccounting(std::make_unique<RandomAllocation>(steps / groups, epochsOf(scenario)), scenario, groups);
}

JobCoverage drawnOtherwise(const Scenario& scenario, const JobBatching& job, Index groups, Phrase remedy) {
  using namespace coverage;
  if (&job == &jobs::ballsInBins) {
    if (groups == 1 && scenario.effectiveParticipations() == 1)
      return satisfied(Core::tr("in one pass over the data bins are drawn as accounted"));
    return violated(Core::tr("bins that every epoch repeats are drawn once only"),
                    Core::tr("account for it with balls-in-bins batching"));
  }
  if (&job == &jobs::balancedIterations) {
    // Blocks of as many steps, drawn at random and then known, have one step of each example.
    if (groups == 1 && isBalanced(scenario))
      return contained(Core::tr("the job hides besides which block of steps each of an example's steps is from"));
    return violated(Core::tr("steps that are drawn among all are not one in each epoch"),
                    Core::tr("account for it with balanced-iterations batching"));
  }
  if (&job == &jobs::cyclicAllocation) {
    return violated(Core::tr("an example is drawn for the steps of its group alone, which hide it less"),
                    Core::tr("account for it with cyclic-allocation batching"));
  }
  if (job.samples) {
    return violated(
        Core::tr("an example that is sampled may take part any number of times, and not exactly once an epoch: "
                 "neither bounds the other"),
        Core::tr("account for it as cyclic-poisson and sample like that"));
  }
  if (&job == &jobs::shuffledOnce || &job == &jobs::shuffledEachEpoch) {
    return violated(Core::tr("shuffling deals batches of a fixed size, so that examples do not land independently: "
                             "epsilon may be larger"),
                    remedy);
  }
  return violated(Core::tr("the job draws no steps at random, so nothing is amplified: epsilon may be much larger"),
                  remedy);
}

Accountant accountant(const Accounted& figures) {
  const Scenario& scenario = figures.scenario;
  const Index steps = scenario.stepsPerEpoch();
  Text method{Core::tr("privacy loss distribution of %1 epochs in each of which one of %2 steps is drawn, the worse of "
                       "both directions, pessimistic, nothing sampled: sigma is too large by about %3 relative"),
              epochsOf(scenario), steps / figures.bands, twoDigits(figures.noiseMultiplier.errorBound)};
  if (const Index last = scenario.iterations % steps; last != 0)
    method = {Core::tr("%1; the last epoch ends after %2 of its %3 steps and counts whole"), method, last, steps};
  return pldAccountant(sampling(scenario, figures.bands), std::move(method));
}

BatchLaw batchLaw(const Scenario& scenario, Index groups) {
  const Index most = *mostExamplesOf(scenario), members = (most + groups - 1) / groups;
  return {scenario.iterations, members + largerSize(scenario) - most,
          static_cast<double>(groups) / static_cast<double>(scenario.stepsPerEpoch())};
}

}  // namespace noiseloom::allocation
