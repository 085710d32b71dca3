#include "core/mechanism/amplified/scenario.h"

#include <cmath>

#include "core/batching/mixture_law.h"
#include "core/error/error_profile.h"
#include "core/mechanism/parts/seconds.h"
#include "core/optimize/endings.h"
#include "core/participation_mixture/joined_steps.h"
#include "core/scenario/group_accounting.h"

namespace noiseloom {

BinnedProblem binnedProblem(const Scenario& scenario) {
  const Scenario one = ofOneExample(scenario);
  return {.workload = scenario.workload,
          .iterations = scenario.iterations,
          .epochs = scenario.effectiveParticipations(),
          .bins = scenario.stepsPerEpoch(),
          .epsilon = one.epsilon,
          .delta = one.delta,
          .objective = scenario.objective};
}

bool optimisesPatterns(const Scenario& scenario, Index bands) {
  const Index n = scenario.iterations;
  const auto law = mixtureLaw(scenario, bands);
  if (bands == 1 || scenario.robustFrom || !law) return false;
  const bool mixed = joinedTail(n, *law) > 0 || ParticipationMixture::isMixed(n, bands, bands);
  return n <= kMostDrawnNumbers / bands ||
         (mixed && ParticipationMixture::isDrawn(partsOf(n, *law), ofOneExample(scenario).epsilon));
}

Solution withPatterns(const Scenario& scenario, Solution solution, const RunControl& control) {
  const auto bands = std::ssize(solution.coefficients);
  if (!optimisesPatterns(scenario, bands) || control.stopRequested()) return solution;
  BinnedProblem problem = binnedProblem(scenario);
  problem.law = mixtureLaw(scenario, bands);
  Solution found = optimizePatternToeplitz(problem, solution.coefficients, control);
  found.strategy = ToeplitzStrategy(scenario.iterations, found.coefficients,
                                    scenario.columnNormalize ? ColumnScaling::Normalized : ColumnScaling::None);
  // Judged by the noise that accounts for both directions and all columns as they are.
  const RunControl quiet = control.quiet();
  SampledOptions options;
  options.stream = 3;
  const auto errorOfOne = [&](const Strategy& strategy, auto* noiseOf) {
    const double sigma = noiseOf({strategy, *problem.law, quiet}, problem.epsilon, problem.delta, options, quiet);
    return sigma * std::sqrt(errorOf(strategy, scenario.workload, quiet).variance[scenario.objective]);
  };
  using NoiseOf = double(const ParticipationMixture&, double, double, const SampledOptions&, const RunControl&);
  NoiseOf* const close = approximateNoise;
  NoiseOf* const optimistic = optimisticNoise;
  // After a stop, the optimiser's own draws decide.
  if (control.stopRequested()) return found.summary.objective < found.summary.initialObjective ? found : solution;
  // A strategy that is no better even by optimistic noise is no better.
  const double error = errorOfOne(found.strategy, close);
  if (error < errorOfOne(solution.strategy, optimistic) || error < errorOfOne(solution.strategy, close)) return found;
  solution.summary.message = endings::kUnamplifiedKept;
  return solution;
}

Solution withoutSampling(const Scenario& scenario, Solution solution) {
  if (scenario.batching->noiseBy == NoiseBy::Bins && scenario.iterations > Scenario::kMostAmplified)
    solution.summary.message = endings::kTooManySteps;
  return solution;
}

double patternSeconds(const Scenario& scenario, Index bands) {
  // By the composition 0.02 s at 16 and 0.4 s at 187 bands of 1758 steps; by draws, measured at n = 128 to 2000 and 4
  // to 52 bands, to a factor of two.
  return 0.3 + 0.018 * std::sqrt(static_cast<double>(scenario.iterations) * static_cast<double>(bands));
}

double binnedSeconds(const Scenario& scenario, Index bands) {
  // Processor time grows with the square of the bins: 0.1 s at 256 of 8 epochs, 1.4 at 1000, 6 at 2000. Bins that no
  // tree stands for take as much again and more.
  const auto bins = static_cast<double>(scenario.stepsPerEpoch());
  return 0.1 + 1.5e-6 * bins * bins + scheduleSeconds(scenario, bands);
}

}  // namespace noiseloom
