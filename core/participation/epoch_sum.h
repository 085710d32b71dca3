#pragma once

#include "core/participation/participation.h"

namespace noiseloom {

/// The sensitivity where an example takes part at most once in each epoch of `steps` >= 1 steps, at any of them: the
/// end of one epoch and the beginning of the next may follow each other. Where only neighbouring epochs share rows of
/// C, b <= steps
/// + 1, the largest sum of X_ii over the hits and 2 |X_ij| over neighbours, X = C^T C, by a recurrence over epochs:
/// exact, as the signs of contributions can be chosen along a chain. For the Toeplitz, banded and dense kinds.
/// Elsewhere, and where it would take too long, the bound of min-separation 1. hits: epochs, >= 2.
Sensitivity epochSensitivity(const Strategy& strategy, Index hits, Index steps, const RunControl& control);

}  // namespace noiseloom
