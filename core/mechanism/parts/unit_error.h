#pragma once

#include "core/scenario/scenario.h"

namespace noiseloom {

/// The error that a search minimises: the scenario's error at sigma 1, sensitivity times the root of the objective's
/// variance; infinite if there is none.
double unitError(const Scenario& scenario, const Strategy& strategy, const RunControl& control = {});

}  // namespace noiseloom
