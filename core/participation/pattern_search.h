#pragma once

#include <vector>

#include "core/participation/forward_sums.h"

namespace noiseloom {

struct WorstPattern {
  double found = 0;            ///< sum of |X_ij| over `pattern`, the worst one found
  double bound = 0;            ///< no pattern has more; equal to `found` up to rounding if the search was completed
  std::vector<Index> pattern;  ///< increasing columns
};

/// Branch and bound for the largest sum of |X_ij| over min-separation patterns: each branch is bounded by the best
/// separated sum of the forward sums and of what the steps share with the hits chosen so far. Ends after a fixed amount
/// of work (about 0.1 s), also when stopped; `bound` covers the unexplored branches.
WorstPattern worstPattern(const ForwardSums& sums, Index hits, Index separation, const RunControl& control);

}  // namespace noiseloom
