#include "core/batching/list.h"

#include "core/scenario/drawn_job.h"

namespace noiseloom {

std::span<const Batching* const> allBatchings() {
  return batchings::kOffered;
}

std::span<const JobBatching* const> allJobBatchings() {
  return jobs::kOffered;
}

const Batching& standardBatching() {
  return batchings::cyclicPoisson;
}

const JobBatching& standardJobBatching() {
  return jobs::asAccounted;
}

const JobBatching& drawnJobBatching() {
  return jobs::drawn;
}

}  // namespace noiseloom
