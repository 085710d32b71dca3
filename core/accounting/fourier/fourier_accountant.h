#pragma once

#include <optional>

#include "core/accounting/losses/loss_transform.h"

namespace noiseloom {

/// A starting point for a nearby sigma or epsilon.
struct FourierStart {
  double saddle = 0;     ///< z of the contour; 0 where delta is 0
  int frequencies = 64;  ///< along it
};

/// log delta of T compositions in one direction, by numerical inversion of the Laplace transform along the saddle
/// contour (math: section 10.2). Accurate to about 1e-9 in log delta but not certified.
struct FourierDelta {
  double logDelta = 0;  ///< -infinity where delta is 0 or below the least double
  FourierStart start = {};
};

/// Empty when the integral along the contour does not settle within mostFrequencies: the transform of few or rare steps
/// (q T below about 0.4) hardly decays. Where the saddle-point approximation is below `negligible` it is returned as it
/// is. expectedLogDelta: a rough idea of the result or less, by which negligible outcomes are recognised. start: of a
/// nearby result.
std::optional<FourierDelta> fourierDelta(const SubsampledGaussian& step, Direction direction, double epsilon,
                                         Index compositions, double expectedLogDelta, double negligible,
                                         FourierStart start = {}, int mostFrequencies = 4096);

}  // namespace noiseloom
