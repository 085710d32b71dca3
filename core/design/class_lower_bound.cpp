#include "core/design/class_lower_bound.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

#include "core/base/check.h"
#include "core/base/index.h"
#include "core/error/lower_bound.h"
#include "core/error/nuclear_norm.h"
#include "core/linalg/power_series.h"
#include "core/linalg/tiled_matrix.h"
#include "core/mechanism/square_root.h"
#include "core/optimize/lbfgs.h"

namespace noiseloom {
namespace {

/// Most bands for which a bound is computed if its Hankel matrix has entries of both signs: O(bands^2 n).
constexpr Index kMostHankelBands = 1024;

/// A series b of n terms as a product c d, c of `bands` coefficients: ||c||^2 sum_j w_j d_j^2 as a function of c, and a
/// lower bound over all such pairs. By multipliers lambda, with which W d = H^T c and c = H d at a stationary point,
/// H_ij = lambda_{i+j}, i < bands, i + j < n (math: section 9.1).
class ToeplitzFactors {
 public:
  using Series = std::vector<double>;
  /// b and w, n terms each, and 1 <= bands <= n.
  ToeplitzFactors(Series product, Series weights, Index bands)
      : m_product(std::move(product)), m_weights(std::move(weights)), m_bands(bands) {}

  /// Its logarithm, and the gradient; +infinity if c[0] <= 0 or it overflows.
  double operator()(std::span<const double> c, std::span<double> gradient);
  /// A lower bound on ||c|| ||W^(1/2) d||, by the last multipliers; 0 if none is known and when stopped.
  double bound(const RunControl& control) const;

 private:
  Index size() const { return std::ssize(m_product); }
  Series timesHankel(const Series& x) const;
  double normSquared(const RunControl& control) const;
  double rayleigh() const;
  double ratioBound() const;
  double factoredBound(const RunControl& control) const;

  Series m_product, m_weights;
  Index m_bands;
  Series m_factor, m_multipliers;  // d and lambda
};

constexpr double kRounding = 1e-8;    // of a bound: above the error of transforms and factors
constexpr double kMostWork = 0x1p32;  // of bands^2 n
constexpr double kMargins[] = {1e-8, 1e-6, 1e-4, 1e-2};

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) sum += a[i] * b[i];
  return sum;
}

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

using Series = std::vector<double>;

constexpr double kWorkingNorm = 10;       // where the optimiser's first step is a tenth
constexpr double kBoundRounding = 1e-8;   // of a bound: above the error of factors and nuclear norms
constexpr Index kMostWeighted = 1 << 16;  // iterations for which weights are tried

double normOf(const Series& a) {
  return std::sqrt(std::inner_product(a.begin(), a.end(), a.begin(), 0.0));
}

// The series whose square generates A.
Series rootOfWorkload(const Workload& workload, Index n) {
  if (!workload.isRational()) return bandedSquareRoot(workload, n);  // only where the bound's search begins
  const auto binomial = [n](double rate) {
    Series c{1};
    for (Index i = 1; i < n; ++i)
      c.push_back(c.back() * rate * (static_cast<double>(i) - 0.5) / static_cast<double>(i));
    return c;
  };
  Series root = seriesProduct(binomial(workload.alpha()), binomial(workload.beta()), n);
  if (workload.averaging() == 0) return root;
  root = seriesProduct(root, binomial(workload.averaging()), n);
  for (double& value : root) value *= std::sqrt(1 - workload.averaging());
  return root;
}

}  // namespace

double toeplitzClassLowerBound(const Workload& workload, Index iterations, Index bands,
                               const Participation& participation, ErrorObjective objective,
                               const RunControl& control) {
  checkBoundArguments(workload, iterations, participation);
  checkInteger("bands", bands, 1, iterations);
  const bool ofMean = objective == ErrorObjective::Mean;
  const bool known = ofMean || objective == ErrorObjective::Max || objective == ErrorObjective::Last;
  if (!workload.isToeplitz() || !workload.spectrum().empty() || !known || iterations > kMostToeplitzBound) return 0;
  const Index n = iterations;
  const Index hits = mostHits(participation, n);
  const Index s = hits > 1 ? participation.separation : n;
  // Hits on the comb 0, s, ..: C u is the series c times that of the comb. If the columns that are hit share no row,
  // its norm is sqrt(whole) ||c||, `whole` counting those that end before the last step; otherwise it is the factor
  // itself, with so many more coefficients.
  const bool apart = hits == 1 || bands <= s;
  Index whole = 1;
  while (apart && whole < hits && whole * s + bands <= n) ++whole;
  const Index length = apart ? bands : std::min(n, bands + (hits - 1) * s);
  Series comb(static_cast<std::size_t>(n), 0.0);
  for (Index hit = 0; hit < (apart ? 1 : hits); ++hit) comb[hit * s] = 1;
  Series product(comb), weights;
  workload.multiply(product, product);
  for (Index j = 0; j < n; ++j) weights.push_back(ofMean ? static_cast<double>(n - j) / static_cast<double>(n) : 1.0);

  Series c = rootOfWorkload(workload, n);
  if (!apart) c = seriesProduct(c, comb, n);
  c.resize(length);
  const double norm = normOf(c);
  for (double& value : c) value *= kWorkingNorm / norm;
  ToeplitzFactors factors(std::move(product), std::move(weights), length);
  LbfgsOptions options;
  options.maxIterations = 400;
  Series gradient(c.size());
  const auto loss = [&](std::span<const double> x, std::span<double> out) {
    const double value = factors(x, out);
    std::copy(out.begin(), out.end(), gradient.begin());
    return value;
  };
  // The loss does not change when c is scaled.
  options.relativeGradient = [&] { return kWorkingNorm * normOf(gradient); };
  minimizeLbfgs(loss, c, options, control);
  if (control.stopRequested()) return 0;
  factors(c, gradient);
  return std::sqrt(static_cast<double>(whole)) * factors.bound(control);
}

double equalNormLowerBound(const Workload& workload, Index iterations, const Participation& participation,
                           const RunControl& control) {
  double best = meanErrorLowerBound(workload, iterations, participation, control);
  if (!workload.spectrum().empty()) return best;
  const auto n = static_cast<double>(iterations);
  const auto hits = static_cast<double>(mostHits(participation, iterations));
  best = std::max(best, std::sqrt(hits) * nuclearNorm(workload, iterations, control) / n);
  // A W^(1/2) is a workload with rates if there is no momentum.
  if (!workload.isToeplitz() || !workload.isRational() || workload.beta() > 0 || iterations > kMostWeighted)
    return best;
  for (const double power : {0.2, 0.35, 0.45, 0.6}) {
    std::vector<double> rates;
    double sum = 0;
    for (Index i = 0; i < iterations; ++i) {
      const double weight = std::pow(static_cast<double>(iterations - i) / n, power);
      rates.push_back(std::sqrt(weight));
      sum += weight;
    }
    if (control.stopRequested() || workload.alpha() == 0) break;
    Workload weighted = Workload::learningRates(std::move(rates), 0, workload.alpha());
    if (workload.averaging() != 0) weighted = weighted.withAveraging(workload.averaging());
    best = std::max(best, std::sqrt(hits / (n * sum)) * nuclearNorm(weighted, iterations, control));
  }
  return best * (1 - kBoundRounding);
}

}  // namespace noiseloom
