#pragma once

#include <vector>

#include "core/error/error_summary.h"

namespace noiseloom {

/// v_i = ||row i of A C^-1||^2, i = 0 .. n-1, for a banded C (identity, Toeplitz or banded) under any workload, O(n
/// b^2): by the covariance recursion, or by scheduleVariances() under a schedule or averaging, where it loses digits.
/// Empty when stopped or if a variance is not finite.
std::vector<double> bandedVariances(const Strategy& strategy, const Workload& workload, const RunControl& control = {});

}  // namespace noiseloom
