#pragma once

#include <span>

#include "core/mechanism/parts/error_problem.h"
#include "core/optimize/solution.h"
#include "core/strategy/toeplitz_strategy.h"

namespace noiseloom {

/// The error of a strategy of more steps takes tenths of a second by itself: optimisers and searches then try less.
constexpr Index kQuickErrorSteps = Index{1} << 17;

struct BandedToeplitzOptions {
  ColumnScaling scaling = ColumnScaling::None;
  /// Coefficients of a nearby problem, of any number, truncated or continued by the square root's. Empty: those.
  std::span<const double> start = {};
  /// To 1e-8 of the loss if transforms take long, 1e-6 if it starts from fewer steps: for displays and searches.
  bool quick = false;
};

/// Coefficients of unit norm, c_0 > 0; objective: the error at sensitivity 1 and sigma 1, the root of the
/// single-participation loss. Optimal b-banded Toeplitz strategy for the mean, the largest or the last error at single
/// participation, which is also the optimum under any participation with separation >= b (scaling-bandmf, section 3.2;
/// math: section 4). With ColumnScaling::Normalized, the optimum within that class if refinesColumnScaling(); otherwise
/// that of the plain class, whose error is larger by about 0.006 (b/n)^2, relative.
Solution optimizeBandedToeplitz(const ErrorProblem& problem, Index bands, const BandedToeplitzOptions& options = {},
                                const RunControl& control = {});
/// True if the workload is rational, n and b are small enough for the optimum within the column-normalised class, O(n
/// b^2) per evaluation, and b/n is large enough for the mean error to gain 1e-9 by it.
bool refinesColumnScaling(const Workload& workload, Index iterations, Index bands, ErrorObjective objective);

}  // namespace noiseloom
