#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/accounting/composition/best_trial.h"
#include "core/accounting/composition/other_release.h"
#include "core/base/run_control.h"
#include "core/design/design.h"

namespace noiseloom {

/// The releases about the same data: at least one design or other release.
struct BudgetRequest {
  /// Certified, with claims that are made, of one adjacency and unit of privacy; the same one may occur several times.
  std::vector<std::shared_ptr<const Design>> designs;
  double delta = 0;                       ///< 0 < delta < 1
  std::vector<OtherRelease> others = {};  ///< of the designs' adjacency and unit
  std::optional<BestTrial> bestOf = {};   ///< the designs together are one trial of a random number
};

/// The joint promise of several releases to somebody whose data are in the data of all of them.
struct Budget {
  double epsilon = 0;             ///< certified, at `delta`; infinite if no finite one is, or when stopped
  double delta = 0;               ///< as requested
  double failureProbability = 0;  ///< summed over the sampled certificates on which epsilon relies
  /// Basic composition, at sumOfDeltas: the designs' own claims and (epsilon, delta) releases. Infinite where another
  /// release or a choice of the best has none.
  double sumOfEpsilons = 0;
  double sumOfDeltas = 0;
  Index gaussian = 0;  ///< designs that are one Gaussian mechanism each: composed exactly (their mu add in squares)
  Index profiles = 0;  ///< designs with a fine certified profile
  Index points = 0;    ///< designs with a few certified points, as each point needs draws
  Index others = 0;    ///< releases that are no designs
  bool stopped = false;
};

/// The smallest epsilon, never too small, that the composed certified profiles promise at `delta` (math:
/// section 10.10), or the sum of the claimed epsilons where that is smaller and `delta` covers the sum of their deltas.
/// Releases that are neither Gaussian nor known by their rho alone: ProfileComposition::kMostProfiles at most. Throws
/// InvalidArgument naming designs, release, best_of or delta. Takes seconds for each design whose profile needs draws.
Budget budgetOf(const BudgetRequest& request, const RunControl& control = {});

}  // namespace noiseloom
