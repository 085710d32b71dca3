#pragma once

#include "core/mechanism/dense/evaluation.h"
#include "core/mechanism/dense/problem.h"

namespace noiseloom {

// Lower bounds for dense strategies by weak duality (math: section 5). The problem is convex in X = C^T C, n x n and
// positive definite: minimise sum_i p_i v_i with v_i = (A X^-1 A^T)_ii, the variance of query i, weights p of sum 1,
// with the entries of X fixed that a DensePattern fixes (the diagonal or its sums, zeros beyond the bands and within
// classes). Bounds are in the units of v: of squared error at the sensitivity that the pattern fixes, and sigma 1.

/// Memory for three n x n matrices, whose contents are overwritten.
struct DenseWork {
  SquareMatrix& first;
  SquareMatrix& second;
  SquareMatrix& third;
};

/// A lower bound on sum_i weights[i] v_i for every X of the pattern, from the X that the evaluation saw last, which
/// must be of the pattern but need not be optimal: the nearer it is, the better the bound. weights: n values >= 0 of
/// sum 1, so that this is also a bound of the largest v_i. 0 if nothing is proven, or when stopped. `vector` has
/// pattern.size() values and is overwritten. O(n^3).
double dualBound(const DensePattern& pattern, std::span<const double> weights, DenseEvaluation& evaluation,
                 std::vector<double>& vector, DenseWork work, const RunControl& control);

/// A lower bound on v_(n-1) if every column of C has norm 1 at most: max_j A[n-1, j]^2, as row n-1 of A is that of A
/// C^-1 times column j of C.
double lastQueryBound(const Workload& workload, Index iterations);

}  // namespace noiseloom
