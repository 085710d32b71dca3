#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/base/index.h"

namespace noiseloom {

/// The traces tr (B B^T + t^2 I)^-1 of an n x n lower-triangular matrix B with three or four diagonals, for many shifts
/// t > 0 at once, in O(n) for each. Row by row, orthogonal rotations bring [B, t I] to [L, 0] with L lower triangular
/// and as many diagonals, so that nothing is squared; the squared row norms of L^-1, whose sum is the trace, follow by
/// the covariance recursion of an autoregression of order two or three. For nuclear norms (math: section 9).
class ResolventTraces {
 public:
  /// shifts: t, all above 0; diagonals: 3 or 4.
  ResolventTraces(std::span<const double> shifts, Index diagonals);

  /// The next column of B: its entries on the diagonal and in the rows below; the fourth counts with four diagonals.
  void addColumn(const std::array<double, 4>& column);
  /// The traces for the columns so far; entries below row n in the last two columns are ignored.
  std::span<const double> traces() const;

 private:
  Index m_diagonals;
  std::size_t m_count;  // shifts, rounded up to whole vectors
  std::size_t m_shifts;
  std::vector<double> m_state;  // rows of m_count numbers, one for each quantity of the recursion
};

}  // namespace noiseloom
