#pragma once

#include <memory>

#include "core/sampling/batch_sampler.h"

namespace noiseloom {

/// The arguments of a sampler; the key is the batches' sub-key.
struct SamplerInput {
  const Scenario& scenario;
  const Strategy& strategy;
  Index datasetSize;
  SecretKey key;
};

/// One for each kind of sampler; batch_sampler.cpp assigns them to batchings. batchSampler() has checked `input`,
/// except for what depends on the batching.
using MakeSampler = std::shared_ptr<const BatchSampler>(SamplerInput input);
MakeSampler poissonSampler, randomGroupSampler, spacedSampler, allocationSampler, binSampler, balancedSampler,
    fixedSizeSampler, orderSampler, reshuffledSampler;

/// Every example draws one of `bins` bins, once. Also for b-min-sep sampling with probability 1, where nobody waits.
std::shared_ptr<const BatchSampler> binSamplerOf(SamplerInput input, Index bins);

}  // namespace noiseloom
