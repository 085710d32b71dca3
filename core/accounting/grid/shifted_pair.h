#pragma once

#include <optional>

#include "core/accounting/grid/loss_masses.h"
#include "core/base/run_control.h"

namespace noiseloom {

/// One step in which something happens with probability q that moves P by `up` and Q by `down`, the other way:
/// P = (1 - q) N(0, sigma^2) + q N(up, sigma^2), Q = (1 - q) N(0, sigma^2) + q N(-down, sigma^2). The loss rises with
/// the outcome x.
struct ShiftedPair {
  double sigma = 1;  ///< > 0
  double q = 0.5;    ///< 0 < q <= 1
  double up = 1;     ///< > 0
  double down = 0;   ///< >= 0

  /// log(1 - q) where Q does not move, else 0: near it is the mass of rare participation. 0 at q = 1.
  double anchor() const;
  /// The loss less the anchor, without cancellation near it.
  double excess(double x) const;
  /// Where the excess has this value, by Newton's method from `guess` where there is no closed form.
  double positionOf(double excess, double guess) const;
  double upperTailOfP(double from) const;
  double lowerTailOfP(double to) const;
  double upperTailOfQ(double from) const;
  double lowerTailOfQ(double to) const;
};

/// Where a grid of a pair has its nodes: anchor + j spacing, over outcomes beyond which one step of P or Q has a
/// probability of about `negligible`, which counts as an infinite loss.
struct ShiftedPairPlan {
  double anchor = 0;
  double spacing = 0;
  double negligible = 0;
};

/// The greatest excess that such a grid has.
double rangeOf(const ShiftedPair& pair, double negligible);

/// Pessimistic as LossGrid is: every cell's mass goes to its two ends so that the mean of e^L is kept. Empty when
/// stopped.
std::optional<LossMasses> lossesOf(const ShiftedPair& pair, const ShiftedPairPlan& plan, const RunControl& control);

/// The symmetrised pair of replacing one example in a sample of fixed size: for e^epsilon >= 1 the curve of
/// (1 - q) N(0) + q N(2) against N(0), below its mirror image. What is at a loss L > 0 stands at -L mirrored, the rest
/// at 0. math: section 10.6.
std::optional<LossMasses> symmetrisedLosses(const ShiftedPair& pair, const ShiftedPairPlan& plan,
                                            const RunControl& control);

}  // namespace noiseloom
