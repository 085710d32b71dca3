#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/base/index.h"
#include "core/strategy/toeplitz_strategy.h"

namespace noiseloom {

struct StrategyKind;

/// Immutable n x n strategy whose inverse is banded Toeplitz: C^-1 = diag(1/s) T(g) with p coefficients g, so that
/// noise is a convolution with p values and C = T(c) diag(s) with the (usually full) inverse series c = 1/g
/// (bisr-bandinvmf, section 3). s[j] is 1 or, when column-normalised, ||c[0..n)|| / ||c[0..n-j)||, above 1 in the last
/// columns. Copies share their data.
class InverseToeplitzStrategy {
 public:
  static const StrategyKind kind;

  /// noising: g, p >= 1 finite values, the first > 0, p <= n. Throws InvalidArgument when c has neither decayed within
  /// kMostInverseToeplitzTerms nor ended with n, or grows beyond the range of a double.
  InverseToeplitzStrategy(Index iterations, std::vector<double> noising, ColumnScaling scaling = ColumnScaling::None);

  Index iterations() const { return m_iterations; }
  /// How many coefficients of C are not zero to double precision: at most n.
  Index bands() const { return std::ssize(m_data->strategy); }
  Index noisingBands() const { return std::ssize(m_data->noising); }
  std::span<const double> noisingCoefficients() const { return m_data->noising; }
  ColumnScaling scaling() const { return m_scaling; }
  /// s[j]; 1 for every column but at most the last bands() - 1.
  double columnScale(Index column) const;
  /// True if the rows of z that a step needs are made anew instead of being kept: for the one row of a
  /// column-normalised strategy of two coefficients (one-step-noise).
  bool redrawsNoise() const;
  Index noiseRows() const { return redrawsNoise() ? 0 : noisingBands() - 1; }
  /// c_0 .. c_{bands()-1}; what follows is below 1e-18 of the sum of |c| in all and counts as zero.
  std::span<const double> strategyCoefficients() const { return m_data->strategy; }

  double entry(Index row, Index column) const;
  double inverseEntry(Index row, Index column) const;
  double columnNormSquared(Index column) const;
  /// out = C x and out = C^-1 z; all spans have n values; out may be the input.
  void multiply(std::span<const double> x, std::span<double> out) const;
  void solve(std::span<const double> z, std::span<double> out) const;
  /// The same coefficients at another number of steps, without those that it has no room for.
  InverseToeplitzStrategy withIterations(Index iterations) const;
  Index memoryBytes() const;

 private:
  struct Data {
    std::vector<double> noising;
    std::vector<double> strategy;
    std::vector<double> prefixNormSquared;  // ||c[0..m)||^2 at m - 1
  };
  Index m_iterations;
  ColumnScaling m_scaling;
  std::shared_ptr<const Data> m_data;
};

/// 128 MiB of coefficients of C.
constexpr Index kMostInverseToeplitzTerms = Index{1} << 24;

}  // namespace noiseloom
