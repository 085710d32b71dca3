#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "core/base/index.h"
#include "core/base/run_control.h"
#include "core/strategy/strategy.h"

namespace noiseloom {

/// The largest contribution of each step of a min-separation pattern to the sum of |X_ij| over pairs of the pattern, X
/// = C^T C, counting every pair at its earlier step:
///   at(i, left) = X_ii + 2 max sum_j |X_ij| over at most left - 1 steps j > i, at least s from i and from each other.
/// The best separated sum of these bounds the sum over any pattern. It is never above, and for few participations
/// below, the two passes of amplified-bandmf, algorithm 4, which count each pair at both of its steps.
class ForwardSums {
 public:
  /// For the Toeplitz, banded and dense kinds; 2 <= hits <= ceil(n/s), s < b. keepRows keeps |X| for row().
  /// Takes work(); incomplete when stopped.
  ForwardSums(const Strategy& strategy, Index hits, Index separation, bool keepRows, const RunControl& control);
  static double work(const Strategy& strategy, Index hits, Index separation);

  Index iterations() const { return m_iterations; }
  /// left >= 1: participations from step i on, including i.
  double at(Index i, Index left) const { return m_sums[i * m_levels + std::min(left, m_levels) - 1]; }
  /// |X[i, i + g]|, g < b; zeros for 0 < g < s.
  std::span<const double> row(Index i) const {
    return std::span(m_rows).subspan(i * m_bands, static_cast<std::size_t>(m_bands));
  }
  /// True if no X_ij was negative.
  bool allPositive() const { return m_allPositive; }
  /// The best separated sum: an upper bound on the sum of |X_ij| over any pattern with itself. +infinity when stopped.
  double bound(const RunControl& control) const;

 private:
  Index m_iterations;
  Index m_bands;
  Index m_hits;
  Index m_separation;
  Index m_levels = 1;  // number of distinct `left`; one if only the end of the steps limits the hits
  bool m_allPositive = true;
  std::vector<double> m_sums;
  std::vector<double> m_rows;
};

}  // namespace noiseloom
