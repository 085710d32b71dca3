#pragma once

#include <span>
#include <utility>
#include <vector>

#include "core/linalg/rational_root.h"
#include "core/linalg/tiled_matrix.h"
#include "core/workload/workload.h"

namespace noiseloom {

/// E = (A^T P A)^-1 = A^-1 P^-1 A^-T for a workload A and row weights P = diag(p): symmetric with at most three
/// diagonals on either side. With a shift s >= 0 and n multipliers m > 0, computations with E + s diag(m) cost O(n),
/// and O(n^2) for a full matrix. For the start of the dense optimiser (math: section 5).
class BandedPencil {
 public:
  /// weights: p > 0, one per row. Reversed: A and A^T are exchanged, E = A^-T P^-1 A^-1 with one weight per column.
  enum class Side { Columns, Reversed };
  BandedPencil(const Workload& workload, std::span<const double> weights, Side side = Side::Columns);

  /// The diagonals of E on either side, and E[i, i - lag] by i.
  Index lags() const { return m_workload.inverseBands() - 1; }
  const std::vector<double>& diagonal(Index lag) const { return m_diagonal[lag]; }
  /// Bounds for the eigenvalues of diag(m)^(-1/2) E diag(m)^(-1/2).
  std::pair<double, double> eigenvalueBounds(std::span<const double> m) const;
  /// Nodes for the inverse square root of diag(m)^(-1/2) E diag(m)^(-1/2), at its eigenvalues.
  std::vector<RootNode> rootNodes(std::span<const double> m, int nodes) const;
  /// diag(X), X = sum_j weight_j (E + shift_j diag(m))^-1 over the nodes: the X with X diag(m) X = A^T P A.
  std::vector<double> rootDiagonal(std::span<const double> m, std::span<const RootNode> nodes) const;
  /// The full matrix X. Returns false when stopped.
  bool root(std::span<const double> m, std::span<const RootNode> nodes, SquareMatrix& out,
            const RunControl& control) const;
  /// out = sum_j weight_j shift_j B_j R B_j with B_j = (E + shift_j diag(m))^-1, R symmetric: minus the derivative of X
  /// in the direction R. Returns false when stopped. `work` is overwritten.
  bool rootDerivative(std::span<const double> m, std::span<const RootNode> nodes, const SquareMatrix& r,
                      SquareMatrix& out, SquareMatrix& work, const RunControl& control) const;

 private:
  struct Factor;
  Factor factor(std::span<const double> m, double shift) const;
  std::vector<double> inverseDiagonal(const Factor& factor) const;

  double inverseTrace(std::span<const double> m) const;

  std::vector<double> m_diagonal[kMostInverseBands];  // E[i, i - lag]
  Workload m_workload;
  std::vector<double> m_weights;
  Side m_side;
};

}  // namespace noiseloom
