#pragma once

#include "core/mechanism/amplified/problem.h"
#include "core/scenario/scenario.h"

namespace noiseloom {

/// The optimisation for balls-in-bins in a scenario.
BinnedProblem binnedProblem(const Scenario& scenario);
/// The better of a Toeplitz strategy, column-normalised if the scenario says so, and one optimised from its
/// coefficients with the noise of the scenario's patterns of participation; the first if its batching has none.
Solution withPatterns(const Scenario& scenario, Solution solution, const RunControl& control);
/// True if withPatterns() has an effect; and its approximate seconds.
bool optimisesPatterns(const Scenario& scenario, Index bands);
double patternSeconds(const Scenario& scenario, Index bands);
/// Says of an optimum without amplification, where Scenario::kMostAmplified alone is the reason, that it is one.
Solution withoutSampling(const Scenario& scenario, Solution solution);
/// Approximate seconds of optimising for balls-in-bins (Mechanism::seconds): samples have as many values as bins.
double binnedSeconds(const Scenario& scenario, Index bands);

}  // namespace noiseloom
