#include "core/mechanism/parts/noising_loss.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/error/inverse_toeplitz_error.h"
#include "core/error/toeplitz_kernels.h"
#include "core/linalg/reciprocal_series.h"
#include "core/participation/comb_energy.h"
#include "core/strategy/inverse_toeplitz_strategy.h"

namespace noiseloom {
namespace {

constexpr double kOutside = std::numeric_limits<double>::infinity();
// An evaluation that would need more terms times bands than this, about a quarter of a second, is outside the domain.
constexpr Index kMostWork = Index{1} << 26;
constexpr std::size_t kTermsBetweenPolls = std::size_t{1} << 17;
// C counts as settled once it is below e^-50 of its size, where InverseToeplitzStrategy has truncated it too.
constexpr double kSettledExponent = 50;
constexpr double kMaxSoftness = 0.1;
constexpr double kMaxGap = 1e-6;

}  // namespace

NoisingError::NoisingError(const Workload& workload, Index iterations, Index bands, ErrorObjective objective,
                           const RunControl& control)
    : m_workload(workload), m_iterations(iterations), m_bands(bands), m_objective(objective), m_control(control) {
  if (workload.isToeplitz()) return;
  if (objective == ErrorObjective::Max) {
    m_worst.emplace(static_cast<std::size_t>(iterations), kMaxSoftness);
    return;
  }
  const double share = 1 / static_cast<double>(iterations);
  m_weights.assign(iterations, objective == ErrorObjective::Mean ? share : 0.0);
  if (objective == ErrorObjective::Last) m_weights.back() = 1;
  m_gram = noisingGram(workload, m_weights, bands, control);
}

double NoisingError::operator()(std::span<const double> g, std::span<double> gradient) {
  if (m_workload.isToeplitz()) return inverseToeplitzVariance(g, m_workload, m_iterations, m_objective, gradient);
  const std::vector<double> v = inverseToeplitzVariances(g, m_workload, m_iterations, m_control);
  if (v.empty()) return kOutside;
  double value = 0;
  if (m_worst) {
    m_weights.resize(v.size());
    value = m_worst->value(v, m_weights);
    m_gram = noisingGram(m_workload, m_weights, m_bands, m_control);
  } else {
    value = summaryOf(v).variance[m_objective];
  }
  if (m_gram.empty()) return kOutside;
  for (std::size_t l = 0; l < g.size(); ++l)
    gradient[l] = 2 * dotProduct(m_gram.data() + l * g.size(), g.data(), g.size());
  return value;
}

bool NoisingError::settle(std::span<const double> g) {
  if (!m_worst) return true;
  const std::vector<double> v = inverseToeplitzVariances(g, m_workload, m_iterations, m_control);
  if (v.empty()) return true;
  m_worst->update(v);
  return m_worst->gap(v) < kMaxGap;
}

NoisingLoss::NoisingLoss(Index iterations, Index bands, Index participations, Index separation, NoisingError& error,
                         const RunControl& control)
    : m_iterations(iterations),
      m_mostTerms(std::clamp(kMostWork / bands, Index{1} << 14, kMostInverseToeplitzTerms)),
      m_separation(std::min(separation, iterations)),
      m_participations(std::min(participations, (iterations + m_separation - 1) / m_separation)),
      m_hits(static_cast<double>(m_participations)),
      m_error(error),
      m_control(control) {}

double NoisingLoss::operator()(std::span<const double> g, double smoothing, std::span<double> gradient) {
  std::fill(gradient.begin(), gradient.end(), 0.0);
  // A line search has gone too far in the exponent of g(1).
  if (!std::ranges::all_of(g, [](double x) { return std::isfinite(x); })) return kOutside;
  if (settledEnergy(g)) {
    m_byG.assign(g.size(), 0.0);
    const double variance = m_error(g, m_byG);
    for (std::size_t l = 0; l < g.size(); ++l)
      gradient[l] = m_hits * (m_settled.energy * m_byG[l] + variance * m_settled.energyByDenominator[l]);
    return std::isfinite(variance) ? m_hits * m_settled.energy * variance : kOutside;
  }
  const ReciprocalSeries series = reciprocalSeries(g, m_iterations, m_mostTerms, m_control);
  if (!series.valid) return kOutside;
  const std::vector<double>& c = series.terms;
  m_taken = c;
  m_slope.assign(c.size(), 1.0);
  if (smoothing > 0) {
    const double width = smoothing * c[0];
    for (std::size_t j = 0; j < c.size(); ++j) {
      const double root = std::hypot(c[j], width);
      m_taken[j] = root - width;
      m_slope[j] = c[j] / root;
    }
  }
  m_byC.resize(c.size());
  const double energy = combEnergy(m_taken, m_iterations, m_participations, m_separation, m_byC);
  m_byG.assign(g.size(), 0.0);
  const double variance = m_error(g, m_byG);
  if (!std::isfinite(energy) || !std::isfinite(variance)) return kOutside;
  // T(g)^T r = c-bar, run backwards: in reversed order it is the series' own recurrence; g-bar_l = -sum_j r_j c_(j-l).
  const std::size_t terms = c.size();
  const std::size_t taps = g.size() - 1;
  for (std::size_t j = 0; j < terms; ++j) m_byC[j] *= m_slope[j];
  std::reverse(m_byC.begin(), m_byC.end());
  const std::vector<double> reversed(g.rbegin(), g.rend() - 1);
  m_padded.assign(taps + terms, 0.0);
  for (std::size_t j = 0; j < terms && !m_control.stopRequested(); j += kTermsBetweenPolls)
    recurrence(m_byC.data(), reversed.data(), taps, 1 / g[0], m_padded.data() + taps, j,
               std::min(j + kTermsBetweenPolls, terms));
  const std::vector<double> r(m_padded.rbegin(), m_padded.rend() - static_cast<std::ptrdiff_t>(taps));
  for (std::size_t l = 0; l < g.size(); ++l) {
    const double inner = l < terms ? dotProduct(r.data() + l, c.data(), terms - l) : 0;
    gradient[l] = energy * m_byG[l] - variance * inner;
  }
  return energy * variance;
}

// If C decays before the next hit and before the end, its columns do not overlap and are all equal: their energy has a
// closed form, whatever the number of terms.
bool NoisingLoss::settledEnergy(std::span<const double> g) {
  const Index rows = m_iterations - (m_participations - 1) * m_separation;
  const Index span = std::min({rows, m_participations > 1 ? m_separation : rows, kMostInverseToeplitzTerms});
  if (!isStable(g, std::exp(kSettledExponent / static_cast<double>(span)))) return false;
  std::vector<double> one(g.size(), 0.0);
  one[0] = 1;
  m_settled = transientEnergy(g, one);
  return m_settled.stable;
}

}  // namespace noiseloom
