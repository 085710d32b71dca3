#pragma once

#include "core/mechanism/amplified/problem.h"
#include "core/scenario/scenario.h"

namespace noiseloom {

/// What is optimised for balls-in-bins, of a scenario.
BinnedProblem binnedProblem(const Scenario& scenario);
/// The better one of a Toeplitz strategy, column-normalised where the scenario says so, and one that is optimised with
/// the noise of the scenario's patterns of participation, from the coefficients of the first; the first where its
/// batching has none.
Solution withPatterns(const Scenario& scenario, Solution solution, const RunControl& control);
/// Whether withPatterns() does anything, and about how long.
bool optimisesPatterns(const Scenario& scenario, Index bands);
double patternSeconds(const Scenario& scenario, Index bands);
/// About how long optimising for balls-in-bins takes (Mechanism::seconds): samples of as many values as there are bins.
double binnedSeconds(const Scenario& scenario, Index bands);

}  // namespace noiseloom
