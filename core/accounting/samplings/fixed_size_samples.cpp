#include "core/accounting/samplings/fixed_size_samples.h"

#include <cmath>

#include "core/accounting/calibration/calibration_steps.h"
#include "core/accounting/grid/shifted_pair.h"

namespace noiseloom {
namespace {

constexpr double kNegligible = 1e-7;  // of delta: what may be cut from the losses of all steps, which still counts
constexpr double kMostGridNodes = 1 << 18;

}  // namespace

FixedSizeSamples::FixedSizeSamples(double share, Index compositions) : m_share(share), m_compositions(compositions) {
  calibration::checkSamplingProbability(share);
  calibration::checkCompositions(compositions);
}

std::optional<SchemeDelta> FixedSizeSamples::bound(double sigma, double epsilon, const SchemePrecision& precision,
                                                   const RunControl& control) const {
  if (m_share == 1) return withoutSampling(sigma, epsilon, precision);
  const auto count = static_cast<double>(m_compositions);
  const ShiftedPair pair{sigma, m_share, 2, 0};
  ShiftedPairPlan plan;
  plan.negligible = kNegligible * std::exp(std::max(precision.logDelta, -600.0)) / count;
  const double variance = m_share * m_share * std::expm1(std::min(600.0, 4 / (sigma * sigma)));
  const double mostLoss = rangeOf(pair, plan.negligible);
  const double deviation = std::sqrt(std::min(1.0, variance));
  plan.spacing = std::max(std::min(deviation / precision.fineness, 0.2), mostLoss / kMostGridNodes);
  const auto losses = symmetrisedLosses(pair, plan, control);
  if (!losses) return std::nullopt;
  const auto delta = composedDelta(*losses, m_compositions, Direction::Remove, epsilon, control);
  if (!delta) return std::nullopt;
  return SchemeDelta{delta->logDelta, delta->logDelta, deviation / plan.spacing, delta->rounding, 0};
}

double FixedSizeSamples::sensitivity() const {
  return 2 * calibration::sqrtCount(m_compositions);
}

double FixedSizeSamples::seenAtAll() const {
  return m_share < 1 ? calibration::sampledAtAll(m_share, m_compositions) : 1;
}

double FixedSizeSamples::limitMu(double sigma) const {
  return m_share * std::sqrt(static_cast<double>(m_compositions) * std::expm1(std::min(300.0, 4 / (sigma * sigma))));
}

}  // namespace noiseloom
