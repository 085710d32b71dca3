#pragma once

#include "core/error/error_summary.h"

namespace noiseloom {

/// Errors of a BltStrategy under any workload.
ErrorSummary bltError(const BltStrategy& strategy, const Workload& workload, const RunControl& control = {});

}  // namespace noiseloom
