#pragma once

#include <cstdint>

#include "core/balls_in_bins/bin_gram.h"

namespace noiseloom {

/// Limits of the options: a probability of failure above a thousandth is no certificate, and one below the least cannot
/// be shared out in doubles.
constexpr double kMostTau = 100;
constexpr double kLeastFailureProbability = 1e-300;
constexpr double kMostFailureProbability = 1e-3;

/// How the Monte Carlo certificate is made.
struct BallsInBinsOptions {
  /// > 1: the certified delta is about tau times the estimate; nearer to 1 takes more samples. Noise and epsilon are
  /// sought where tau times the estimate is the delta asked for.
  double tau = 1.25;
  /// beta, 1e-300 to 1e-3: of the certificate, both directions together, over the draw of samples.
  double failureProbability = 1e-9;
  std::uint64_t stream = 0;  ///< which of the fixed, public sequences of random numbers is used: not a secret
};

/// What the number rests on.
enum class BallsInBinsMethod {
  MonteCarlo,     ///< importance sampling with a rigorous upper confidence bound
  Deterministic,  ///< C = I (a diagonal Gram matrix, with its greatest entry): numerical, no failure probability
  Unamplified     ///< one Gaussian mechanism of sensitivity greatestNorm(): always safe, and exact for one bin
};

/// A noise multiplier, epsilon or delta that errs on the safe side, unless the certificate failed.
struct BallsInBinsCertificate {
  double value = 0;
  /// Relative: about how much larger than needed the value is, an estimate. 1 stands for "twice or more, or not known".
  double errorBound = 0;
  double failureProbability = 0;  ///< that the value is too small all the same; 0 where nothing is sampled
  BallsInBinsMethod method = BallsInBinsMethod::MonteCarlo;
  Index samples = 0;  ///< of the certificate, both directions together
  double seconds = 0;
  bool stopped = false;  ///< cancelled midway: `value` is the safe unamplified one, or nothing certified so far
};

/// Smallest certified noise multiplier with which the correlated-noise mechanism of this Gram matrix is (epsilon,
/// delta)-DP under balls-in-bins batching and add/remove (or zero-out) adjacency, the worse of both directions: the
/// standard deviation of the noise z, in the units of C's entries. (For a strategy whose greatestNorm() is s it is at
/// most s times the Gaussian mechanism's.) Source: near-exact-amplification, Theorems 2.1 and 2.2 for the statement;
/// math: section 10.3 for the sampling. Reproducible: the same arguments give the same bits, whatever the thread count.
/// Where the draws of the first attempt do not certify it, a fixed ladder of larger values follows, each with its share
/// of the failure probability; its last rungs, and the unamplified value after it, need no draws. At most some seconds
/// at 100 bins, usually 0.05; tens of seconds at 4096. epsilon > 0, 0 < delta < 1; throws InvalidArgument naming
/// epsilon, delta, tau, failure_probability, bins or gram.
BallsInBinsCertificate ballsInBinsNoise(const BinGram& gram, double epsilon, double delta,
                                        const BallsInBinsOptions& options = {}, const RunControl& control = {});
/// Certified delta at (stddev, epsilon >= 0): one point of the privacy profile.
BallsInBinsCertificate ballsInBinsDelta(const BinGram& gram, double stddev, double epsilon,
                                        const BallsInBinsOptions& options = {}, const RunControl& control = {});
/// Certified epsilon at (stddev, delta).
BallsInBinsCertificate ballsInBinsEpsilon(const BinGram& gram, double stddev, double delta,
                                          const BallsInBinsOptions& options = {}, const RunControl& control = {});

/// The noise multiplier without a certificate, to about a percent, in milliseconds: for sliders, sweeps and optimisers.
/// For a fixed stream it is smooth in the Gram matrix but for small steps, below its own error, where a change moves a
/// drawn bin to its neighbour or changes the tilt. The unamplified value when stopped. Never NaN. Arguments and errors
/// as ballsInBinsNoise().
double approximateBallsInBinsNoise(const BinGram& gram, double epsilon, double delta,
                                   const BallsInBinsOptions& options = {}, const RunControl& control = {});

}  // namespace noiseloom
