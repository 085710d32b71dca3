#include "core/mechanism/amplified_samples.h"
#include "core/base/check.h"
#include "core/mechanism/amplified/scenario.h"

namespace noiseloom {

Solution optimizeBinnedWithSamples(const Scenario& scenario, Index samples, const RunControl& control) {
  checkInteger("samples", samples, 1, kNoLimit);
  BinnedProblem problem = binnedProblem(scenario);
  problem.samples = samples;
  return optimizeBinnedToeplitz(problem, scenario.mostBands(), {}, control);
}

}  // namespace noiseloom
