#pragma once

#include "core/base/run_control.h"
#include "core/participation/participation.h"
#include "core/workload/workload.h"

namespace noiseloom {

// Values that no strategy can go below, whatever C and D with A = D C, under a participation schema (math: section 9).
// Each throws InvalidArgument where n does not fit the workload. A stopped one gives what it has, at least 0,
// which is a lower bound too.

/// sens(C) sqrt(mean_i v_i): the larger of
/// - the nuclear-norm bound: any k of the m = ceil(n/s) columns of a comb o, o+s, ... may be hit, with random signs, so
///   sens^2 >= (k/m) ||C||_F^2 / s on average over combs, and sens ||A C^-1||_F / sqrt(n) >= ||A||_* sqrt(k / (m s n));
///   fixed epoch order with k < m hits k neighbours;
/// - the comb bound ||A pi|| / sqrt(n), pi the vector that is 1 at 0, s, 2s, ..., else 0 (bisr-bandinvmf, Theorem 1).
double meanErrorLowerBound(const Workload& workload, Index iterations, const Participation& participation,
                           const RunControl& control = {});

/// sens(C) sqrt(sum over components of weight mean_i v_i), of a workload with a spectrum: the root of the weighted mean
/// of the squares of what each component's mean error is at least. Exact where one curvature has all the weight as far
/// as that is; the nuclear norm of all components one above the other is larger, and has no known recursion.
double curvatureErrorLowerBound(const Workload& workload, Index iterations, const Participation& participation,
                                const RunControl& control = {});

/// sens(C) sqrt(max_i v_i): the larger of the other two bounds; no maximum is below a mean or below a last value. For
/// single participation it includes gamma_2(A) >= ||A||_* / n.
double maxErrorLowerBound(const Workload& workload, Index iterations, const Participation& participation,
                          const RunControl& control = {});

/// sens(C) sqrt(v_{n-1}): with d the last row of D, the last row of A u for a pattern's contribution u is
/// |d C u| <= ||d|| ||C u|| <= sqrt(v_{n-1}) sens(C). Of all patterns with equal contributions, the largest sum of
/// entries of the last row of A, which are positive; above 2^22 iterations the largest of a few combs.
double lastErrorLowerBound(const Workload& workload, Index iterations, const Participation& participation);

/// sens(C) sqrt(sum over components of weight v_(n-1)), of a workload with a spectrum: as curvatureErrorLowerBound(),
/// of last errors.
double curvatureLastErrorLowerBound(const Workload& workload, Index iterations, const Participation& participation);

}  // namespace noiseloom
