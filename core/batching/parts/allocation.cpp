#include "core/batching/parts/allocation.h"

#include <algorithm>
#include <memory>

#include "core/accounting/samplings/random_allocation.h"
#include "core/batching/parts/scheme.h"

namespace noiseloom::allocation {

std::optional<InvalidArgument> problem(const Scenario& scenario) {
  const Index n = scenario.iterations, k = scenario.epochs;
  if (k > RandomAllocation::kMostEpochs) {
    return InvalidArgument("epochs", k,
                           {Core::tr("at most %1 under %2"), RandomAllocation::kMostEpochs, scenario.batching->name});
  }
  if (n % k == 0) return std::nullopt;
  const Index below = n / k * k;
  return InvalidArgument("iterations", n,
                         {Core::tr("a multiple of the %1 epochs under %2, such as %3 or %4"), k,
                          scenario.batching->name, below, below + k});
}

Index divisorAtMost(const Scenario& scenario, Index most) {
  const Index n = scenario.iterations, k = scenario.epochs;
  if (n % k != 0) return most;
  const Index steps = n / k;
  Index best = 1;
  for (Index small = 1; small <= most && small * small <= steps; ++small) {
    if (steps % small != 0) continue;
    best = std::max(best, small);
    if (steps / small <= most) return std::max(best, steps / small);
  }
  return best;
}

std::unique_ptr<Accounting> accounting(const Scenario& scenario, Index groups) {
  const Index steps = scenario.iterations / scenario.epochs;
  if (scenario.iterations % scenario.epochs != 0 || steps % groups != 0) {
    throw InvalidArgument(
        "strategy", {groups == 1 ? Core::tr("%1 band") : Core::tr("%1 bands"), groups},
        {Core::tr("one whose bands divide the %1 steps of an epoch under %2"), steps, scenario.batching->name});
  }
  return lossAccounting(std::make_unique<RandomAllocation>(steps / groups, scenario.epochs), scenario, groups);
}

Accountant accountant(const Accounted& figures, Index groups) {
  const Scenario& scenario = figures.scenario;
  Accountant made;
  made.name = "pld";
  made.shortName = Core::tr("PLD");
  made.sampling = samplingOf(scenario, groups);
  made.method = {
      Core::tr("privacy loss distribution of %1 epochs in each of which one of %2 steps is drawn, the worse of "
               "both directions, pessimistic, nothing sampled: sigma is too large by about %3 relative"),
      scenario.epochs, scenario.iterations / scenario.epochs / groups, twoDigits(figures.noiseMultiplier.errorBound)};
  return made;
}

BatchLaw batchLaw(const Scenario& scenario, Index groups) {
  const Index members = (*scenario.datasetSize + groups - 1) / groups;
  return {scenario.iterations, members + largerSize(scenario) - *scenario.datasetSize,
          std::min(1.0, static_cast<double>(groups) * static_cast<double>(scenario.epochs) /
                            static_cast<double>(scenario.iterations))};
}

}  // namespace noiseloom::allocation
