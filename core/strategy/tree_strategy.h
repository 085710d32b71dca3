#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/base/index.h"
#include "core/base/names.h"

namespace noiseloom {

struct StrategyKind;

/// How the sum of a node's leaves is estimated when it is used.
enum class TreeEstimate {
  FromBelow,  ///< from the node and everything below it (Honaker's online estimate)
  OwnNode     ///< from the node's own noisy sum alone
};
template <>
inline constexpr std::array<std::string_view, 2> kNamesOf<TreeEstimate>{"from-below", "own-node"};

/// The binary-tree strategy for running sums with its online decoder (math: section 8). Its encoder C is rows() x n: a
/// row for each complete dyadic node inside [0, n), which sums the node's leaves. Rows are ordered by the step that
/// completes the node, smaller nodes first. The noising matrix is n x rows(): its row i makes the noise of step i,
/// the difference of two estimated running sums, from nodes complete by then.
class TreeStrategy {
 public:
  static const StrategyKind kind;

  explicit TreeStrategy(Index iterations, TreeEstimate estimate = TreeEstimate::FromBelow);

  Index iterations() const { return m_iterations; }
  Index rows() const { return 2 * m_iterations - bitCount(m_iterations); }
  Index bands() const { return m_iterations; }
  TreeEstimate estimate() const { return m_estimate; }
  /// Height of the largest complete node: a leaf is below levels() nodes at most.
  Index levels() const;
  /// Row of the first node that step `step` completes; nodes of height 0, 1, .. trailing ones of step follow it.
  static Index firstRow(Index step) { return 2 * step - bitCount(step); }
  /// The step that completes the node of this row.
  static Index stepOf(Index row);
  Index ownRow(Index step) const { return firstRow(step); }
  /// One estimate a level, and the running sum of the step before.
  Index noiseRows() const { return levels() + 1; }
  /// Variance of the estimate of a node of that height, at unit noise: u_0 = 1, u_h = 1/(1 + 1/(2 u_(h-1))).
  double nodeVariance(Index height) const { return m_variance[height]; }
  /// Weight of the node's own noisy sum in its estimate; the estimates of its two children share the rest equally.
  double ownWeight(Index height) const { return m_ownWeight[height]; }

  double entry(Index row, Index column) const;         ///< row < rows(), column < n
  double inverseEntry(Index row, Index column) const;  ///< of the noising matrix: row < n, column < rows()
  double columnNormSquared(Index column) const;        ///< how many nodes hold the leaf
  void multiply(std::span<const double> x, std::span<double> out) const;  ///< n values to rows()
  void solve(std::span<const double> z, std::span<double> out) const;     ///< rows() values to n
  TreeStrategy withIterations(Index iterations) const { return TreeStrategy(iterations, m_estimate); }

 private:
  static Index bitCount(Index value);

  Index m_iterations;
  TreeEstimate m_estimate;
  std::vector<double> m_variance;
  std::vector<double> m_ownWeight;
};

}  // namespace noiseloom
