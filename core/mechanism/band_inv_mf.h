#pragma once

#include <vector>

#include "core/mechanism/parts/error_problem.h"
#include "core/optimize/solution.h"

namespace noiseloom {

/// C^-1 = T(g), with p coefficients g, the first 1; objective: sensitivity times the error at sigma 1, the trace what
/// the optimiser saw, which may lie below. BandInvMF(p) (bisr-bandinvmf, section 6): the p coefficients of C^-1 that
/// minimise sensitivity times error, from BISR(p) on. The published objective takes the comb 0, s, 2s, .. for the worst
/// pattern, and understates the sensitivity where C has negative entries: there the comb of |C| takes its place here,
/// smoothed in steps, and whatever the optimiser saw, points are compared by combSensitivity(), which is valid in every
/// case; the best one is kept.
///
/// 1 <= bands <= n; any workload and objective. Under Toeplitz workloads an evaluation costs O(p^2) where C decays
/// within the separation, otherwise O(m p), m the number of terms in which it decays. The problem is not convex. Where
/// C >= 0 rises so far that the comb is not its worst pattern either, the comb is minimised all the same, and the valid
/// sensitivity, then an upper bound, is reported.
Solution optimizeBandInvMf(const ErrorProblem& problem, Index bands, const RunControl& control = {});

}  // namespace noiseloom
