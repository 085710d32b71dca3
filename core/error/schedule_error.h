#pragma once

#include <vector>

#include "core/error/error_summary.h"

namespace noiseloom {

/// v_0 .. v_(n-1) for a banded C (identity, Toeplitz or banded) under any workload, O(n b^2), by the covariances of
/// the last b - 1 values of y = C^-1 z, the momentum, the running sum and its average; empty when stopped. Unlike the
/// covariance recursion it never divides by a rate or by 1 - gamma, so that neither small ones lose digits.
std::vector<double> scheduleVariances(const Strategy& strategy, const Workload& workload,
                                      const RunControl& control = {});

}  // namespace noiseloom
