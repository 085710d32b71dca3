#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/accounting/grid/grid_accountant.h"
#include "core/base/run_control.h"
#include "core/linalg/secant_search.h"

namespace noiseloom {

/// Root of log delta = logDelta by a certified bound of delta, from the side where delta is small enough.
struct CertifiedRoot {
  SecantResult result;
  double excess = 0;    ///< estimated bound of the amount by which x is too large
  bool finest = false;  ///< x comes from a grid coarser than asked for: the scheme has no finer one
};

/// The root sought: log delta(x) = logDelta in leastX <= x <= mostX, with x too large by at most about xTolerance.
struct CertifiedRootGoal {
  double xTolerance = 0;
  double leastX = 0;
  double mostX = 0;
  double logDelta = 0;
};

/// bound(x, tolerance) is the certified log delta at x, decreasing in x, whose excess should be at most `tolerance`: an
/// optional GridDelta, empty when stopped. approximate is the uncertified root with the slope d log delta / d x.
template <class Bound>
CertifiedRoot certifyRoot(Bound bound, const SecantResult& approximate, const CertifiedRootGoal& goal,
                          const RunControl& control) {
  constexpr double kSlopeError = 1.5;  // the slopes by which excesses are converted are this good, as a factor
  const double half = std::clamp(-0.5 * goal.xTolerance * approximate.slope, 1e-7, 1e-3);
  SecantOptions options;
  options.slope = approximate.slope;
  options.start = std::clamp(approximate.x - 1.5 * half / approximate.slope, goal.leastX, goal.mostX);
  options.leastX = goal.leastX;
  options.mostX = goal.mostX;
  options.mostStep = std::max(0.1 * std::abs(goal.mostX - goal.leastX), goal.xTolerance);
  options.tolerance = half;
  options.fromBelow = true;
  options.mostEvaluations = 12;
  CertifiedRoot root;
  double evaluations = 0;
  root.result = searchDecreasing(
      [&](double x) -> std::optional<double> {
        evaluations += 1;
        control.report(1 - 0.5 / evaluations, Core::tr("certifying the privacy accounting"));
        const std::optional<GridDelta> delta = bound(x, half);
        if (!delta) return std::nullopt;
        // The last is the closest but for rounding.
        if (delta->logDelta <= goal.logDelta) root.excess = delta->excess;
        root.finest = delta->excess > 4 * half;
        return delta->logDelta - goal.logDelta;
      },
      options);
  // How far a four times coarser grid is above tells the excess without theory: it grows like the tolerance.
  if (!std::isnan(root.result.x) && !root.result.stopped) {
    const std::optional<GridDelta> coarser = bound(root.result.x, 4 * std::max(half, std::min(root.excess, 1.0)));
    if (coarser) root.excess = std::max(root.excess, 0.5 * (coarser->logDelta - (goal.logDelta + root.result.value)));
  }
  // The estimate is to first order; the uncertified root states a large excess better.
  const double estimate = kSlopeError * (2 * root.excess - root.result.value) / -approximate.slope;
  root.excess = std::max(estimate, 1.2 * (root.result.x - approximate.x));
  return root;
}

}  // namespace noiseloom
