#pragma once

#include "core/base/run_control.h"
#include "core/workload/workload.h"

namespace noiseloom {

/// Nuclear norm of the n x n prefix workload, sum_{j=1}^n 1 / (2 sin((2j-1) pi / (4n+2))), in O(1) for large n.
double prefixNuclearNorm(Index iterations);

/// Nuclear norm of any workload, the sum of its singular values: to about nine digits up to n = 2^18, in O(n) (0.2 s
/// there). Beyond, for Toeplitz workloads, a proven lower bound in O(log n), nuclearNormLowerBound(); a schedule goes
/// on in O(n), polls `control`, and gives 0, which is no information, when stopped. 0 too where rates lie so far apart
/// that squares leave the range of doubles.
double nuclearNorm(const Workload& workload, Index iterations, const RunControl& control = {});

/// A lower bound on the nuclear norm of a Toeplitz workload, for any n; within about beta / (n (1 - beta)^2) of it
/// without weight decay.
double nuclearNormLowerBound(const Workload& workload, Index iterations);

}  // namespace noiseloom
