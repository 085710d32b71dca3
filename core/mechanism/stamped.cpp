#include "core/mechanism/stamped.h"

#include <cmath>
#include <utility>
#include <vector>

#include "core/base/check.h"
#include "core/error/dense_error.h"
#include "core/mechanism/list.h"
#include "core/mechanism/parts/seconds.h"
#include "core/scenario/scenario_fields.h"

namespace noiseloom {

Solution optimizeStamped(const Workload& workload, Index iterations, Index stamps, ErrorObjective objective,
                         const RunControl& control) {
  checkInteger("iterations", iterations, 1, kNoLimit);
  checkInteger("stamps", stamps, 1, iterations, Core::tr("the iterations"));
  if (workload.fixedIterations() > 0) checkSize("learning_rates", workload.fixedIterations(), iterations);
  const Index size = iterations / stamps + (iterations % stamps > 0 ? 1 : 0);
  checkInteger("iterations per stamp", size, 1, mostDenseIterations(), Core::tr("memory and time of a dense block"));
  Workload part = workload;
  if (!workload.isToeplitz()) part = workload.withRates({workload.eta().begin(), workload.eta().begin() + size});
  DenseOptions options;
  options.objective = objective;
  Solution block = optimizeDense(part, size, Participation::single(), options, control);
  if (size == iterations) return block;
  const auto* dense = block.strategy.as<DenseStrategy>();
  DenseStrategy stamped(iterations, size, {dense->block().begin(), dense->block().end()});
  // Stopped or not, the figure is that of the strategy that is handed over.
  const ErrorSummary error = denseError(stamped, workload);
  // The block's own figures say nothing about all n steps; its trace tells how its solve converged.
  block.summary.objective = block.summary.initialObjective = std::sqrt(error.of(objective));
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
  const Index mostSize = std::min(mostDenseIterations(), banded ? std::max<Index>(1, n / scenario.epochs) : n);
  if (stamps >= 1 && stamps <= n && blockSize(scenario) <= mostSize) return std::nullopt;
  const Index least = (n + mostSize - 1) / mostSize;
  return InvalidArgument(
      "stamps", stamps,
      banded ? Text(Core::tr("%1 to %2 (blocks of at most n/k under %3)"), least, n, scenario.batching->id)
             : Text(Core::tr("%1 to %2 (size of a block)"), least, n));
}

Solution solve(const Scenario& scenario, Index, std::span<const double>, const RunControl& control) {
  return optimizeStamped(scenario.workload, scenario.iterations, scenario.effectiveStamps(), scenario.objective,
                         control);
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
    .problem = problem,
    .solve = solve,
    .seconds = [](const Scenario& scenario, Index) { return denseSeconds(blockSize(scenario), true); },
    .bytes = [](const Scenario& scenario, Index) { return denseBytes(blockSize(scenario), true); },
    .sketch = &bandedToeplitz,
    .noise = [](const Scenario& scenario, Index) { return NoiseShape::ofBlocks(blockSize(scenario) - 1); },
    .size = size,
};

}  // namespace noiseloom
