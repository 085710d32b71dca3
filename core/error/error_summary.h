#pragma once

#include <span>
#include <vector>

#include "core/base/run_control.h"
#include "core/error/objective.h"
#include "core/strategy/strategy.h"
#include "core/workload/workload.h"

namespace noiseloom {

/// The share of the weight that is spread over the mean of all queries when a strategy whose columns may become
/// dependent is optimised for the last error; the last query has the rest. The least error of the last step alone is
/// approached only by degenerate strategies, whose other errors grow without bound and lose all digits.
inline constexpr double kMeanShareOfLast = 1e-3;

/// Errors of the decoder D = A C^-1 before sensitivity and sigma: v_i = ||D[i, :]||^2.
struct ErrorSummary {
  ByObjective variance;  ///< mean, largest and last of all v_i; for curvatures, weighted sums over components
  /// A bound for each, if a closed tail stands for the terms beyond the settling point; an estimate for the last, if it
  /// is so much smaller than the largest (3e5 times or more) that digits are lost; else 0.
  double relativeErrorBound = 0;
  bool valid = false;  ///< false when stopped midway or not finite: do not use the figures
};

/// The summary of v_0 .. v_(n-1); not valid if one is not finite.
ErrorSummary summaryOf(std::span<const double> variances);

/// The coefficients of a Toeplitz strategy, or of the identity; none if columns are scaled, and for other kinds.
std::vector<double> plainToeplitz(const Strategy& strategy);

/// Error of any strategy under any workload, by the cheapest exact route: closed sums for the identity, the Toeplitz
/// recurrence with an n-independent tail (math: section 4), otherwise the covariance recursion (math: section 3.1), or
/// seriesVariances() under workloads that are not rational. A spectrum multiplies the time by its number of curvatures.
ErrorSummary errorOf(const Strategy& strategy, const Workload& workload, const RunControl& control = {});

}  // namespace noiseloom
