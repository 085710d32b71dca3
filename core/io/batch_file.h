#pragma once

#include <filesystem>

#include "core/base/run_control.h"
#include "core/sampling/batch_sampler.h"

namespace noiseloom {

/// The content of a file of batches.
struct BatchFileSummary {
  Index participations = 0;  ///< examples of all its batches
  Index smallestBatch = 0;
  Index largestBatch = 0;
};

/// Writes the batches of the steps from `from` (0-based) up to, not including, `to` as an .npz archive that its owner
/// alone may read (docs/formats.md), atomically; holds them in memory, 8 bytes an example. When stopped nothing is
/// written. Throws IoError, and InvalidArgument naming dataset_size where a batch alone is more than an archive holds,
/// or steps where there are none, beyond the design's, or more than one archive holds (2^29 examples).
BatchFileSummary writeBatchFile(const std::filesystem::path& path, const BatchSampler& sampler, Index from, Index to,
                                const RunControl& control = {});

}  // namespace noiseloom
