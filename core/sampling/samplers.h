#pragma once

#include <memory>

#include "core/sampling/batch_sampler.h"

namespace noiseloom {

/// What a sampler is made from; the key is the batches' sub-key.
struct SamplerInput {
  const Scenario& scenario;
  const Strategy& strategy;
  Index datasetSize;
  SecretKey key;
};

/// One for each kind of sampler; batch_sampler.cpp says which batching takes which. `input` is checked for all that
/// batchSampler() checks but what depends on the batching.
using MakeSampler = std::shared_ptr<const BatchSampler>(SamplerInput input);
MakeSampler poissonSampler, randomGroupSampler, spacedSampler, allocationSampler, binSampler, fixedSizeSampler,
    orderSampler, reshuffledSampler;

/// The same number of bins as steps between two participations, drawn once: also what b-min-sep is without a pause.
std::shared_ptr<const BatchSampler> binSamplerOf(SamplerInput input, Index bins);

}  // namespace noiseloom
