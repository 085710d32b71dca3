#pragma once

#include <span>
#include <vector>

#include "core/error/error_summary.h"
#include "core/linalg/tiled_matrix.h"
#include "core/mechanism/dense/problem.h"
#include "core/workload/workload.h"

namespace noiseloom {

/// Variances and gradient at one X = C^T C, by C and its inverse: those of one point are kept while others are tried.
/// For an objective of curvatures v_i is the sum over the workload's components of weight times their v_i, and the
/// weights p of the queries are all 1/n, or, for the last query, all but kMeanShareOfLast on that: A^T diag(p) A is
/// then S, the sum of those of the components, whose factor R with R^T R = S replaces diag(p)^(1/2) A.
class DenseEvaluation {
 public:
  explicit DenseEvaluation(const Workload& workload, ErrorObjective objective = ErrorObjective::Mean)
      : m_workload(workload), m_sums(ofCurvatures(objective)), m_last(isLast(objective)) {}
  /// Allocates its memory, 5 n^2 doubles, 6 for a sum of components; returns false when stopped. Must be called first.
  bool reserve(Index iterations, const RunControl& control);

  /// Factorises X (lower triangle read) and computes variances(), v_i = (A X^-1 A^T)_ii.
  MatrixOutcome variancesAt(const SquareMatrix& x, const RunControl& control);
  std::span<const double> variances() const { return m_variances; }
  /// For weights p: M = X^-1 A^T diag(p) A X^-1, minus the gradient of sum_i p_i v_i; lower triangle.
  MatrixOutcome multiplier(std::span<const double> weights, SquareMatrix& out, const RunControl& control);
  /// L with J X J = L L^T for the last X, zeros above: C = J L^T J.
  const SquareMatrix& factor() const { return m_points[m_current].factor; }

  /// Keeps C of the last X until the next call; kept() is true if there is one.
  void keep() { m_kept = m_current; }
  bool kept() const { return m_kept >= 0; }
  /// The kept C and its inverse, zeros above the diagonal: O(n^2).
  void keptStrategy(SquareMatrix& c, SquareMatrix& inverse) const;

 private:
  struct Point {
    SquareMatrix factor{0};
    SquareMatrix inverse{0};  // of the factor
  };
  bool factorSum(Index iterations, const RunControl& control);
  bool addVariances(const Workload& workload, double weight, const SquareMatrix& inverse, const RunControl& control);

  Workload m_workload;
  bool m_sums;
  bool m_last;
  SquareMatrix m_root{0};  // J R^T J, lower triangular, zeros above
  Point m_points[2];
  int m_current = 0;
  int m_kept = -1;
  SquareMatrix m_work{0};
  std::vector<double> m_variances;
};

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
