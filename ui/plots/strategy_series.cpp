#include "ui/plots/strategy_series.h"

#include <algorithm>

#include "core/base/check.h"

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
  return left.as<IdentityStrategy>() && right.as<IdentityStrategy>();
}

Index representativeColumn(const Strategy& strategy) {
  return strategy.as<BandedStrategy>() ? strategy.iterations() / 2 : 0;
}

ColumnSeries columnSeries(const Strategy& strategy, MatrixOf which, Index mostLags, const std::stop_token& stop) {
  checkInteger("most_lags", mostLags, 1, kNoLimit);
  ColumnSeries series;
  series.column = representativeColumn(strategy);
  const Index rows = strategy.iterations() - series.column;
  series.available = which == MatrixOf::Strategy ? std::min(rows, strategy.bands()) : rows;
  const Index count = std::min(series.available, mostLags);
  series.values.reserve(static_cast<std::size_t>(count));
  for (Index lag = 0; lag < count && !stop.stop_requested(); ++lag) {
    const Index row = series.column + lag;
    series.values.push_back(which == MatrixOf::Strategy ? strategy.entry(row, series.column)
                                                        : strategy.inverseEntry(row, series.column));
  }
  return series;
}

}  // namespace noiseloom
