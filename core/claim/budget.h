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
  double failureProbability = 0;  ///< that a certificate by draws on which it relies is wrong: the sum over all
  double sumOfEpsilons = 0;       ///< of the designs' own claims, at the sum of their deltas: basic composition
  double sumOfDeltas = 0;
  Index gaussian = 0;  ///< designs that are one Gaussian mechanism each: composed exactly (their mu add in squares)
  Index profiles = 0;  ///< designs with a fine certified profile
  Index points = 0;    ///< designs with a few certified points, since each needs draws
  bool stopped = false;
};

/// The smallest epsilon, never too small, that certified profiles of the designs promise at `delta` when composed
/// (math: section 10.10), and no more than the sum of their claims if `delta` covers that: one run promises what it
/// claims. Designs are certified ones whose claims are made, of one adjacency and unit of privacy, 1 to
/// ProfileComposition::kMostProfiles of them; the same one may occur several times. Throws InvalidArgument naming
/// designs, or delta unless 0 < delta < 1. Takes seconds for each design whose profile needs draws.
Budget budgetOf(const std::vector<std::shared_ptr<const Design>>& designs, double delta,
                const RunControl& control = {});

}  // namespace noiseloom
