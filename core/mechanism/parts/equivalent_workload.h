#pragma once

#include "core/error/error_summary.h"
#include "core/workload/workload.h"

namespace noiseloom {

/// For a workload with a spectrum: the single sgd(alpha, 0), or running sums, or the identity, under which independent
/// noise has the same error, mean or last, as over all components for an objective of curvatures. For optimisers that
/// need a single workload to start from, or for their metric. The workload itself if it has no components, without its
/// window; running sums for given coefficients. O(log n).
Workload equivalentWorkload(const Workload& workload, Index iterations, ErrorObjective objective);

}  // namespace noiseloom
