#pragma once

#include <span>

#include "core/scenario/batching.h"

namespace noiseloom {

/// Batchings, and ways in which jobs form their batches, that leave the same thing to chance.
struct BatchingFamily {
  Phrase name;
  Phrase meaning;  ///< what chance decides, and what that is worth: a sentence or two
  std::span<const Batching* const> members;
  std::span<const JobBatching* const> jobs;
};

/// Every batching and every way of jobs once, grouped; the first family has only ways of jobs.
std::span<const BatchingFamily> batchingFamilies();

}  // namespace noiseloom
