#pragma once

#include <vector>

#include "core/workload/workload.h"

namespace noiseloom {

/// First `count` Taylor coefficients of the square root of the workload's generating function: r_j of (1 - x)^(-1/2)
/// for the prefix, sum_l alpha^(j-l) r_(j-l) beta^l r_l for SGD (bisr-bandinvmf, Lemma 2). A learning-rate schedule
/// counts as constant. Cut to b bands this is BSR(b), the start of every Toeplitz optimisation.
std::vector<double> squareRootCoefficients(const Workload& workload, Index count);

}  // namespace noiseloom
