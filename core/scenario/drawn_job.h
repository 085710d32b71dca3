#pragma once

#include "core/scenario/batching.h"

namespace noiseloom {

/// The job that uses the batching's own sampler (core/sampling): any batching covers it.
const JobBatching& drawnJobBatching();

}  // namespace noiseloom
