#include "core/batching/list.h"
#include "core/batching/mixture_law.h"
#include "core/batching/parts/coverage.h"
#include "core/batching/parts/mixture_accounting.h"
#include "core/batching/parts/sampled_accounting.h"
#include "core/batching/parts/scheme.h"
#include "core/scenario/scenario.h"

namespace noiseloom {
namespace {

using namespace coverage;

double probability(const Scenario& scenario, Index bands) {
  return randomGroups(scenario, bands).probability;
}

Sampling sampling(const Scenario& scenario, Index bands) {
  return {.probability = probability(scenario, bands)};
}

std::unique_ptr<Accounting> accounting(const Scenario& scenario, const Strategy& strategy,
                                       const Sensitivity& sensitivity, const RunControl& control) {
  return mixtureAccounting(scenario, strategy, sensitivity, randomGroups(scenario, strategy.bands()), control);
}

Accountant accountant(const Accounted& figures) {
  return mixtureAccountant(figures, "cyclic-poisson-random", Core::tr("cyclic Poisson sampling from random groups"),
                           sampling(figures.scenario, figures.bands));
}

Text assumes(const Scenario& scenario, Index bands, Phrase everyMember) {
  const Text sampled{
      Core::tr("%1 is assigned to one of %2 groups uniformly at random, once, independently of all others and in "
               "secret, as are the batches and their sizes; step i samples from group i mod %3, each member "
               "independently with probability %4. Groups that are public, chosen, or equal parts of a shuffle do "
               "not satisfy this."),
      everyMember, bands, bands, sixDigits(probability(scenario, bands))};
  return withCap(sampled, scenario);
}

JobCoverage covers(const Scenario& scenario, const JobBatching& job, Index bands) {
  const Phrase remedy = Core::tr(
      "draw each example's group independently, uniformly and in secret, and sample from group i mod b at step i");
  if (&job == &jobs::cyclicPoissonRandom) return satisfied(Core::tr("the job samples as accounted"));
  if (bands == 1) {
    if (const auto coins = coinsOfAll(scenario, job, false)) return *coins;
  }
  if (&job == &jobs::cyclicPoisson) {
    return violated(
        Core::tr("parts that are known, chosen, or equal in size are not drawn for each example "
                 "independently and in secret"),
        Core::tr("draw each example's group independently, or account for it with cyclic-poisson batching"));
  }
  if (job.samples) return violated(Core::tr("the job samples in another way: neither bounds the other"), remedy);
  return violated(Core::tr("the job does not sample from random groups: epsilon may be much larger"), remedy);
}

}  // namespace

// Each example draws one of b groups; group i mod b is Poisson-sampled at step i (math: section 10.8).
constinit const Batching batchings::cyclicPoissonRandom{
    .id = "cyclic-poisson-random",
    .name = Core::tr("cyclic Poisson, random groups"),
    .summary = Core::tr("As cyclic Poisson, but each example draws its group itself, once and in secret (amplified)"),
    .shortName = Core::tr("random groups"),
    .version = 7,
    .noiseBy = NoiseBy::Patterns,
    .banded = true,
    .replaceOne = false,
    .settings = kSettingsOfDraws,
    .solvedAs = &batchings::cyclicPoisson,
    .mostIterations = kMostCompositions,
    .leastDelta = kLeastSubsampledDelta,
    .batchLaw = mixtureBatchLaw,
    .sampling = sampling,
    .accounting = accounting,
    .accountant = accountant,
    .standIn = mixtureStandIn,
    .assumes = assumes,
    .needs = needsParts,
    .independence = Core::tr("The sampling probability, the number of groups, the strategy and the other settings do "
                             "not depend on the data, the exact number of %1s included; sums are divided by a public "
                             "number, not by the size of the batch."),
    .covers = covers,
};

}  // namespace noiseloom
