#pragma once

#include <span>

#include "core/base/index.h"

namespace noiseloom {

struct StrategyKind;

/// C = I: DP-SGD's independent noise.
class IdentityStrategy {
 public:
  static const StrategyKind kind;

  explicit IdentityStrategy(Index iterations);

  Index iterations() const { return m_iterations; }
  Index bands() const { return 1; }
  double entry(Index row, Index column) const { return row == column ? 1.0 : 0.0; }
  double inverseEntry(Index row, Index column) const { return entry(row, column); }
  double columnNormSquared(Index) const { return 1.0; }
  void multiply(std::span<const double> x, std::span<double> out) const;
  void solve(std::span<const double> z, std::span<double> out) const;
  IdentityStrategy withIterations(Index iterations) const { return IdentityStrategy(iterations); }

 private:
  Index m_iterations;
};

}  // namespace noiseloom
