#pragma once

#include <span>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/index.h"
#include "core/strategy/banded_strategy.h"
#include "core/strategy/toeplitz_strategy.h"

namespace noiseloom {

/// C = I: DP-SGD's independent noise.
class IdentityStrategy {
 public:
  explicit IdentityStrategy(Index iterations);

  Index iterations() const { return m_iterations; }
  Index bands() const { return 1; }
  double entry(Index row, Index column) const { return row == column ? 1.0 : 0.0; }
  double inverseEntry(Index row, Index column) const { return entry(row, column); }
  double columnNormSquared(Index) const { return 1.0; }
  void multiply(std::span<const double> x, std::span<double> out) const;
  void solve(std::span<const double> z, std::span<double> out) const;

 private:
  Index m_iterations;
};

/// A strategy matrix C of any kind: immutable, cheap to copy, never stores n x n. Indices are 0-based and checked.
class Strategy {
 public:
  using Variant = std::variant<IdentityStrategy, ToeplitzStrategy, BandedStrategy>;

  // A value of any kind is a strategy: NOLINTBEGIN(google-explicit-constructor)
  Strategy(IdentityStrategy value) : m_value(std::move(value)) {}
  Strategy(ToeplitzStrategy value) : m_value(std::move(value)) {}
  Strategy(BandedStrategy value) : m_value(std::move(value)) {}
  // NOLINTEND(google-explicit-constructor)

  const Variant& variant() const { return m_value; }
  template <class Kind>
  const Kind* as() const {
    return std::get_if<Kind>(&m_value);
  }
  /// "identity", "toeplitz" or "banded": the `kind` of strategy files.
  std::string_view kindName() const;

  Index iterations() const;
  /// b such that C[i, j] = 0 unless 0 <= i - j < b.
  Index bands() const;
  double entry(Index row, Index column) const;
  double inverseEntry(Index row, Index column) const;
  double columnNormSquared(Index column) const;
  /// C[rowBegin..rowEnd) x [columnBegin..columnEnd), row-major.
  std::vector<double> block(Index rowBegin, Index rowEnd, Index columnBegin, Index columnEnd) const;
  /// C[column .. min(n, column + b)), the only part of the column that is not zero.
  std::vector<double> column(Index column) const;
  /// out = C x, all of n values.
  void multiply(std::span<const double> x, std::span<double> out) const;
  /// out = C^-1 z, all of n values; out may be z.
  void solve(std::span<const double> z, std::span<double> out) const;
  /// C[i, i-lag] for lag = 0..b-1 (out has b values; 0 where the column would be negative).
  void bandRow(Index row, std::span<double> out) const;
  /// Bytes that the strategy keeps in memory.
  Index memoryBytes() const;

 private:
  Variant m_value;
};

}  // namespace noiseloom
