#pragma once

#include <span>
#include <vector>

#include "core/error/error_summary.h"
#include "core/optimize/solution.h"
#include "core/workload/workload.h"

namespace noiseloom {

/// Most bands at n iterations, and most iterations at one band, whose optimisation fits into 16 GiB and the optimiser's
/// 31-bit index. 0 bands where not even one fits.
Index mostBandedBands(Index iterations);
Index mostBandedIterations();

/// Objective: the error at sensitivity 1 and sigma 1. Optimal column-normalised b-banded strategy for the mean, the
/// largest or the last error, from the column-normalised Toeplitz matrix of `start` (usually its optimum; empty: the
/// square root's). Optimal under single participation and every schema with separation >= b among the strategies with
/// equal column norms.
Solution optimizeBanded(const Workload& workload, Index iterations, Index bands, std::span<const double> start,
                        ErrorObjective objective = ErrorObjective::Mean, double gradientTolerance = 1e-5,
                        const RunControl& control = {});

}  // namespace noiseloom
