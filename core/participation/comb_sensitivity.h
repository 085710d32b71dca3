#pragma once

#include "core/participation/participation.h"

namespace noiseloom {

/// The sensitivity under fixed epoch order of a Toeplitz, banded or dense strategy from its Gram matrix X = C^T C: the
/// largest sum of |X_ij| over a comb o, o + s, ... of `hits` columns. Exact when signs exist that make all X_ij of the
/// worst comb positive: always when X >= 0, or when only neighbouring hits interact (b <= 2 s).
/// 2 <= hits <= ceil(n/s). Where GramRows::work(strategy, separation) is above kMostSensitivityWork, the bound of the
/// non-increasing majorant. +infinity when stopped.
Sensitivity combSensitivity(const Strategy& strategy, Index hits, Index separation, const RunControl& control);

/// The same for a Toeplitz strategy, in a time that does not depend on n.
Sensitivity toeplitzCombSensitivity(const ToeplitzStrategy& toeplitz, Index hits, Index separation,
                                    const RunControl& control);

}  // namespace noiseloom
