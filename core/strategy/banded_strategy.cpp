#include "core/strategy/banded_strategy.h"

#include <algorithm>
#include <utility>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/strategy/strategy_body.h"
#include "core/strategy/strategy_kind.h"

namespace noiseloom {

BandedStrategy::BandedStrategy(Index iterations, Index bands, std::vector<double> rows)
    : m_iterations(iterations), m_bands(bands) {
  checkInteger("iterations", iterations, 1, kNoLimit);
  checkInteger("bands", bands, 1, iterations, Core::tr("the iterations"));
  checkInteger("bands * iterations", bands, 1, kNoLimit / iterations);
  checkSize("rows", std::ssize(rows), iterations * bands);
  checkAllFinite("rows", rows);
  for (Index i = 0; i < iterations; ++i) {
    const double* row = rows.data() + i * bands;
    const auto name = [i](Index column) { return "C[" + std::to_string(i) + ", " + std::to_string(column) + "]"; };
    if (!(row[bands - 1] > 0)) checkPositive(name(i), row[bands - 1]);
    for (Index p = 0; p < bands - 1 - i; ++p) {
      if (row[p] != 0) throw InvalidArgument(name(i - bands + 1 + p), shortest(row[p]), Core::tr("0 left of column 0"));
    }
  }
  m_rows = std::make_shared<const std::vector<double>>(std::move(rows));
}

double BandedStrategy::entry(Index row, Index column) const {
  const Index lag = row - column;
  if (lag < 0 || lag >= m_bands) return 0;
  return (*m_rows)[row * m_bands + m_bands - 1 - lag];
}

double BandedStrategy::inverseEntry(Index row, Index column) const {
  if (row < column) return 0;
  std::vector<double> unit(row - column + 1, 0.0);
  unit[0] = 1;
  // Forward substitution in the column alone.
  for (Index i = column; i <= row; ++i) {
    double sum = unit[i - column];
    for (Index lag = std::min(i - column, m_bands - 1); lag >= 1; --lag)
      sum -= entry(i, i - lag) * unit[i - lag - column];
    unit[i - column] = sum / entry(i, i);
  }
  return unit.back();
}

double BandedStrategy::columnNormSquared(Index column) const {
  double sum = 0;
  const std::vector<double>& rows = *m_rows;
  for (Index lag = 0; lag < std::min(m_iterations - column, m_bands); ++lag) {
    const double value = rows[(column + lag) * m_bands + m_bands - 1 - lag];
    sum += value * value;
  }
  return sum;
}

void BandedStrategy::multiply(std::span<const double> x, std::span<double> out) const {
  for (Index i = m_iterations - 1; i >= 0; --i) {
    double sum = 0;
    for (Index lag = std::min(i, m_bands - 1); lag >= 0; --lag) sum += entry(i, i - lag) * x[i - lag];
    out[i] = sum;
  }
}

void BandedStrategy::solve(std::span<const double> z, std::span<double> out) const {
  for (Index i = 0; i < m_iterations; ++i) {
    double sum = z[i];
    for (Index lag = std::min(i, m_bands - 1); lag >= 1; --lag) sum -= entry(i, i - lag) * out[i - lag];
    out[i] = sum / entry(i, i);
  }
}

template Strategy::Strategy(BandedStrategy);

constinit const StrategyKind BandedStrategy::kind{
    .id = "banded",
    .since = 1,
    .banded = true,
    .shapes =
        [](const StrategySizes& sizes) {
          return std::vector<NamedShape>{{"bands", {sizes.iterations, sizes.bands}}};
        },
    .arrays =
        [](const Strategy& strategy) {
          return std::vector<StrategyArray>{
              {"bands", {strategy.iterations(), strategy.bands()}, {}, valueOf<BandedStrategy>(strategy).rows(), {}}};
        },
    .make = [](const StrategySizes& sizes, const TakeArray& take) -> Strategy {
      std::vector<double> rows = take("bands");
      const Index bands = std::ssize(rows) / sizes.iterations;
      return BandedStrategy(sizes.iterations, bands, std::move(rows));
    },
    .equalNorms = [](const Strategy& strategy) { return normsAreFirst(strategy, 1, strategy.iterations()); },
    .recurrence = rowRecurrence,
};

}  // namespace noiseloom
