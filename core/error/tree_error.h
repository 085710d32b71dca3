#pragma once

#include <functional>

#include "core/error/error_summary.h"

namespace noiseloom {

/// Errors of a TreeStrategy, exact under any workload. Prefix: closed sums over the binary digits of n, O(log n).
/// Otherwise the covariances between the workload's state and the estimates of the nodes in use are advanced step by
/// step: O(n log n) time, O(log n) memory.
ErrorSummary treeError(const TreeStrategy& strategy, const Workload& workload, const RunControl& control = {});

/// v of one step of the prefix workload: the estimates of the nodes of the binary digits of step + 1 are independent.
double treePrefixVariance(const TreeStrategy& strategy, Index step);
/// The second route alone; calls onStep, unless it is empty, with the v of every step.
ErrorSummary treeErrorBySteps(const TreeStrategy& strategy, const Workload& workload, const RunControl& control = {},
                              const std::function<void(Index step, double variance)>& onStep = {});

}  // namespace noiseloom
