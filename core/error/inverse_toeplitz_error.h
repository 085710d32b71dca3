#pragma once

#include <span>
#include <vector>

#include "core/error/error_summary.h"

namespace noiseloom {

/// Errors of an InverseToeplitzStrategy, exact under any workload. Toeplitz workloads: O(p + log n), and O(p) for each
/// row with a rescaled column. Learning-rate schedules: O(n p).
ErrorSummary inverseToeplitzError(const InverseToeplitzStrategy& strategy, const Workload& workload,
                                  const RunControl& control = {});

/// The mean or the last (= largest) variance v of D = A T(g) under a Toeplitz workload (for curvatures: the sum over
/// components), and its gradient in g if `gradient` is not empty (then p values). D is Toeplitz with coefficients w =
/// lambda g, which after p terms follow the workload's own recurrence; the sums of w^2 over those n - p terms are
/// computed by squaring its transition matrix. Where the workload is not rational, all n terms of w are made.
double inverseToeplitzVariance(std::span<const double> noising, const Workload& workload, Index iterations,
                               ErrorObjective objective, std::span<double> gradient = {});

/// v_0 .. v_(n-1) under any workload; empty when stopped. O(n p) time.
std::vector<double> inverseToeplitzVariances(std::span<const double> noising, const Workload& workload,
                                             Index iterations, const RunControl& control = {});

/// v_i at the given steps (increasing, in [0, n)) under a Toeplitz workload, exact for any n: O(p + steps log n).
std::vector<double> inverseToeplitzVariancesAt(std::span<const double> noising, const Workload& workload,
                                               std::span<const Index> steps, const RunControl& control = {});

/// v_first .. v_(n-1) of a strategy whose columns may be rescaled, under any workload; empty when stopped. If first >
/// 0, it must be at most firstScaledRow(), and the workload Toeplitz: O(p + log n) for earlier rows, then O(p) each.
std::vector<double> inverseToeplitzVariancesFrom(const InverseToeplitzStrategy& strategy, const Workload& workload,
                                                 Index first, const RunControl& control = {});
/// The first row of C^-1 that a rescaled column affects; n if there is none.
Index firstScaledRow(const InverseToeplitzStrategy& strategy);

/// The p x p matrix H, by row, with sum_i weights[i] v_i = g^T H g for every g of p coefficients: the workload's part
/// of the errors under a learning-rate schedule. The gradient of the sum is 2 H g. weights: n values; O(n p) time;
/// empty when stopped.
std::vector<double> noisingGram(const Workload& workload, std::span<const double> weights, Index noisingBands,
                                const RunControl& control = {});

}  // namespace noiseloom
