#include "core/balls_in_bins/options.h"

#include "core/base/check.h"

namespace noiseloom {

void checkOptions(const BallsInBinsOptions& options) {
  checkOpenInterval("tau", options.tau, 1, kMostTau);
  checkClosedInterval("failure_probability", options.failureProbability, kLeastFailureProbability,
                      kMostFailureProbability);
}

}  // namespace noiseloom
