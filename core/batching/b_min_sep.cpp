#include <memory>

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

Sampling sampling(const Scenario& scenario, Index bands) {
  return {.probability = spacedSampling(scenario, bands).probability};
}

std::unique_ptr<Accounting> accounting(const Scenario& scenario, const Strategy& strategy,
                                       const Sensitivity& sensitivity, const RunControl& control) {
  return mixtureAccounting(scenario, strategy, sensitivity, spacedSampling(scenario, strategy.bands()), control);
}

Accountant accountant(const Accounted& figures) {
  return mixtureAccountant(figures, "b-min-sep", Core::tr("b-min-sep sampling"),
                           sampling(figures.scenario, figures.bands));
}

Text assumes(const Scenario& scenario, Index bands, Phrase everyMember) {
  const double p = spacedSampling(scenario, bands).probability;
  if (bands == 1) {
    return withCap({Core::tr("%1 joins every step with probability %2, independently of all others and in secret."),
                    everyMember, sixDigits(p)},
                   scenario);
  }
  // All digits: who joins less often also rests less often, so that less is not known to be as private.
  const double start = 1 / (1 + static_cast<double>(bands - 1) * p);
  return withCap(
      {Core::tr("%1 rests for %2 steps after each participation and else joins a step with probability %3, "
                "independently of all others and in secret; at the start it is free with probability %4, or has "
                "uniformly 1 to %5 steps of rest left. Shuffled batches and devices that decide by themselves do not "
                "satisfy this."),
       everyMember, bands - 1, allDigits(p), allDigits(start), bands - 1},
      scenario);
}

Assumption needs(const Scenario& scenario, Index bands) {
  return {"bands",
          {Core::tr("The strategy has %1, at most n/k = %2: as many as there are steps from one participation to the "
                    "next, at least."),
           bandCount(bands), scenario.mostParts()},
          AssumptionStatus::Satisfied};
}

JobCoverage covers(const Scenario& scenario, const JobBatching& job, Index bands) {
  const Phrase remedy =
      Core::tr("let each example rest for b - 1 steps after it took part, and join steps at random by itself else");
  if (&job == &jobs::bMinSep) return satisfied(Core::tr("the job samples as accounted"));
  if (bands == 1) {
    if (const auto coins = coinsOfAll(scenario, job, false)) return *coins;
  }
  if (job.samples) return violated(Core::tr("the job samples in another way: neither bounds the other"), remedy);
  if (&job == &jobs::minSeparation) {
    return violated(Core::tr("who comes is neither random by a known law nor secret, so nothing is amplified"),
                    Core::tr("account for it with min-sep batching"));
  }
  return violated(Core::tr("the job's batches are not sampled so: epsilon may be much larger"), remedy);
}

}  // namespace

// Who took part rests for b - 1 steps, then joins each step with probability p (math: section 10.8).
constinit const Batching batchings::bMinSep{
    .id = "b-min-sep",
    .name = Core::tr("b-min-sep sampling"),
    .summary = Core::tr("Who took part rests for b - 1 steps, then joins each step with the same probability; the "
                        "loader decides, in secret (amplified)"),
    .shortName = Core::tr("b-min-sep"),
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
    .needs = needs,
    .independence =
        Core::tr("The sampling probability, the strategy and the other settings do not depend on the data, "
                 "the exact number of %1s included; sums are divided by a public number, not by the size of "
                 "the batch."),
    .covers = covers,
};

}  // namespace noiseloom
