#include "ui/plots/matrix/strategy_series.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/design/design.h"
#include "core/search/comparable.h"

namespace noiseloom {

bool shareData(const Strategy& left, const Strategy& right) {
  if (left.iterations() != right.iterations()) return false;
  if (const auto* toeplitz = left.as<ToeplitzStrategy>()) {
    const auto* other = right.as<ToeplitzStrategy>();
    return other && toeplitz->coefficients().data() == other->coefficients().data() &&
           toeplitz->scaling() == other->scaling();
  }
  if (const auto* banded = left.as<BandedStrategy>()) {
    const auto* other = right.as<BandedStrategy>();
    return other && banded->rows().data() == other->rows().data();
  }
  if (const auto* inverse = left.as<InverseToeplitzStrategy>()) {
    const auto* other = right.as<InverseToeplitzStrategy>();
    return other && inverse->noisingCoefficients().data() == other->noisingCoefficients().data() &&
           inverse->scaling() == other->scaling();
  }
  if (const auto* dense = left.as<DenseStrategy>()) {
    const auto* other = right.as<DenseStrategy>();
    return other && dense->block().data() == other->block().data();
  }
  if (const auto* blt = left.as<BltStrategy>()) {
    const auto* other = right.as<BltStrategy>();
    return other && &blt->parameters() == &other->parameters();
  }
  if (const auto* tree = left.as<TreeStrategy>()) {
    const auto* other = right.as<TreeStrategy>();
    return other && tree->estimate() == other->estimate();
  }
  if (const auto* recursive = left.as<RecursiveBltStrategy>()) {
    const auto* other = right.as<RecursiveBltStrategy>();
    return other && recursive->sharesData(*other);
  }
  return left.as<IdentityStrategy>() && right.as<IdentityStrategy>();
}

bool sameOutcome(const Design& left, const Design& right) {
  return &left == &right || (shareData(left.strategy, right.strategy) && left.stddev == right.stddev &&
                             left.dpSgdRmse == right.dpSgdRmse && left.scenario.clipNorm == right.scenario.clipNorm &&
                             left.scenario.workload == right.scenario.workload);
}

bool hasCoefficients(const Strategy& strategy) {
  return !strategy.as<BandedStrategy>() && !strategy.as<DenseStrategy>() && strategy.rowsAreSteps();
}

Index representativeColumn(const Strategy& strategy) {
  if (hasCoefficients(strategy)) return 0;
  const Index middle = strategy.iterations() / 2;
  const auto* dense = strategy.as<DenseStrategy>();
  return dense && dense->stamps() > 1 ? middle / dense->blockSize() * dense->blockSize() : middle;
}

ColumnSeries columnSeries(const Strategy& strategy, MatrixOf which, Index mostLags, const std::stop_token& stop) {
  checkInteger("most_lags", mostLags, 1, kNoLimit);
  const bool inverse = which == MatrixOf::StrategyInverse;
  const Index step = representativeColumn(strategy);
  ColumnSeries series;
  series.column = step;
  series.row = step;
  Index rows = strategy.iterations() - step;
  if (!strategy.rowsAreSteps()) {
    const Index leaf = strategy.ownRow(step);
    (inverse ? series.column : series.row) = leaf;
    if (!inverse) rows = strategy.rows() - leaf;
  }
  series.available = inverse || !strategy.rowsAreSteps() ? rows : std::min(rows, strategy.bands());
  if (const auto* noising = strategy.as<InverseToeplitzStrategy>(); noising && inverse) {
    series.available = std::min(rows, noising->noisingBands());
  }
  if (const auto* dense = strategy.as<DenseStrategy>()) {
    series.available = std::min(series.available, dense->blockSize() - step % dense->blockSize());
  }
  const Index count = std::min(series.available, mostLags);
  if (const auto* toeplitz = strategy.as<ToeplitzStrategy>(); toeplitz && inverse) {
    // All of them cost no more than the last one.
    series.values = toeplitz->inverseCoefficients(count);
    for (Index lag = 0; lag < count; ++lag) series.values[static_cast<std::size_t>(lag)] /= toeplitz->columnScale(lag);
    return series;
  }
  series.values.reserve(static_cast<std::size_t>(count));
  for (Index lag = 0; lag < count && !stop.stop_requested(); ++lag) {
    const Index row = series.row + lag;
    series.values.push_back(inverse ? strategy.inverseEntry(row, series.column) : strategy.entry(row, series.column));
  }
  // Only the tree's first nodes hold a leaf: zeros after the last of them are dropped.
  if (!strategy.rowsAreSteps() && !inverse) {
    while (series.values.size() > 1 && series.values.back() == 0) series.values.pop_back();
  }
  return series;
}

}  // namespace noiseloom
