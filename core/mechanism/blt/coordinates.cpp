#include "core/mechanism/blt/coordinates.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/check.h"

namespace noiseloom {
namespace {

// Least difference of neighbouring log-odds: closer ones would cost digits of the gradient and gain nothing.
constexpr double kLeastDifference = 1e-7;
// Log-odds beyond this are decays within 1e-260 of 0 or 1.
constexpr double kMostLogOdds = 600;

// log(1 + e^x): the difference of two log-odds for any x, close to e^x for small and to x for large ones.
double softPlus(double x) {
  return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x)));
}

double softPlusSlope(double x) {
  return 1 / (1 + std::exp(-x));
}

std::vector<double> logOdds(std::span<const double> x) {
  std::vector<double> u(x.begin(), x.end());
  for (std::size_t k = 1; k < u.size(); ++k) u[k] = u[k - 1] - kLeastDifference - softPlus(x[k]);
  return u;
}

}  // namespace

BltCoordinates::BltCoordinates(Index buffers) {
  checkInteger("buffers", buffers, 1, kMostBltBuffers);
  const std::size_t m = buffers;
  m_x.resize(2 * m);
  m_gaps.resize(m);
  m_inverseGaps.resize(m);
  m_omega.resize(m);
}

bool BltCoordinates::moveTo(std::span<const double> x) {
  checkSize("x", std::ssize(x), std::ssize(m_x));
  std::copy(x.begin(), x.end(), m_x.begin());
  const std::vector<double> u = logOdds(x);
  double last = 0;
  for (std::size_t k = 0; k < u.size(); ++k) {
    const double gap = 1 / (1 + std::exp(u[k]));
    // Also false for NaN.
    if (!(std::abs(u[k]) <= kMostLogOdds && gap > last)) return false;
    (k % 2 == 0 ? m_gaps : m_inverseGaps)[k / 2] = last = gap;
  }
  m_omega = bltOutputScales(m_gaps, m_inverseGaps);
  for (double& scale : m_omega) scale = -scale;
  return true;
}

void BltCoordinates::pullBack(std::span<const double> byGap, std::span<const double> byInverseGap,
                              std::span<const double> byOmega, std::span<double> gradient) const {
  const std::size_t m = m_gaps.size();
  // Total derivatives: omega_i = prod_j (g^_j - g_i) / prod_{j != i} (g_j - g_i).
  std::vector<double> gapBar(byGap.begin(), byGap.end());
  std::vector<double> inverseBar(byInverseGap.begin(), byInverseGap.end());
  for (std::size_t i = 0; i < m; ++i) {
    const double share = byOmega[i] * m_omega[i];
    for (std::size_t j = 0; j < m; ++j) {
      const double across = share / (m_inverseGaps[j] - m_gaps[i]);
      inverseBar[j] += across;
      gapBar[i] -= across;
      if (j == i) continue;
      const double along = share / (m_gaps[j] - m_gaps[i]);
      gapBar[i] += along;
      gapBar[j] -= along;
    }
  }
  // Every later log-odds moves with an earlier one.
  double suffix = 0;
  for (std::size_t k = 2 * m; k-- > 0;) {
    const std::size_t i = k / 2;
    const bool inverse = k % 2 != 0;
    const double gap = inverse ? m_inverseGaps[i] : m_gaps[i];
    suffix -= (inverse ? inverseBar[i] : gapBar[i]) * gap * (1 - gap);
    gradient[k] = k == 0 ? suffix : -suffix * softPlusSlope(m_x[k]);
  }
}

std::vector<double> evenBltStart(Index buffers, double least, double most) {
  const double step = (most - least) / static_cast<double>(2 * buffers);
  std::vector<double> x(2 * buffers, std::log(std::expm1(step)));
  x[0] = most - step / 2;
  return x;
}

std::vector<double> bltPointOf(const BltStrategy& strategy) {
  const BltParameters& parameters = strategy.parameters();
  std::vector<double> x;
  double last = 0;
  for (std::size_t k = 0; k < 2 * parameters.theta.size(); ++k) {
    const double decay = (k % 2 == 0 ? parameters.theta : parameters.inverseTheta)[k / 2];
    const double u = std::log(decay) - std::log1p(-decay);
    const double beyond = std::max(last - u - kLeastDifference, kLeastDifference);
    x.push_back(k == 0 ? u : beyond > 1 ? beyond + std::log1p(-std::exp(-beyond)) : std::log(std::expm1(beyond)));
    last = u;
  }
  return x;
}

BltStrategy bltAt(Index iterations, std::span<const double> x) {
  const std::vector<double> u = logOdds(x);
  std::vector<double> theta, inverseTheta;
  double last = 1;
  for (std::size_t k = 0; k < u.size(); ++k) {
    // Rounded to doubles, decays near 1 may coincide.
    last = std::min(1 / (1 + std::exp(-u[k])), std::nextafter(last, 0.0));
    (k % 2 == 0 ? theta : inverseTheta).push_back(last);
  }
  return {iterations, std::move(theta), std::move(inverseTheta)};
}

}  // namespace noiseloom
