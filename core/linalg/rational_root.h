#pragma once

#include <vector>

namespace noiseloom {

/// A term of T^(-1/2) = sum_j weight_j (T + shift_j)^-1, T symmetric with eigenvalues in [least, most]; both positive.
struct RootNode {
  double shift;
  double weight;
};

/// The nodes for all such T (contour-integrals, its method 3, for the square root): relative error about 4 exp(-2 pi^2
/// nodes / (log(most/least) + 3)). 0 < least <= most, nodes >= 1.
std::vector<RootNode> inverseRootNodes(double least, double most, int nodes);

}  // namespace noiseloom
