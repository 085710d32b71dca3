#pragma once

#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "core/base/index.h"
#include "core/base/run_control.h"
#include "core/monte_carlo/lane_rows.h"
#include "core/participation_mixture/shared_rows.h"
#include "core/strategy/strategy.h"
#include "core/strategy/toeplitz_strategy.h"

namespace noiseloom {

/// Cyclic Poisson with random groups: every example draws one of `cycle` groups uniformly, once, independently of all
/// others and in secret; step i takes each member of group i mod cycle with probability `probability`.
struct RandomGroups {
  Index cycle = 1;
  double probability = 1;  ///< q
};

/// b-min-sep sampling: an example that takes part rests for separation - 1 steps, then joins every step with
/// probability `probability` until it takes part again. It starts at the stationary law, so that every step is as
/// likely.
struct SpacedSampling {
  Index separation = 1;
  double probability = 1;  ///< p of a step at which the example does not rest
  /// For an example that takes part k times in n steps on average: p0 = k/n <= 1/separation, p = p0/(1 - (s - 1) p0).
  static SpacedSampling ofRate(Index separation, double perStep);
};

using MixtureLaw = std::variant<RandomGroups, SpacedSampling>;
/// Steps from a participation to where an example may take part again.
Index periodOf(const MixtureLaw& law);
/// The probability that an example takes part at a step.
double rateOfStep(const MixtureLaw& law);

/// |C| where it is Toeplitz.
std::optional<ToeplitzStrategy> absoluteToeplitz(const Strategy& strategy);

/// The columns of |C|, as far as privacy depends on them (math: section 10.8): all inner products, of columns that are
/// fewer than b steps apart. Steps whose products are the same, as most are under a Toeplitz strategy, share them.
struct MixtureColumns {
  MixtureColumns() = default;
  /// |C| of a strategy of b = strategy.bands() bands; empty when stopped. Throws InvalidArgument naming iterations when
  /// n b exceeds kMostColumnNumbers.
  MixtureColumns(const Strategy& strategy, const RunControl& control);
  static constexpr Index kMostColumnNumbers = Index{1} << 24;
  /// The products alone of columns that are alike, but for the scales of the last ones, and meet as given, 0, 1, ..
  /// steps apart.
  static MixtureColumns ofProducts(std::span<const double> products, Index steps,
                                   std::span<const double> lastScales = {});
  /// Columns that are whole, each a step below the one before, and alike but for the scales of the last ones; products
  /// must not be negative, entries may be.
  static MixtureColumns ofColumn(std::span<const double> column, Index steps, std::span<const double> lastScales);

  bool empty() const { return steps == 0; }
  /// <|c_i|, |c_j|>, 0 <= distance = j - i < bands, j < steps.
  double product(Index i, Index distance) const { return row(i)[bands - 1 + distance]; }
  /// The row of product(i, ..) and, left of it, of the columns before i: 2 bands - 1 numbers, 0 beyond the ends.
  const double* row(Index i) const { return products.at(i); }

  Index steps = 0;
  Index rows = 0;  ///< of |C|
  Index bands = 0;
  SharedRows products;             ///< of 2 bands - 1 numbers: row()
  std::vector<double> halfNorms;   ///< |c_i|^2 / 2
  std::vector<double> sums;        ///< <c_i, |C| 1>
  double totalNormSquared = 0;     ///< of |C| 1
  double greatestNormSquared = 0;  ///< of a column
  LaneRows transposed;             ///< |C|^T
};

}  // namespace noiseloom
