#include "core/monte_carlo/weights.h"

#include <cmath>

#include "core/monte_carlo/loss_lines.h"

namespace noiseloom {
namespace {

// x log x, continued to 0.
double entropy(double x) {
  return x > 0 ? x * std::log(x) : 0;
}

}  // namespace

double logWeight(Direction direction, double epsilon, double loss, double logFactor) {
  const double exponent = direction == Direction::Remove ? epsilon - loss : epsilon + loss;
  if (!(exponent < 0)) return -std::numeric_limits<double>::infinity();
  return std::log(-std::expm1(exponent)) + logFactor;
}

void WeightSampler::logWeights(const WeightBlock& block, double stddev, double epsilon, double* out,
                               const RunControl&) const {
  double factor[kLanes];
  losses(block, stddev, out, factor);
  for (Index l = 0; l < kLanes; ++l) out[l] = logWeight(direction(), epsilon, out[l], factor[l]);
}

std::unique_ptr<const LossLines> WeightModel::lossLines(double) const {
  return nullptr;
}

double logGreatestPayoff(Direction direction, double t, double epsilon) {
  // v^(t-1) (1 - v) and v^t (1 - v) with v = e^-|epsilon - L|.
  if (direction == Direction::Remove) return -(t - 1) * epsilon + entropy(t - 1) - entropy(t);
  return -t * epsilon + entropy(t) - entropy(t + 1);
}

}  // namespace noiseloom
