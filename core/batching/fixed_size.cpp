#include <algorithm>
#include <cmath>
#include <memory>

#include "core/accounting/samplings/fixed_size_samples.h"
#include "core/batching/list.h"
#include "core/batching/parts/coverage.h"
#include "core/batching/parts/scheme.h"
#include "core/scenario/batch_size.h"
#include "core/scenario/scenario.h"

namespace noiseloom {
namespace {

using namespace coverage;

// The share of a part of the data that a batch is: of whole numbers where these are known.
double shareOf(const Scenario& scenario, Index bands) {
  if (const auto batch = batchSizeOf(scenario)) {
    const Index members = *scenario.datasetSize / bands;
    return members > 0 ? std::min(1.0, std::ceil(*batch * (1 - 1e-12)) / static_cast<double>(members)) : 1;
  }
  return scenario.samplingRate(bands);
}

Sampling sampling(const Scenario& scenario, Index bands) {
  return {.probability = shareOf(scenario, bands), .compositions = (scenario.iterations + bands - 1) / bands};
}

std::unique_ptr<Accounting> accounting(const Scenario& scenario, const Strategy& strategy, const Sensitivity&,
                                       const RunControl&) {
  const Sampling sampled = sampling(scenario, strategy.bands());
  // An example that is added takes part at the rate of Poisson sampling, in the place of another: at distance 2.
  if (scenario.adjacency == Adjacency::AddRemove) {
    return lossAccounting(std::make_unique<PoissonSteps>(*sampled.probability, *sampled.compositions), scenario,
                          strategy.bands(), 2);
  }
  return lossAccounting(std::make_unique<FixedSizeSamples>(*sampled.probability, *sampled.compositions), scenario,
                        strategy.bands());
}

Accountant accountant(const Accounted& figures) {
  const Sampling sampled = sampling(figures.scenario, figures.bands);
  const Phrase method =
      figures.scenario.adjacency == Adjacency::AddRemove
          ? Core::tr(
                "privacy loss distribution of samples of a fixed size without replacement, a share of %1 of at least "
                "as many examples, %2 compositions, an added example in the place of another, the worse of both "
                "directions, pessimistic: sigma is too large by about %3 relative")
          : Core::tr(
                "privacy loss distribution of samples of a fixed size without replacement, a share of %1, %2 "
                "compositions of the symmetrised pair of a replaced example, pessimistic: sigma is too large by about "
                "%3 relative");
  return pldAccountant(sampled, {method, sixDigits(*sampled.probability), *sampled.compositions,
                                 twoDigits(figures.noiseMultiplier.errorBound)});
}

Text assumes(const Scenario& scenario, Index bands, Phrase everyMember) {
  if (bands == 1) {
    Text sampled{Core::tr("Each step takes a share of %1 of all data, of a fixed size, drawn uniformly without "
                          "replacement, independently of other steps and in secret. Shuffled batches do not "
                          "satisfy this."),
                 sixDigits(shareOf(scenario, bands))};
    return sampled;
  }
  const Text sampled{
      Core::tr(
          "%1 belongs to one of %2 parts of fixed, public sizes, chosen once and independently of all others; step i "
          "takes a share of %3 of part i mod %4, of a fixed size, drawn uniformly without replacement, "
          "independently of other steps and in secret. Shuffled batches do not satisfy this."),
      everyMember, bands, sixDigits(shareOf(scenario, bands)), bands};
  return replacedInPlace(sampled, scenario, bands);
}

JobCoverage covers(const Scenario&, const JobBatching& job, Index bands) {
  if (&job == &jobs::cyclicFixedSizeSamples || (&job == &jobs::fixedSizeSamples && bands == 1))
    return satisfied(Core::tr("the job samples as accounted"));
  if (&job == &jobs::fixedSizeSamples) return neighbouring();
  const Phrase remedy = Core::tr(
      "draw each batch uniformly, without replacement and of a fixed size, anew at each step; or choose the batching "
      "that the "
      "job has");
  if (job.samples) return violated(Core::tr("independent coins are another mechanism than a fixed size"), remedy);
  return violated(Core::tr("the job does not draw its batches anew at each step: epsilon may be much larger"), remedy);
}

}  // namespace

// A fixed share of part i mod b of the data, without replacement, at step i (math: section 10.6).
constinit const Batching batchings::fixedSize{
    .id = "fixed-size",
    .name = Core::tr("samples of a fixed size"),
    .summary = Core::tr("Every batch is a new random sample of a fixed size from part i mod b of the data (amplified)"),
    .version = 7,
    .noiseBy = NoiseBy::Scheme,
    .banded = true,
    .ofSizeAlone = true,
    .mostIterations = kMostCompositions,
    .leastDelta = kLeastSubsampledDelta,
    .sampling = sampling,
    .accounting = accounting,
    .accountant = accountant,
    .assumes = assumes,
    .needs = needsParts,
    .independence = Core::tr("The size of the samples, the strategy and the other settings do not depend on the data."),
    .covers = covers,
};

}  // namespace noiseloom
