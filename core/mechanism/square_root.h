#pragma once

#include <vector>

#include "core/base/index.h"
#include "core/workload/workload.h"

namespace noiseloom {

/// First `count` Taylor coefficients of the workload's generating function to the power `exponent`, ((1 - alpha x)(1 -
/// beta x)(1 - gamma x))^(-exponent): A^exponent as a Toeplitz matrix, but for a factor. O(count). A learning-rate
/// schedule counts as constant. With a window's (1 - x^W)/(1 - x) to that power besides, O(count log count); of given
/// coefficients, divided by the first, O(count^2).
std::vector<double> workloadPowerCoefficients(const Workload& workload, double exponent, Index count);

/// A^(1/2): r_j of (1 - x)^(-1/2) for the prefix, sum_l alpha^(j-l) r_(j-l) beta^l r_l for SGD (bisr-bandinvmf, Lemma
/// 2). With count = n the square root factorisation, optimal among Toeplitz strategies for the max error at single
/// participation.
std::vector<double> squareRootCoefficients(const Workload& workload, Index count);

/// BSR(b): the first `bands` of these, the start of every Toeplitz optimisation. Three poles close to 1 make them rise,
/// and what is cut off leaves a matrix whose inverse grows without limit: then those of the workload without averaging.
/// So do windows and given coefficients: then those without the window, or of the running sums, as beyond 4096 bands.
std::vector<double> bandedSquareRoot(const Workload& workload, Index bands);

}  // namespace noiseloom
