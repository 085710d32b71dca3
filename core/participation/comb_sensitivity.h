#pragma once

#include "core/participation/participation.h"

namespace noiseloom {

/// The sensitivity under fixed epoch order of a Toeplitz, banded or dense strategy from its Gram matrix X = C^T C: the
/// largest sum of |X_ij| over a comb o, o + s, ... of `hits` columns. Exact if signs exist that make all X_ij of the
/// worst comb positive: always if X >= 0, or if only neighbouring hits interact (b <= 2 s). 2 <= hits <= ceil(n/s). If
/// GramRows::work() is above kMostSensitivityWork, the bound of the non-increasing majorant. +infinity when stopped.
Sensitivity combSensitivity(const Strategy& strategy, Index hits, Index separation, const RunControl& control);

/// combSensitivity() for a Toeplitz strategy, in a time independent of n.
Sensitivity toeplitzCombSensitivity(const ToeplitzStrategy& toeplitz, Index hits, Index separation,
                                    const RunControl& control);

}  // namespace noiseloom
