#pragma once

#include "core/error/error_summary.h"

namespace noiseloom {

/// Errors of a DenseStrategy under any workload.
ErrorSummary denseError(const DenseStrategy& strategy, const Workload& workload, const RunControl& control = {});

}  // namespace noiseloom
