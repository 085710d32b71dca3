#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "core/accounting/losses/adjacency.h"
#include "core/base/index.h"
#include "core/base/run_control.h"

namespace noiseloom {

/// The privacy loss of one mechanism, already on an equidistant grid and already pessimistic: node i has the loss
/// anchor + (first + i) spacing and the P-mass masses[i], its Q-mass is that times e^{-loss}. What is at no finite loss
/// counts in full: infiniteP at +infinity (the example is seen for sure), infiniteQ at -infinity (its absence is).
struct LossMasses {
  double anchor = 0;
  double spacing = 0;  ///< > 0
  Index first = 0;
  std::vector<double> masses;
  double infiniteP = 0;
  double infiniteQ = 0;

  double loss(Index i) const { return anchor + static_cast<double>(first + i) * spacing; }
  Index size() const noexcept { return std::ssize(masses); }
  /// The Q-mass of all nodes.
  double massOfQ() const;
};

/// log M(z), M(z) = E_Q e^{zL} over the finite losses, with mean and variance of the loss under the weights e^{zL}.
struct LossMoments {
  double logTransform = 0;
  double mean = 0;
  double variance = 0;
};
LossMoments momentsOf(const LossMasses& losses, double z);

/// An upper bound of delta in one direction.
struct DirectedBound {
  double logDelta = 0;  ///< at least -745, which stands for less than the least double
  double rounding = 0;  ///< of logDelta: how much of it is an allowance for rounding and cut tails
  double fall = 0;      ///< -d log delta / d epsilon, to about a tenth; 0 where not known
  Index transformSize = 0;
};

/// Delta of `count` independent mechanisms that are alike, at epsilon >= 0: their losses, tilted exponentially so that
/// rounding is relative to delta (math: section 10.2), add up by powers of one Fourier transform. What lies beyond its
/// window, what wraps around and four standard deviations of rounding errors only ever add to the bound. Delta 1 where
/// a window would be longer than kMostWindow nodes. Where Chernoff's bound is below e^enough it will do. Empty when
/// stopped.
std::optional<DirectedBound> composedDelta(const LossMasses& one, Index count, Direction direction, double epsilon,
                                           const RunControl& control,
                                           double enough = -std::numeric_limits<double>::infinity());

constexpr Index kMostWindow = Index{1} << 22;

}  // namespace noiseloom
