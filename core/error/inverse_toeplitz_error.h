#pragma once

#include "core/error/error_summary.h"

namespace noiseloom {

/// Errors of a InverseToeplitzStrategy under any workload.
ErrorSummary inverseToeplitzError(const InverseToeplitzStrategy& strategy, const Workload& workload,
                                  const RunControl& control = {});

}  // namespace noiseloom
