#include "core/design/toeplitz_factors.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/linalg/power_series.h"
#include "core/linalg/tiled_matrix.h"

namespace noiseloom {
namespace {

constexpr double kRounding = 1e-8;    // of a bound: above the error of transforms and factors
constexpr double kMostWork = 0x1p32;  // of bands^2 n
constexpr double kMargins[] = {1e-8, 1e-6, 1e-4, 1e-2};

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) sum += a[i] * b[i];
  return sum;
}

}  // namespace

double ToeplitzFactors::operator()(std::span<const double> c, std::span<double> gradient) {
  std::fill(gradient.begin(), gradient.end(), 0.0);
  if (!(c[0] > 0)) return std::numeric_limits<double>::infinity();
  const auto n = std::ssize(m_product);
  const Series inverse = seriesInverse({c.begin(), c.end()}, n);
  m_factor = seriesProduct(inverse, m_product, n);
  Series weighted(m_factor.size());
  double squares = 0, norm = 0;
  for (std::size_t j = 0; j < weighted.size(); ++j) {
    weighted[j] = m_weights[j] * m_factor[j];
    squares += weighted[j] * m_factor[j];
  }
  for (const double value : c) norm += value * value;
  if (!std::isfinite(squares) || !(squares > 0)) return std::numeric_limits<double>::infinity();
  m_multipliers = seriesCorrelation(weighted, inverse, n);
  const Series slopes = seriesCorrelation(m_multipliers, m_factor, m_bands);
  for (std::size_t i = 0; i < gradient.size(); ++i) gradient[i] = 2 * (c[i] / norm - slopes[i] / squares);
  return std::log(norm) + std::log(squares);
}

// For any lambda,
//   lambda b = sum_ij lambda_{i+j} c_i d_j = c^T H W^(-1/2) W^(1/2) d <= ||c|| ||H W^(-1/2)|| ||W^(1/2) d||.
double ToeplitzFactors::bound(const RunControl& control) const {
  const double squared = normSquared(control);
  const double value = dot(m_multipliers, m_product);
  if (!(squared > 0) || !std::isfinite(squared) || !(value > 0)) return 0;
  return value / std::sqrt(squared) * (1 - kRounding);
}

ToeplitzFactors::Series ToeplitzFactors::timesHankel(const Series& x) const {
  return seriesCorrelation(m_multipliers, x, m_bands);
}

// An upper bound of ||H W^(-1/2)||^2.
double ToeplitzFactors::normSquared(const RunControl& control) const {
  const double least = *std::min_element(m_multipliers.begin(), m_multipliers.end());
  const double byRatios = least >= 0 ? ratioBound() : std::numeric_limits<double>::infinity();
  const double work = static_cast<double>(m_bands) * static_cast<double>(m_bands) * static_cast<double>(size());
  const bool tight = byRatios < (1 + 1e-6) * rayleigh();
  if (tight || m_bands > kMostHankelBands || work > kMostWork) return byRatios;
  return std::min(byRatios, factoredBound(control));
}

// For the current pair; not above the norm.
double ToeplitzFactors::rayleigh() const {
  double squares = 0;
  for (std::size_t j = 0; j < m_factor.size(); ++j) squares += m_weights[j] * m_factor[j] * m_factor[j];
  const Series image = timesHankel(m_factor);
  return dot(image, image) / squares;
}

// Collatz: for M >= 0 and x > 0 no eigenvalue of M^T M exceeds max (M^T M x)_j / x_j; x = W^(1/2) d.
double ToeplitzFactors::ratioBound() const {
  const Series image = timesHankel(m_factor);
  const Series back = seriesCorrelation(m_multipliers, image, size());
  double most = 0;
  for (std::size_t j = 0; j < back.size(); ++j) {
    if (!(m_factor[j] > 0) || !(m_weights[j] > 0)) return std::numeric_limits<double>::infinity();
    most = std::max(most, back[j] / (m_weights[j] * m_factor[j]));
  }
  return most;
}

// The least of a few t for which t I - M M^T has a Cholesky factor.
double ToeplitzFactors::factoredBound(const RunControl& control) const {
  const double known = rayleigh();
  SquareMatrix products(m_bands);
  for (Index j = 0; j < size(); ++j) {
    const double* column = m_multipliers.data() + j;
    const Index length = std::min(m_bands, size() - j);
    const double scale = 1 / m_weights[j];
    if (j % 64 == 0 && control.stopRequested()) return 0;
    for (Index i = 0; i < length; ++i) {
      double* row = products.row(i);
      const double factor = scale * column[i];
      for (Index k = 0; k <= i; ++k) row[k] += factor * column[k];
    }
  }
  for (const double margin : kMargins) {
    const double most = known * (1 + margin);
    SquareMatrix rest(m_bands);
    for (Index i = 0; i < m_bands; ++i) {
      for (Index k = 0; k <= i; ++k) rest.row(i)[k] = (i == k ? most : 0) - products.row(i)[k];
    }
    const MatrixOutcome outcome = cholesky(rest, control);
    if (outcome == MatrixOutcome::Done) return most;
    if (outcome == MatrixOutcome::Stopped) return 0;
  }
  return std::numeric_limits<double>::infinity();
}

}  // namespace noiseloom
