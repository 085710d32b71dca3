#include "ui/plots/matrix/strategy_series.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/design/design.h"
#include "core/search/comparable.h"
#include "core/strategy/strategy_kind.h"

namespace noiseloom {

bool sameOutcome(const Design& left, const Design& right) {
  return &left == &right || (shareData(left.strategy, right.strategy) && left.stddev == right.stddev &&
                             left.dpSgdRmse == right.dpSgdRmse && left.scenario.clipNorm == right.scenario.clipNorm &&
                             left.scenario.workload == right.scenario.workload);
}

bool hasCoefficients(const Strategy& strategy) {
  return strategy.kind().series;
}

Index representativeColumn(const Strategy& strategy) {
  if (hasCoefficients(strategy)) return 0;
  const Index middle = strategy.iterations() / 2;
  const Index block = strategy.rowsAreSteps() ? sizesOf(strategy).blockSize : 0;
  return block > 0 && block < strategy.iterations() ? middle / block * block : middle;
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
  const StrategySizes sizes = sizesOf(strategy);
  if (sizes.noisingBands > 0 && inverse) series.available = std::min(rows, sizes.noisingBands);
  if (sizes.blockSize > 0 && strategy.rowsAreSteps())
    series.available = std::min(series.available, sizes.blockSize - step % sizes.blockSize);
  const Index count = std::min(series.available, mostLags);
  if (const auto* toeplitz = strategy.as<ToeplitzStrategy>(); toeplitz && inverse) {
    // All of them cost no more than the last one.
    series.values = toeplitz->inverseCoefficients(count);
    for (Index lag = 0; lag < count; ++lag) series.values[lag] /= toeplitz->columnScale(lag);
    return series;
  }
  series.values.reserve(count);
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
