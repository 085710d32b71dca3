#pragma once

#include <span>
#include <vector>

#include "core/base/index.h"
#include "core/strategy/strategy.h"

namespace noiseloom {

/// The rows of the Gram matrix X = C^T C, right of the diagonal, from the last row up, for the kinds of strategy that
/// store coefficients or entries: Toeplitz, banded, dense.
class GramRows {
 public:
  /// Only the columns i, i + stride, i + 2 stride, ... of row i are formed.
  explicit GramRows(const Strategy& strategy, Index stride = 1);

  /// ceil(b / stride): columns of a row that can differ from zero.
  Index lags() const { return m_lags; }
  /// Multiply-adds that all rows take together: O(n b^2 / stride), for Toeplitz O(b^2 / stride).
  static double work(const Strategy& strategy, Index stride = 1);
  /// Forms the next row, i = n - 1 first: out[q] = X[i, i + q stride] for q < lags(), 0 beyond column n - 1.
  /// False when the row is the same as the one before, which is then still in `out`.
  bool next(std::span<double> out);

 private:
  void toeplitzRow(const ToeplitzStrategy& toeplitz, Index row, std::span<double> out);
  void storedRow(Index row, Index size, std::span<double> out) const;

  Strategy m_strategy;
  Index m_stride;
  Index m_lags;
  Index m_row;                    // the next one
  std::vector<double> m_running;  // Toeplitz: sums of c[t] c[t - q stride]
  std::vector<double> m_block;    // stamped: rows of a whole block
};

/// Multiply-adds, or steps as long, beyond which a sensitivity makes do with a bound that needs less: a few seconds.
constexpr double kMostSensitivityWork = 1e10;

}  // namespace noiseloom
