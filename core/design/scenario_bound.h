#pragma once

#include "core/base/run_control.h"
#include "core/scenario/scenario.h"

namespace noiseloom {

/// No strategy of sensitivity 1 under scenario.participation() has a smaller error in the measure of the scenario's
/// objective, at noise multiplier 1: times sigma it bounds every design of that sigma. 0 under balls-in-bins, where no
/// bound is known (Design::lowerBound says why).
double scenarioLowerBound(const Scenario& scenario, const RunControl& control = {});

}  // namespace noiseloom
