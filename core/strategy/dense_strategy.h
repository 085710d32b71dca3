#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/base/index.h"

namespace noiseloom {

struct StrategyKind;

/// Immutable n x n lower-triangular strategy that is any m x m block repeated along the diagonal, the last one cut at
/// n: m = n is a dense strategy, m < n a stamped one. Copies share their data.
class DenseStrategy {
 public:
  static const StrategyKind kind;

  /// block: m x m by row, 1 <= m <= n, finite, lower triangular with a positive diagonal.
  DenseStrategy(Index iterations, Index blockSize, std::vector<double> block);
  /// The same in O(m^2) with the block's inverse, for who has it. Throws unless it solves one system to rounding.
  DenseStrategy(Index iterations, Index blockSize, std::vector<double> block, std::vector<double> inverse);

  Index iterations() const { return m_iterations; }
  Index bands() const { return m_size; }
  Index blockSize() const { return m_size; }
  /// How often the block is repeated, a last part included.
  Index stamps() const { return (m_iterations + m_size - 1) / m_size; }
  /// The block and its inverse, m x m by row.
  std::span<const double> block() const { return m_data->block; }
  std::span<const double> inverseBlock() const { return m_data->inverse; }

  double entry(Index row, Index column) const;
  double inverseEntry(Index row, Index column) const;
  double columnNormSquared(Index column) const;
  /// out = C x and out = C^-1 z; all spans have n values; out may be the input.
  void multiply(std::span<const double> x, std::span<double> out) const;
  void solve(std::span<const double> z, std::span<double> out) const;
  Index memoryBytes() const { return 2 * static_cast<Index>(block().size_bytes()); }

 private:
  struct Data {
    std::vector<double> block;
    std::vector<double> inverse;
    std::vector<double> normSquared;  // of the block's columns
  };
  void checkBlock(std::span<const double> block) const;
  void keep(std::vector<double> block, std::vector<double> inverse);

  Index m_iterations;
  Index m_size;
  std::shared_ptr<const Data> m_data;
};

}  // namespace noiseloom
