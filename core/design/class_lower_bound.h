#pragma once

#include "core/base/run_control.h"
#include "core/error/error_summary.h"
#include "core/participation/participation.h"
#include "core/workload/workload.h"

namespace noiseloom {

// Lower bounds on the error of all C of one class, under a participation schema: as in lower_bound.h, in its units, but
// larger, since fewer C are allowed (math: section 9.1). Each throws InvalidArgument if n does not fit the workload; 0
// if none is known, and when stopped.

/// Iterations up to which a Toeplitz bound is computed.
inline constexpr Index kMostToeplitzBound = Index{1} << 18;

/// sens(C) sqrt(f(v)) over all lower-triangular Toeplitz C with at most `bands` coefficients, f the mean, the largest
/// or the last. Found together with the coefficients that attain it, and equal to their value up to rounding whenever
/// the comb is the worst pattern. Toeplitz workloads without a spectrum.
double toeplitzClassLowerBound(const Workload& workload, Index iterations, Index bands,
                               const Participation& participation, ErrorObjective objective,
                               const RunControl& control = {});

/// sens(C) sqrt(mean_i v_i) over all C with columns of equal norm: the largest of meanErrorLowerBound() and sqrt(hits /
/// (n sum_i w_i)) ||A W^(1/2)||_* over a few diagonals W of weights w_i > 0.
double equalNormLowerBound(const Workload& workload, Index iterations, const Participation& participation,
                           const RunControl& control = {});

}  // namespace noiseloom
