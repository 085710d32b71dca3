#pragma once

#include "core/error/error_summary.h"

namespace noiseloom {

/// Errors of a banded C (identity, Toeplitz or banded) under a learning-rate schedule, O(n b^2), by the covariances of
/// the last b - 1 values of y = C^-1 z, the momentum and the running sum. Unlike the covariance recursion it never
/// divides by a rate, so that rates of any size, one after the other, lose no digits.
ErrorSummary scheduleError(const Strategy& strategy, const Workload& workload, const RunControl& control = {});

}  // namespace noiseloom
