#include "core/mechanism/amplified/scenario.h"

#include <utility>

#include "core/mechanism/parts/seconds.h"

namespace noiseloom {

AmplifiedProblem amplifiedProblem(const Scenario& scenario) {
  return {scenario.workload, scenario.iterations, scenario.epochs,
          scenario.epsilon,  scenario.delta,      scenario.objective};
}

MechanismSolution solutionOf(AmplifiedOptimum optimum) {
  return {std::move(optimum.strategy), std::move(optimum.summary), std::move(optimum.coefficients)};
}

double amplifiedSeconds(const Scenario& scenario, Index bands) {
  return 1.5 + 0.012 * static_cast<double>(scenario.stepsPerEpoch()) + scheduleSeconds(scenario, bands);
}

}  // namespace noiseloom
