#pragma once

#include <memory>
#include <vector>

#include "core/base/run_control.h"
#include "core/design/design.h"

namespace noiseloom {

/// A phase of a training run: a job on the same data as all others, with noise of its own.
struct PhaseRequest {
  Scenario scenario = {};    ///< its epsilon and delta do not count
  double relativeNoise = 1;  ///< its noise multiplier over that of a phase of 1, above 0
};

/// A run in phases that is to have (epsilon, delta) as a whole.
struct PhasesRequest {
  std::vector<PhaseRequest> phases = {};  ///< 1 to kMostPhases, in any order
  double epsilon = 1;
  double delta = 1e-5;
};

/// Designs of all phases whose noise multipliers have one scale in common, the least at which what all of them release
/// has (epsilon, delta) together.
struct PhasedDesigns {
  /// One for each phase. Its scenario has the epsilon that the phase has by itself, at the delta of all.
  std::vector<std::shared_ptr<const Design>> designs = {};
  double noiseScale = 0;  ///< the noise multiplier of a phase whose relative noise is 1, for sensitivity 1
  double errorBound = 0;  ///< of the scale, relative; an estimate
  Certified delta = {};   ///< certified at the epsilon of all, by the noise of these designs: at most that of all
  bool stopped = false;   ///< then designs may be missing
};

/// Composes phases that are one Gaussian mechanism or so many Poisson-subsampled ones (math: section 10.2). Bands that
/// are left to be chosen are the best at the epsilon that a phase with one band has by itself. Throws InvalidArgument
/// naming epsilon, delta, phases, or of one phase, as in "phase[1]" of the second one, what cannot be composed: another
/// batching or a largest batch, another data set or neighbours than the first phase's; and what a scenario's own
/// problems() name.
PhasedDesigns designPhases(const PhasesRequest& request, const RunControl& control = {});

}  // namespace noiseloom
