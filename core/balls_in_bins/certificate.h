#pragma once

#include "core/balls_in_bins/bin_gram.h"
#include "core/monte_carlo/certificate.h"

namespace noiseloom {

/// Smallest certified noise multiplier with which the correlated-noise mechanism of this Gram matrix is (epsilon,
/// delta)-DP under balls-in-bins batching and add/remove (or zero-out) adjacency, the worse of both directions: the
/// standard deviation of the noise z, in the units of C's entries. (For a strategy whose greatestNorm() is s it is at
/// most s times the Gaussian mechanism's.) Source: near-exact-amplification, Theorems 2.1 and 2.2 for the statement;
/// math: section 10.3 for the sampling. Reproducible: the same arguments give the same bits, whatever the thread count.
/// Where the draws of the first attempt do not certify it, a fixed ladder of larger values follows, each with its share
/// of the failure probability; its last rungs, and the unamplified value after it, need no draws. At most some seconds
/// at 100 bins, usually 0.05; tens of seconds at 4096. epsilon >= 0, 0 < delta < 1; throws InvalidArgument naming
/// epsilon, delta, tau, failure_probability, bins or gram.
SampledCertificate certifiedNoise(const BinGram& gram, double epsilon, double delta, const SampledOptions& options = {},
                                  const RunControl& control = {});
/// The noise that certifiedNoise() falls back to where draws certify nothing: one Gaussian mechanism's. The arguments
/// are not checked.
SampledCertificate noiseWithoutDraws(const BinGram& gram, double epsilon, double delta, const RunControl& control = {});
/// Certified delta at (stddev, epsilon >= 0): one point of the privacy profile.
SampledCertificate certifiedDelta(const BinGram& gram, double stddev, double epsilon,
                                  const SampledOptions& options = {}, const RunControl& control = {});
/// Certified epsilon at (stddev, delta).
SampledCertificate certifiedEpsilon(const BinGram& gram, double stddev, double delta,
                                    const SampledOptions& options = {}, const RunControl& control = {});

/// The noise multiplier without a certificate, in milliseconds: for sliders, sweeps and optimisers. Bins that are
/// nearly alike (kMostUnevenness) or orthogonal are estimated by trees that stand for them, without a draw (math:
/// section 10.3): within 0.3 % in nine of ten Toeplitz strategies, 1.5 % in 99 of 100. Others, and what is out of the
/// trees' reach, are drawn, to about a percent; for a fixed stream the noise is smooth then but for small steps, below
/// its own error, where a change moves a drawn bin to its neighbour or changes the tilt. The unamplified value when
/// stopped. Never NaN. Arguments and errors as certifiedNoise(), but that entries of gram which the trees do not read
/// are not checked.
double approximateNoise(const BinGram& gram, double epsilon, double delta, const SampledOptions& options = {},
                        const RunControl& control = {});
/// The same, but by trees for any bins within their reach, hardly ever above the truth: for searches that look at the
/// least first.
double optimisticNoise(const BinGram& gram, double epsilon, double delta, const SampledOptions& options = {},
                       const RunControl& control = {});
/// The same, for a first picture.
inline double noiseAtOnce(const BinGram& gram, double epsilon, double delta, const SampledOptions& options = {},
                          const RunControl& control = {}) {
  return optimisticNoise(gram, epsilon, delta, options, control);
}

}  // namespace noiseloom
