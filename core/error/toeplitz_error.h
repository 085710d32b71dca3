#pragma once

#include <span>
#include <vector>

#include "core/error/error_summary.h"

namespace noiseloom {

// Errors of a banded Toeplitz strategy under a Toeplitz workload, from the decoder's first column (math: section 4):
// - theta: the b coefficients of T, the n x n Toeplitz matrix with T[i, j] = theta[i - j] for 0 <= i - j < b; n are the
//   iterations, and b <= n.
// - A, lambda: the workload and its coefficients, all 1 for the prefix; lambda_inf is what these tend to.
// - D, w: the decoder D = A T^-1, which is Toeplitz, and its first column, D[i, j] = w[i - j].
// - x = lambda_inf / sum(theta): the limit, to which w settles when n is large.
// - v_i = ||row i of D||^2 = w_0^2 + .. + w_i^2: the squared error of step i at sensitivity 1 and sigma 1, no units.

/// w, truncated where it has settled to its limit.
struct ToeplitzDecoder {
  std::vector<double> w;  ///< w[j] for j < m, m = min(n, settling point); at least one value
  /// The first m coefficients of the series of T^-1 if transforms have produced them; else empty.
  std::vector<double> inverse;
  double limit = 0;      ///< x
  bool settled = false;  ///< true: w[j] = limit for all later j, to rounding
  double deviation = 0;  ///< estimate of sum_{j >= m} |w[j] - limit| (geometric decay); 0 if all n are there
  bool valid = false;    ///< false when stopped, diverging, or not settled within the memory limit
};

/// True if `terms` terms of the decoder of b = `bands` coefficients, and its adjoint, are computed by fast Fourier
/// transforms, O(terms log terms).
bool prefersTransforms(Index bands, Index terms);

/// Runs w_i = (lambda_i - sum_{1 <= l < b} theta_l w_{i-l}) / theta_0 until its last b values agree with the limit to
/// rounding, or to i = n (scaling-bandmf, App. I with two off-by-one errors corrected): O(m b), or by transforms.
/// theta: b >= 1 values; not valid unless theta_0 > 0. Throws InvalidArgument naming iterations or bands.
ToeplitzDecoder toeplitzDecoder(std::span<const double> theta, const Workload& workload, Index iterations,
                                const RunControl& control = {});

/// sum_j g_j w_j^2 over all j < n, with g_j = n - j (Mean: this is the sum of v_i) or 1 (Max and Last: v_{n-1}, which
/// is the largest). The settled part is G x^2 with G = toeplitzTailWeight(m, n), the sum of g_j over m <= j < n.
double weightedSquares(const ToeplitzDecoder& decoder, Index iterations, ErrorObjective objective);
double toeplitzTailWeight(Index terms, Index iterations, ErrorObjective objective);
/// Bounds the relative change in `variance`, the mean of v_i, when w_j beyond the cut is replaced by x; only as good as
/// the decoder's estimate of its deviation. 0 if nothing is cut.
double closedTailErrorBound(const ToeplitzDecoder& decoder, double variance);

/// Errors of C = T, without column scaling; not valid if the decoder is not.
ErrorSummary toeplitzError(const ToeplitzDecoder& decoder, Index iterations);

/// Errors of the column-normalised C = T diag(s), s_j = ||theta|| / ||theta[0..n-j)||, whose decoder A C^-1 differs
/// from that of T in its last b - 1 rows only: v_i of those rows, b >= 2, empty when stopped; and all errors. decoder:
/// that of T. Toeplitz workloads only: O(m log m + b log^2 b).
std::vector<double> columnNormalizedTail(const ToeplitzStrategy& strategy, const Workload& workload,
                                         const ToeplitzDecoder& decoder, const RunControl& control = {});
ErrorSummary columnNormalizedToeplitzError(const ToeplitzStrategy& strategy, const Workload& workload,
                                           const ToeplitzDecoder& decoder, const RunControl& control = {});

}  // namespace noiseloom
