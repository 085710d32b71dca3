#pragma once

#include "core/error/error_summary.h"

namespace noiseloom {

/// Errors of a TreeStrategy, exact under any workload. Prefix: closed sums over the binary digits of n, O(log n).
/// Otherwise the covariances between the workload's state and the estimates of the nodes in use run along the steps:
/// O(n log n) time, O(log n) memory.
ErrorSummary treeError(const TreeStrategy& strategy, const Workload& workload, const RunControl& control = {});

/// The second route alone, for tests.
ErrorSummary treeErrorBySteps(const TreeStrategy& strategy, const Workload& workload, const RunControl& control = {});

}  // namespace noiseloom
