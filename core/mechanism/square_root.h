#pragma once

#include <vector>

#include "core/base/index.h"
#include "core/workload/workload.h"

namespace noiseloom {

/// First `count` Taylor coefficients of the workload's generating function to the power `exponent`, ((1 - alpha x)(1 -
/// beta x))^(-exponent): A^exponent as a Toeplitz matrix. O(count). A learning-rate schedule counts as constant.
std::vector<double> workloadPowerCoefficients(const Workload& workload, double exponent, Index count);

/// A^(1/2): r_j of (1 - x)^(-1/2) for the prefix, sum_l alpha^(j-l) r_(j-l) beta^l r_l for SGD (bisr-bandinvmf, Lemma
/// 2). With count = n the square root factorisation, optimal among Toeplitz strategies for the max error at single
/// participation; truncated to b bands it is BSR(b), the start of every Toeplitz optimisation.
std::vector<double> squareRootCoefficients(const Workload& workload, Index count);

}  // namespace noiseloom
