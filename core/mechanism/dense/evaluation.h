#pragma once

#include <span>
#include <vector>

#include "core/error/error_summary.h"
#include "core/linalg/tiled_matrix.h"
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

}  // namespace noiseloom
