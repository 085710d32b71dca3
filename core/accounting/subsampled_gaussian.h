#pragma once

namespace noiseloom {

/// Which neighbour has the example. The pair (P, Q) below is Remove; Add swaps the roles (math: 10).
enum class Direction { Remove, Add };

/// One step of the Poisson-subsampled Gaussian mechanism of sensitivity 1 under add/remove adjacency:
/// P = (1 - q) N(0, sigma^2) + q N(1, sigma^2) against Q = N(0, sigma^2), with the privacy loss L = log dP/dQ, an
/// increasing function of the outcome x. With S the sum of T independent losses under Q,
///   delta_remove = E (e^S - e^epsilon)_+,   delta_add = E (1 - e^{epsilon + S})_+.
/// Both are convex in each e^L, so any mean-preserving spread of e^L gives an upper bound of both.
struct SubsampledGaussian {
  double sigma = 1;  ///< noise multiplier, > 0
  double q = 0.5;    ///< sampling probability, 0 < q < 1

  /// log of the likelihood ratio of N(1, sigma^2) to N(0, sigma^2) at x.
  double ratio(double x) const { return (x - 0.5) / (sigma * sigma); }
  /// Privacy loss at x.
  double loss(double x) const;
  /// The infimum of the loss, log(1 - q).
  double leastLoss() const;
  /// The x at which taking part and not taking part are equally likely; the loss there exceeds leastLoss() by log 2.
  double zeroOddsPosition() const;
  /// The x at which the loss exceeds leastLoss() by `excess` > 0.
  double positionOfExcess(double excess) const;
  /// P(x > from) and Q(x > from); by symmetry Q(x < to) = upperTailOfQ(-to).
  double upperTailOfP(double from) const;
  double upperTailOfQ(double from) const;

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

/// log(e^x - 1), x > 0, without overflow.
double logExpm1(double x);

}  // namespace noiseloom
