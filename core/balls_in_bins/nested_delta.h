#pragma once

#include <algorithm>
#include <vector>

#include "core/base/index.h"

namespace noiseloom {

/// Logarithms of delta.
struct NestedLogDelta {
  double removing;
  double adding;
  double worse() const { return std::max(removing, adding); }
};

/// They are at `epsilon` >= 0 those of a mixture of `bins` >= 2 means whose inner products over the variance of the
/// noise are those of the leaves of a balanced binary tree: exponents[l] of two leaves whose lowest common node is l
/// levels up, falling, exponents[0] > 0 of a leaf with itself (as many as PairLevels has). e^L is then built from
/// below: sums of two nodes' numbers, times a lognormal number that the node's leaves have in common. Laws are masses
/// on a geometric grid, of seven nodes to a standard deviation; each number that lies between nodes is shared among
/// four of them so that its powers up to the third keep their means. To about 1e-2 of delta, which is at least about
/// e^`least` (what is much less likely is cut off).
NestedLogDelta nestedLogDelta(const std::vector<double>& exponents, Index bins, double epsilon, double least);

/// The largest exponents[0] for which the grid has room.
inline constexpr double kMostNestedExponent = 50;

}  // namespace noiseloom
