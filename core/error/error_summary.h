#pragma once

#include <span>

#include "core/base/run_control.h"
#include "core/error/objective.h"
#include "core/strategy/strategy.h"
#include "core/workload/workload.h"

namespace noiseloom {

/// Where strategies are optimised for the last error with columns that may become dependent, all but this share of the
/// weight is on the last query, the rest spread over the mean of all: the least error of the last step alone is
/// approached only by degenerate strategies, whose other errors grow without bound (lost digits included).
inline constexpr double kMeanShareOfLast = 1e-3;

/// Errors of the decoder D = A C^-1 before sensitivity and sigma: v_i = ||D[i, :]||^2.
struct ErrorSummary {
  ByObjective variance;  ///< the mean, the largest and the last of all v_i; weighted sums of means and of lasts over
                         ///< components
  double relativeErrorBound =
      0;  ///< of each, where a closed tail stands for the terms beyond the settling point; of the last, an estimate,
          ///< where it is so much smaller than the largest (3e5 times and more) that digits are lost; else 0
  bool valid = false;  ///< false when stopped midway or not finite: the figures must not be used
};

/// The summary of v_0 .. v_(n-1); not valid when one is not finite.
ErrorSummary summaryOf(std::span<const double> variances);

/// Error of any strategy under any workload, by the cheapest exact route: closed sums for the identity, the Toeplitz
/// recurrence with an n-independent tail (math: section 4), the covariance recursion otherwise (math: section 3.1).
/// With a spectrum as often again as it has curvatures.
ErrorSummary errorOf(const Strategy& strategy, const Workload& workload, const RunControl& control = {});

}  // namespace noiseloom
