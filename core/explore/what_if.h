#pragma once

#include <functional>
#include <vector>

#include "core/base/run_control.h"
#include "core/design/design.h"
#include "core/scenario/scenario.h"

namespace noiseloom {

/// One change of a training job that somebody may consider, with everything else as it is.
struct JobChange {
  enum class Kind { Loader, Batch, Epochs, LargerEpsilon, SmallerEpsilon, Memory };

  Kind kind = Kind::Loader;
  Scenario scenario;  ///< with the change; bands that were open stay open, but for Memory
  Text name;          ///< "batches of 1000"
};

/// The error that one change of a job brings.
struct WhatIf : JobChange {
  /// Error with the change over error without, estimated as along a curve (CurveSolver), on the summed gradient. Where
  /// noise depends on the whole strategy (Batching::ofStrategy) the estimate is of a strategy that was not optimised
  /// for it: a loader of that kind may gain more. Fewer bands are certified there, as estimates of them say little.
  double ratio = 1;
  /// That ratio on the mean gradient: differs where the batch size does.
  double ratioOfMean = 1;
  int leftOut = 0;  ///< Kind::Loader: batchings that would take long to account for, of those that were compared
};

/// The changes that a scenario allows, without a loader: twice the batch, one more epoch at the same batch size,
/// epsilon one more and one less (below 2: twice and half of it), half of `bands`, the present number, if it is more
/// than one.
std::vector<JobChange> jobChanges(const Scenario& scenario, Index bands);

/// The gain of a scenario with that design by each change, in the order of JobChange::Kind. The loader is the best
/// other batching. A change that has no answer is left out. Calls `onEach` from the working thread as each is known.
/// When stopped, those so far; empty if the scenario has no error, or would take long to account for.
std::vector<WhatIf> whatIf(const Scenario& scenario, const Design& design, const RunControl& control = {},
                           const std::function<void(const WhatIf&)>& onEach = {});

}  // namespace noiseloom
