#pragma once

#include "core/mechanism/binned/binned.h"
#include "core/scenario/scenario.h"

namespace noiseloom {

/// What is optimised for balls-in-bins, of a scenario.
BinnedProblem binnedProblem(const Scenario& scenario);
/// About how long that takes (Mechanism::seconds): samples of as many values as there are bins.
double binnedSeconds(const Scenario& scenario, Index bands);

}  // namespace noiseloom
