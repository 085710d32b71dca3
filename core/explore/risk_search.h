#pragma once

#include "core/explore/solve_for.h"

namespace noiseloom {

/// solveFor() of the epsilon with a limit on what an attack may achieve: the largest, to four digits within [0.01,
/// 100], whose certified noise keeps it (math: section 10.9). `target` is of isRisk(), checked by solveForProblem().
SolveForResult epsilonAtRisk(const Scenario& scenario, const SolveTarget& target, const RunControl& control = {});

}  // namespace noiseloom
