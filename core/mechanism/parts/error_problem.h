#pragma once

#include "core/base/index.h"
#include "core/error/objective.h"
#include "core/participation/participation.h"
#include "core/workload/workload.h"

namespace noiseloom {

struct Scenario;

/// The problem of the optimisers: minimise an error at sensitivity 1 times the sensitivity. They throw InvalidArgument
/// naming the member. BinnedProblem is its counterpart for amplified batching.
struct ErrorProblem {
  Workload workload = Workload::prefix();
  Index iterations = 1;  ///< n, at least 1
  /// Ignored by optimisers of strategies with fewer bands than its separation, whose optimum does not depend on it.
  Participation participation = Participation::single();
  ErrorObjective objective = ErrorObjective::Mean;
  /// True if the privacy of the batching is known only for a C without negative entries (balls-in-bins). Only
  /// optimizeBandInvMf() reads it: the other optima have none, or are refused.
  bool nonNegative = false;
};

/// The problem of a scenario.
ErrorProblem errorProblem(const Scenario& scenario);

}  // namespace noiseloom
