#pragma once

#include <vector>

#include "core/error/error_summary.h"

namespace noiseloom {

/// v_i = ||row i of A C^-1||^2, i = 0 .. n-1, of a DenseStrategy under any workload; empty when stopped.
std::vector<double> denseRowVariances(const DenseStrategy& strategy, const Workload& workload,
                                      const RunControl& control = {});
/// The summary of denseRowVariances().
ErrorSummary denseError(const DenseStrategy& strategy, const Workload& workload, const RunControl& control = {});

}  // namespace noiseloom
