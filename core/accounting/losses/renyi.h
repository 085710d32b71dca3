#pragma once

#include "core/base/index.h"

namespace noiseloom {

/// The largest order of subsampledRenyi().
inline constexpr Index kMostRenyiOrder = 10'000;

/// Renyi divergence of an integer order from 2 on of one step of the Poisson-subsampled Gaussian mechanism, of
/// add/remove and zero-out, certified: rounded up, by some 1e-10 of itself at most. It is that of removing an example,
/// in closed form; of adding one it is no larger (math: section 10.2). Those of several steps add up. Throws
/// InvalidArgument naming rdp, sampling_probability (above 0, at most 1) or noise_multiplier.
double subsampledRenyi(Index order, double samplingProbability, double noiseMultiplier);

}  // namespace noiseloom
