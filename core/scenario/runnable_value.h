#pragma once

#include "core/scenario/scenario.h"
#include "core/scenario/scenario_fields.h"

namespace noiseloom {

/// What a slider of iterations, epochs or bands stands for where the batching does not run every number
/// (Batching::problem and bandsAtMost): the largest that runs, up to `value`, all other inputs as they are; `value`
/// itself where it runs, where none below does, and for other fields.
Index runnableValue(const Scenario& scenario, Field field, Index value);

}  // namespace noiseloom
