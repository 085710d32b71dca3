#include "core/monte_carlo/certificate.h"

#include <algorithm>

#include "core/base/check.h"

namespace noiseloom {

void checkOptions(const SampledOptions& options) {
  checkOpenInterval("tau", options.tau, 1, kMostTau);
  checkClosedInterval("failure_probability", options.failureProbability, kLeastFailureProbability,
                      kMostFailureProbability);
}

void FailureOfAll::add(const std::optional<SampledCertificate>& tried) {
  // What a file states was passed.
  if (tried) m_sum += std::max(tried->triedProbability, tried->failureProbability);
}

void FailureOfAll::state(std::optional<SampledCertificate>& chosen) const {
  if (!chosen) return;
  chosen->triedProbability = std::min(1.0, m_sum);
  if (chosen->failureProbability > 0) chosen->failureProbability = chosen->triedProbability;
}

}  // namespace noiseloom
