#include "core/mechanism/blt_loss.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/check.h"
#include "core/error/blt_error.h"
#include "core/linalg/cascade_energy.h"

namespace noiseloom {
namespace {

// Of two neighbouring log-odds: closer ones would cost digits of the gradient and gain nothing.
constexpr double kLeastDifference = 1e-7;
// Log-odds beyond this are decays within 1e-260 of 0 or 1.
constexpr double kMostLogOdds = 600;
constexpr double kSoftness = 0.1;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

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

BltLoss::BltLoss(const Workload& workload, Index iterations, const Participation& participation, Index buffers,
                 ErrorObjective objective)
    : m_workload(workload),
      m_iterations(iterations),
      m_pattern(combPattern(participation, iterations)),
      m_buffers(static_cast<std::size_t>(buffers)),
      m_objective(objective),
      m_gaps(m_buffers),
      m_inverseGaps(m_buffers),
      m_omega(m_buffers),
      m_gapGradient(m_buffers),
      m_inverseGradient(m_buffers) {
  checkInteger("buffers", buffers, 1, kMostBltBuffers);
  if (workload.isToeplitz()) return;
  m_schedule.emplace(workload, iterations);
  if (objective == ErrorObjective::Max) m_worst.emplace(static_cast<std::size_t>(iterations), kSoftness);
}

bool BltLoss::decaysAt(std::span<const double> x) {
  const std::vector<double> u = logOdds(x);
  double last = 0;
  for (std::size_t k = 0; k < u.size(); ++k) {
    const double gap = 1 / (1 + std::exp(u[k]));
    // Also false where a value is not a number.
    if (!(std::abs(u[k]) <= kMostLogOdds && gap > last)) return false;
    (k % 2 == 0 ? m_gaps : m_inverseGaps)[k / 2] = last = gap;
  }
  for (std::size_t i = 0; i < m_buffers; ++i) {
    double scale = 1;
    for (std::size_t j = 0; j < m_buffers; ++j) {
      scale *= m_inverseGaps[j] - m_gaps[i];
      if (j != i) scale /= m_gaps[j] - m_gaps[i];
    }
    m_omega[i] = scale;
  }
  return true;
}

double BltLoss::error(const RunControl& control) {
  if (!m_schedule) {
    const bool mean = m_objective == ErrorObjective::Mean;
    const std::vector<double> poles = decoderPoleGaps(m_inverseGaps, m_workload);
    const double scale = mean ? 1 / static_cast<double>(m_iterations) : 1;
    const double energy = cascadeEnergy(m_gaps, poles, m_iterations, mean ? EnergyKind::Accumulated : EnergyKind::Total,
                                        m_gapGradient, m_inverseGradient);
    for (std::size_t i = 0; i < m_buffers; ++i) {
      m_gapGradient[i] *= scale;
      m_inverseGradient[i] *= scale;
    }
    return energy * scale;
  }
  if (!m_schedule->forward(m_gaps, m_inverseGaps, control)) return kInfinity;
  const std::span<const double> v = m_schedule->variances();
  std::vector<double> seeds(v.size(), 0.0);
  double value = 0;
  if (m_worst) {
    value = m_worst->value(v, seeds);
  } else if (m_objective == ErrorObjective::Last) {
    seeds.back() = 1;
    value = v.back();
  } else {
    std::fill(seeds.begin(), seeds.end(), 1 / static_cast<double>(v.size()));
    value = summaryOf(v).meanVariance;
  }
  return m_schedule->reverse(seeds, m_gapGradient, m_inverseGradient, control) ? value : kInfinity;
}

double BltLoss::operator()(std::span<const double> x, std::span<double> gradient, const RunControl& control) {
  checkSize("x", static_cast<Index>(x.size()), static_cast<Index>(2 * m_buffers));
  std::fill(gradient.begin(), gradient.end(), 0.0);
  if (!decaysAt(x)) return kInfinity;
  std::vector<double> gapBar(m_buffers), omegaBar(m_buffers);
  const double sensitivity = bltCombEnergy(1, m_gaps, m_omega, m_pattern, gapBar, omegaBar);
  const double variance = error(control);
  const double loss = sensitivity * variance;
  if (!std::isfinite(loss)) return kInfinity;

  // Derivatives of log(loss) in every gap. omega_i = prod_j (g^_j - g_i) / prod_{j != i} (g_j - g_i).
  std::vector<double> inverseBar(m_buffers, 0.0);
  for (std::size_t i = 0; i < m_buffers; ++i) {
    const double share = omegaBar[i] * m_omega[i];
    for (std::size_t j = 0; j < m_buffers; ++j) {
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
  double norm = 0;
  const double root = std::sqrt(loss);
  for (std::size_t k = 2 * m_buffers; k-- > 0;) {
    const std::size_t i = k / 2;
    const bool inverse = k % 2 != 0;
    const double gap = inverse ? m_inverseGaps[i] : m_gaps[i];
    const double byGap = inverse ? inverseBar[i] / sensitivity + m_inverseGradient[i] / variance
                                 : gapBar[i] / sensitivity + m_gapGradient[i] / variance;
    suffix -= byGap * gap * (1 - gap);
    const double slope = k == 0 ? suffix : -suffix * softPlusSlope(x[k]);
    norm += slope * slope;
    gradient[k] = slope * root / 2;
  }
  m_relativeGradient = std::sqrt(norm);
  return std::isfinite(norm) ? root : kInfinity;
}

std::vector<double> BltLoss::evenStart(double least, double most) const {
  const double step = (most - least) / static_cast<double>(2 * m_buffers);
  std::vector<double> x(2 * m_buffers, std::log(std::expm1(step)));
  x[0] = most - step / 2;
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

bool BltLoss::sharpen(double tolerance) {
  if (!m_worst || m_worst->gap(m_schedule->variances()) <= tolerance) return false;
  m_worst->update(m_schedule->variances());
  return true;
}

}  // namespace noiseloom
