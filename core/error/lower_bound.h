#pragma once

#include "core/participation/participation.h"
#include "core/workload/workload.h"

namespace noiseloom {

/// Nuclear norm of the n x n prefix workload, sum_{j=1}^n 1 / (2 sin((2j-1) pi / (4n+2))), in O(1) for large n.
double prefixNuclearNorm(Index iterations);

/// Nuclear norm of any workload from the singular values of its banded inverse; 0 (no information) above 512
/// iterations of any but the prefix.
double nuclearNorm(const Workload& workload, Index iterations);

/// A value that sens(C) * sqrt(mean_i v_i) cannot go below for any lower-triangular C: the larger of
/// - the nuclear-norm bound: sens^2 >= (k/m) ||C||_F^2 / s over the combs o, o+s, ... of m = ceil(n/s) columns (any k
/// of them
///   may be hit), so sens ||A C^-1||_F / sqrt(n) >= ||A||_* sqrt(k / (m s n)); fixed epoch order needs k >= m (math:
///   section 9);
/// - the comb bound ||A pi|| / sqrt(n) for the pattern pi = {0, s, 2s, ...} (bisr-bandinvmf, Theorem 1).
double meanErrorLowerBound(const Workload& workload, Index iterations, const Participation& participation);

}  // namespace noiseloom
