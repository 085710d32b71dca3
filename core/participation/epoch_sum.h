#pragma once

#include "core/participation/participation.h"

namespace noiseloom {

/// The sensitivity if an example takes part at most once in each epoch of `steps` >= 1 steps, at any of them, so that
/// participations in two epochs may be adjacent. If only neighbouring epochs share rows of C, b <= steps + 1, it is the
/// largest sum of X_ii over the hits and 2 |X_ij| over neighbours, X = C^T C, by a recurrence over epochs: exact, as
/// the signs of contributions can be chosen along a chain. For the Toeplitz, banded and dense kinds. Otherwise, and if
/// that would take too long, the bound of min-separation 1. hits: epochs, >= 2.
Sensitivity epochSensitivity(const Strategy& strategy, Index hits, Index steps, const RunControl& control);

}  // namespace noiseloom
