#include "core/participation/participation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/participation/blt_sensitivity.h"
#include "core/participation/comb_energy.h"
#include "core/participation/comb_sensitivity.h"
#include "core/participation/epoch_sum.h"
#include "core/participation/min_separation.h"
#include "core/participation/recursive_blt_sensitivity.h"
#include "core/participation/separated_sum.h"
#include "core/participation/tree_sensitivity.h"
#include "core/strategy/full_tree.h"
#include "core/strategy/strategy_kind.h"

namespace noiseloom {
namespace {

std::vector<double> columnNormsSquared(const Strategy& strategy, const RunControl& control) {
  std::vector<double> norms(strategy.iterations());
  for (Index j = 0; j < strategy.iterations() && !control.stopRequested(); ++j)
    norms[j] = strategy.columnNormSquared(j);
  return norms;
}

// The kinds whose C is a Toeplitz matrix of coefficients.
std::optional<ToeplitzStrategy> toeplitzOf(const Strategy& strategy) {
  if (const auto* toeplitz = strategy.as<ToeplitzStrategy>()) return *toeplitz;
  if (strategy.as<IdentityStrategy>()) return ToeplitzStrategy(strategy.iterations(), {1});
  if (const auto* inverse = strategy.as<InverseToeplitzStrategy>()) {
    const auto c = inverse->strategyCoefficients();
    return ToeplitzStrategy(inverse->iterations(), {c.begin(), c.end()}, inverse->scaling());
  }
  if (const auto* blt = strategy.as<BltStrategy>()) {
    checkInteger("iterations", blt->iterations(), 1, kMostInverseToeplitzTerms,
                 Core::tr("the coefficients of a blt strategy"));
    std::vector<double> impulse(blt->iterations(), 0.0);
    impulse[0] = 1;
    blt->multiply(impulse, impulse);
    return ToeplitzStrategy(blt->iterations(), std::move(impulse));
  }
  return std::nullopt;
}

// A BLT whose closed form gives only a bound is expanded into coefficients up to this many iterations.
constexpr Index kMostExpandedBlt = Index{1} << 16;

Sensitivity exactRoot(double square) {
  return {std::sqrt(square), BoundKind::Exact};
}

// All columns of a Toeplitz strategy have the norm of the first, except the last b - 1, whose norm is not larger.
Sensitivity orthogonalToeplitz(const ToeplitzStrategy& toeplitz, Index hits, Index separation) {
  if (toeplitz.scaling() == ColumnScaling::Normalized)
    return exactRoot(static_cast<double>(hits) * toeplitz.columnNormSquared(0));
  const Index whole = std::clamp<Index>((toeplitz.iterations() - toeplitz.bands()) / separation + 1, 0, hits);
  double sum = static_cast<double>(whole) * toeplitz.columnNormSquared(0);
  for (Index j = whole; j < hits; ++j) sum += toeplitz.columnNormSquared(j * separation);
  return exactRoot(sum);
}

Sensitivity once(const Strategy& strategy, const RunControl& control) {
  // In kinds whose columns have no entries of their own the first column has the largest norm.
  if (strategy.kind().series || !strategy.rowsAreSteps()) return exactRoot(strategy.columnNormSquared(0));
  const std::vector<double> norms = columnNormsSquared(strategy, control);
  return exactRoot(*std::max_element(norms.begin(), norms.end()));
}

// The smaller of two valid values; an exact one is the smallest possible.
Sensitivity tighter(const Sensitivity& a, const Sensitivity& b) {
  if (a.kind != b.kind) return a.kind == BoundKind::Exact ? a : b;
  return a.value <= b.value ? a : b;
}

Sensitivity repeatedToeplitz(const ToeplitzStrategy& toeplitz, Participation::Schema schema, Index hits,
                             Index separation, const RunControl& control) {
  if (toeplitz.bands() <= separation) return orthogonalToeplitz(toeplitz, hits, separation);
  if (schema == Participation::Schema::FixedEpochOrder)
    return toeplitzCombSensitivity(toeplitz, hits, separation, control);
  const Sensitivity found = minSeparationSensitivity(toeplitz, hits, separation, control);
  if (found.kind == BoundKind::Exact || toeplitz.scaling() != ColumnScaling::None) return found;
  return tighter(found, combSensitivity(toeplitz.coefficients(), toeplitz.iterations(), {schema, hits, separation}));
}

// Participations at any step of each epoch.
Sensitivity onceEachEpoch(const Strategy& strategy, Index hits, Index steps, const RunControl& control);

Sensitivity repeated(const Strategy& strategy, Participation::Schema schema, Index hits, Index separation,
                     const RunControl& control) {
  if (schema == Participation::Schema::OnceEachEpoch) return onceEachEpoch(strategy, hits, separation, control);
  const bool fixed = schema == Participation::Schema::FixedEpochOrder;
  if (const auto* tree = strategy.as<TreeStrategy>()) return treeSensitivity(*tree, schema, hits, separation, control);
  if (const auto* recursive = strategy.as<RecursiveBltStrategy>())
    return recursiveBltSensitivity(*recursive, schema, hits, separation, control);
  // Only C^T C matters, and it equals the tree's.
  if (const auto* dense = strategy.as<DenseStrategy>(); dense && isFullTree(*dense))
    return treeSensitivity(TreeStrategy(dense->iterations()), schema, hits, separation, control);
  if (const auto* blt = strategy.as<BltStrategy>()) {
    const Sensitivity closed = bltSensitivity(*blt, {schema, hits, separation}, control);
    if (closed.kind == BoundKind::Exact || strategy.iterations() > kMostExpandedBlt) return closed;
    return tighter(closed, repeatedToeplitz(*toeplitzOf(strategy), schema, hits, separation, control));
  }
  if (const std::optional<ToeplitzStrategy> toeplitz = toeplitzOf(strategy))
    return repeatedToeplitz(*toeplitz, schema, hits, separation, control);
  // Columns at least b apart do not overlap: squared norms add.
  if (strategy.bands() <= separation) {
    const std::vector<double> norms = columnNormsSquared(strategy, control);
    return exactRoot(fixed ? bestCombSum(norms, hits, separation) : bestSeparatedSum(norms, hits, separation, control));
  }
  return fixed ? combSensitivity(strategy, hits, separation, control)
               : minSeparationSensitivity(strategy, hits, separation, control);
}

Sensitivity onceEachEpoch(const Strategy& strategy, Index hits, Index steps, const RunControl& control) {
  // Epochs of one step are a comb of single steps.
  if (steps == 1) return repeated(strategy, Participation::Schema::FixedEpochOrder, hits, 1, control);
  if (strategy.bands() == 1 || strategy.rowsAreSteps()) {
    if (const auto toeplitz = toeplitzOf(strategy); toeplitz && toeplitz->bands() <= steps + 1)
      return epochSensitivity(*toeplitz, hits, steps, control);
    if (!strategy.kind().series && strategy.rowsAreSteps()) return epochSensitivity(strategy, hits, steps, control);
  }
  Sensitivity bound = repeated(strategy, Participation::Schema::MinSeparation, hits, 1, control);
  bound.kind = BoundKind::UpperBound;
  return bound;
}

}  // namespace

Phrase displayName(BoundKind kind) {
  return kind == BoundKind::Exact ? Core::tr("exact") : Core::tr("upper-bound");
}

Index mostHits(const Participation& participation, Index iterations) {
  if (participation.schema == Participation::Schema::Single) return 1;
  return std::min(participation.participations, (iterations - 1) / participation.separation + 1);
}

Sensitivity sensitivityOf(const Strategy& strategy, const Participation& participation, const RunControl& control) {
  checkInteger("participations", participation.participations, 1, kNoLimit);
  checkInteger("separation", participation.separation, 1, kNoLimit);
  const Index hits = mostHits(participation, strategy.iterations());
  const Sensitivity found = hits == 1
                                ? once(strategy, control)
                                : repeated(strategy, participation.schema, hits, participation.separation, control);
  if (control.stopRequested()) return {std::numeric_limits<double>::infinity(), BoundKind::UpperBound};
  if (!std::isfinite(found.value))
    throw InvalidArgument("strategy", Core::tr("sensitivity not finite"),
                          Core::tr("a strategy whose squared entries add up to a double"));
  return found;
}

}  // namespace noiseloom
