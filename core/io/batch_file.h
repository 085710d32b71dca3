#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "core/base/run_control.h"
#include "core/sampling/batch_sampler.h"

namespace noiseloom {

/// The content of a file of batches.
struct BatchFileSummary {
  Index participations = 0;  ///< examples of all its batches
  Index smallestBatch = 0;
  Index largestBatch = 0;
};

/// Batches that stand in memory: those of the steps from `from` (0-based) up to, not including, `to`.
struct FormedBatches {
  Index from = 0;
  Index to = 0;
  std::vector<Index> offsets;  ///< to - from + 1 places in `indices`, rising from 0 to their number
  std::vector<Index> indices;  ///< examples, at least 0, rising within a step
};

/// Writes them as an .npz archive that its owner alone may read (docs/formats.md), atomically. Throws IoError.
void writeBatches(const std::filesystem::path& path, const FormedBatches& batches);
/// Reads what is written so, by NumPy too. Throws IoError, and FormatError naming the array.
FormedBatches readBatches(const std::filesystem::path& path);

/// Writes the batches of the steps from `from` (0-based) up to, not including, `to` as an .npz archive that its owner
/// alone may read (docs/formats.md), atomically; holds them in memory, 8 bytes an example. When stopped nothing is
/// written. Throws IoError, and InvalidArgument naming dataset_size where a batch alone is more than an archive holds,
/// or steps where there are none, beyond the design's, or more than one archive holds (2^29 examples).
/// examples: what stands at each of the sampler's numbers, below 0 where nothing does (core/owners/parts.h), rising
/// within each batch; without any, the numbers themselves.
BatchFileSummary writeBatchFile(const std::filesystem::path& path, const BatchSampler& sampler, Index from, Index to,
                                const RunControl& control = {}, std::span<const Index> examples = {});

}  // namespace noiseloom
