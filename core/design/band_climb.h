#pragma once

#include <optional>

#include "core/base/run_control.h"
#include "core/optimize/solution.h"
#include "core/scenario/scenario.h"

namespace noiseloom {

struct ClimbedBands {
  Index bands;
  Solution solution;  ///< solveMechanism() of the scenario with so many bands
};

/// Curves of rmse against bands, and so bestBands(), go over strategies that are optimal without amplification. One
/// that is optimised under random groups or b-min-sep sampling itself is best with as many bands or more: from `bands`
/// on twice as many, while the estimated error falls. Nothing where the scenario's mechanism does not do that, or when
/// it was stopped before the first was solved.
std::optional<ClimbedBands> climbBands(const Scenario& scenario, Index bands, const RunControl& control);
/// Whether it would try any.
bool climbsBands(const Scenario& scenario);

}  // namespace noiseloom
