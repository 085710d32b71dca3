#pragma once

#include <utility>
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
/// releases (a phase of one step with q = 1). The order does not matter. Its noise multiplier is the factor by which
/// those of all phases are multiplied together: 1 as they stand. Phases with q = 1 are exact, one Gaussian mechanism in
/// all; the rest is composed on one certified grid (math: section 10.2). A composition of one phase gives what
/// PoissonSteps gives. Answers throw InvalidArgument naming phases or, with the 0-based number of the phase as in
/// steps[2], noise_multiplier, sampling_probability or steps.
struct Composition final : LossBound {
  explicit Composition(std::vector<Phase> all, Adjacency neighbours = Adjacency::AddRemove)
      : phases(std::move(all)), adjacency(neighbours) {}

  std::vector<Phase> phases;
  Adjacency adjacency;

  Limits limits() const override;

 protected:
  Least least(const Axis& axis, const RunControl& control) const override;
  Certified noiseMultiplier(double epsilon, double delta, const RunControl& control) const override;
  Certified epsilon(double scale, double delta, const RunControl& control) const override;
  Certified delta(double scale, double epsilon, const RunControl& control) const override;
};

}  // namespace noiseloom
