#pragma once

#include <memory>
#include <vector>

#include "core/base/index.h"
#include "core/base/run_control.h"
#include "core/base/secret_key.h"
#include "core/scenario/scenario.h"
#include "core/strategy/strategy.h"

namespace noiseloom {

/// Which examples each step of a training run takes, as the accounting assumes (docs/sampling.md): a function of the
/// key and the step alone, so that any step, in any order and in any process, gives the same answer. Batches and their
/// sizes are secret: an observer of them voids what sampling gains.
///
/// Examples are 0 to datasetSize() - 1. An index is who an example is: where one is removed, its index stays and gives
/// a zero gradient, so that whether it is there moves no other.
class BatchSampler {
 public:
  BatchSampler(const BatchSampler&) = delete;
  BatchSampler& operator=(const BatchSampler&) = delete;
  virtual ~BatchSampler() = default;

  Index iterations() const { return m_iterations; }
  Index datasetSize() const { return m_datasetSize; }
  /// The batching that it makes true.
  const Batching& batching() const { return *m_batching; }
  /// The strategy's bands: groups, rests and steps of an epoch depend on them.
  Index bands() const { return m_bands; }

  /// The size of a batch on average, before one is cut: a public number, by which sums may be divided.
  virtual double expectedBatch() const = 0;

  /// The examples of a step (0-based), each once, in increasing order. Any thread. What it takes, in memory and time,
  /// docs/sampling.md says; when stopped, what it gives is no batch. Throws InvalidArgument naming step beyond the
  /// design's.
  std::vector<Index> batch(Index step, const RunControl& control = {}) const;

 protected:
  BatchSampler(const Scenario& scenario, const Strategy& strategy, Index datasetSize);

 private:
  virtual std::vector<Index> examplesOf(Index step, const RunControl& control) const = 0;

  const Batching* m_batching;
  Index m_iterations;
  Index m_datasetSize;
  Index m_bands;
};

/// The sampler of the scenario's batching under the batches' sub-key of the run's key. Throws InvalidArgument naming
/// - iterations where the strategy has other ones, or strategy where its bands are none that the batching runs;
/// - dataset_size out of 1 to 10^15, not the scenario's own where it states one, or too small for the batching;
/// - largest_batch where the accounting knows none.
std::shared_ptr<const BatchSampler> batchSampler(const Scenario& scenario, const Strategy& strategy, Index datasetSize,
                                                 const SecretKey& runKey);

}  // namespace noiseloom
