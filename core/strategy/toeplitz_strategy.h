#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/base/index.h"
#include "core/base/names.h"

namespace noiseloom {

struct StrategyKind;

/// The columns of a Toeplitz strategy keep their own norm, or are rescaled to that of the first column. Only the
/// last b-1 columns of a b-banded Toeplitz matrix are shorter (scaling-bandmf, section 3.2).
enum class ColumnScaling { None, Normalized };
template <>
inline constexpr std::array<std::string_view, 2> kNamesOf<ColumnScaling>{"none", "columns"};

/// Immutable n x n lower-triangular banded Toeplitz strategy C = T diag(s): T has T[i, j] = c[i-j] for 0 <= i-j < b,
/// and s[j] is 1 or, when column-normalised, ||c|| / ||c[0..n-j)||. Copies share their data.
class ToeplitzStrategy {
 public:
  static const StrategyKind kind;

  /// coefficients: b >= 1 finite values, the first > 0, b <= n.
  ToeplitzStrategy(Index iterations, std::vector<double> coefficients, ColumnScaling scaling = ColumnScaling::None);

  Index iterations() const { return m_iterations; }
  Index bands() const { return std::ssize(m_data->coefficients); }
  std::span<const double> coefficients() const { return m_data->coefficients; }
  ColumnScaling scaling() const { return m_scaling; }
  /// s[j]; 1 for every column but at most the last b-1.
  double columnScale(Index column) const;
  /// The first `count` coefficients of T^-1 (C^-1 = diag(1/s) T^-1), in O(count b).
  std::vector<double> inverseCoefficients(Index count) const;

  double entry(Index row, Index column) const;
  double inverseEntry(Index row, Index column) const;  ///< O((row - column) b)
  /// ||C[:, column]||^2.
  double columnNormSquared(Index column) const;
  /// out = C x and out = C^-1 z; all spans have n values; out may be the input.
  void multiply(std::span<const double> x, std::span<double> out) const;
  void solve(std::span<const double> z, std::span<double> out) const;
  /// The same coefficients at another number of steps, without those that it has no room for.
  ToeplitzStrategy withIterations(Index iterations) const;
  Index memoryBytes() const;

 private:
  struct Data {
    std::vector<double> coefficients;
    std::vector<double> prefixNormSquared;  // ||c[0..m)||^2 at m - 1
  };
  Index m_iterations;
  ColumnScaling m_scaling;
  std::shared_ptr<const Data> m_data;
};

}  // namespace noiseloom
