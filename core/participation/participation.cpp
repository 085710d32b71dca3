#include "core/participation/participation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "core/base/check.h"
#include "core/participation/comb_sensitivity.h"
#include "core/participation/min_separation.h"
#include "core/participation/separated_sum.h"
#include "core/participation/tree_sensitivity.h"

namespace noiseloom {
namespace {

std::vector<double> columnNormsSquared(const Strategy& strategy) {
  std::vector<double> norms(static_cast<std::size_t>(strategy.iterations()));
  for (Index j = 0; j < strategy.iterations(); ++j) norms[static_cast<std::size_t>(j)] = strategy.columnNormSquared(j);
  return norms;
}

// The kinds whose C is a Toeplitz matrix of coefficients.
std::optional<ToeplitzStrategy> toeplitzOf(const Strategy& strategy) {
  if (const auto* toeplitz = strategy.as<ToeplitzStrategy>()) return *toeplitz;
  if (strategy.as<IdentityStrategy>()) return ToeplitzStrategy(strategy.iterations(), {1});
  if (const auto* inverse = strategy.as<InverseToeplitzStrategy>()) {
    const auto c = inverse->strategyCoefficients();
    return ToeplitzStrategy(inverse->iterations(), {c.begin(), c.end()});
  }
  if (const auto* blt = strategy.as<BltStrategy>()) {
    checkInteger("iterations", blt->iterations(), 1, kMostInverseToeplitzTerms, "the coefficients of a blt strategy");
    std::vector<double> impulse(static_cast<std::size_t>(blt->iterations()), 0.0);
    impulse[0] = 1;
    blt->multiply(impulse, impulse);
    return ToeplitzStrategy(blt->iterations(), std::move(impulse));
  }
  return std::nullopt;
}

Sensitivity exactRoot(double square) {
  return {std::sqrt(square), BoundKind::Exact};
}

// Columns of a Toeplitz strategy are as long as the first, but for the last b - 1, which are shorter or as long.
Sensitivity orthogonalToeplitz(const ToeplitzStrategy& toeplitz, Index hits, Index separation) {
  if (toeplitz.scaling() == ColumnScaling::Normalized)
    return exactRoot(static_cast<double>(hits) * toeplitz.columnNormSquared(0));
  const Index whole = std::clamp<Index>((toeplitz.iterations() - toeplitz.bands()) / separation + 1, 0, hits);
  double sum = static_cast<double>(whole) * toeplitz.columnNormSquared(0);
  for (Index j = whole; j < hits; ++j) sum += toeplitz.columnNormSquared(j * separation);
  return exactRoot(sum);
}

Sensitivity repeated(const Strategy& strategy, Participation::Schema schema, Index hits, Index separation,
                     const RunControl& control) {
  const bool fixed = schema == Participation::Schema::FixedEpochOrder;
  if (const auto* tree = strategy.as<TreeStrategy>()) return treeSensitivity(*tree, schema, hits, separation, control);
  if (const std::optional<ToeplitzStrategy> toeplitz = toeplitzOf(strategy)) {
    if (toeplitz->bands() <= separation) return orthogonalToeplitz(*toeplitz, hits, separation);
    return fixed ? toeplitzCombSensitivity(*toeplitz, hits, separation, control)
                 : minSeparationSensitivity(*toeplitz, hits, separation, control);
  }
  // Columns at least b apart do not overlap: squared norms add.
  if (strategy.bands() <= separation) {
    const std::vector<double> norms = columnNormsSquared(strategy);
    return exactRoot(fixed ? bestCombSum(norms, hits, separation) : bestSeparatedSum(norms, hits, separation, control));
  }
  return fixed ? combSensitivity(strategy, hits, separation, control)
               : minSeparationSensitivity(strategy, hits, separation, control);
}

}  // namespace

std::string_view toString(Participation::Schema schema) {
  switch (schema) {
    case Participation::Schema::Single: return "single";
    case Participation::Schema::FixedEpochOrder: return "fixed-epoch";
    case Participation::Schema::MinSeparation: return "min-sep";
  }
  return "unknown";
}

std::string_view toString(BoundKind kind) {
  return kind == BoundKind::Exact ? "exact" : "upper-bound";
}

Index mostHits(const Participation& participation, Index iterations) {
  if (participation.schema == Participation::Schema::Single) return 1;
  return std::min(participation.participations, (iterations - 1) / participation.separation + 1);
}

Sensitivity sensitivityOf(const Strategy& strategy, const Participation& participation, const RunControl& control) {
  checkInteger("participations", participation.participations, 1, kNoLimit);
  checkInteger("separation", participation.separation, 1, kNoLimit);
  const Index hits = mostHits(participation, strategy.iterations());
  if (hits > 1) {
    const Sensitivity found = repeated(strategy, participation.schema, hits, participation.separation, control);
    if (!control.stopRequested()) return found;
    return {std::numeric_limits<double>::infinity(), BoundKind::UpperBound};
  }
  // The first column is the longest of these kinds.
  if (!strategy.as<BandedStrategy>() && !strategy.as<DenseStrategy>()) return exactRoot(strategy.columnNormSquared(0));
  const std::vector<double> norms = columnNormsSquared(strategy);
  return exactRoot(*std::max_element(norms.begin(), norms.end()));
}

}  // namespace noiseloom
