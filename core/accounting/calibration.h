#pragma once

#include "core/base/index.h"
#include "core/base/run_control.h"

namespace noiseloom {

/// Limits of what is calibrated, refused by name beyond.
constexpr Index kMostCompositions = 1'000'000'000'000;  ///< T
constexpr double kLeastSubsampledDelta = 1e-200;        ///< delta, when q < 1
constexpr double kLeastSigma = 1e-3;                    ///< noise multiplier, when q < 1

/// A calibrated value that errs on the safe side by at most `errorBound`, relative.
struct Certified {
  double value = 0;
  double errorBound =
      0;  ///< relative: the exact value lies in [value (1 - errorBound), value] for sigma, epsilon and delta
  double seconds = 0;
  bool stopped = false;  ///< cancelled midway: `value` is still safe, `errorBound` may be large (or value infinite)
};

/// Smallest safe noise multiplier sigma, for sensitivity 1, with which T compositions of the Poisson-subsampled
/// Gaussian (sampling probability q) are (epsilon, delta)-DP under add/remove adjacency: the worse of both directions
/// (math: 10, 12). q = 1, T = 1 is the Gaussian mechanism, exact. epsilon > 0, 0 < delta < 1, 0 < q <= 1, T >= 1.
Certified noiseMultiplierFor(double epsilon, double delta, double samplingProbability, Index compositions,
                             const RunControl& control = {});
/// Smallest safe epsilon >= 0 at (noiseMultiplier, delta), and smallest safe delta at (noiseMultiplier, epsilon).
Certified epsilonFor(double noiseMultiplier, double delta, double samplingProbability, Index compositions,
                     const RunControl& control = {});
Certified deltaFor(double noiseMultiplier, double epsilon, double samplingProbability, Index compositions,
                   const RunControl& control = {});

/// Noise multiplier without a certificate, for dragging a slider and for sweeps: accurate to about 1e-7 relative, to
/// either side; typically 0.1 ms. Never NaN. Arguments, ranges and errors as noiseMultiplierFor().
double approximateNoiseMultiplier(double epsilon, double delta, double samplingProbability, Index compositions);

}  // namespace noiseloom
