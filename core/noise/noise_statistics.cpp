#include "core/noise/noise_statistics.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/linalg/power_series.h"
#include "core/linalg/real_fft.h"

namespace noiseloom {
namespace {

constexpr double kTwoPi = 2 * std::numbers::pi;

/// The coefficients of C^-1 before any scaling of rows; empty for kinds without coefficients.
std::vector<double> noisingCoefficients(const Strategy& strategy, Index count) {
  if (strategy.as<IdentityStrategy>()) return {1.0};
  if (const auto* toeplitz = strategy.as<ToeplitzStrategy>()) return toeplitz->inverseCoefficients(count);
  if (const auto* inverse = strategy.as<InverseToeplitzStrategy>()) {
    const auto noising = inverse->noisingCoefficients();
    return {noising.begin(), noising.begin() + std::min<std::ptrdiff_t>(count, std::ssize(noising))};
  }
  std::vector<double> coefficients;
  if (const auto* blt = strategy.as<BltStrategy>()) {
    for (Index lag = 0; lag < count; ++lag) coefficients.push_back(blt->inverseCoefficient(lag));
  }
  return coefficients;
}

double columnScale(const Strategy& strategy, Index column) {
  if (const auto* toeplitz = strategy.as<ToeplitzStrategy>()) return toeplitz->columnScale(column);
  if (const auto* inverse = strategy.as<InverseToeplitzStrategy>()) return inverse->columnScale(column);
  return 1;
}

/// Entries 0 .. step of row `step` of a banded C^-1, by back substitution with C^T; empty when stopped.
std::vector<double> substitutedRow(const Strategy& strategy, Index step, const RunControl& control) {
  std::vector<double> row(static_cast<std::size_t>(step) + 1);
  for (Index j = step; j >= 0; --j) {
    if (j % 1024 == 0 && control.stopRequested()) return {};
    const std::vector<double> column = strategy.column(j);
    double rest = j == step ? 1 : 0;
    const auto known = std::min(std::ssize(column), step - j + 1);
    for (Index i = 1; i < known; ++i) rest -= column[i] * row[j + i];
    row[j] = rest / column[0];
  }
  return row;
}

/// Row `step` of C^-1, from column 0 on, for the kinds without coefficients: rows() values. Invalid when stopped.
std::vector<double> fullRow(const Strategy& strategy, Index step, const RunControl& control) {
  std::vector<double> row(strategy.rows());
  if (strategy.as<BandedStrategy>()) {
    const std::vector<double> known = substitutedRow(strategy, step, control);
    std::ranges::copy(known, row.begin());
    return row;
  }
  for (Index column = 0; column < strategy.rows(); ++column) {
    if (column % 1024 == 0 && control.stopRequested()) return {};
    row[column] = strategy.inverseEntry(step, column);
  }
  return row;
}

}  // namespace

std::vector<double> noisingRow(const Strategy& strategy, Index step, Index most, const RunControl& control) {
  checkInteger("step", step, 0, strategy.iterations() - 1);
  checkInteger("most", most, 1, kNoLimit);
  std::vector<double> row = noisingCoefficients(strategy, std::min(most, step + 1));
  if (!row.empty()) {
    if (std::ssize(row) > step + 1) row.resize(static_cast<std::size_t>(step) + 1);
    const double scale = columnScale(strategy, step);
    for (double& weight : row) weight /= scale;
    return row;
  }
  row = fullRow(strategy, step, control);
  // Rows of z that come after the step's own have weight 0.
  while (row.size() > 1 && row.back() == 0) row.pop_back();
  std::ranges::reverse(row);
  if (std::ssize(row) > most) row.resize(most);
  return row;
}

std::vector<double> noiseCovariance(const Strategy& strategy, Index step, Index lags, const RunControl& control) {
  checkInteger("step", step, 0, strategy.iterations() - 1);
  checkInteger("lags", lags, 1, kNoLimit);
  const Index count = std::min(lags, step + 1);
  const std::vector<double> coefficients = noisingCoefficients(strategy, step + 1);
  std::vector<double> covariance(count);
  if (!coefficients.empty()) {
    // The covariance at lag l sums w_(j + l) w_j over j = 0 .. step - l: all such products within w_0 .. w_step.
    const std::vector<double> sums = seriesCorrelation(coefficients, coefficients, count);
    for (Index lag = 0; lag < count; ++lag) {
      const double scale = columnScale(strategy, step) * columnScale(strategy, step - lag);
      covariance[lag] = sums[lag] / scale;
    }
    return covariance;
  }
  const std::vector<double> row = fullRow(strategy, step, control);
  if (row.empty() || control.stopRequested()) return {};
  std::vector<double> all(strategy.iterations());
  strategy.solve(row, all);
  for (Index lag = 0; lag < count; ++lag) covariance[lag] = all[step - lag];
  return covariance;
}

std::optional<double> noisePower(const Strategy& strategy, double frequency) {
  checkClosedInterval("frequency", frequency, 0, 0.5);
  const std::complex<double> x = std::polar(1.0, -kTwoPi * frequency);
  const auto polynomial = [&](std::span<const double> coefficients) {
    std::complex<double> sum = 0;
    for (auto at = coefficients.rbegin(); at != coefficients.rend(); ++at) sum = sum * x + *at;
    return std::norm(sum);
  };
  if (strategy.as<IdentityStrategy>()) return 1.0;
  if (const auto* inverse = strategy.as<InverseToeplitzStrategy>()) return polynomial(inverse->noisingCoefficients());
  if (const auto* toeplitz = strategy.as<ToeplitzStrategy>()) return 1 / polynomial(toeplitz->coefficients());
  if (const auto* blt = strategy.as<BltStrategy>()) {
    // The inverse's own form: a decay of 1 in C is a pole at f = 0, where the noise has no power.
    const BltParameters& parameters = blt->parameters();
    std::complex<double> sum = 1;
    for (std::size_t i = 0; i < parameters.inverseTheta.size(); ++i)
      sum += parameters.inverseOmega[i] * x / (1.0 - parameters.inverseTheta[i] * x);
    return std::norm(sum);
  }
  return std::nullopt;
}

std::vector<double> estimatedPower(std::span<const double> series, Index segment) {
  checkInteger("segment", segment, 2, std::ssize(series));
  if (segment % 2 != 0) throw InvalidArgument("segment", segment, Core::tr("an even number"));
  std::vector<double> window(segment);
  double energy = 0;
  for (Index i = 0; i < segment; ++i) {
    const double value = 0.5 - 0.5 * std::cos(kTwoPi * (static_cast<double>(i) + 0.5) / static_cast<double>(segment));
    window[i] = value;
    energy += value * value;
  }
  RealFft transform(segment);
  std::vector<double> power(static_cast<std::size_t>(segment / 2) + 1);
  Index segments = 0;
  for (Index begin = 0; begin + segment <= std::ssize(series); begin += segment / 2, ++segments) {
    for (std::size_t i = 0; i < window.size(); ++i)
      transform.values()[i] = window[i] * series[static_cast<std::size_t>(begin) + i];
    transform.forward();
    for (std::size_t k = 0; k < power.size(); ++k) power[k] += std::norm(transform.spectrum()[k]);
  }
  for (double& value : power) value /= energy * static_cast<double>(segments);
  return power;
}

std::vector<double> estimatedCovariance(std::span<const double> series, Index lags) {
  checkInteger("lags", lags, 1, std::ssize(series));
  std::vector<double> covariance = seriesCorrelation(series, series, lags);
  for (Index lag = 0; lag < lags; ++lag) covariance[lag] /= static_cast<double>(std::ssize(series) - lag);
  return covariance;
}

}  // namespace noiseloom
