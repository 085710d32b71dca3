#pragma once

#include <memory>
#include <vector>

#include "core/base/run_control.h"
#include "core/design/design.h"

namespace noiseloom {

/// The joint promise of several designs to somebody whose data are in the training data of all of them.
struct Budget {
  double epsilon = 0;             ///< certified, at `delta`; infinite if no finite one is, or when stopped
  double delta = 0;               ///< as requested
  double failureProbability = 0;  ///< summed over the sampled certificates on which epsilon relies
  double sumOfEpsilons = 0;       ///< of the designs' own claims: basic composition, at sumOfDeltas
  double sumOfDeltas = 0;
  Index gaussian = 0;  ///< designs that are one Gaussian mechanism each: composed exactly (their mu add in squares)
  Index profiles = 0;  ///< designs with a fine certified profile
  Index points = 0;    ///< designs with a few certified points, as each point needs draws
  bool stopped = false;
};

/// The smallest epsilon, never too small, that the designs' composed certified profiles promise at `delta` (math:
/// section 10.10), or the sum of their claimed epsilons where that is smaller and `delta` covers the sum of their
/// deltas. Designs must be certified, with claims that are made, of one adjacency and unit of privacy, 1 to
/// ProfileComposition::kMostProfiles; the same one may occur several times. Throws InvalidArgument naming designs, or
/// delta unless 0 < delta < 1. Takes seconds for each design whose profile needs draws.
Budget budgetOf(const std::vector<std::shared_ptr<const Design>>& designs, double delta,
                const RunControl& control = {});

}  // namespace noiseloom
