#pragma once

#include "core/base/run_control.h"
#include "core/workload/workload.h"

namespace noiseloom {

/// Nuclear norm of the n x n prefix workload, sum_{j=1}^n 1 / (2 sin((2j-1) pi / (4n+2))), in O(1) for large n.
double prefixNuclearNorm(Index iterations);

/// Nuclear norm of any workload, the sum of its singular values: to about nine digits up to n = 2^18, in O(n) (0.2 s
/// there). For larger n, Toeplitz workloads get the proven lower bound nuclearNormLowerBound() in O(log n); schedules
/// still take O(n) and poll `control`. Returns 0, a trivial bound, when stopped and if rates are so far apart that
/// squares overflow. Workloads that are not rational: by eigenvalues up to n = 384; beyond, a proven lower bound in O(n
/// log n), within a fifth of it where it was tried.
double nuclearNorm(const Workload& workload, Index iterations, const RunControl& control = {});

/// A lower bound on the nuclear norm of a rational Toeplitz workload, for any n; without weight decay, within about
/// beta / (n (1 - beta)^2) of it.
double nuclearNormLowerBound(const Workload& workload, Index iterations);

}  // namespace noiseloom
