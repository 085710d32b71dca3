#include "core/mechanism/stamped.h"

#include <cmath>
#include <utility>

#include "core/base/check.h"
#include "core/error/error_summary.h"
#include "core/mechanism/list.h"
#include "core/mechanism/parts/seconds.h"
#include "core/scenario/scenario_fields.h"

namespace noiseloom {

Solution optimizeStamped(const ErrorProblem& problem, Index stamps, const RunControl& control) {
  checkInteger("iterations", problem.iterations, 1, kNoLimit);
  checkInteger("stamps", stamps, 1, problem.iterations, Core::tr("the iterations"));
  if (problem.workload.fixedIterations() > 0)
    checkSize("learning_rates", problem.workload.fixedIterations(), problem.iterations);
  const Index size = problem.iterations / stamps + (problem.iterations % stamps > 0 ? 1 : 0);
  checkInteger("iterations per stamp", size, 1, mostDenseIterations(), Core::tr("memory and time of a dense block"));
  Workload part = problem.workload;
  if (problem.workload.fixedIterations() > 0)
    part = problem.workload.withRates({problem.workload.eta().begin(), problem.workload.eta().begin() + size});
  Solution block = optimizeDense({part, size, Participation::single(), problem.objective}, {}, control);
  if (size == problem.iterations) return block;
  const auto* dense = block.strategy.as<DenseStrategy>();
  DenseStrategy stamped(problem.iterations, size, {dense->block().begin(), dense->block().end()});
  // Stopped or not, the figure is that of the returned strategy.
  const ErrorSummary error = errorOf(stamped, problem.workload);
  // The block's own figures say nothing about all n steps; its trace shows the convergence of its solve.
  block.summary.objective = block.summary.initialObjective = std::sqrt(error.variance[problem.objective]);
  return {std::move(stamped), std::move(block.summary)};
}

namespace {

constexpr MechanismSource kSources[]{{"adaptive-streams"}};
constexpr MechanismSetting kSettings[]{{Field::Stamps}};

Index blockSize(const Scenario& scenario) {
  const Index stamps = std::clamp<Index>(scenario.effectiveStamps(), 1, scenario.iterations);
  return (scenario.iterations + stamps - 1) / stamps;
}

std::optional<InvalidArgument> problem(const Scenario& scenario) {
  const bool banded = scenario.batching->banded;
  const Index n = scenario.iterations;
  const Index stamps = scenario.effectiveStamps();
  const Index run = banded ? scenario.bandsAtMost(scenario.mostParts()) : n;
  const Index mostSize = std::min(mostDenseIterations(), run);
  const Index size = blockSize(scenario);
  const bool runs = !banded || scenario.bandsAtMost(size) == size;
  if (stamps >= 1 && stamps <= n && size <= mostSize && runs) return columnsProblem(scenario);
  const Index least = (n + mostSize - 1) / mostSize;
  if (stamps >= least && stamps <= n && !runs) {
    return InvalidArgument("stamps", stamps,
                           {Core::tr("as many that a block has %1 steps, which %2 runs (here it has %3)"),
                            scenario.bandsAtMost(size), scenario.batching->name, size});
  }
  if (banded && mostSize == 1)
    return InvalidArgument("stamps", stamps, {Core::tr("%1 (independent noise under %2)"), n, scenario.batching->name});
  return InvalidArgument("stamps", stamps,
                         banded ? Text(Core::tr("%1 to %2 (blocks of at most %3 steps under %4)"), least, n, mostSize,
                                       scenario.batching->id)
                                : Text(Core::tr("%1 to %2 (size of a block)"), least, n));
}

Solution solve(const Scenario& scenario, Index, std::span<const double>, const RunControl& control) {
  return optimizeStamped(errorProblem(scenario), scenario.effectiveStamps(), control);
}

Text size(const Strategy& strategy) {
  const auto* dense = strategy.as<DenseStrategy>();
  const Index stamps = dense ? dense->stamps() : 1;
  return {stamps == 1 ? Core::tr("1 block") : Core::tr("%1 blocks"), stamps};
}

}  // namespace

constinit const Mechanism mechanisms::stamped{
    .id = "stamped",
    .name = Core::tr("Stamped"),
    .summary = Core::tr("One dense block repeated along the diagonal"),
    .sources = kSources,
    .color = 2,
    .settings = kSettings,
    .ofParticipation = true,
    .lastWithMean = [](const Scenario&, Index) { return true; },
    .banded = [](const Scenario&) { return true; },
    .bandedWithin = &banded,
    .problem = problem,
    .solve = solve,
    .seconds =
        [](const Scenario& scenario, Index) {
          const double longer =
              isLast(scenario.objective) && ofCurvatures(scenario.objective) ? kLastOverCurvatures : 1;
          return longer * denseSeconds(blockSize(scenario), !ofCurvatures(scenario.objective));
        },
    .bytes = [](const Scenario& scenario,
                Index) { return denseBytes(blockSize(scenario), !ofCurvatures(scenario.objective)); },
    .sketch = &bandedToeplitz,
    .noise = [](const Scenario& scenario, Index) { return NoiseShape::ofBlocks(blockSize(scenario) - 1); },
    .size = size,
};

}  // namespace noiseloom
