#pragma once

#include <span>

#include "core/mechanism/parts/error_problem.h"
#include "core/optimize/solution.h"

namespace noiseloom {

/// Most bands at n iterations, and most iterations at one band, whose optimisation fits into 16 GiB and the optimiser's
/// 31-bit index. 0 bands if not even one fits.
Index mostBandedBands(Index iterations);
Index mostBandedIterations();

struct BandedOptions {
  std::span<const double> start = {};  ///< bands coefficients, usually the Toeplitz optimum; empty: the square root's
  double gradientTolerance = 1e-5;     ///< of the relative projected gradient
};

/// Objective: the error at sensitivity 1 and sigma 1. Optimal column-normalised b-banded strategy for the mean, the
/// largest or the last error, from the column-normalised Toeplitz matrix of options.start. Optimal under single
/// participation and every schema with separation >= b among the strategies with equal column norms.
Solution optimizeBanded(const ErrorProblem& problem, Index bands, const BandedOptions& options = {},
                        const RunControl& control = {});

}  // namespace noiseloom
