#pragma once

#include <vector>

#include "core/base/run_control.h"
#include "core/optimize/solution.h"
#include "core/scenario/scenario.h"

namespace noiseloom {

/// Whether the scenario's mechanism optimises a strategy of some bands together with the noise of a sampling that knows
/// the whole strategy: random groups or b-min-sep.
bool optimisesSampled(const Scenario& scenario);

struct ClimbedBands {
  Index bands;
  Solution solution;  ///< solveMechanism() of the scenario with so many bands
  double error;       ///< of its objective, with an estimate of the noise
};

/// Curves of rmse against bands, and so bestBands(), go over strategies that are optimal without amplification. One
/// that is optimised under random groups or b-min-sep sampling itself is best with as many bands or more: from `bands`
/// on twice as many, while the estimated error falls. All that were tried, the least error first. Nothing where the
/// scenario's mechanism does not do that, or when it was stopped before the first was solved.
std::vector<ClimbedBands> climbBands(const Scenario& scenario, Index bands, const RunControl& control);
/// Whether it would try any.
bool climbsBands(const Scenario& scenario);

}  // namespace noiseloom
