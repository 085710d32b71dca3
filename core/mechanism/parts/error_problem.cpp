#include "core/mechanism/parts/error_problem.h"

#include "core/scenario/scenario.h"

namespace noiseloom {

ErrorProblem errorProblem(const Scenario& scenario) {
  return {scenario.workload, scenario.iterations, scenario.participation(), scenario.objective,
          scenario.batching->noiseBy == NoiseBy::Bins};
}

}  // namespace noiseloom
