#pragma once

#include "core/participation/participation.h"

namespace noiseloom {

/// The sensitivity under min-separation of a Toeplitz, banded or dense strategy, s < b: exact if only neighbouring hits
/// interact (b <= 2 s) and for small n; otherwise the smaller of the bounds by forward sums and by the non-increasing
/// majorant, which is exact too if a comb attains it. 2 <= hits <= ceil(n/s).
Sensitivity minSeparationSensitivity(const Strategy& strategy, Index hits, Index separation, const RunControl& control);

}  // namespace noiseloom
