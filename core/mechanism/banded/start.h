#pragma once

#include <vector>

#include "core/base/run_control.h"
#include "core/mechanism/parts/error_problem.h"

namespace noiseloom {

/// A column-normalised b-banded n x n matrix, by row as in BandedStrategy, that is next to the optimum for the mean
/// error, or the mean of each component, but for its first rows. Column j has the optimal Toeplitz coefficients for 2
/// (n - j) iterations: away from both ends the optimum depends only on how many errors a column has a part in. Toeplitz
/// workloads.
std::vector<double> bandedStart(const ErrorProblem& problem, Index bands, const RunControl& control = {});

}  // namespace noiseloom
