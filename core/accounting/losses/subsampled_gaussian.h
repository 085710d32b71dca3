#pragma once

#include <limits>
#include <vector>

#include "core/accounting/losses/adjacency.h"
#include "core/base/index.h"

namespace noiseloom {

/// One step of the Poisson-subsampled Gaussian mechanism for contributions of norm at most 1.
/// Add/remove and zero-out: P = (1 - q) N(0, sigma^2) + q N(1, sigma^2) against Q = N(0, sigma^2).
/// Replace-one: the same P against Q = (1 - q) N(0, sigma^2) + q N(-1, sigma^2), which dominates (math: section 10.2).
/// The privacy loss L = log dP/dQ is an increasing function of the outcome x. With S the sum of T independent losses
/// under Q,
///   delta_remove = E (e^S - e^epsilon)_+,   delta_add = E (1 - e^{epsilon + S})_+.
/// Both are convex in each e^L, so any mean-preserving spread of e^L gives an upper bound of both.
struct SubsampledGaussian {
  double sigma = 1;  ///< noise multiplier, > 0
  double q = 0.5;    ///< sampling probability, 0 < q < 1; q = 1 where a composition has unsampled steps
  Adjacency adjacency = Adjacency::AddRemove;

  bool replacesOne() const noexcept { return adjacency == Adjacency::ReplaceOne; }

  /// log of the likelihood ratio of N(1, sigma^2) to N(0, sigma^2) at x.
  double ratio(double x) const { return (x - 0.5) / (sigma * sigma); }
  /// log of the likelihood ratio of P to N(0, sigma^2) at x; that of Q, when one is replaced, is its mirror image.
  double participationLoss(double x) const;
  /// Privacy loss at x.
  double loss(double x) const;
  /// The infimum of the loss: log(1 - q), or -infinity when one is replaced or q = 1.
  double leastLoss() const;
  /// The loss near which nearly all the mass of rare participation sits: leastLoss() where that is finite, else 0.
  double anchor() const;
  /// The x at which the loss exceeds anchor() by `excess`: > 0 when leastLoss() is finite, else of either sign.
  double positionOfExcess(double excess) const;
  /// P(x > from), P(x < to) and the same of Q.
  double upperTailOfP(double from) const;
  double lowerTailOfP(double to) const;
  double upperTailOfQ(double from) const;
  double lowerTailOfQ(double to) const;
  /// log P(x <= to) - log Q(x <= to); 0 when one is replaced, where |x| takes the place of x.
  double lossBelow(double to) const;

  /// Outcomes outside of which T steps have less than about e^{logProbability} of P or Q, log T = logCount.
  struct Outcomes {
    double least;
    double most;
  };
  Outcomes relevantOutcomes(double logCount, double logProbability) const;

  /// log delta of a single step, in closed form; -infinity where delta is 0. epsilon >= 0.
  double oneStepLogDelta(Direction direction, double epsilon) const;
  /// The same for the worse direction.
  double oneStepLogDelta(double epsilon) const;
};

/// Less than a whole step: the outcome x (|x| when one is replaced) given that it is at most `to`, and released only
/// if it is above `from`; otherwise the release is an atom. A step is post-processing of its slices between any cuts,
/// released independently: of the last that is no atom. So the slices dominate it, and each may have a grid of its own.
struct OutcomeSlice {
  double from = -std::numeric_limits<double>::infinity();
  double to = std::numeric_limits<double>::infinity();

  bool hasAtom() const noexcept { return from > -std::numeric_limits<double>::infinity(); }
};

/// `count` independent steps, or slices of steps, that are alike.
struct RepeatedStep {
  SubsampledGaussian step;
  Index count = 1;  ///< >= 1
  OutcomeSlice slice{};

  /// The shift added to losses given that x is at most slice.to.
  double lossShift() const;
  /// The loss of the slice's atom, or that near which the mass of rare participation sits.
  double anchor() const;
  double leastLoss() const;
};

/// The steps composed: at least one, all of one adjacency.
using Steps = std::vector<RepeatedStep>;

/// log(e^x - 1), x > 0, without overflow.
double logExpm1(double x);
/// log(e^a + e^b).
double logSum(double a, double b);

}  // namespace noiseloom
