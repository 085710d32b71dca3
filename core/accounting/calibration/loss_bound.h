#pragma once

#include <cmath>
#include <limits>

#include "core/base/index.h"
#include "core/base/run_control.h"

namespace noiseloom {

/// Limits of what is calibrated; beyond them arguments are refused by name.
constexpr Index kMostCompositions = 1'000'000'000;  ///< T
constexpr double kLeastSubsampledDelta = 1e-200;    ///< delta, when anything is sampled
constexpr double kLeastSigma = 0.02;                ///< noise multiplier, when anything is sampled
/// Above this noise multiplier sampling is not credited: safe values are those without it, with errorBound 1.
constexpr double kMostSigma = 1e6;

/// A calibrated value that errs on the safe side by at most `errorBound`, relative.
struct Certified {
  double value = 0;
  double errorBound = 0;  ///< relative: the exact value lies in [value (1 - errorBound), value] for sigma, epsilon and
                          ///< delta, in [value, value (1 + errorBound)] for q. That value is safe is certified;
                          ///< errorBound itself is an estimate
  double seconds = 0;
  bool stopped = false;  ///< cancelled midway: `value` is still safe, `errorBound` may be large
};

/// What is released about one example, with noise of any noise multiplier sigma for contributions of norm at most 1, as
/// upper bounds of its delta: Poisson-sampled steps (calibration.h), phases of them (composition.h), other samplings
/// (loss_scheme.h). Certified values are of the worse of both directions and on the safe side, to the last bit by the
/// arguments only. When stopped they are safe, too: at worst those without sampling.
///
/// Ranges: epsilon >= 0, 0 < delta < 1 (>= kLeastSubsampledDelta when anything is sampled), noise_multiplier > 0 (>=
/// kLeastSigma when anything is sampled). Throw InvalidArgument naming epsilon, delta or noise_multiplier.
class LossBound {
 public:
  virtual ~LossBound() = default;

  /// Smallest safe noise multiplier. Refuses delta where it is at least Limits::seenAtAll, so that no noise is needed.
  Certified certifiedNoiseMultiplier(double epsilon, double delta, const RunControl& control = {}) const {
    return noiseMultiplier(epsilon, delta, control);
  }
  /// Smallest safe epsilon >= 0, and smallest safe delta, which is never below 1e-300.
  Certified certifiedEpsilon(double noiseMultiplier, double delta, const RunControl& control = {}) const {
    return epsilon(noiseMultiplier, delta, control);
  }
  Certified certifiedDelta(double noiseMultiplier, double epsilon, const RunControl& control = {}) const {
    return delta(noiseMultiplier, epsilon, control);
  }
  /// Noise multiplier without a certificate: the implementation says how far off, and how soon. Never NaN.
  double approximateNoiseMultiplier(double epsilon, double delta, const RunControl& control = {}) const {
    checkTarget(epsilon, delta);
    return approximate(epsilon, delta, control);
  }

  /// Limits known without a search.
  struct Limits {
    /// Sensitivity of everything together: without amplification delta is at most that of one such Gaussian mechanism.
    double sensitivity = 1;
    double seenAtAll = 1;  ///< probability that the example makes any difference; as noise vanishes delta tends to it
    bool sampled = true;   ///< false where all of it is that Gaussian mechanism
    double leastSigma = kLeastSigma, mostSigma = kMostSigma;  ///< between which sampling is credited
  };
  /// Throws InvalidArgument naming an argument of the implementation.
  virtual Limits limits() const = 0;
  /// limits(), for a target; throws as certifiedNoiseMultiplier() does.
  Limits checkTarget(double epsilon, double delta) const;

  /// What is sought as a number x in which log delta decreases: log sigma, or epsilon, the other being known.
  struct Axis {
    bool ofSigma;
    double known;
    double delta;
    double leastX, mostX;

    double sigma(double x) const { return ofSigma ? std::exp(x) : known; }
    double epsilon(double x) const { return ofSigma ? known : x; }
    /// The error of x for a relative error of a value: the same where x is log sigma.
    double scaled(double relative, double value) const { return ofSigma ? relative : relative * value; }
  };
  /// The least x of an axis that a search has certified.
  struct Least {
    double x = std::numeric_limits<double>::quiet_NaN();  ///< not a number where it certified none
    double error = 0;                                     ///< by how much x is too large, about
    double inflation = 0;                                 ///< relative, of the value: stands for rounding
    bool stopped = false;
    double unsafe = -std::numeric_limits<double>::infinity();  ///< where x is not a number: an x known to be too small
  };

 protected:
  LossBound() = default;
  LossBound(const LossBound&) = default;
  LossBound& operator=(const LossBound&) = default;

  /// The least safe x under sampling.
  virtual Least least(const Axis& axis, const RunControl& control) const = 0;
  /// What is certified; the first two by least() below the values without sampling, which are always safe.
  virtual Certified noiseMultiplier(double epsilon, double delta, const RunControl& control) const;
  virtual Certified epsilon(double sigma, double delta, const RunControl& control) const;
  virtual Certified delta(double sigma, double epsilon, const RunControl& control) const = 0;
  /// The certified one where nothing quicker is known.
  virtual double approximate(double epsilon, double delta, const RunControl& control) const {
    return noiseMultiplier(epsilon, delta, control).value;
  }
};

}  // namespace noiseloom
