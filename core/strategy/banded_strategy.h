#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/base/index.h"

namespace noiseloom {

struct StrategyKind;

/// Immutable n x n lower-triangular strategy with b bands, any entries. Copies share their data.
class BandedStrategy {
 public:
  static const StrategyKind kind;

  /// rows: n x b values by row; row i holds C[i, i-b+1 .. i], zeros where the column would be negative. Diagonal > 0.
  BandedStrategy(Index iterations, Index bands, std::vector<double> rows);

  Index iterations() const { return m_iterations; }
  Index bands() const { return m_bands; }
  /// Row-major n x b storage described at the constructor.
  std::span<const double> rows() const { return *m_rows; }

  double entry(Index row, Index column) const;
  double inverseEntry(Index row, Index column) const;  ///< O((row - column) b)
  double columnNormSquared(Index column) const;
  /// out = C x and out = C^-1 z; all spans have n values; out may be the input.
  void multiply(std::span<const double> x, std::span<double> out) const;
  void solve(std::span<const double> z, std::span<double> out) const;
  Index memoryBytes() const { return static_cast<Index>(rows().size_bytes()); }

 private:
  Index m_iterations;
  Index m_bands;
  std::shared_ptr<const std::vector<double>> m_rows;
};

}  // namespace noiseloom
