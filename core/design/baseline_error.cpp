#include "core/design/baseline_error.h"

#include <cmath>

namespace noiseloom {

double baselineError(const Scenario& scenario, double dpSgdRmse) {
  if (scenario.objective == ErrorObjective::Mean || !(dpSgdRmse > 0)) return dpSgdRmse;
  const ErrorSummary independent = errorOf(IdentityStrategy(scenario.iterations), scenario.workload);
  const double ratio = independent.of(scenario.objective) / independent.meanVariance;
  return independent.valid && ratio > 0 && std::isfinite(ratio) ? dpSgdRmse * std::sqrt(ratio) : 0;
}

double baselineError(const Design& design) {
  return baselineError(design.scenario, design.dpSgdRmse);
}

double gainOverBaseline(const Design& design) {
  const double baseline = baselineError(design);
  return baseline > 0 ? 1 - design.objectiveError() / baseline : 0;
}

}  // namespace noiseloom
