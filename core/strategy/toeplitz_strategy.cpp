#include "core/strategy/toeplitz_strategy.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/check.h"
#include "core/strategy/strategy_body.h"
#include "core/strategy/strategy_kind.h"

namespace noiseloom {

ToeplitzStrategy::ToeplitzStrategy(Index iterations, std::vector<double> coefficients, ColumnScaling scaling)
    : m_iterations(iterations), m_scaling(scaling) {
  checkInteger("iterations", iterations, 1, kNoLimit);
  checkInteger("bands", std::ssize(coefficients), 1, iterations, Core::tr("the iterations"));
  checkAllFinite("strategy_coef", coefficients);
  checkPositive("strategy_coef[0]", coefficients[0]);
  Data data;
  data.prefixNormSquared.reserve(coefficients.size());
  double sum = 0;
  for (const double c : coefficients) data.prefixNormSquared.push_back(sum += c * c);
  checkFinite("norm of strategy_coef", sum);
  data.coefficients = std::move(coefficients);
  m_data = std::make_shared<const Data>(std::move(data));
}

double ToeplitzStrategy::columnScale(Index column) const {
  const Index present = m_iterations - column;
  if (m_scaling == ColumnScaling::None || present >= bands()) return 1;
  return std::sqrt(m_data->prefixNormSquared.back() / m_data->prefixNormSquared[present - 1]);
}

double ToeplitzStrategy::columnNormSquared(Index column) const {
  const Index present = std::min(m_iterations - column, bands());
  if (m_scaling == ColumnScaling::Normalized) return m_data->prefixNormSquared.back();
  return m_data->prefixNormSquared[present - 1];
}

double ToeplitzStrategy::entry(Index row, Index column) const {
  const Index lag = row - column;
  if (lag < 0 || lag >= bands()) return 0;
  return m_data->coefficients[lag] * columnScale(column);
}

std::vector<double> ToeplitzStrategy::inverseCoefficients(Index count) const {
  checkInteger("count", count, 1, m_iterations);
  const auto& c = m_data->coefficients;
  std::vector<double> series(count);
  const double scale = 1 / c[0];
  series[0] = scale;
  for (std::size_t i = 1; i < series.size(); ++i) {
    const std::size_t lags = std::min(i, c.size() - 1);
    double sum = 0;
    for (std::size_t lag = 1; lag <= lags; ++lag) sum += c[lag] * series[i - lag];
    series[i] = -sum * scale;
  }
  return series;
}

double ToeplitzStrategy::inverseEntry(Index row, Index column) const {
  // C^-1 = diag(1/s) T^-1.
  return row < column ? 0 : inverseCoefficients(row - column + 1).back() / columnScale(row);
}

void ToeplitzStrategy::multiply(std::span<const double> x, std::span<double> out) const {
  const auto& c = m_data->coefficients;
  // From the last row up, so that out may be x.
  for (Index i = m_iterations - 1; i >= 0; --i) {
    double sum = 0;
    for (Index lag = std::min(i, bands() - 1); lag >= 0; --lag) sum += c[lag] * columnScale(i - lag) * x[i - lag];
    out[i] = sum;
  }
}

void ToeplitzStrategy::solve(std::span<const double> z, std::span<double> out) const {
  const auto& c = m_data->coefficients;
  const double scale = 1 / c[0];
  for (std::size_t i = 0; i < z.size(); ++i) {
    const std::size_t lags = std::min(i, c.size() - 1);
    double sum = z[i];
    for (std::size_t lag = 1; lag <= lags; ++lag) sum -= c[lag] * out[i - lag];
    out[i] = sum * scale;
  }
  for (Index j = std::max<Index>(0, m_iterations - bands()); j < m_iterations; ++j) out[j] /= columnScale(j);
}

ToeplitzStrategy ToeplitzStrategy::withIterations(Index iterations) const {
  const auto kept = coefficients().first(std::min(bands(), iterations));
  return ToeplitzStrategy(iterations, {kept.begin(), kept.end()}, m_scaling);
}

Index ToeplitzStrategy::memoryBytes() const {
  return 2 * bands() * static_cast<Index>(sizeof(double));
}

namespace {

// s[j] for the last b-1 columns: all others are 1.
std::vector<double> columnScaleTail(const ToeplitzStrategy& strategy) {
  std::vector<double> tail;
  for (Index j = strategy.iterations() - strategy.bands() + 1; j < strategy.iterations(); ++j)
    tail.push_back(strategy.columnScale(j));
  return tail;
}

}  // namespace

template Strategy::Strategy(ToeplitzStrategy);

constinit const StrategyKind ToeplitzStrategy::kind{
    .id = "toeplitz",
    .since = 1,
    .series = true,
    .banded = true,
    .shapes =
        [](const StrategySizes& sizes) {
          std::vector<NamedShape> shapes{{"strategy_coef", {sizes.bands}}};
          if (sizes.scaling == ColumnScaling::Normalized && sizes.bands > 1)
            shapes.push_back({"column_scale_tail", {sizes.bands - 1}});
          return shapes;
        },
    .arrays =
        [](const Strategy& strategy) {
          const auto& toeplitz = valueOf<ToeplitzStrategy>(strategy);
          std::vector<StrategyArray> arrays;
          arrays.push_back(vectorOf("strategy_coef", toeplitz.coefficients()));
          if (toeplitz.scaling() == ColumnScaling::Normalized && toeplitz.bands() > 1) {
            std::vector<double> tail = columnScaleTail(toeplitz);
            arrays.push_back(owning(vectorOf("column_scale_tail", tail, "strategy_coef"), tail));
          }
          return arrays;
        },
    .addSizes = [](const Strategy& strategy,
                   StrategySizes& sizes) { sizes.scaling = valueOf<ToeplitzStrategy>(strategy).scaling(); },
    .make = [](const StrategySizes& sizes, const TakeArray& take) -> Strategy {
      return ToeplitzStrategy(sizes.iterations, take("strategy_coef"), sizes.scaling);
    },
    .leastIterations = [](const Strategy& strategy) { return strategy.bands(); },
    .equalNorms = [](const Strategy& strategy) { return sizesOf(strategy).scaling == ColumnScaling::Normalized; },
    .numbers =
        [](const Strategy& strategy) {
          return std::vector{listOf("coefficients", valueOf<ToeplitzStrategy>(strategy).coefficients())};
        },
    .recurrence = rowRecurrence,
};

}  // namespace noiseloom
