#pragma once

#include <algorithm>
#include <limits>
#include <optional>

#include "core/accounting/calibration/calibration.h"
#include "core/base/index.h"
#include "core/base/run_control.h"

namespace noiseloom {

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
  double logDelta = -10;  ///< a rough idea of log delta, by which negligible tails are told
  bool both = false;      ///< also of the direction that is not the worse
  Index first = 0;        ///< the case that is told first, a worstCase
  /// Once log delta of some case is above it the others are left out, so that it is no bound of all of them: searches
  /// need no more. Certified is what is not above it.
  double enough = std::numeric_limits<double>::infinity();
};

/// A way of forming batches whose privacy loss can be told on a grid for any noise multiplier sigma: T mechanisms that
/// are alike and independent. Its bounds are upper bounds of delta whatever the precision. math: sections 10.4 to 10.6.
class LossScheme {
 public:
  LossScheme() = default;
  LossScheme(const LossScheme&) = default;
  LossScheme& operator=(const LossScheme&) = default;
  virtual ~LossScheme() = default;

  /// Certified, sigma > 0, epsilon >= 0. Empty when stopped.
  virtual std::optional<SchemeDelta> bound(double sigma, double epsilon, const SchemePrecision& precision,
                                           const RunControl& control) const = 0;
  /// Of everything together without amplification: delta is at most that of one Gaussian mechanism of this sensitivity.
  virtual double sensitivity() const = 0;
  /// The probability that the example makes any difference, to which delta tends as the noise vanishes.
  virtual double seenAtAll() const = 0;
  /// The mu of the Gaussian mechanism that the central limit theorem gives: where searches start.
  virtual double limitMu(double sigma) const = 0;
};

/// Smallest safe noise multiplier, epsilon >= 0 and delta of a scheme; arguments as in calibration.h, and errors alike.
/// The error bound of sigma is 4e-4 to 6e-4 mostly: told by how much a grid half as fine errs, and never less than
/// 4e-4.
Certified noiseMultiplierOf(const LossScheme& scheme, double epsilon, double delta, const RunControl& control = {});
Certified epsilonOf(const LossScheme& scheme, double noiseMultiplier, double delta, const RunControl& control = {});
Certified deltaOf(const LossScheme& scheme, double noiseMultiplier, double epsilon, const RunControl& control = {});
/// The noise multiplier without a certificate, to about 1e-3, in a few milliseconds: two coarse grids, extrapolated.
double approximateNoiseMultiplierOf(const LossScheme& scheme, double epsilon, double delta,
                                    const RunControl& control = {});

}  // namespace noiseloom
