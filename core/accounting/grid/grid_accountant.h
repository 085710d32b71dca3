#pragma once

#include <limits>
#include <optional>

#include "core/accounting/grid/loss_grid.h"
#include "core/accounting/losses/subsampled_gaussian.h"

namespace noiseloom {

/// An upper bound of delta, worse of both directions, and what it cost.
struct GridDelta {
  double logDelta = -std::numeric_limits<double>::infinity();  ///< log of the bound
  double excess = 0;  ///< estimated amount by which logDelta is too large; infinity: nothing is known
  Direction worst = Direction::Remove;
  double logRemove = 0;     ///< log of a bound of delta to remove, and to add; the one that is not the worse may be
  double logAdd = 0;        ///< much too large, though never larger than logDelta
  Index gridNodes = 0;      ///< nodes of the grids of one step of each kind
  Index transformSize = 0;  ///< length of the longest Fourier transform
};

/// What is known of log delta before: by it a grid is planned, whatever it is the bound holds.
struct ExpectedDelta {
  // A rough idea alone is one. NOLINTNEXTLINE(google-explicit-constructor)
  ExpectedDelta(double logOfDelta, double fallWithEpsilon = 0) : log(logOfDelta), fall(fallWithEpsilon) {}

  double log;   ///< a rough idea of log delta, by which negligible tails are recognised
  double fall;  ///< -d log delta / d epsilon; where it is known, not 0, log is right to about 1
};

/// The certified accountant (math: section 10.2): composes the pessimistic grid T-fold by a Fourier transform of
/// exponentially tilted masses, so that rounding is relative to delta. Probability that a grid leaves out, mass beyond
/// the window of the transform and mass wrapped around it only ever add to the bound, and so do four standard
/// deviations of what rounding does to the transforms; other rounding is not counted (about 1e-10). Where delta comes
/// from a single rare outcome no grid is needed (rareDelta()). tolerance: wanted excess of log delta, > 0; kept unless
/// the grid would pass a fixed number of nodes. Empty when stopped.
std::optional<GridDelta> gridDelta(const SubsampledGaussian& step, double epsilon, Index compositions, double tolerance,
                                   const ExpectedDelta& expected, const RunControl& control);
/// The same for steps of several kinds, all composed on one grid. q = 1 is allowed.
std::optional<GridDelta> gridDelta(const Steps& steps, double epsilon, double tolerance, const ExpectedDelta& expected,
                                   const RunControl& control);

}  // namespace noiseloom
