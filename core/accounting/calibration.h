#pragma once

#include "core/base/index.h"
#include "core/base/run_control.h"

namespace noiseloom {

/// Limits of what is calibrated; beyond them arguments are refused by name.
constexpr Index kMostCompositions = 1'000'000'000;  ///< T
constexpr double kLeastSubsampledDelta = 1e-200;    ///< delta, when q < 1
constexpr double kLeastSigma = 0.02;                ///< noise multiplier, when q < 1
/// Above this noise multiplier sampling is not credited: safe values are those of q = 1, with errorBound 1.
constexpr double kMostSigma = 1e6;

/// A calibrated value that errs on the safe side by at most `errorBound`, relative.
struct Certified {
  double value = 0;
  double errorBound = 0;  ///< relative: the exact value lies in [value (1 - errorBound), value] for sigma, epsilon and
                          ///< delta. That value is not too small is certified; errorBound itself is an estimate
  double seconds = 0;
  bool stopped = false;  ///< cancelled midway: `value` is still safe, `errorBound` may be large
};

/// Smallest safe noise multiplier sigma, for sensitivity 1, with which T compositions of the Poisson-subsampled
/// Gaussian (sampling probability q) are (epsilon, delta)-DP under add/remove adjacency: the worse of both directions
/// (math: 10, 12). q = 1 is the T-fold Gaussian mechanism, exact. epsilon > 0, 0 < delta < 1, 0 < q <= 1, 1 <= T <=
/// kMostCompositions; throws InvalidArgument naming epsilon, delta, sampling_probability or compositions, also where
/// delta is at least the probability of being sampled at all, 1 - (1 - q)^T, so that no noise is needed.
Certified noiseMultiplierFor(double epsilon, double delta, double samplingProbability, Index compositions,
                             const RunControl& control = {});
/// Smallest safe epsilon >= 0 at (noiseMultiplier, delta), and smallest safe delta at (noiseMultiplier, epsilon >= 0),
/// which is never below 1e-300. Errors as above, and noise_multiplier.
Certified epsilonFor(double noiseMultiplier, double delta, double samplingProbability, Index compositions,
                     const RunControl& control = {});
Certified deltaFor(double noiseMultiplier, double epsilon, double samplingProbability, Index compositions,
                   const RunControl& control = {});

/// Noise multiplier without a certificate, for dragging a slider and for sweeps: off by about 1e-7 relative to either
/// side, in 0.1 ms typically; where the Fourier inversion does not settle (q T below about 2 and sigma below about 1)
/// off by up to 1e-3, in up to a second. Never NaN. Arguments and errors as noiseMultiplierFor().
double approximateNoiseMultiplier(double epsilon, double delta, double samplingProbability, Index compositions);

}  // namespace noiseloom
