#include "core/balls_in_bins/options.h"

#include "core/base/check.h"

namespace noiseloom {

void checkOptions(const BallsInBinsOptions& options) {
  checkOpenInterval("tau", options.tau, 1, 1e3);
  checkOpenInterval("failure_probability", options.failureProbability, 0, 1);
}

}  // namespace noiseloom
