#pragma once

#include <span>

#include "core/error/error_summary.h"

namespace noiseloom {

/// Most bands for which the closed form below is tried.
inline constexpr Index kMostClosedBands = 512;

/// ||theta||^2 * (mean or max of v), the loss of the banded Toeplitz T(theta) at single participation, and its gradient
/// (same size as theta). +infinity, with a zero gradient, outside the domain: theta_0 <= 0, a diverging decoder, or a
/// stop. Toeplitz workloads only. For curvatures: the sum over the workload's components, here and in
/// toeplitzLossByRecurrence().
///
/// Two routes give the same value. Once w_j = x + d_j has settled well before n, all sums over the transient d, a ratio
/// of polynomials, have closed forms: O(b^2), independent of n and of how slowly d decays. Otherwise the recurrence of
/// toeplitzDecoder() and its adjoint run: O(min(n, settling point) b).
double toeplitzLoss(std::span<const double> theta, const Workload& workload, Index iterations, ErrorObjective objective,
                    std::span<double> gradient, const RunControl& control = {});

/// The two routes, for tests. The closed form returns NaN where it does not apply.
double toeplitzLossByRecurrence(std::span<const double> theta, const Workload& workload, Index iterations,
                                ErrorObjective objective, std::span<double> gradient, const RunControl& control = {});
double toeplitzLossClosed(std::span<const double> theta, const Workload& workload, Index iterations,
                          ErrorObjective objective, std::span<double> gradient);

}  // namespace noiseloom
