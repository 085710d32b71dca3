#pragma once

#include <vector>

#include "core/participation/participation.h"

namespace noiseloom {

/// Sensitivity of a recursive BLT under repeated participation (math: section 8). 2 <= hits <= ceil(n/s). Fixed epoch
/// order: exact if C has no negative entry and all s starts take no more than kMostSensitivityWork / 300, from the
/// combs themselves. Min-separation, and other fixed epoch order: an upper bound level by level,
/// recursiveBltLevelBounds(), exact if the comb from step 0 attains it; up to 128 steps of min-separation as for a
/// dense strategy with the same C^T C. +infinity when stopped.
Sensitivity recursiveBltSensitivity(const RecursiveBltStrategy& strategy, Participation::Schema schema, Index hits,
                                    Index separation, const RunControl& control);

/// For each level, its largest contribution to sens^2 under min-separation, 1 <= hits. The hits of a copy are s steps
/// apart or more, so that hit r (from 0) lies in its block floor(r s / m^l) or a later one, and as many blocks behind
/// the first; entries of C_l^T C_l decrease in both if c is non-negative and non-increasing; otherwise those of its
/// non-increasing majorant are used. Copies do not interact.
std::vector<double> recursiveBltLevelBounds(const RecursiveBltStrategy& strategy, Index hits, Index separation);

}  // namespace noiseloom
