#include "core/balls_in_bins/options.h"

#include "core/base/check.h"

namespace noiseloom {
namespace {

// More than a thousandth is no certificate; fewer is not what rungs of a ladder can share in a double.
constexpr double kLeastFailure = 1e-300;
constexpr double kMostFailure = 1e-3;

}  // namespace

void checkOptions(const BallsInBinsOptions& options) {
  checkOpenInterval("tau", options.tau, 1, 1e3);
  checkClosedInterval("failure_probability", options.failureProbability, kLeastFailure, kMostFailure);
}

}  // namespace noiseloom
