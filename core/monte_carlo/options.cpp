#include "core/monte_carlo/certificate.h"

#include "core/base/check.h"

namespace noiseloom {

void checkOptions(const SampledOptions& options) {
  checkOpenInterval("tau", options.tau, 1, kMostTau);
  checkClosedInterval("failure_probability", options.failureProbability, kLeastFailureProbability,
                      kMostFailureProbability);
}

}  // namespace noiseloom
