#pragma once

#include <algorithm>
#include <limits>
#include <optional>

#include "core/accounting/calibration/calibration.h"
#include "core/base/index.h"
#include "core/base/run_control.h"

namespace noiseloom {

struct LossMasses;

/// Upper bounds of log delta, of both directions; the one that is not the worse may be much too large, though never
/// larger than the other.
struct SchemeDelta {
  double logRemove = 0;
  double logAdd = 0;
  double fineness = 0;   ///< of the grid, where that is not as asked for: limits on nodes, and on the width of a cell
  double allowance = 0;  ///< of worst(): how much of it is for rounding and cut tails; infinite where that is all of it
  Index worstCase =
      0;  ///< which of the cases that the scheme takes the worst of (directions, sizes of the data): mostly 0

  double worst() const { return std::max(logRemove, logAdd); }
};

/// How closely a scheme is asked for delta.
struct SchemePrecision {
  double fineness = 24;   ///< nodes to a standard deviation of the loss, about: log delta errs like its inverse square
  double logDelta = -10;  ///< a rough idea of log delta, by which negligible tails are recognised
  bool both = false;      ///< also of the direction that is not the worse
  Index first = 0;        ///< the case that is tried first, a worstCase
  /// Once log delta of some case is above it the others are left out, so that it is no bound of all of them: searches
  /// need no more. Certified is what is not above it.
  double enough = std::numeric_limits<double>::infinity();
};

/// A way of forming batches whose privacy loss can be computed on a grid for any noise multiplier sigma: T mechanisms
/// that are alike and independent. Its bounds are upper bounds of delta whatever the precision. The error bound of
/// sigma is 4e-4 to 6e-4 mostly: estimated by how much a grid half as fine errs, and never less than 4e-4; it is
/// approximated to about 1e-3, in a few milliseconds, by two coarse grids, extrapolated. math: sections 10.4 to 10.6.
class LossScheme : public LossBound {
 public:
  /// Certified, sigma > 0, epsilon >= 0. Empty when stopped.
  virtual std::optional<SchemeDelta> bound(double sigma, double epsilon, const SchemePrecision& precision,
                                           const RunControl& control) const = 0;
  /// See Limits.
  virtual double sensitivity() const = 0;
  virtual double seenAtAll() const = 0;
  /// The mu of the Gaussian mechanism that the central limit theorem gives: where searches start.
  virtual double limitMu(double sigma) const = 0;
  Limits limits() const override { return {sensitivity(), seenAtAll()}; }

 protected:
  /// The larger delta of both directions, of `count` mechanisms with these losses on a grid of that fineness; a
  /// direction is left out where the precision does not ask for it. Empty when stopped.
  static std::optional<SchemeDelta> worseDirection(const LossMasses& losses, Index count, double fineness,
                                                   double epsilon, const SchemePrecision& precision,
                                                   const RunControl& control);
  /// The delta of the Gaussian mechanism of sensitivity(), where nothing is sampled.
  SchemeDelta withoutSampling(double sigma, double epsilon, const SchemePrecision& precision) const;
  Least least(const Axis& axis, const RunControl& control) const override;
  Certified epsilon(double sigma, double delta, const RunControl& control) const override;
  Certified delta(double sigma, double epsilon, const RunControl& control) const override;
  double approximate(double epsilon, double delta, const RunControl& control) const override;
};

}  // namespace noiseloom
