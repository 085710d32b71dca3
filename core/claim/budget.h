#pragma once

#include <memory>
#include <vector>

#include "core/base/run_control.h"
#include "core/design/design.h"

namespace noiseloom {

/// What several designs promise together to somebody whose data are in the training data of all of them.
struct Budget {
  double epsilon = 0;             ///< certified, at `delta`; infinite where nothing finite is, or when stopped
  double delta = 0;               ///< as asked for
  double failureProbability = 0;  ///< that a certificate by draws which it rests on is wrong: all of theirs added
  double sumOfEpsilons = 0;       ///< of the designs' own claims, at the sum of their deltas: what no theorem improves
  double sumOfDeltas = 0;
  Index gaussian = 0;  ///< designs that are one Gaussian mechanism each: composed exactly, their mu adds in squares
  Index profiles = 0;  ///< designs of which a fine profile is certified
  Index points = 0;    ///< designs of which a few points are, since each takes draws of its own
  bool stopped = false;
};

/// The smallest epsilon, never too small, that certified profiles of the designs promise at `delta` when composed
/// (math: section 10.10), and no more than the sum of their claims where `delta` covers that: one run promises what it
/// claims. Designs are certified ones whose claims are made, of one adjacency and unit of privacy, 1 to
/// ProfileComposition::kMostProfiles of them; the same one may come several times. Throws InvalidArgument naming
/// designs, or delta unless 0 < delta < 1. Seconds for each design whose profile takes draws.
Budget budgetOf(const std::vector<std::shared_ptr<const Design>>& designs, double delta,
                const RunControl& control = {});

}  // namespace noiseloom
