#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "core/accounting/samplings/capped_poisson.h"
#include "core/accounting/samplings/user_sampling.h"
#include "core/batching/list.h"
#include "core/batching/parts/coverage.h"
#include "core/batching/parts/scheme.h"
#include "core/scenario/scenario.h"

namespace noiseloom {
namespace {

using namespace coverage;

Sampling sampling(const Scenario& scenario, Index bands) {
  return {.probability = scenario.samplingRate(bands), .compositions = (scenario.iterations + bands - 1) / bands};
}

// The sizes that a part of the data may have: of b parts of sizes that differ by at most one, in either data set.
std::vector<Index> partSizes(const Scenario& scenario, Index bands) {
  const Index least = std::max<Index>(1, *scenario.datasetSize / bands);
  const Index most = (*scenario.datasetSize + bands - 1) / bands + (scenario.adjacency == Adjacency::AddRemove ? 1 : 0);
  std::vector<Index> sizes;
  for (Index size = least; size <= most; ++size) sizes.push_back(size);
  return sizes;
}

BatchLaw batchLaw(const Scenario& scenario, Index bands) {
  return {scenario.iterations, partSizes(scenario, bands).back(), *sampling(scenario, bands).probability};
}

std::unique_ptr<Accounting> accounting(const Scenario& scenario, const Strategy& strategy,
                                       const Sensitivity& sensitivity, const RunControl& control) {
  if (const Index examples = scenario.examplesOfMember(); examples > 1) {
    const Sampling sampled = sampling(scenario, strategy.bands());
    return lossAccounting(std::make_unique<UserSampling>(*sampled.probability, *sampled.compositions, examples),
                          scenario, strategy.bands());
  }
  if (!isCut(scenario)) return gaussianAccounting(scenario, strategy, sensitivity, control);
  const Sampling sampled = sampling(scenario, strategy.bands());
  const CappedPoisson capped({partSizes(scenario, strategy.bands()), *sampled.probability, *scenario.largestBatch,
                              *sampled.compositions, scenario.adjacency});
  // Where the cap is never reached it is Poisson sampling as ever.
  if (capped.mostFull() == 0) return gaussianAccounting(scenario, strategy, sensitivity, control);
  return lossAccounting(std::make_unique<CappedPoisson>(capped), scenario, strategy.bands());
}

Accountant accountant(const Accounted& figures) {
  const Scenario& scenario = figures.scenario;
  const Sampling sampled = sampling(scenario, figures.bands);
  const Text probability = sixDigits(*sampled.probability);
  const std::string excess = twoDigits(figures.noiseMultiplier.errorBound);
  if (isCut(scenario)) {
    const std::vector<Index> sizes = partSizes(scenario, figures.bands);
    return pldAccountant(
        sampled,
        {Core::tr("privacy loss distribution of truncated Poisson sampling, sampling probability %1, at most %2 "
                  "examples of %3 to %4 in a batch, %5 compositions, the worse of both directions, "
                  "pessimistic: sigma is too large by about %6 relative"),
         probability, *scenario.largestBatch, sizes.front(), sizes.back(), *sampled.compositions, excess});
  }
  if (const Index examples = scenario.examplesOfMember(); examples > 1) {
    return pldAccountant(
        sampled, {Core::tr("privacy loss distribution of the mixture of Gaussians of a user's examples that a step "
                           "samples, sampling probability %1, %2 examples of a user, %3 compositions, the worse of "
                           "both directions, pessimistic: sigma is too large by about %4 relative"),
                  probability, examples, *sampled.compositions, excess});
  }
  const Phrase method =
      scenario.adjacency == Adjacency::ReplaceOne
          ? Core::tr(
                "privacy loss distribution of the Poisson-subsampled Gaussian mechanism whose contributions change "
                "sign, sampling probability %1, %2 compositions, the worse of both directions, pessimistic: sigma "
                "is too large by about %3 relative")
          : Core::tr(
                "privacy loss distribution of the Poisson-subsampled Gaussian mechanism, sampling probability %1, "
                "%2 compositions, the worse of both directions, pessimistic: sigma is too large by about %3 "
                "relative");
  return pldAccountant(sampled, {method, probability, *sampled.compositions, excess});
}

Text assumes(const Scenario& scenario, Index bands, Phrase everyMember) {
  const Text cap = capText(scenario);
  const double accounted = *sampling(scenario, bands).probability;
  // All digits beside a cap, which leaves out fewer of those that join where others join less often.
  const Text probability = cap.empty() ? sixDigits(accounted) : allDigits(accounted);
  if (bands == 1) {
    const Text sampled(Core::tr("%1 takes part in each step with probability %2, independently of all others and of "
                                "other steps. Shuffled batches do not satisfy this."),
                       everyMember, probability);
    return withCap(sampled, scenario);
  }
  const Text sampled(
      Core::tr("%1 belongs to one of %2 parts of about equal size, chosen once and independently of all others; "
               "step i samples from part i mod %3, each member independently with probability %4. Shuffled batches "
               "do not satisfy this."),
      everyMember, bands, bands, probability);
  return replacedInPlace(
      cap.empty() ? sampled : Text(Core::tr("%1 %2 Parts differ in size by at most one."), sampled, cap), scenario,
      bands);
}

JobCoverage covers(const Scenario& scenario, const JobBatching& job, Index bands) {
  const Phrase remedy = Core::tr(
      "form batches by cyclic Poisson sampling, or account without amplification (fixed-epoch or min-sep batching)");
  if (bands == 1) {
    if (const auto coins = coinsOfAll(scenario, job, true)) return *coins;
  }
  if (&job == &jobs::cyclicPoisson) {
    return isCut(scenario) ? cutAsAccounted(scenario, bands, true)
                           : satisfied(Core::tr("the job samples as accounted"));
  }
  if (&job == &jobs::cyclicPoissonRandom) {
    if (!isCut(scenario))
      return contained(Core::tr("the job samples as accounted, and its groups are drawn at random besides"));
    return violated(
        Core::tr("groups that examples draw themselves differ in size: batches are cut more often than those "
                 "of parts of equal size"),
        Core::tr("account for it with cyclic-poisson-random batching, or process batches of any size"));
  }
  if (&job == &jobs::bMinSep) {
    return violated(Core::tr("who rests after each participation is not sampled from fixed parts: neither bounds the "
                             "other"),
                    Core::tr("account for it with b-min-sep batching"));
  }
  if (&job == &jobs::poisson || &job == &jobs::truncatedPoisson) return neighbouring();
  if (&job == &jobs::fixedSizeSamples || &job == &jobs::cyclicFixedSizeSamples) {
    return violated(Core::tr("samples of a fixed size are another mechanism: examples are not sampled independently"),
                    remedy);
  }
  if (&job == &jobs::balancedIterations) {
    return violated(Core::tr("the number of participations is fixed: neither bounds the other"),
                    Core::tr("account for it with balanced-iterations batching"));
  }
  if (&job == &jobs::randomAllocation || &job == &jobs::cyclicAllocation) {
    return violated(Core::tr("allocation fixes the number of participations: neither bounds the other"),
                    Core::tr("account for it with cyclic-allocation batching, or random-allocation for one band"));
  }
  if (&job == &jobs::ballsInBins) {
    return violated(Core::tr("balls-in-bins fixes the number of participations: neither bounds the other"),
                    Core::tr("account for it with balls-in-bins batching"));
  }
  if (&job == &jobs::fixedOrder || &job == &jobs::minSeparation)
    return violated(Core::tr("the job samples nothing, so nothing is amplified: epsilon may be much larger"), remedy);
  return violated(Core::tr("shuffling is not Poisson sampling: epsilon may be much larger"), remedy);
}

}  // namespace

// Part i mod b of the data is Poisson-sampled at step i (math: section 10.2).
constinit const Batching batchings::cyclicPoisson{
    .id = "cyclic-poisson",
    .name = Core::tr("cyclic Poisson"),
    .summary = Core::tr("Data split into b parts; step i samples part i mod b by Poisson sampling (amplified)"),
    .noiseBy = NoiseBy::Composition,
    .banded = true,
    .mostIterations = kMostCompositions,  // with one band, as for the baseline, every iteration is a composition
    .leastDelta = kLeastSubsampledDelta,
    .batchLaw = batchLaw,
    .sampling = sampling,
    .accounting = accounting,
    .accountant = accountant,
    .assumes = assumes,
    .needs = needsParts,
    .independence = Core::tr("The sampling probability, the strategy and the other settings do not depend on the data, "
                             "the exact number of %1s included."),
    .covers = covers,
};

}  // namespace noiseloom
