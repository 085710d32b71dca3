#include "core/participation_mixture/equivalent_noise.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <functional>

#include "core/base/infinity.h"
#include "core/participation_mixture/sampling/mixture_weights.h"

namespace noiseloom {
namespace {

// The most steps of a period: by them the second moment is off by 10^-4, sigma by half of that.
constexpr Index kMostPeriod = 128;
constexpr double kMostTuple = 65;
constexpr double kTupleWidth = 0.15;  // in log(t - 1)
constexpr double kExactly = 1e-9;     // so that differences of errors mean something

}  // namespace

EquivalentNoise::EquivalentNoise(const EquivalentProblem& problem)
    : m_problem(problem),
      m_lattice(problem.law, kMostPeriod),
      m_moment(m_lattice.law(), static_cast<double>(problem.steps) / m_lattice.stride()) {}

// Correlations of the coefficients: inner products of columns.
std::vector<double> EquivalentNoise::products(std::span<const double> coefficients) {
  const std::size_t bands = coefficients.size();
  const Index size = RealFft::goodSize(2 * static_cast<Index>(bands));
  if (!m_fft || m_fft->size() != size) m_fft.emplace(size);
  const std::span<double> values = m_fft->values();
  std::fill(std::copy(coefficients.begin(), coefficients.end(), values.begin()), values.end(), 0.0);
  m_fft->forward();
  for (auto& value : m_fft->spectrum()) value = std::norm(value);
  m_fft->inverse();
  std::vector<double> found(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(bands));
  for (double& value : found) value = std::max(0.0, value / static_cast<double>(size));
  return found;
}

double EquivalentNoise::logMoment(const std::vector<double>& products, double logSigma) {
  std::vector<double> exponents = products;
  for (double& exponent : exponents) exponent *= std::exp(-2 * logSigma);
  return m_moment(m_lattice.exponents(exponents), {});
}

bool EquivalentNoise::draw(std::span<const double> coefficients, Index, const RunControl& control) {
  const std::vector<double> own = products(coefficients);
  m_root = equivalentRoot(
      m_problem, own, [&](double logSigma) { return logMoment(own, logSigma); }, m_trail, control);
  return m_root.has_value();
}

double EquivalentNoise::operator()(std::span<const double> coefficients, std::span<double> gradient,
                                   const RunControl& control) {
  std::fill(gradient.begin(), gradient.end(), 0.0);
  if (!m_root) return kInfinity;
  const std::vector<double> own = products(coefficients);
  if (!(own[0] > 0) || !std::isfinite(own[0])) return kInfinity;
  const auto found = whereSecondMomentIs(
      m_root->logSecond, [&](double at) { return logMoment(own, at); }, m_root->logSigma, std::sqrt(own[0]), kExactly,
      control);
  if (!found) return kInfinity;
  const double logSigma = m_root->logSigma = *found;
  if (gradient.empty()) return logSigma;
  const double precision = std::exp(-2 * logSigma);
  std::vector<double> exponents = own;
  for (double& exponent : exponents) exponent *= precision;
  std::vector<double> byJoined(static_cast<std::size_t>(m_lattice.period()));
  m_moment(m_lattice.exponents(exponents), byJoined);
  std::vector<double> byProduct(exponents.size());
  m_lattice.pullBack(exponents, byJoined, byProduct);
  // log M_2 stays: d log sigma = sum g_d dX_d / (2 sum g_d X_d).
  double slope = 0;
  for (std::size_t d = 0; d < own.size(); ++d) slope += 2 * byProduct[d] * own[d];
  if (!(slope > 0) || !std::isfinite(slope)) return kInfinity;
  // dX_d/dc_u = c_(u+d) + c_(u-d): a convolution with the even continuation of the derivatives.
  const Index size = m_fft->size();
  const std::span<double> values = m_fft->values();
  std::fill(values.begin(), values.end(), 0.0);
  values[0] = 2 * byProduct[0];
  for (std::size_t d = 1; d < byProduct.size(); ++d)
    values[d] = values[static_cast<std::size_t>(size) - d] = byProduct[d];
  m_fft->forward();
  const std::vector<std::complex<double>> kernel(m_fft->spectrum().begin(), m_fft->spectrum().end());
  std::fill(std::copy(coefficients.begin(), coefficients.end(), values.begin()), values.end(), 0.0);
  m_fft->forward();
  std::ranges::transform(m_fft->spectrum(), kernel, m_fft->spectrum().begin(), std::multiplies<>());
  m_fft->inverse();
  for (std::size_t u = 0; u < gradient.size(); ++u) gradient[u] = values[u] / static_cast<double>(size) / slope;
  return logSigma;
}

bool EquivalentNoise::drawsThree() const {
  const auto rules = std::visit([&](const auto& law) { return makeLaw(law, m_problem.steps); }, m_problem.law);
  return MixtureWeights::drawsThree(m_problem.steps, periodOf(m_problem.law), rules->rhythm());
}

double EquivalentNoise::logPairBound(std::span<const double> coefficients, const RunControl& control) {
  if (!draw(coefficients, 0, control)) return kInfinity;
  const std::vector<double> own = products(coefficients);
  const auto bound = [&](double logLess) {
    const double less = std::exp(logLess), t = 1 + less;
    return less * (logLess - m_problem.epsilon) - t * std::log(t) +
           0.5 * t * logMoment(own, m_root->logSigma - 0.5 * logLess);
  };
  // Convex in t - 1; the golden section of its logarithm.
  constexpr double kGolden = 0.381966;
  double low = 0, high = std::log(kMostTuple - 1);
  double left = low + kGolden * (high - low), right = high - kGolden * (high - low);
  double atLeft = bound(left), atRight = bound(right);
  while (high - low > kTupleWidth) {
    if (atLeft < atRight) {
      high = right;
      right = left, atRight = atLeft;
      atLeft = bound(left = low + kGolden * (high - low));
    } else {
      low = left;
      left = right, atLeft = atRight;
      atRight = bound(right = high - kGolden * (high - low));
    }
  }
  return std::min(atLeft, atRight) - std::log(m_problem.delta);
}

}  // namespace noiseloom
