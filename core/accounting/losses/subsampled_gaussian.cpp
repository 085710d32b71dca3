#include "core/accounting/losses/subsampled_gaussian.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/accounting/losses/analytic_gaussian.h"
#include "core/linalg/normal_tail.h"

namespace noiseloom {
namespace {

/// log E (e^r - e^threshold)_+ under N(0, sigma^2), r the log ratio of N(1, sigma^2) to it; thresholds of either sign.
double logCall(double mu, double threshold) {
  if (threshold >= 0) return gaussianLogDelta(mu, threshold);
  return std::log(-std::expm1(threshold) + std::exp(threshold + gaussianLogDelta(mu, -threshold)));
}

/// log sinh(x), x > 0, without overflow.
double logSinh(double x) {
  return x + std::log(-std::expm1(-2 * x)) - std::numbers::ln2;
}

}  // namespace

double logExpm1(double x) {
  return x > 1 ? x + std::log1p(-std::exp(-x)) : std::log(std::expm1(x));
}

double logSum(double a, double b) {
  const double most = std::max(a, b);
  return std::isfinite(most) ? most + std::log1p(std::exp(std::min(a, b) - most)) : most;
}

double SubsampledGaussian::participationLoss(double x) const {
  const double r = ratio(x);
  // log(1 - q + q e^r) in the form that neither overflows nor cancels.
  if (r > 600) return r + std::log(q) + std::log1p((1 / q - 1) * std::exp(-r));
  if (r < -1 && q > 0.5) return q < 1 ? std::log((1 - q) + q * std::exp(r)) : r;
  return std::log1p(q * std::expm1(r));
}

double SubsampledGaussian::loss(double x) const {
  return replacesOne() ? participationLoss(x) - participationLoss(-x) : participationLoss(x);
}

double SubsampledGaussian::leastLoss() const {
  return replacesOne() ? -std::numeric_limits<double>::infinity() : std::log1p(-q);
}

double SubsampledGaussian::anchor() const {
  return replacesOne() || q == 1 ? 0 : std::log1p(-q);
}

double SubsampledGaussian::positionOfExcess(double excess) const {
  const double variance = sigma * sigma;
  if (replacesOne()) {
    // With t = e^{x / sigma^2}, odds c = (1 - q) e^{1/(2 sigma^2)} / q and t = e^{l/2} s: s - 1/s = 2 c sinh(l/2).
    if (q == 1 || excess == 0) return 0.5 * variance * excess;
    const double half = 0.5 * std::abs(excess);
    const double logArgument = std::log1p(-q) - std::log(q) + 0.5 / variance + logSinh(half);
    const double angle = logArgument > 300 ? logArgument + std::numbers::ln2 : std::asinh(std::exp(logArgument));
    return std::copysign(variance * (half + angle), excess);
  }
  if (q == 1) return 0.5 + variance * excess;
  return 0.5 + variance * (std::log1p(-q) - std::log(q) + logExpm1(excess));
}

double SubsampledGaussian::upperTailOfP(double from) const {
  return (1 - q) * upperTail(from / sigma) + q * upperTail((from - 1) / sigma);
}

double SubsampledGaussian::lowerTailOfP(double to) const {
  return (1 - q) * upperTail(-to / sigma) + q * upperTail((1 - to) / sigma);
}

double SubsampledGaussian::upperTailOfQ(double from) const {
  return replacesOne() ? lowerTailOfP(-from) : upperTail(from / sigma);
}

double SubsampledGaussian::lowerTailOfQ(double to) const {
  return replacesOne() ? upperTailOfP(-to) : upperTail(-to / sigma);
}

double SubsampledGaussian::lossBelow(double to) const {
  return replacesOne() ? 0 : std::log1p(-upperTailOfP(to)) - std::log1p(-upperTailOfQ(to));
}

SubsampledGaussian::Outcomes SubsampledGaussian::relevantOutcomes(double logCount, double logProbability) const {
  const auto quantile = [&](double logWeight) {
    return std::sqrt(2 * std::max(0.5, logCount + logWeight - std::min(logProbability, 0.0)));
  };
  const double most = std::max(1 + sigma * quantile(std::log(q)), sigma * quantile(0));
  return {replacesOne() ? -most : -sigma * quantile(0), most};
}

double SubsampledGaussian::oneStepLogDelta(double epsilon) const {
  if (replacesOne()) return oneStepLogDelta(Direction::Remove, epsilon);
  return std::max(oneStepLogDelta(Direction::Remove, epsilon), oneStepLogDelta(Direction::Add, epsilon));
}

double SubsampledGaussian::oneStepLogDelta(Direction direction, double epsilon) const {
  const double mu = 1 / sigma;
  if (replacesOne()) {
    // P - e^epsilon Q = q e^u (e^{r - u} - 1) - q e^{epsilon - v} (e^{v - r'} - 1) in units of N(0, sigma^2), where the
    // likelihood ratios e^r and e^{-r'} of N(1) and N(-1) have the values e^u and e^{-v} at the loss epsilon.
    const double x = positionOfExcess(epsilon);
    const double above = (x - 0.5) * mu * mu, below = (x + 0.5) * mu * mu;
    const double first = logCall(mu, above), second = epsilon - below + logCall(mu, below);
    return std::log(q) + logSum(first, second);
  }
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

double RepeatedStep::lossShift() const {
  return -step.lossBelow(slice.to);
}

double RepeatedStep::anchor() const {
  return (slice.hasAtom() ? step.lossBelow(slice.from) : step.anchor()) + lossShift();
}

double RepeatedStep::leastLoss() const {
  return slice.hasAtom() && !step.replacesOne() ? anchor() : step.leastLoss() + lossShift();
}

}  // namespace noiseloom
