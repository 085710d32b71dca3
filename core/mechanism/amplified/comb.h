#pragma once

#include <span>
#include <vector>

#include "core/base/index.h"

namespace noiseloom {

/// The bins' mean outputs of a Toeplitz strategy with coefficients c, for b_e bins of the n iterations (math: section
/// 12): m_i, the sum of the columns i, i + b_e, .., has entries t[r - i], with the comb sums t[u] = sum over a >= 0 of
/// c[u - a b_e], u < n. One sequence of n numbers holds the entire Gram matrix G_ij = <m_i, m_j>: along a diagonal it
/// changes only by the terms that fall off the end,
///   G[0, d] = sum_u t[u] t[u + d],   G[i, i + d] = G[i - 1, i - 1 + d] - t[n - d - i] t[n - i].
/// Values and derivatives take O(n log n + b_e^2).
class BinnedComb {
 public:
  /// coefficients: at most n of them. `rows`: those of G that are kept, ascending; none: all.
  BinnedComb(Index iterations, Index bins, std::span<const double> coefficients, std::vector<Index> rows = {});

  Index bins() const { return m_bins; }
  std::span<const double> sums() const { return m_sums; }
  /// The kept rows of G, b_e numbers each.
  std::span<const double> gram() const { return m_gram; }

  /// Adds to bySums the derivatives in the comb sums, given those in every entry of gram().
  void addGramGradient(std::span<const double> byGram, std::span<double> bySums) const;
  /// Converts derivatives in the comb sums to those in c, at most n of them.
  void coefficientGradient(std::span<const double> bySums, std::span<double> byCoefficient) const;

 private:
  Index m_iterations;
  Index m_bins;
  std::vector<Index> m_rows;
  std::vector<double> m_sums;
  std::vector<double> m_gram;
};

}  // namespace noiseloom
