#pragma once

#include <concepts>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/index.h"
#include "core/strategy/banded_strategy.h"
#include "core/strategy/blt_strategy.h"
#include "core/strategy/dense_strategy.h"
#include "core/strategy/identity_strategy.h"
#include "core/strategy/inverse_toeplitz_strategy.h"
#include "core/strategy/recursive_blt_strategy.h"
#include "core/strategy/toeplitz_strategy.h"
#include "core/strategy/tree_strategy.h"

namespace noiseloom {

class StrategyBody;

/// A class of strategies: it has its kind (core/strategy/strategy_kind.h) and the members that strategy_body.h asks
/// for.
template <class T>
concept StrategyClass = std::same_as<decltype(T::kind), const StrategyKind>;

/// A strategy matrix C of any kind: immutable, cheap to copy; only the dense kind stores n x n. Indices are 0-based and
/// checked. C is rows() x n, where rows() is n but for the tree and the recursive BLT, whose C^-1 is the n x rows()
/// noising matrix.
class Strategy {
 public:
  /// A value of any kind is a strategy. strategy_body.h defines it, and each class's own source instantiates it.
  template <StrategyClass Kind>
  Strategy(Kind value);  // NOLINT(google-explicit-constructor)
  // No moves: what was moved from would be no strategy.
  Strategy(const Strategy&);
  Strategy& operator=(const Strategy&);
  ~Strategy();

  const StrategyKind& kind() const { return *m_kind; }
  /// The value, where it is of that class; else nullptr.
  template <StrategyClass Kind>
  const Kind* as() const {
    return m_kind == &Kind::kind ? static_cast<const Kind*>(m_value) : nullptr;
  }
  /// StrategyKind::id: the `kind` of strategy files.
  std::string_view kindName() const;

  Index iterations() const;
  /// Rows of C: n, more for the tree and the recursive BLT, some of whose rows are those of nodes.
  Index rows() const;
  /// True if row i of C is that of step i: so of all kinds but those two.
  bool rowsAreSteps() const;
  /// True if C = I, so that the noise of the steps is independent.
  bool isIdentity() const { return m_kind == &IdentityStrategy::kind; }
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
  /// those that it does not have are 0. Throws InvalidArgument for kinds that cannot (StrategyKind::leastIterations),
  /// unless n is the same.
  Strategy withIterations(Index iterations) const;
  /// Bytes that the strategy keeps in memory.
  Index memoryBytes() const;

 private:
  const StrategyKind* m_kind;
  std::shared_ptr<const StrategyBody> m_body;
  const void* m_value;
};

}  // namespace noiseloom
