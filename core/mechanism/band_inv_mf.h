#pragma once

#include "core/mechanism/parts/error_problem.h"
#include "core/optimize/solution.h"

namespace noiseloom {

/// C^-1 = T(g), with p coefficients g, the first 1; objective: sensitivity times the error at sigma 1; the trace shows
/// the optimiser's own values, which may be lower. BandInvMF(p) (bisr-bandinvmf, section 6): the p coefficients of C^-1
/// that minimise sensitivity times error, starting from BISR(p). The published objective takes the comb 0, s, 2s, ..
/// for the worst pattern, and understates the sensitivity if C has negative entries: here the comb of |C|, smoothed in
/// steps, replaces it then, and points are compared by combSensitivity(), which is always valid; the best one is kept.
///
/// 1 <= bands <= n; any workload and objective. Under Toeplitz workloads an evaluation costs O(p^2) if C decays within
/// the separation, otherwise O(m p), m the number of terms in which it decays. The problem is not convex. If C >= 0
/// increases so far that the comb is not its worst pattern either, the comb is minimised all the same, and the valid
/// sensitivity, then an upper bound, is reported.
Solution optimizeBandInvMf(const ErrorProblem& problem, Index bands, const RunControl& control = {});

}  // namespace noiseloom
