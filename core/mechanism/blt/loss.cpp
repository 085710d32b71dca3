#include "core/mechanism/blt/loss.h"

#include <algorithm>
#include <cmath>

#include "core/base/check.h"
#include "core/base/infinity.h"
#include "core/error/blt_error.h"
#include "core/error/component_sum.h"

namespace noiseloom {
namespace {

constexpr double kSoftness = 0.1;

}  // namespace

BltLoss::BltLoss(const Workload& workload, Index iterations, const Participation& participation, Index buffers,
                 ErrorObjective objective)
    : m_workload(workload),
      m_iterations(iterations),
      m_pattern(combPattern(participation, iterations)),
      m_buffers(buffers),
      m_objective(objective),
      m_point(buffers),
      m_gapGradient(m_buffers),
      m_inverseGradient(m_buffers) {
  checkInteger("buffers", buffers, 1, kMostBltBuffers);
  if (workload.isToeplitz()) return;
  m_schedule.emplace(workload, iterations);
  if (objective == ErrorObjective::Max) m_worst.emplace(static_cast<std::size_t>(iterations), kSoftness);
}

double BltLoss::toeplitzError(const Workload& workload, std::span<double> byGap, std::span<double> byInverseGap) const {
  const bool mean = isMean(m_objective);
  const double scale = mean ? 1 / static_cast<double>(m_iterations) : 1;
  const double energy = bltEnergy(m_point.gaps(), m_point.inverseGaps(), workload, m_iterations,
                                  mean ? EnergyKind::Accumulated : EnergyKind::Total, byGap, byInverseGap);
  for (std::size_t i = 0; i < m_buffers; ++i) {
    byGap[i] *= scale;
    byInverseGap[i] *= scale;
  }
  return energy * scale;
}

double BltLoss::error(const RunControl& control) {
  if (ofCurvatures(m_objective)) {
    std::vector<double> gradient(2 * m_buffers);
    const double value = overComponents(m_workload, gradient, [&](const Workload& part, std::span<double> own) {
      return toeplitzError(part, own.first(m_buffers), own.last(m_buffers));
    });
    std::copy_n(gradient.begin(), m_buffers, m_gapGradient.begin());
    std::copy_n(gradient.begin() + static_cast<std::ptrdiff_t>(m_buffers), m_buffers, m_inverseGradient.begin());
    return value;
  }
  if (!m_schedule) return toeplitzError(m_workload, m_gapGradient, m_inverseGradient);
  if (!m_schedule->forward(m_point.gaps(), m_point.inverseGaps(), control)) return kInfinity;
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
    value = summaryOf(v).variance.mean;
  }
  return m_schedule->reverse(seeds, m_gapGradient, m_inverseGradient, control) ? value : kInfinity;
}

double BltLoss::operator()(std::span<const double> x, std::span<double> gradient, const RunControl& control) {
  checkSize("x", std::ssize(x), static_cast<Index>(2 * m_buffers));
  std::fill(gradient.begin(), gradient.end(), 0.0);
  if (!m_point.moveTo(x)) return kInfinity;
  std::vector<double> gapBar(m_buffers), omegaBar(m_buffers);
  m_sensitivitySquared = bltCombEnergy(1, m_point.gaps(), m_point.omega(), m_pattern, gapBar, omegaBar);
  const double variance = error(control);
  const double loss = m_sensitivitySquared * variance;
  if (!std::isfinite(loss)) return kInfinity;

  // Derivatives of log(loss).
  for (std::size_t i = 0; i < m_buffers; ++i) {
    gapBar[i] = gapBar[i] / m_sensitivitySquared + m_gapGradient[i] / variance;
    m_inverseGradient[i] /= variance;
    omegaBar[i] /= m_sensitivitySquared;
  }
  m_point.pullBack(gapBar, m_inverseGradient, omegaBar, gradient);
  double norm = 0;
  const double root = std::sqrt(loss);
  for (double& slope : gradient) {
    norm += slope * slope;
    slope *= root / 2;
  }
  m_relativeGradient = std::sqrt(norm);
  return std::isfinite(norm) ? root : kInfinity;
}

double BltLoss::sharpen() {
  m_worst->update(m_schedule->variances());
  return std::sqrt(m_sensitivitySquared * summaryOf(m_schedule->variances()).variance.max);
}

}  // namespace noiseloom
