#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/base/index.h"
#include "core/base/run_control.h"
#include "core/base/secret_key.h"
#include "core/scenario/scenario.h"
#include "core/strategy/strategy.h"

namespace noiseloom {

struct SamplerInput;

/// The examples of each step of a training run, as the accounting assumes (docs/sampling.md): a function of the key and
/// the step alone, so that any step, in any order and in any process, gives the same answer. Batches and their sizes
/// are secret: their disclosure voids the amplification by sampling.
///
/// Examples are 0 to datasetSize() - 1. An index identifies an example: if one is removed, its index stays and gives a
/// zero gradient, so that no other example is affected.
class BatchSampler {
 public:
  BatchSampler(const BatchSampler&) = delete;
  BatchSampler& operator=(const BatchSampler&) = delete;
  virtual ~BatchSampler() = default;

  Index iterations() const { return m_iterations; }
  Index datasetSize() const { return m_datasetSize; }
  /// The batching that it implements.
  const Batching& batching() const { return *m_batching; }
  /// The strategy's bands: groups, rests and steps of an epoch depend on them.
  Index bands() const { return m_bands; }

  /// The mean size of a batch, before any is cut to a largest size. It is public: sums may be divided by it.
  virtual double expectedBatch() const = 0;

  /// The examples of a step, each once, in increasing order; invalid when stopped. Thread-safe. docs/sampling.md states
  /// memory and time. Throws InvalidArgument naming step unless 0 <= step < iterations().
  std::vector<Index> batch(Index step, const RunControl& control = {}) const;

 protected:
  explicit BatchSampler(SamplerInput& input);

  const SecretKey& key() const { return m_key; }
  /// The batch of a step, or of the bin that stands for several: cut to the largest size where it exceeds that.
  std::vector<Index> cut(std::vector<Index> taken, Index step) const;

 private:
  virtual std::vector<Index> examplesOf(Index step, const RunControl& control) const = 0;

  const Batching* m_batching;
  Index m_iterations;
  Index m_datasetSize;
  Index m_bands;
  SecretKey m_key;
  std::optional<Index> m_largest;
};

/// The sampler of the scenario's batching under the batches' sub-key of the run's key. Throws InvalidArgument naming
/// - iterations if the strategy's differ, or strategy if the batching does not run with its bands;
/// - dataset_size outside 1 to 10^15, not the scenario's own if it states one, or too small for the batching;
/// - largest_batch if the accounting does not support one;
/// - examples_per_user where all examples of a user have to be in one part of several, unless `membersInParts`: the
///   caller sees to it that their numbers are equal modulo the bands, and an index without an example is a gap.
std::shared_ptr<const BatchSampler> batchSampler(const Scenario& scenario, const Strategy& strategy, Index datasetSize,
                                                 const SecretKey& runKey, bool membersInParts = false);
/// True where a claim rests on that: with several bands, of users with several examples that are sampled.
bool needsMembersInParts(const Scenario& scenario, const Strategy& strategy);

}  // namespace noiseloom
