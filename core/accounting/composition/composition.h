#pragma once

#include <vector>

#include "core/accounting/calibration/calibration.h"
#include "core/accounting/losses/adjacency.h"
#include "core/base/index.h"
#include "core/base/run_control.h"

namespace noiseloom {

constexpr Index kMostPhases = 100;  ///< of a composition

/// `steps` Poisson-subsampled Gaussian steps that are alike. samplingProbability 1: every step sees the example.
struct Phase {
  double noiseMultiplier = 1;      ///< sigma for sensitivity 1, > 0
  double samplingProbability = 1;  ///< 0 < q <= 1
  Index steps = 1;                 ///< >= 1; of all phases together at most kMostCompositions
};

/// Everything that is released about one example: phases of training with different batches or noise, and single
/// releases (a phase of one step with q = 1). The order does not matter.
struct Composition {
  std::vector<Phase> phases;
  Adjacency adjacency = Adjacency::AddRemove;
};

/// Smallest safe epsilon >= 0 at delta, smallest safe delta at epsilon >= 0, and smallest safe factor by which all
/// noise multipliers must be multiplied together for (epsilon, delta)-DP, epsilon > 0. Phases with q = 1 are exact, one
/// Gaussian mechanism in all; the rest is composed on one certified grid (math: section 10.2). A composition of one
/// phase gives what calibration.h gives. Limits as in calibration.h. Throw InvalidArgument naming phases, epsilon,
/// delta or, with the 0-based number of the phase as in steps[2], noise_multiplier, sampling_probability or steps.
Certified epsilonOf(const Composition& composition, double delta, const RunControl& control = {});
Certified deltaOf(const Composition& composition, double epsilon, const RunControl& control = {});
Certified noiseScaleFor(double epsilon, double delta, const Composition& composition, const RunControl& control = {});

}  // namespace noiseloom
