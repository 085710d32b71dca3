#pragma once

#include <span>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/index.h"
#include "core/strategy/banded_strategy.h"
#include "core/strategy/blt_strategy.h"
#include "core/strategy/dense_strategy.h"
#include "core/strategy/inverse_toeplitz_strategy.h"
#include "core/strategy/recursive_blt_strategy.h"
#include "core/strategy/toeplitz_strategy.h"
#include "core/strategy/tree_strategy.h"

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

/// A strategy matrix C of any kind: immutable, cheap to copy; only the dense kind stores n x n. Indices are 0-based and
/// checked. C is rows() x n, where rows() is n but for the tree and the recursive BLT, whose C^-1 is the n x rows()
/// noising matrix.
class Strategy {
 public:
  using Variant = std::variant<IdentityStrategy, ToeplitzStrategy, BandedStrategy, InverseToeplitzStrategy,
                               DenseStrategy, BltStrategy, TreeStrategy, RecursiveBltStrategy>;

  // A value of any kind is a strategy: NOLINTBEGIN(google-explicit-constructor)
  Strategy(IdentityStrategy value);
  Strategy(ToeplitzStrategy value);
  Strategy(BandedStrategy value);
  Strategy(InverseToeplitzStrategy value);
  Strategy(DenseStrategy value);
  Strategy(BltStrategy value);
  Strategy(TreeStrategy value);
  Strategy(RecursiveBltStrategy value);
  // NOLINTEND(google-explicit-constructor)
  // Not inline: eight kinds each time cost the compiler a second in all who hold one.
  Strategy(const Strategy&);
  Strategy(Strategy&&) noexcept;
  Strategy& operator=(const Strategy&);
  Strategy& operator=(Strategy&&) noexcept;
  ~Strategy();

  const Variant& variant() const { return m_value; }
  template <class Kind>
  const Kind* as() const {
    return std::get_if<Kind>(&m_value);
  }
  /// "identity", "toeplitz", "banded", "inverse-toeplitz", "dense", "blt", "tree" or "recursive-blt": the `kind` of
  /// strategy files.
  std::string_view kindName() const;

  Index iterations() const;
  /// Rows of C: n, more for the tree and the recursive BLT, some of whose rows are those of nodes.
  Index rows() const;
  /// Whether row i of C is that of step i: so of all kinds but those two.
  bool rowsAreSteps() const { return as<TreeStrategy>() == nullptr && as<RecursiveBltStrategy>() == nullptr; }
  /// The row of C that is the step's own: the first one of its column that is not 0.
  Index ownRow(Index step) const;
  /// b such that C[i, j] = 0 unless 0 <= i - j < b; n for the tree and the BLTs.
  Index bands() const;
  /// Rows of the model's size that generating the noise step by step keeps in memory (none where rows of z are made
  /// anew).
  Index noiseRows() const;
  double entry(Index row, Index column) const;
  double inverseEntry(Index row, Index column) const;
  double columnNormSquared(Index column) const;
  /// C[rowBegin..rowEnd) x [columnBegin..columnEnd), row-major.
  std::vector<double> block(Index rowBegin, Index rowEnd, Index columnBegin, Index columnEnd) const;
  /// C[column .. min(n, column + b)), the only part of the column that is not zero; where rows are not those of steps
  /// the rows from the column's own on.
  std::vector<double> column(Index column) const;
  /// out = C x; n values, rows() in out.
  void multiply(std::span<const double> x, std::span<double> out) const;
  /// out = C^-1 z; rows() values in z, n in out; out may be z where both are n.
  void solve(std::span<const double> z, std::span<double> out) const;
  /// C[i, i-lag] for lag = 0..b-1 (out has b values; 0 where the column would be negative). Only where
  /// rows are those of steps.
  void bandRow(Index row, std::span<double> out) const;
  /// The strategy of the same coefficients at another number of steps: those that it has no room for are left out,
  /// those that it does not have are 0. Throws InvalidArgument for kinds with entries of their own for each step
  /// (banded, dense) or blocks made for it (recursive BLT), unless n is the same.
  Strategy withIterations(Index iterations) const;
  /// Bytes that the strategy keeps in memory.
  Index memoryBytes() const;

 private:
  Variant m_value;
};

}  // namespace noiseloom
