#pragma once

#include <limits>
#include <vector>

#include "core/base/run_control.h"
#include "core/optimize/solution.h"
#include "core/scenario/scenario.h"

namespace noiseloom {

/// True if the scenario's mechanism optimises a strategy of some bands together with the noise of a sampling whose
/// accounting depends on the whole strategy: random groups or b-min-sep.
bool optimisesSampled(const Scenario& scenario);

struct ClimbedBands {
  Index bands;
  Solution solution;  ///< solveMechanism() of the scenario with that many bands
  /// In the measure of the objective, with the estimated noise of a certificate: where it joins steps, theirs.
  double error;
};

/// Searches for the bands of a strategy that is optimised under random groups or b-min-sep sampling. It is best with as
/// many bands as unamplified optima, by which bestBands() goes, or more: the number is doubled from `bands` on while
/// the estimated error falls; if that takes no draws, and leads near to an error `toBeat`, four numbers around the best
/// one are tried, too. Returns all that were tried, the least error first. Empty if the scenario's mechanism does not
/// optimise in this way, or when stopped before the first was solved.
std::vector<ClimbedBands> climbBands(const Scenario& scenario, Index bands, const RunControl& control,
                                     double toBeat = std::numeric_limits<double>::infinity());
/// True if climbBands() would try any.
bool climbsBands(const Scenario& scenario);

}  // namespace noiseloom
