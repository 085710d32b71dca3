#pragma once

#include "core/error/error_summary.h"

namespace noiseloom {

/// Errors of a TreeStrategy under any workload.
ErrorSummary treeError(const TreeStrategy& strategy, const Workload& workload, const RunControl& control = {});

}  // namespace noiseloom
