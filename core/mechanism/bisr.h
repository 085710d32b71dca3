#pragma once

#include <vector>

#include "core/workload/workload.h"

namespace noiseloom {

/// BISR(p), the banded inverse square root (bisr-bandinvmf, section 3): the first `bands` coefficients of C^-1 =
/// A^(-1/2), for InverseToeplitzStrategy. C is non-negative and non-increasing. bands >= 1. A learning-rate schedule
/// counts as constant.
std::vector<double> bisrCoefficients(const Workload& workload, Index bands);

}  // namespace noiseloom
