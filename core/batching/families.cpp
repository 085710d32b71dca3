#include "core/batching/families.h"

#include <array>

#include "core/batching/list.h"

namespace noiseloom {
namespace {

constexpr std::array kOwnJobs{&jobs::asAccounted, &jobs::drawn};
constexpr std::array kSampled{&batchings::cyclicPoisson, &batchings::cyclicPoissonRandom, &batchings::bMinSep,
                              &batchings::fixedSize};
constexpr std::array kSampledJobs{
    &jobs::poisson, &jobs::truncatedPoisson, &jobs::cyclicPoisson,         &jobs::cyclicPoissonRandom,
    &jobs::bMinSep, &jobs::fixedSizeSamples, &jobs::cyclicFixedSizeSamples};
constexpr std::array kAllocated{&batchings::ballsInBins, &batchings::cyclicAllocation, &batchings::randomAllocation,
                                &batchings::balancedIterations};
constexpr std::array kAllocatedJobs{&jobs::ballsInBins, &jobs::cyclicAllocation, &jobs::randomAllocation,
                                    &jobs::balancedIterations};
constexpr std::array kOrdered{&batchings::fixedEpoch, &batchings::shuffledEachEpoch, &batchings::minSeparation,
                              &batchings::single};
constexpr std::array kOrderedJobs{&jobs::fixedOrder, &jobs::shuffledOnce, &jobs::shuffledEachEpoch,
                                  &jobs::minSeparation};

constexpr std::array kFamilies{
    BatchingFamily{Core::tr("As designed"), {}, {}, kOwnJobs},
    BatchingFamily{Core::tr("Sampled"),
                   Core::tr("Chance decides in each step who takes part, which amplifies privacy."), kSampled,
                   kSampledJobs},
    BatchingFamily{
        Core::tr("Allocated"),
        Core::tr("Chance gives each example its steps, as many as all others have, which amplifies privacy."),
        kAllocated, kAllocatedJobs},
    BatchingFamily{Core::tr("Ordered"), Core::tr("An order decides: any loader does, and nothing is amplified."),
                   kOrdered, kOrderedJobs},
};

}  // namespace

std::span<const BatchingFamily> batchingFamilies() {
  return kFamilies;
}

}  // namespace noiseloom
