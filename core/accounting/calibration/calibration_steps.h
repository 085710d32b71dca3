#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "core/accounting/calibration/certified_root.h"
#include "core/accounting/calibration/loss_bound.h"
#include "core/accounting/fourier/approximate_delta.h"
#include "core/accounting/losses/analytic_gaussian.h"
#include "core/accounting/losses/subsampled_gaussian.h"
#include "core/base/index.h"
#include "core/base/run_control.h"
#include "core/linalg/bisection.h"

// Shared by the calibrating functions; not for use outside of this room.
namespace noiseloom::calibration {

constexpr double kRounding = 1e-6;          // relative inflation that stands for rounding in the grid accountant
constexpr double kClosedFormError = 1e-12;  // the same for the closed forms of sigma and epsilon
constexpr double kOneStepError = 1e-9;      // the same for a single subsampled step
constexpr double kTolerance = 4e-6;  // wanted excess of sigma, epsilon and q: half from the grid, half from the search

constexpr double kDeltaTolerance = 1e-5;  // wanted excess of delta, relative
constexpr double kLeastDelta = 1e-300;    // no smaller delta is ever promised

class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count(); }

 private:
  std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
};

void checkSamplingProbability(double q);
void checkCompositions(Index compositions);
void checkDelta(double delta, bool subsampled);
void checkNoiseMultiplier(double value, const LossBound::Limits& limits);

/// Delta of the Gaussian mechanism of this mu.
Certified unsampledDelta(double mu, double epsilon);
/// A delta as it is promised, `inflation` standing for rounding: at most `most`, which is valid, too. This and the
/// floor say nothing about how far the exact value is.
Certified promisedDelta(double logDelta, double inflation, double error, double most, const Stopwatch& watch,
                        bool stopped = false);

inline double sqrtCount(Index compositions) {
  return std::sqrt(static_cast<double>(compositions));
}
/// Probability of being sampled at all in T steps. As sigma -> 0 delta tends to it.
inline double sampledAtAll(double q, Index compositions) {
  return -std::expm1(static_cast<double>(compositions) * std::log1p(-q));
}

/// A search along the axis that begins where the central limit theorem does: limitMu(sigma) is the mu that it gives.
/// slope: of log delta, or what stands for it, in log sigma.
template <class LimitMu>
SecantOptions searchFromLimit(const LossBound::Axis& axis, LimitMu limitMu, double slope) {
  SecantOptions options;
  options.leastX = axis.leastX;
  options.mostX = axis.mostX;
  if (!axis.ofSigma) {
    options.start = std::clamp(gaussianEpsilon(limitMu(axis.known), axis.delta), axis.leastX, axis.mostX);
    options.slope = -std::max(1.0, -std::log(axis.delta)) / axis.mostX;
    options.mostStep = axis.mostX;
    return options;
  }
  const double mu = gaussianMuFor(axis.known, axis.delta);
  const auto isTooLittle = [&](double logSigma) { return limitMu(std::exp(logSigma)) > mu; };
  options.start = narrowed({.holds = axis.leastX, .fails = axis.mostX}, 0.01, isTooLittle).fails;
  options.slope = slope;
  options.mostStep = 0.5;
  return options;
}

/// True if an inversion, which shares nothing with the grid, finds delta above the wanted one: below the exact root.
inline bool isBelowRoot(const ComposedSteps& composed, double logDelta, const RunControl& control) {
  ApproximateDelta delta(logDelta, control);
  delta.refine();
  const auto value = delta(composed);
  return value && delta.isIndependent() && delta.error() < 1e-3 && *value > logDelta - std::min(delta.error(), 1e-4);
}

/// The certified root of the grid accountant. Finer than asked for where the uncertified root, which is much nearer to
/// the truth than the goal's tolerance, tells that the excess has been underestimated. And never on the unsafe side of
/// that root plus a quarter of the tolerance: of two routes that should agree the safer is believed.
template <class ComposedAt>
CertifiedRoot certify(ComposedAt composedAt, const SecantResult& approximate, const CertifiedRootGoal& goal,
                      const RunControl& control) {
  const double fall = ApproximateDelta(goal.logDelta, control).fallOfRemove(composedAt(approximate.x));
  const auto bound = [&](double x, double tolerance) {
    const auto [step, epsilon, compositions] = composedAt(x);
    return gridDelta(step, epsilon, compositions, tolerance, {goal.logDelta, fall}, control);
  };
  CertifiedRoot root = certifyRoot(bound, approximate, goal, control);
  const double excess = root.result.x - approximate.x;
  if (excess > 2.5 * goal.xTolerance && excess < 1e4 * goal.xTolerance && !root.result.stopped && !root.finest) {
    CertifiedRootGoal finer = goal;
    finer.xTolerance *= std::max(0.01, 0.5 * goal.xTolerance / excess);
    const CertifiedRoot again = certifyRoot(bound, approximate, finer, control);
    if (again.result.x < root.result.x) root = again;
  }
  const double least = std::min(approximate.x + 0.25 * goal.xTolerance, goal.mostX);
  if (approximate.x > goal.leastX && root.result.x < least) root.result.x = least;
  if (root.result.stopped || std::isnan(root.result.x)) return root;
  // The excess is what is claimed of the exact value, so a second method has to confirm it: first that it is no more
  // than the uncertified root suggests, else what the grid estimates.
  const double expected = 1.5 * (root.result.x - approximate.x) + 1e-8 * std::abs(root.result.x);
  for (const double excess : {expected, root.excess}) {
    if (!std::isfinite(excess) || !(excess > 0) || root.result.x - excess <= goal.leastX) continue;
    ApproximateDelta second(goal.logDelta, control);
    second.refine();
    const auto value = second(composedAt(root.result.x - excess));
    const bool confirmed = value && *value > goal.logDelta - std::min(second.error(), 1e-4) && second.error() < 1;
    if (confirmed && (second.isIndependent() || excess >= root.excess)) {
      root.excess = excess;
      return root;
    }
  }
  if (root.result.x - root.excess > goal.leastX) root.excess = std::numeric_limits<double>::infinity();
  return root;
}

}  // namespace noiseloom::calibration
