#include "core/participation/comb_norm.h"

#include <algorithm>
#include <cmath>

#include "core/strategy/strategy_kind.h"

namespace noiseloom {

double combNormSquared(std::span<const double> coefficients, Index iterations, Index hits, Index separation) {
  const auto b = std::ssize(coefficients);
  double total = 0;
  for (Index offset = 0; offset < std::min({separation, iterations, b}); ++offset) {
    const Index rows = (iterations - offset + separation - 1) / separation;  // offset, offset + s, .. below n
    const Index terms = (b - offset + separation - 1) / separation;
    // Row e of these sums the coefficients max(0, e - hits + 1) .. e of this offset. In long double, so that adding and
    // subtracting a value leaves no error in a double.
    long double sum = 0;
    double squares = 0;
    for (Index e = 0; e < std::min(rows, hits + terms - 1); ++e) {
      if (e < terms) sum += coefficients[offset + e * separation];
      if (e >= hits) sum -= coefficients[offset + (e - hits) * separation];
      const double here = static_cast<double>(sum);
      squares += here * here;
      // Nothing enters or leaves until the first hit's coefficients run out.
      const Index settled = std::min(rows, hits) - 1 - e;
      if (e + 1 >= terms && settled > 0) {
        squares += static_cast<double>(settled) * here * here;
        e += settled;
      }
    }
    total += squares;
  }
  return total;
}

std::vector<double> nonIncreasingMajorant(const Strategy& strategy, const RunControl& control) {
  std::vector<double> most(strategy.bands(), 0.0);
  if (const auto* toeplitz = strategy.as<ToeplitzStrategy>()) {
    // Among the columns that reach down to this lag, the last has the largest scale.
    for (Index lag = 0; lag < toeplitz->bands(); ++lag) {
      const std::size_t at = lag;
      most[at] = std::abs(toeplitz->coefficients()[at]) * toeplitz->columnScale(toeplitz->iterations() - 1 - lag);
    }
  } else {
    // Every block of a stamped strategy is part of the first.
    const Index blockSize = sizesOf(strategy).blockSize;
    const Index rows = blockSize > 0 ? blockSize : strategy.iterations();
    std::vector<double> entries(most.size());
    for (Index row = 0; row < rows && !control.stopRequested(); ++row) {
      strategy.bandRow(row, entries);
      for (std::size_t lag = 0; lag < most.size(); ++lag) most[lag] = std::max(most[lag], std::abs(entries[lag]));
    }
  }
  for (std::size_t lag = most.size() - 1; lag-- > 0;) most[lag] = std::max(most[lag], most[lag + 1]);
  return most;
}

double tailNorm(const ToeplitzStrategy& toeplitz, Index hits, Index separation) {
  if (toeplitz.scaling() == ColumnScaling::None || toeplitz.bands() == 1) return 0;
  const Index inTail = std::min(hits, (toeplitz.bands() - 2) / separation + 1);
  return static_cast<double>(inTail) * std::sqrt(toeplitz.columnNormSquared(0));
}

}  // namespace noiseloom
