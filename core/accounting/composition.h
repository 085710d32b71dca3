#pragma once

#include <vector>

#include "core/accounting/adjacency.h"
#include "core/accounting/calibration.h"
#include "core/base/index.h"
#include "core/base/run_control.h"

namespace noiseloom {

/// `steps` Poisson-subsampled Gaussian steps that are alike. samplingProbability 1: every step sees the example.
struct Phase {
  double noiseMultiplier = 1;      ///< sigma for sensitivity 1, > 0
  double samplingProbability = 1;  ///< 0 < q <= 1
  Index steps = 1;                 ///< >= 1
};

/// Everything that is released about one example: phases of training with different batches or noise, and single
/// releases (a phase of one step with q = 1). The order does not matter.
struct Composition {
  std::vector<Phase> phases;
  Adjacency adjacency = Adjacency::AddRemove;
};

/// Smallest safe epsilon >= 0 at delta, smallest safe delta at epsilon, and smallest safe factor by which all noise
/// multipliers must be multiplied together for (epsilon, delta)-DP. A composition of one phase gives what
/// calibration.h gives. Throw InvalidArgument naming phases, epsilon, delta, noise_multiplier, sampling_probability or
/// steps, with the number of the phase.
Certified epsilonOf(const Composition& composition, double delta, const RunControl& control = {});
Certified deltaOf(const Composition& composition, double epsilon, const RunControl& control = {});
Certified noiseScaleFor(double epsilon, double delta, const Composition& composition, const RunControl& control = {});

}  // namespace noiseloom
