#pragma once

#include "core/base/index.h"
#include "core/error/objective.h"
#include "core/participation/participation.h"
#include "core/workload/workload.h"

namespace noiseloom {

struct Scenario;

/// What optimisers make small: an error at sensitivity 1, times the sensitivity. They throw InvalidArgument by the name
/// of the member. BinnedProblem is that of batching which amplifies.
struct ErrorProblem {
  Workload workload = Workload::prefix();
  Index iterations = 1;  ///< n, at least 1
  /// Who takes part when. Strategies of fewer bands than its separation have the same optimum under all participations:
  /// their optimisers do not read it.
  Participation participation = Participation::single();
  ErrorObjective objective = ErrorObjective::Mean;
};

/// The scenario's own.
ErrorProblem errorProblem(const Scenario& scenario);

}  // namespace noiseloom
