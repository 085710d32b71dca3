#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/base/index.h"
#include "core/strategy/strategy.h"

namespace noiseloom {

/// The rows of the Gram matrix X = C^T C, right of the diagonal, from the last row up, for the kinds of strategy that
/// store coefficients or entries: Toeplitz, banded, dense. Only the lags between two hits of one pattern are computed.
class GramRows {
 public:
  /// The computed entries of row i: the diagonal and the columns i + first, i + first + step, ...
  struct Lags {
    Index first;
    Index step;
  };
  /// The lags of hits `separation` apart, and those of hits at least that far apart.
  static Lags comb(Index separation) { return {separation, separation}; }
  static Lags separated(Index separation) { return {separation, 1}; }

  /// lags.step is 1 or lags.first.
  GramRows(const Strategy& strategy, Lags lags);

  /// The number of columns beside the diagonal that can differ from zero.
  Index count() const { return m_count; }
  /// Multiply-adds that all rows take together.
  static double work(const Strategy& strategy, Lags lags);
  /// Forms the next row, i = n - 1 first: X[i, i], and out[q] = X[i, i + first + q step] for q < count(), 0 beyond
  /// column n - 1. Returns the distance down to an equal row, 0 for a new one; 1 leaves `out` unchanged.
  Index next(double& diagonal, std::span<double> out);

 private:
  void toeplitzRow(const ToeplitzStrategy& toeplitz, Index row, double& diagonal, std::span<double> out);
  double columnScale(const ToeplitzStrategy& toeplitz, Index column) const;
  void strideRow(Index row, Index end, std::span<double> out) const;
  void formRows(Index row, Index end);

  static constexpr Index kTogether = 4;

  Strategy m_strategy;
  Lags m_lags;
  Index m_count;
  Index m_row;                                            // the next one
  std::vector<double> m_running;                          // Toeplitz: sums of c[t] c[t - lag], the diagonal first
  std::vector<double> m_scales;                           // normalised: of the last columns
  std::vector<double> m_block;                            // stamped: rows of a whole block
  std::array<std::vector<double>, kTogether> m_together;  // step 1: rows formed in one pass over C, by column
  Index m_firstTogether = 0;
  Index m_lastTogether = -1;
};

/// Limit on multiply-adds, or equally long steps, beyond which a cheaper bound replaces a sensitivity: a few seconds.
constexpr double kMostSensitivityWork = 3e10;

}  // namespace noiseloom
