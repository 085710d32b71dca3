#pragma once

#include "core/mechanism/dense/problem.h"

namespace noiseloom {

struct DenseSolution {
  SquareMatrix c{0};         ///< lower triangular, columns within bands and classes as in the pattern, to rounding
  SquareMatrix inverse{0};   ///< of C
  OptimizerSummary summary;  ///< objective: the optimised variance, with the classes' sums of the pattern
  double lowerBound = 0;     ///< of that variance over the pattern (certificate.h); 0: none
};

/// Minimises over the X of a pattern by L-BFGS on the free entries. Its first metric is the inverse Hessian of the
/// unconstrained problem at a gradient that is diagonal: V -> sum of B_j V B_j over a few nodes, O(n^2)
/// (BandedPencil::rootDerivative), with which the number of evaluations does not grow with n. The certificate does not
/// need an optimal X.
DenseSolution solveDense(const Workload& workload, const DensePattern& pattern, ErrorObjective objective,
                         double gradientTolerance, const RunControl& control);

}  // namespace noiseloom
