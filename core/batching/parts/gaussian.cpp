// The accounting of one Gaussian mechanism, or of T subsampled ones: both depend on q and T alone.

#include "core/batching/parts/scheme.h"
#include "core/scenario/scenario.h"

namespace noiseloom {

std::unique_ptr<Accounting> gaussianAccounting(const Scenario& scenario, const Strategy& strategy, const Sensitivity&,
                                               const RunControl&) {
  const Sampling sampling = samplingOf(scenario, strategy.bands());
  // One Gaussian mechanism is the subsampled one with q = 1, T = 1.
  return lossAccounting(std::make_unique<PoissonSteps>(sampling.probability.value_or(1),
                                                       sampling.compositions.value_or(1), scenario.adjacency),
                        scenario, strategy.bands(), static_cast<double>(scenario.examplesOfMember()));
}

Accountant gaussianAccountant(const Accounted& figures) {
  Accountant accountant;
  accountant.name = "analytic-gaussian";
  accountant.shortName = Core::tr("analytic Gaussian");
  const Phrase kind = displayName(figures.sensitivity.kind);
  if (figures.scenario.adjacency == Adjacency::ReplaceOne) {
    accountant.method = {Core::tr("analytic Gaussian mechanism at L2 sensitivity %1 (%2) per contribution; a "
                                  "replacement changes it by up to twice that, which the noise multiplier covers"),
                         figures.sensitivity.value, kind};
  } else {
    accountant.method = {Core::tr("analytic Gaussian mechanism at L2 sensitivity %1 (%2)"), figures.sensitivity.value,
                         kind};
  }
  if (const Index examples = figures.scenario.examplesOfMember(); examples > 1) {
    accountant.method = {Core::tr("%1, times the %2 examples of a user, which the noise multiplier covers"),
                         accountant.method, examples};
  }
  return accountant;
}

}  // namespace noiseloom
