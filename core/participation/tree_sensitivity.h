#pragma once

#include "core/participation/participation.h"

namespace noiseloom {

/// Sensitivity of the binary tree: C >= 0, so sens^2 is the largest sum over complete nodes of (hits in the node)^2. 2
/// <= hits <= ceil(n/s). +infinity when stopped. Fixed epoch order: exact, O(n log(n/s)), up to n = 2^25.
/// Min-separation: exact by worstTreePatternSquared() if that is quick, at any n. Otherwise, and for fixed epoch order
/// beyond 2^25, an upper bound height by height from the most hits that a node can hold, exact if a comb attains it
/// (always if s and n/k are the same power of two).
Sensitivity treeSensitivity(const TreeStrategy& tree, Participation::Schema schema, Index hits, Index separation,
                            const RunControl& control);

}  // namespace noiseloom
