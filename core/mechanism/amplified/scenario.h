#pragma once

#include "core/mechanism/amplified/amplified.h"
#include "core/scenario/scenario.h"

namespace noiseloom {

/// What is optimised for balls-in-bins, of a scenario and back.
AmplifiedProblem amplifiedProblem(const Scenario& scenario);
MechanismSolution solutionOf(AmplifiedOptimum optimum);
/// About how long that takes (Mechanism::seconds): samples of as many values as there are bins.
double amplifiedSeconds(const Scenario& scenario, Index bands);

}  // namespace noiseloom
