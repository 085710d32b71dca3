#pragma once

#include "core/mechanism/parts/error_problem.h"
#include "core/optimize/solution.h"

namespace noiseloom {

/// theta_i = 1 / (i + 1) + c, i < b, with the best c > -1/b, scaled to norm 1; objective: the error at sensitivity 1
/// and sigma 1. The banded Toeplitz strategy of one parameter that is near the optimum for n much larger than b
/// (scaling-bandmf, App. J; math: section 4), by a search for c without gradients: about 40 evaluations. Single
/// participation, or separation >= b. Any workload; c + 1/b is found to a relative 1e-7, so the error to all digits.
Solution optimizeReciprocalToeplitz(const ErrorProblem& problem, Index bands, const RunControl& control = {});

}  // namespace noiseloom
