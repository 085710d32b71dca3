#pragma once

#include "core/scenario/scenario.h"
#include "core/scenario/scenario_fields.h"

namespace noiseloom {

/// The value that a slider of iterations, epochs or bands sets if the batching does not run every number
/// (Batching::problem and bandsAtMost): the largest that runs, up to `value`, with all other inputs unchanged; `value`
/// itself if it runs, if none below does, and for other fields.
Index runnableValue(const Scenario& scenario, Field field, Index value);

}  // namespace noiseloom
