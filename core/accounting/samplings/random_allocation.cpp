#include "core/accounting/samplings/random_allocation.h"

#include <cmath>

#include "core/accounting/grid/allocation_grid.h"
#include "core/base/check.h"

namespace noiseloom {
namespace {

constexpr double kNegligible = 1e-7;  // of delta: what may be cut from an epoch's loss, which still counts

}  // namespace

RandomAllocation::RandomAllocation(Index stepsPerEpoch, Index epochs) : m_steps(stepsPerEpoch), m_epochs(epochs) {
  checkInteger("steps_per_epoch", stepsPerEpoch, 1, kMostSteps);
  checkInteger("epochs", epochs, 1, kMostEpochs);
}

std::optional<SchemeDelta> RandomAllocation::bound(double sigma, double epsilon, const SchemePrecision& precision,
                                                   const RunControl& control) const {
  if (m_steps == 1) return withoutSampling(sigma, epsilon, precision);
  const auto epochs = static_cast<double>(m_epochs);
  AllocationGridPlan plan;
  plan.sigma = sigma;
  plan.steps = m_steps;
  plan.fineness = precision.fineness;
  plan.negligible = kNegligible * std::exp(std::max(precision.logDelta, -600.0)) / epochs;
  plan.share = -std::expm1(-2 * epsilon / epochs);
  const auto losses = allocationLosses(plan, control);
  if (!losses) return std::nullopt;
  return worseDirection(*losses, m_epochs, finenessOf(plan), epsilon, precision, control);
}

double RandomAllocation::sensitivity() const {
  return std::sqrt(static_cast<double>(m_epochs));
}

double RandomAllocation::limitMu(double sigma) const {
  const double variance = std::expm1(std::min(600.0, 1 / (sigma * sigma))) / static_cast<double>(m_steps);
  // The logarithm of the epoch's likelihood ratio, should it be lognormal.
  return std::sqrt(static_cast<double>(m_epochs) * std::log1p(variance));
}

}  // namespace noiseloom
