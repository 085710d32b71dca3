#include "core/mechanism/binned/scenario.h"

#include <utility>

#include "core/mechanism/parts/seconds.h"

namespace noiseloom {

BinnedProblem binnedProblem(const Scenario& scenario) {
  return {scenario.workload, scenario.iterations, scenario.epochs,
          scenario.epsilon,  scenario.delta,      scenario.objective};
}

double binnedSeconds(const Scenario& scenario, Index bands) {
  return 1.5 + 0.012 * static_cast<double>(scenario.stepsPerEpoch()) + scheduleSeconds(scenario, bands);
}

}  // namespace noiseloom
