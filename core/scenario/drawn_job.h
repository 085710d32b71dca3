#pragma once

#include "core/scenario/batching.h"

namespace noiseloom {

/// A job whose batches are those of the batching's own sampler (core/sampling): any batching covers it.
const JobBatching& drawnJobBatching();

}  // namespace noiseloom
