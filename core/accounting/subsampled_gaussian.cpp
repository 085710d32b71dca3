#include "core/accounting/subsampled_gaussian.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/accounting/analytic_gaussian.h"

namespace noiseloom {
namespace {

double upperTail(double z) {
  return 0.5 * std::erfc(z / std::numbers::sqrt2);
}

}  // namespace

double logExpm1(double x) {
  return x > 1 ? x + std::log1p(-std::exp(-x)) : std::log(std::expm1(x));
}

double SubsampledGaussian::loss(double x) const {
  const double r = ratio(x);
  // log(1 - q + q e^r) in the form that neither overflows nor cancels.
  if (r > 600) return r + std::log(q) + std::log1p((1 / q - 1) * std::exp(-r));
  if (r < -1 && q > 0.5) return std::log((1 - q) + q * std::exp(r));
  return std::log1p(q * std::expm1(r));
}

double SubsampledGaussian::leastLoss() const {
  return std::log1p(-q);
}

double SubsampledGaussian::zeroOddsPosition() const {
  return 0.5 + sigma * sigma * (std::log1p(-q) - std::log(q));
}

double SubsampledGaussian::positionOfExcess(double excess) const {
  return zeroOddsPosition() + sigma * sigma * logExpm1(excess);
}

double SubsampledGaussian::upperTailOfP(double from) const {
  return (1 - q) * upperTail(from / sigma) + q * upperTail((from - 1) / sigma);
}

double SubsampledGaussian::upperTailOfQ(double from) const {
  return upperTail(from / sigma);
}

SubsampledGaussian::Outcomes SubsampledGaussian::relevantOutcomes(double logCount, double logProbability) const {
  const auto quantile = [&](double logWeight) {
    return std::sqrt(2 * std::max(0.5, logCount + logWeight - std::min(logProbability, 0.0)));
  };
  return {-sigma * quantile(0), std::max(1 + sigma * quantile(std::log(q)), sigma * quantile(0))};
}

double SubsampledGaussian::oneStepLogDelta(double epsilon) const {
  return std::max(oneStepLogDelta(Direction::Remove, epsilon), oneStepLogDelta(Direction::Add, epsilon));
}

double SubsampledGaussian::oneStepLogDelta(Direction direction, double epsilon) const {
  const double mu = 1 / sigma;
  if (direction == Direction::Remove) {
    // (1 - q + q e^r - e^epsilon)_+ = q (e^r - e^e')_+ with e^e' = 1 + (e^epsilon - 1)/q.
    const double shifted = epsilon > 500 ? epsilon - std::log(q) : std::log1p(std::expm1(epsilon) / q);
    return std::log(q) + gaussianLogDelta(mu, shifted);
  }
  // (1 - e^epsilon (1 - q + q e^r))_+ = q e^epsilon (kappa - e^r)_+ with kappa = 1 - (1 - e^-epsilon)/q.
  const double kappa = 1 + std::expm1(-epsilon) / q;
  if (kappa <= 0) return -std::numeric_limits<double>::infinity();
  const double logKappa = std::log1p(std::expm1(-epsilon) / q);
  return std::log(q) + epsilon + logKappa + gaussianLogDelta(mu, -logKappa);
}

}  // namespace noiseloom
