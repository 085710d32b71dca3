#pragma once

#include <span>
#include <vector>

#include "core/error/error_summary.h"

namespace noiseloom {

/// The first column w of D = A T^-1 for a banded Toeplitz T and a Toeplitz workload, cut where it has settled to its
/// limit.
struct ToeplitzDecoder {
  std::vector<double> w;  ///< w[j], j < min(n, settling point); at least one value
  double limit = 0;       ///< lambda_inf / sum(theta), what w tends to
  bool settled = false;   ///< true: w[j] = limit for all later j, to rounding
  double deviation = 0;   ///< estimate of sum_{j >= size} |w[j] - limit| (geometric decay); 0 when all n are there
  bool valid = false;     ///< false: stopped, diverging, or not settled within the memory allowed
};

/// Whether the decoder and its adjoint go through fast Fourier transforms, O(terms log terms), at these sizes.
bool prefersTransforms(Index bands, Index terms);

/// Runs w_i = (lambda_i - sum_l theta_l w_{i-l}) / theta_0 until its last b values agree with the limit to rounding, or
/// to i = n (math: section 4; scaling-bandmf, App. I with its two off-by-one slips mended). O(min(n, settling point)
/// b).
ToeplitzDecoder toeplitzDecoder(std::span<const double> theta, const Workload& workload, Index iterations,
                                const RunControl& control = {});

/// sum_j g_j w_j^2 over all j < n, with g_j = n - j (Mean: the sum of v_i) or 1 (Max: the last and largest v_i); the
/// settled part as G x^2, G = toeplitzTailWeight(terms, n).
double weightedSquares(const ToeplitzDecoder& decoder, Index iterations, ErrorObjective objective);
double toeplitzTailWeight(Index terms, Index iterations, ErrorObjective objective);
/// What sum_j |w_j - x| beyond the cut can do to a variance, relative: 4 / (n x) a unit for the mean (math: section 4).
double closedTailErrorBound(const ToeplitzDecoder& decoder, double variance);

/// Errors of C = T(theta), without column scaling.
ErrorSummary toeplitzError(const ToeplitzDecoder& decoder, Index iterations);

/// Errors of the column-normalised C = T(theta) diag(s): only the last b - 1 rows of D differ from those of T. For the
/// prefix in O(m b + b^2), m the terms of the decoder, through lagged products of w and its differences; for other
/// Toeplitz workloads the covariance recursion takes over before those rows, O(m b + b^3).
/// v_i of the last b - 1 rows of a column-normalised C of b >= 2 bands, by the same routes; empty when stopped.
std::vector<double> columnNormalizedTail(const ToeplitzStrategy& strategy, const Workload& workload,
                                         const ToeplitzDecoder& decoder, const RunControl& control = {});
ErrorSummary columnNormalizedToeplitzError(const ToeplitzStrategy& strategy, const Workload& workload,
                                           const ToeplitzDecoder& decoder, const RunControl& control = {});

}  // namespace noiseloom
