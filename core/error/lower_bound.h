#pragma once

#include "core/base/run_control.h"
#include "core/participation/participation.h"
#include "core/workload/workload.h"

namespace noiseloom {

// Lower bounds on the error of every strategy, for any C and D with A = D C, under a participation schema (math:
// section 9). Each throws InvalidArgument if n does not fit the workload. When stopped, each returns a weaker lower
// bound, at least 0.

/// Throws InvalidArgument for iterations that are not the workload's, and participations or a separation below 1.
void checkBoundArguments(const Workload& workload, Index iterations, const Participation& participation);

/// sens(C) sqrt(mean_i v_i): the larger of
/// - the nuclear-norm bound: any k of the m = ceil(n/s) columns of a comb o, o+s, ... may be hit, with random signs, so
///   sens^2 >= (k/m) ||C||_F^2 / s on average over combs, and sens ||A C^-1||_F / sqrt(n) >= ||A||_* sqrt(k / (m s n));
///   fixed epoch order with k < m hits k neighbours;
/// - the comb bound ||A pi|| / sqrt(n), pi the vector that is 1 at 0, s, 2s, ..., else 0 (bisr-bandinvmf, Theorem 1).
double meanErrorLowerBound(const Workload& workload, Index iterations, const Participation& participation,
                           const RunControl& control = {});

/// sens(C) sqrt(sum over components of weight mean_i v_i), for a workload with a spectrum: the root of the weighted
/// mean of the squares of each component's lower bound on the mean error. With a single curvature it is as tight as
/// that bound. The nuclear norm of all components stacked is larger, but has no known recursion.
double curvatureErrorLowerBound(const Workload& workload, Index iterations, const Participation& participation,
                                const RunControl& control = {});

/// sens(C) sqrt(max_i v_i): the larger of the other two bounds; no maximum is below a mean or a last value. For single
/// participation it includes gamma_2(A) >= ||A||_* / n.
double maxErrorLowerBound(const Workload& workload, Index iterations, const Participation& participation,
                          const RunControl& control = {});

/// sens(C) sqrt(v_{n-1}): with d the last row of D, the last entry of A u for a pattern's contribution u is |d C u| <=
/// ||d|| ||C u|| <= sqrt(v_{n-1}) sens(C). Over all patterns with equal contributions, the largest sum of entries of
/// the last row of A, which are positive, or their magnitudes; above 2^22 iterations, the largest over a few combs.
double lastErrorLowerBound(const Workload& workload, Index iterations, const Participation& participation);

/// sens(C) sqrt(sum over components of weight v_(n-1)), with a spectrum: curvatureErrorLowerBound() for last errors.
double curvatureLastErrorLowerBound(const Workload& workload, Index iterations, const Participation& participation);

}  // namespace noiseloom
