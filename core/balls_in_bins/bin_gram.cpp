#include "core/balls_in_bins/bin_gram.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/balls_in_bins/gram/bin_gram_kinds.h"
#include "core/base/check.h"
#include "core/base/errors.h"

namespace noiseloom {
namespace {

// Columns of the kinds whose columns never end, 8 bytes a row.
constexpr Index kMostFullRows = Index{1} << 26;

std::vector<double> nonNegative(std::vector<double> coefficients, double rounding) {
  const double greatest = *std::max_element(coefficients.begin(), coefficients.end());
  for (std::size_t lag = 0; lag < coefficients.size(); ++lag) {
    if (coefficients[lag] < -rounding * greatest) refuseNegativeEntry(static_cast<Index>(lag), 0, coefficients[lag]);
    coefficients[lag] = std::max(coefficients[lag], 0.0);
  }
  return coefficients;
}

std::vector<double> bltCoefficients(const BltStrategy& blt) {
  checkInteger("iterations", blt.iterations(), 1, kMostFullRows, Core::tr("a BLT strategy under balls-in-bins"));
  std::vector<double> column(blt.iterations(), 0.0);
  column[0] = 1;
  blt.multiply(column, column);
  return nonNegative(std::move(column), kEntryRounding);
}

std::vector<double> copied(std::span<const double> values) {
  return {values.begin(), values.end()};
}

// For a Toeplitz C, also with rescaled columns: only the last b - 1 are, and only the last b - 1 rows see them.
bool addScaledBins(const Strategy& strategy, const std::vector<double>& c, ColumnScaling scaling, Index bins,
                   std::span<double> lower, const RunControl& control) {
  const Index n = strategy.iterations();
  if (scaling == ColumnScaling::None) return addToeplitzBins(c, n, bins, lower, control);
  const Index plain = n - strategy.bands() + 1;
  return addToeplitzBins(c, plain, bins, lower, control.part(0, 0.5)) &&
         addFoldedBins(strategy, plain, bins, lower, control.part(0.5, 1));
}

bool addAll(const Strategy& strategy, Index bins, std::span<double> lower, const RunControl& control) {
  const Index n = strategy.iterations();
  if (strategy.as<IdentityStrategy>()) {
    for (Index i = 0; i < bins; ++i) {
      const Index columns = (n - 1 - i) / bins + 1;
      lower[i * (bins + 1)] = static_cast<double>(columns);
    }
    return true;
  }
  if (strategy.as<TreeStrategy>()) {
    addTreeBins(n, bins, lower);
    return true;
  }
  if (const auto* recursive = strategy.as<RecursiveBltStrategy>())
    return addRecursiveBltBins(*recursive, bins, lower, control);
  if (const auto* toeplitz = strategy.as<ToeplitzStrategy>()) {
    return addScaledBins(strategy, nonNegative(copied(toeplitz->coefficients()), 0), toeplitz->scaling(), bins, lower,
                         control);
  }
  if (const auto* inverse = strategy.as<InverseToeplitzStrategy>()) {
    return addScaledBins(strategy, nonNegative(copied(inverse->strategyCoefficients()), kEntryRounding),
                         inverse->scaling(), bins, lower, control);
  }
  if (const auto* blt = strategy.as<BltStrategy>())
    return addToeplitzBins(bltCoefficients(*blt), n, bins, lower, control);
  return addFoldedBins(strategy, 0, bins, lower, control);
}

}  // namespace

void refuseNegativeEntry(Index row, Index column, double value) {
  throw InvalidArgument(
      "strategy", "C[" + std::to_string(row) + ", " + std::to_string(column) + "] = " + shortest(value),
      Core::tr("a strategy without negative entries (the privacy of balls-in-bins batching is known for these only)"));
}

double BinGram::greatestNorm() const {
  double greatest = 0;
  for (Index i = 0; i < bins; ++i) greatest = std::max(greatest, (*this)(i, i));
  return std::sqrt(greatest);
}

BinGram binGram(const Strategy& strategy, Index epochs, const RunControl& control) {
  const Index n = strategy.iterations();
  checkInteger("epochs", epochs, 1, n);
  return gramOfBins(strategy, (n - 1) / epochs + 1, control);
}

BinGram gramOfBins(const Strategy& strategy, Index bins, const RunControl& control) {
  checkInteger("bins", bins, 1, std::min(kMostBins, strategy.iterations()),
               Core::tr("iterations / epochs under balls-in-bins"));
  BinGram gram;
  gram.bins = bins;
  gram.values.assign(gram.bins * gram.bins, 0.0);
  const bool complete = addAll(strategy, gram.bins, gram.values, control);
  for (Index i = 0; i < gram.bins; ++i) {
    for (Index j = 0; j < i; ++j) gram.values[j * gram.bins + i] = gram.values[i * gram.bins + j];
  }
  if (!std::all_of(gram.values.begin(), gram.values.end(), [](double g) { return std::isfinite(g); }))
    throw InvalidArgument("strategy", strategy.kindName(), Core::tr("entries whose squares a double can hold"));
  if (!complete) return {};
  return gram;
}

}  // namespace noiseloom
