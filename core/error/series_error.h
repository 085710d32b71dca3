#pragma once

#include <functional>
#include <span>
#include <vector>

#include "core/error/error_summary.h"

namespace noiseloom {

// Errors under workloads that are not rational (Workload::isRational()), which have no recurrence of a few numbers:
// from the coefficients of A (math: section 1.2).

/// Most iterations of strategies whose A C^-1 is not Toeplitz: it is made column by column.
inline constexpr Index kMostByColumns = 10'000;

/// v_0 .. v_(n-1) under any Toeplitz workload, or a given matrix; empty when stopped. Kinds of one series under a
/// Toeplitz workload: O(n log n), n m for m buffers, and what rescaledRows() takes. Others: n products with C^-1 and A,
/// O(n^3) with a matrix. Throws InvalidArgument naming iterations for more than kMostByColumns of these.
std::vector<double> seriesVariances(const Strategy& strategy, const Workload& workload, const RunControl& control = {});

/// sum_t w_t^2 over the terms of w = A f, with n - t as weights if `accumulated`, n the size of f. f becomes the
/// gradient of that in f if `differentiate`, or else w. Two products with A at most.
double seriesEnergy(const Workload& workload, std::span<double> f, bool accumulated, bool differentiate);

/// The rows first .. n-1 of a decoder D = A diag(1/s) T(g), where s_k = scale(k), and 1 before `first`: their v_i. g:
/// the first terms of the series of C^-1, as far as they count; w, limit: those of A T(g), and what they are from there
/// on. O(b log b) for each of b rows. Empty when stopped.
std::vector<double> rescaledRows(std::span<const double> g, std::span<const double> w, double limit,
                                 const std::function<double(Index)>& scale, Index first, Index iterations,
                                 const Workload& workload, const RunControl& control = {});

}  // namespace noiseloom
