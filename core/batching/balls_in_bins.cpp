#include <algorithm>
#include <memory>

#include "core/batching/list.h"
#include "core/batching/parts/coverage.h"
#include "core/batching/parts/sampled_accounting.h"
#include "core/batching/parts/scheme.h"
#include "core/scenario/scenario.h"

namespace noiseloom {
namespace {

using namespace coverage;

Sampling sampling(const Scenario& scenario, Index) {
  return {.bins = scenario.stepsPerEpoch()};
}

std::unique_ptr<Accounting> accounting(const Scenario& scenario, const Strategy& strategy,
                                       const Sensitivity& sensitivity, const RunControl& control) {
  BinGram gram = gramOfBins(strategy, scenario.stepsPerEpoch(), control);
  const bool stopped = gram.bins == 0;
  // One bin amplifies nothing: safe, as its square root is no smaller.
  if (stopped) gram = {1, {sensitivity.value * sensitivity.value * (1 + 1e-15)}};
  return std::make_unique<SampledAccounting<BinGram>>(scenario, 1, std::move(gram), sensitivity.value, stopped);
}

Accountant accountant(const Accounted& figures) {
  const auto& certificate = figures.certificate;
  const Sampling bins = sampling(figures.scenario, 0);
  if (!certificate || certificate->method == SampledMethod::Unamplified) {
    Accountant made = gaussianAccountant(figures);
    if (certificate && *bins.bins > 1) {
      // No file states which of the two it was.
      made.instead = {Core::tr("the random bins are not credited: %1"),
                      Core::tr("draws certified no less noise, or were stopped")};
    }
    made.method = withStandIn(made.method, made.instead);
    made.sampling = bins;
    return made;
  }
  Accountant made;
  made.name = "balls-in-bins";
  made.sampling = bins;
  if (certificate->method == SampledMethod::Deterministic) {
    made.shortName = Core::tr("PLD");
    made.method = {Core::tr("privacy loss distribution of independent noise under balls-in-bins, %1 bins, the worse of "
                            "both directions, pessimistic, nothing sampled"),
                   *bins.bins};
    return made;
  }
  made.shortName = Core::tr("Monte Carlo certificate");
  made.method = {Core::tr("importance sampling of the privacy loss of the balls-in-bins mixture, %1 bins, %2 samples, "
                          "the worse of both directions: an upper confidence bound that fails with probability at most "
                          "%3 over the draw of the samples (and so does each other figure of the profile); the samples "
                          "are those of a fixed public stream, so that anyone gets the same figure"),
                 *bins.bins, certificate->samples, certificate->failureProbability};
  made.failureProbability = certificate->failureProbability;
  made.tau = figures.scenario.tau;
  made.samples = certificate->samples;
  return made;
}

// With bins whose step never comes nothing is known.
std::optional<InvalidArgument> problem(const Scenario& scenario) {
  if (scenario.stepsPerEpoch() <= scenario.iterations) return std::nullopt;
  return InvalidArgument("epochs", scenario.epochs,
                         {Core::tr("at least 1 under %1: all bins have their step"), scenario.batching->name});
}

// The bins are the batches; every epoch has the same.
BatchLaw batchLaw(const Scenario& scenario, Index) {
  const Index bins = scenario.stepsPerEpoch();
  return {bins, largerSize(scenario), 1 / static_cast<double>(bins)};
}

Text assumes(const Scenario& scenario, Index, Phrase everyMember) {
  const Index bins = scenario.stepsPerEpoch();
  const Text binned(
      Core::tr("%1 is assigned to one of %2 bins uniformly at random, once, independently of all others and in "
               "secret; step i uses bin i mod %3, whatever its size. Shuffled batches of a fixed size do not "
               "satisfy this."),
      everyMember, bins, bins);
  return withCap(binned, scenario);
}

Assumption needs(const Scenario&, Index) {
  return {"non-negative", Core::tr("No entry of the strategy matrix is negative."), AssumptionStatus::Satisfied};
}

JobCoverage covers(const Scenario&, const JobBatching& job, Index) {
  const Phrase remedy = Core::tr(
      "assign every example to one of the batches of an epoch independently and uniformly, once; or account for it "
      "with fixed-epoch batching, unamplified");
  if (&job == &jobs::ballsInBins) return satisfied(Core::tr("the job forms its batches as accounted"));
  if (&job == &jobs::shuffledOnce) {
    return violated(Core::tr("shuffling deals batches of a fixed size, so that examples do not land independently: "
                             "epsilon may be larger"),
                    remedy);
  }
  if (&job == &jobs::fixedOrder) {
    return violated(Core::tr("the job's order is not random, so nothing is amplified: epsilon may be much larger"),
                    remedy);
  }
  if (&job == &jobs::shuffledEachEpoch) {
    return violated(
        Core::tr("shuffled anew, an example changes its batch: participations may be one step apart at the end of an "
                 "epoch"),
        Core::tr("repeat the same bins in every epoch; or account for it with min-sep batching of separation 1"));
  }
  if (&job == &jobs::cyclicAllocation) {
    return violated(Core::tr("an example is drawn for the steps of its group alone, which hide it less"),
                    Core::tr("account for it with cyclic-allocation batching"));
  }
  if (&job == &jobs::balancedIterations) {
    return violated(Core::tr("drawn among all steps, participations may be one step apart"),
                    Core::tr("account for it with balanced-iterations batching"));
  }
  if (&job == &jobs::randomAllocation) {
    return violated(Core::tr("drawn anew in each epoch, participations may be one step apart at the end of an epoch"),
                    Core::tr("account for it with random-allocation or cyclic-allocation batching"));
  }
  if (&job == &jobs::minSeparation) {
    return violated(Core::tr("the job assigns no random bins, so nothing is amplified: epsilon may be much larger"),
                    Core::tr("account for it with min-sep batching"));
  }
  return unlimited(Core::tr("account for it as cyclic-poisson and sample like that, or use bins"));
}

}  // namespace

// Each example lands in one of ceil(n / k) batches, which every epoch repeats (math: section 10.3).
constinit const Batching batchings::ballsInBins{
    .id = "balls-in-bins",
    .name = Core::tr("balls-in-bins"),
    .summary = Core::tr("Each example lands in one of n / k batches at random, once; every epoch repeats them "
                        "(amplified, non-negative strategies)"),
    .version = 3,
    .noiseBy = NoiseBy::Bins,
    .replaceOne = false,
    .settings = kSettingsOfDraws,
    .solvedAs = &batchings::fixedEpoch,
    .mostStepsPerEpoch = kMostBins,
    .problem = problem,
    .batchLaw = batchLaw,
    // The participation that gives its sensitivity without amplification.
    .participation =
        [](const Scenario& scenario) {
          return Participation::fixedEpochOrder(scenario.effectiveParticipations(), scenario.stepsPerEpoch());
        },
    .sampling = sampling,
    .accounting = accounting,
    .accountant = accountant,
    .assumes = assumes,
    .needs = needs,
    .independence =
        Core::tr("The bins, the strategy and the other settings do not depend on the data, the exact number "
                 "of %1s included."),
    .covers = covers,
};

}  // namespace noiseloom
