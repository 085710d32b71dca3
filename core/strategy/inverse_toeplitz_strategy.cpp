#include "core/strategy/inverse_toeplitz_strategy.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/linalg/reciprocal_series.h"
#include "core/strategy/strategy_body.h"
#include "core/strategy/strategy_kind.h"

namespace noiseloom {

InverseToeplitzStrategy::InverseToeplitzStrategy(Index iterations, std::vector<double> noising, ColumnScaling scaling)
    : m_iterations(iterations), m_scaling(scaling) {
  checkInteger("iterations", iterations, 1, kNoLimit);
  checkInteger("noising_bands", std::ssize(noising), 1, iterations, Core::tr("the iterations"));
  checkAllFinite("noising_coef", noising);
  checkPositive("noising_coef[0]", noising[0]);
  Data data;
  ReciprocalSeries series = reciprocalSeries(noising, iterations, kMostInverseToeplitzTerms);
  if (!series.valid) {
    throw InvalidArgument("noising_coef", Core::tr("a series whose inverse does not decay"),
                          {Core::tr("coefficients whose inverse series decays within %1 terms, or fewer iterations"),
                           kMostInverseToeplitzTerms});
  }
  data.strategy = std::move(series.terms);
  data.noising = std::move(noising);
  data.prefixNormSquared.reserve(data.strategy.size());
  double sum = 0;
  for (const double c : data.strategy) data.prefixNormSquared.push_back(sum += c * c);
  checkFinite("norm of the inverse series of noising_coef", sum);
  m_data = std::make_shared<const Data>(std::move(data));
}

double InverseToeplitzStrategy::columnScale(Index column) const {
  if (m_scaling == ColumnScaling::None || m_iterations - column >= bands()) return 1;
  return std::sqrt(m_data->prefixNormSquared.back() / m_data->prefixNormSquared[m_iterations - column - 1]);
}

bool InverseToeplitzStrategy::redrawsNoise() const {
  if (m_scaling == ColumnScaling::None || noisingBands() != 2) return false;
  // Columns that are equal anyway have been called normalised in files by programs that knew no scaling.
  return m_data->prefixNormSquared.back() > m_data->prefixNormSquared.front() * (1 + 1e-11);
}

double InverseToeplitzStrategy::entry(Index row, Index column) const {
  const Index lag = row - column;
  return lag < 0 || lag >= bands() ? 0 : m_data->strategy[lag] * columnScale(column);
}

double InverseToeplitzStrategy::inverseEntry(Index row, Index column) const {
  const Index lag = row - column;
  return lag < 0 || lag >= noisingBands() ? 0 : m_data->noising[lag] / columnScale(row);
}

double InverseToeplitzStrategy::columnNormSquared(Index column) const {
  if (m_scaling == ColumnScaling::Normalized) return m_data->prefixNormSquared.back();
  return m_data->prefixNormSquared[std::min(m_iterations - column, bands()) - 1];
}

void InverseToeplitzStrategy::multiply(std::span<const double> x, std::span<double> out) const {
  const auto& g = m_data->noising;
  // C x solves T(g) out = x: p multiplications a row where the series has up to n.
  for (std::size_t i = 0; i < x.size(); ++i) {
    double sum = x[i] * columnScale(static_cast<Index>(i));
    for (std::size_t lag = 1; lag < std::min(g.size(), i + 1); ++lag) sum -= g[lag] * out[i - lag];
    out[i] = sum / g[0];
  }
}

void InverseToeplitzStrategy::solve(std::span<const double> z, std::span<double> out) const {
  const auto& g = m_data->noising;
  // From the last row up, so that out may be z.
  for (std::size_t i = z.size(); i-- > 0;) {
    double sum = 0;
    for (std::size_t lag = 0; lag < std::min(g.size(), i + 1); ++lag) sum += g[lag] * z[i - lag];
    out[i] = sum / columnScale(static_cast<Index>(i));
  }
}

InverseToeplitzStrategy InverseToeplitzStrategy::withIterations(Index iterations) const {
  const auto kept = noisingCoefficients().first(std::min(noisingBands(), iterations));
  return InverseToeplitzStrategy(iterations, {kept.begin(), kept.end()}, m_scaling);
}

Index InverseToeplitzStrategy::memoryBytes() const {
  return (2 * bands() + noisingBands()) * static_cast<Index>(sizeof(double));
}

template Strategy::Strategy(InverseToeplitzStrategy);

constinit const StrategyKind InverseToeplitzStrategy::kind{
    .id = "inverse-toeplitz",
    .ofInverse = true,
    .series = true,
    .bandsDependOnRounding = true,
    .noisingBands = {.least = 1},
    .shapes =
        [](const StrategySizes& sizes) {
          return std::vector<NamedShape>{{"noising_coef", {sizes.noisingBands}}};
        },
    .arrays =
        [](const Strategy& strategy) {
          return std::vector{
              vectorOf("noising_coef", valueOf<InverseToeplitzStrategy>(strategy).noisingCoefficients())};
        },
    .addSizes =
        [](const Strategy& strategy, StrategySizes& sizes) {
          sizes.noisingBands = valueOf<InverseToeplitzStrategy>(strategy).noisingBands();
          sizes.scaling = valueOf<InverseToeplitzStrategy>(strategy).scaling();
        },
    .make = [](const StrategySizes& sizes, const TakeArray& take) -> Strategy {
      return InverseToeplitzStrategy(sizes.iterations, take("noising_coef"), sizes.scaling);
    },
    .leastIterations = [](const Strategy& strategy) { return sizesOf(strategy).noisingBands; },
    .equalNorms =
        [](const Strategy& strategy) {
          return sizesOf(strategy).scaling == ColumnScaling::Normalized || strategy.bands() == 1;
        },
    .numbers =
        [](const Strategy& strategy) {
          return std::vector{
              listOf("noising_coefficients", valueOf<InverseToeplitzStrategy>(strategy).noisingCoefficients())};
        },
    .form = NoiseForm::Columns,
    .recurrence =
        [](const Strategy& strategy, Index step) {
          return columnRecurrence(strategy, step, std::min(step, sizesOf(strategy).noisingBands - 1));
        },
};

}  // namespace noiseloom
