#include "core/sampling/batch_sampler.h"

#include <algorithm>
#include <utility>

#include "core/base/check.h"
#include "core/base/sodium.h"
#include "core/batching/list.h"
#include "core/sampling/largest_batch.h"
#include "core/sampling/samplers.h"
#include "core/scenario/batch_size.h"
#include "core/scenario/group_accounting.h"

namespace noiseloom {
namespace {

constexpr Index kMostExamples = 1'000'000'000'000'000;

constexpr std::pair<const Batching*, MakeSampler*> kSamplers[]{
    {&batchings::cyclicPoisson, poissonSampler},
    {&batchings::cyclicPoissonRandom, randomGroupSampler},
    {&batchings::bMinSep, spacedSampler},
    {&batchings::cyclicAllocation, allocationSampler},
    {&batchings::randomAllocation, allocationSampler},
    {&batchings::balancedIterations, balancedSampler},
    {&batchings::ballsInBins, binSampler},
    {&batchings::fixedSize, fixedSizeSampler},
    {&batchings::fixedEpoch, orderSampler},
    {&batchings::shuffledEachEpoch, reshuffledSampler},
    {&batchings::minSeparation, orderSampler},
    {&batchings::single, orderSampler},
};

}  // namespace

BatchSampler::BatchSampler(SamplerInput& input)
    : m_batching(input.scenario.batching),
      m_iterations(input.scenario.iterations),
      m_datasetSize(input.datasetSize),
      m_bands(input.strategy.bands()),
      m_key(std::move(input.key)),
      m_largest(input.scenario.largestBatch) {}

std::vector<Index> BatchSampler::batch(Index step, const RunControl& control) const {
  checkInteger("step", step, 0, m_iterations - 1, Core::tr("the steps of the design"));
  return examplesOf(step, control);
}

std::vector<Index> BatchSampler::cut(std::vector<Index> taken, Index step) const {
  return cutTo(m_largest, std::move(taken), WordStream(m_key, WordUse::Cut, step));
}

bool needsMembersInParts(const Scenario& scenario, const Strategy& strategy) {
  return strategy.bands() > 1 && scenario.examplesOfMember() > 1 && scenario.batching->amplified() &&
         !accountsAsGroup(scenario);
}

std::shared_ptr<const BatchSampler> batchSampler(const Scenario& scenario, const Strategy& strategy, Index datasetSize,
                                                 const SecretKey& runKey, bool membersInParts) {
  requireSodium();
  checkInteger("iterations", strategy.iterations(), scenario.iterations, scenario.iterations,
               Core::tr("those of the scenario"));
  if (scenario.batching->banded && strategy.bands() > scenario.mostParts()) {
    throw InvalidArgument(
        "strategy", {Core::tr("%1 bands"), strategy.bands()},
        {Core::tr("one of at most n/k = %1 bands under %2"), scenario.mostParts(), scenario.batching->name});
  }
  if (!membersInParts && needsMembersInParts(scenario, strategy)) {
    throw InvalidArgument("examples_per_user", *scenario.examplesPerUser,
                          Core::tr("1, a strategy of one band, or a table of owners: all examples of a user have to "
                                   "be in one part, and whose they are is not known here"));
  }
  checkInteger("dataset_size", datasetSize, 1, kMostExamples);
  checkStatedSize(scenario, datasetSize);
  if (scenario.largestBatch && (!scenario.batching->batchLaw || !scenario.datasetSize)) {
    throw InvalidArgument(
        "largest_batch", *scenario.largestBatch,
        scenario.datasetSize
            ? Text(Core::tr("batches of any size under %1: its accounting knows of none that is cut"),
                   scenario.batching->name)
            : Text(Core::tr("a largest batch only beside the size of the data set, which determines how often "
                            "batches are cut")));
  }
  const auto* const found =
      std::ranges::find(kSamplers, scenario.batching, &std::pair<const Batching*, MakeSampler*>::first);
  if (found == std::end(kSamplers))
    throw InvalidArgument("batching", std::string(scenario.batching->id), Core::tr("one that has a sampler"));
  // Rates, bins and steps of an epoch are those that were accounted for, whatever N is; batches of a size keep it.
  const bool sized = !scenario.batching->amplified() || scenario.batching == &batchings::fixedSize;
  return found->second(
      {sized ? ofDatasetSize(scenario, datasetSize) : scenario, strategy, datasetSize, runKey.subKey(KeyUse::Batches)});
}

}  // namespace noiseloom
