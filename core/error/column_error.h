#pragma once

#include "core/error/error_summary.h"

namespace noiseloom {

/// v_i by the columns of D = A C^-1, one solve and one product each: any strategy and workload, O(n) solves. Exact; for
/// tests and for what has no cheaper route.
ErrorSummary errorByColumns(const Strategy& strategy, const Workload& workload, const RunControl& control = {});

}  // namespace noiseloom
