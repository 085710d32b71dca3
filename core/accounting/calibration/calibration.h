#pragma once

#include <optional>

#include "core/accounting/losses/adjacency.h"
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
                          ///< delta, in [value, value (1 + errorBound)] for q. That value is safe is certified;
                          ///< errorBound itself is an estimate
  double seconds = 0;
  bool stopped = false;  ///< cancelled midway: `value` is still safe, `errorBound` may be large
};

/// A calibrated number of compositions.
struct CertifiedCount {
  Index value = 0;    ///< safe, and at least 1
  Index largest = 0;  ///< estimate of the largest safe number, at least `value`: by how much it could be larger
  double seconds = 0;
  bool stopped = false;  ///< cancelled midway: `value` is still safe, `largest` is kMostCompositions
};

/// All functions below are about T compositions of the Poisson-subsampled Gaussian (sampling probability q) with noise
/// multiplier sigma in units of the largest norm of one contribution (math: section 10.2). Add/remove takes the worse
/// of both directions, and zero-out compares the same pairs of distributions; replace-one has contributions that differ
/// by up to 2. q = 1 is the T-fold Gaussian mechanism, exact.
///
/// Ranges: epsilon > 0 (>= 0 where delta is solved for), 0 < delta < 1 (>= kLeastSubsampledDelta when q < 1),
/// noise_multiplier > 0 (>= kLeastSigma when q < 1), 0 < q <= 1, 1 <= T <= kMostCompositions. Throw InvalidArgument
/// naming epsilon, delta, noise_multiplier, sampling_probability or compositions. Results depend on the arguments
/// only, to the last bit.

/// Smallest safe noise multiplier. Refuses delta where it is at least the probability of being sampled at all,
/// 1 - (1 - q)^T, so that no noise is needed.
Certified noiseMultiplierFor(double epsilon, double delta, double samplingProbability, Index compositions,
                             const RunControl& control = {}, Adjacency adjacency = Adjacency::AddRemove);
/// Smallest safe epsilon >= 0, and smallest safe delta, which is never below 1e-300.
Certified epsilonFor(double noiseMultiplier, double delta, double samplingProbability, Index compositions,
                     const RunControl& control = {}, Adjacency adjacency = Adjacency::AddRemove);
Certified deltaFor(double noiseMultiplier, double epsilon, double samplingProbability, Index compositions,
                   const RunControl& control = {}, Adjacency adjacency = Adjacency::AddRemove);
/// Largest safe sampling probability; at least that at which being sampled at all has probability delta.
Certified samplingProbabilityFor(double noiseMultiplier, double epsilon, double delta, Index compositions,
                                 const RunControl& control = {}, Adjacency adjacency = Adjacency::AddRemove);
/// Largest safe number of compositions, to kMostCompositions. Refuses noise_multiplier where not even one is safe.
CertifiedCount compositionsFor(double noiseMultiplier, double epsilon, double delta, double samplingProbability,
                               const RunControl& control = {}, Adjacency adjacency = Adjacency::AddRemove);

/// Noise multiplier without a certificate, for dragging a slider and for sweeps: off by less than 1e-6 relative to
/// either side in about 0.5 ms; at extreme corners where participations are rare by up to about 1e-3, in up to 0.3 s
/// and rarely 1 s. Never NaN. Arguments and errors as noiseMultiplierFor().
double approximateNoiseMultiplier(double epsilon, double delta, double samplingProbability, Index compositions,
                                  Adjacency adjacency = Adjacency::AddRemove);

/// Deltas of the two directions, uncertified, to about 1e-6 relative; 0 where delta is 0 or below the least double.
/// Empty where it is not resolved; never above the certified delta of the worse direction.
struct DirectionalDelta {
  std::optional<double> remove;
  std::optional<double> add;
};
DirectionalDelta approximateDirections(double noiseMultiplier, double epsilon, double samplingProbability,
                                       Index compositions, Adjacency adjacency = Adjacency::AddRemove);

}  // namespace noiseloom
