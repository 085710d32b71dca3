#include "core/design/scenario_bound.h"

#include "core/error/lower_bound.h"

namespace noiseloom {

double scenarioLowerBound(const Scenario& scenario, const RunControl& control) {
  if (scenario.batching->ofStrategy()) return 0;
  const Workload& workload = scenario.workload;
  switch (scenario.objective) {
    case ErrorObjective::Mean:
      return meanErrorLowerBound(workload, scenario.iterations, scenario.participation(), control);
    case ErrorObjective::Max:
      return maxErrorLowerBound(workload, scenario.iterations, scenario.participation(), control);
    case ErrorObjective::Last: return lastErrorLowerBound(workload, scenario.iterations, scenario.participation());
    case ErrorObjective::Curvature:
      return curvatureErrorLowerBound(workload, scenario.iterations, scenario.participation(), control);
    case ErrorObjective::CurvatureLast:
      return curvatureLastErrorLowerBound(workload, scenario.iterations, scenario.participation());
  }
  return 0;
}

}  // namespace noiseloom
