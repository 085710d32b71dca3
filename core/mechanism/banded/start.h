#pragma once

#include <vector>

#include "core/base/run_control.h"
#include "core/mechanism/parts/error_problem.h"

namespace noiseloom {

/// A column-normalised b-banded n x n matrix, by row as in BandedStrategy, that is close to the optimum for the mean
/// error, or the mean of each component, except in its first rows. Column j has the optimal Toeplitz coefficients for 2
/// (n - j) iterations: away from both ends the optimum depends only on the number of errors that a column affects.
/// Toeplitz workloads.
std::vector<double> bandedStart(const ErrorProblem& problem, Index bands, const RunControl& control = {});

}  // namespace noiseloom
