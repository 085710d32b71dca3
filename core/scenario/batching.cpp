#include "core/scenario/batching.h"

#include <algorithm>
#include <cmath>

#include "core/accounting/samplings/capped_poisson.h"
#include "core/scenario/drawn_job.h"
#include "core/scenario/group_accounting.h"
#include "core/scenario/scenario.h"

namespace noiseloom {
namespace {

constexpr double kCapShare = 0.01;  // of delta, for the proposed largest batch

template <class Value>
std::optional<const Value*> named(std::span<const Value* const> all, std::string_view id) {
  const auto found = std::ranges::find(all, id, &Value::id);
  return found == all.end() ? std::nullopt : std::optional(*found);
}

}  // namespace

bool Batching::uses(Field field) const {
  return std::ranges::find(settings, field) != settings.end();
}

std::optional<const Batching*> batchingFromName(std::string_view id) {
  return named(allBatchings(), id);
}

std::optional<const JobBatching*> jobBatchingFromName(std::string_view id) {
  return named(allJobBatchings(), id);
}

double capReached(const Scenario& scenario, Index bands) {
  const Batching& batching = *scenario.batching;
  if (!scenario.largestBatch || !scenario.datasetSize || !batching.batchLaw || batching.noiseBy == NoiseBy::Composition)
    return 0;
  const BatchLaw law = batching.batchLaw(scenario, bands);
  return std::exp(logCapReached(law.batches, law.examples, law.probability, *scenario.largestBatch));
}

double deltaBesideCap(const Scenario& scenario, Index bands) {
  return scenario.delta - capReached(scenario, bands);
}

std::optional<Index> proposedLargestBatch(const Scenario& scenario, Index bands) {
  if (!scenario.datasetSize || !scenario.batching->batchLaw || !(scenario.delta > 0)) return std::nullopt;
  const BatchLaw law = scenario.batching->batchLaw(scenario, bands);
  return leastCap(law.batches, law.examples, law.probability, std::log(kCapShare * scenario.delta));
}

std::optional<Index> proposedLargestBatch(const Scenario& scenario) {
  return proposedLargestBatch(scenario, 1);
}

Sampling samplingOf(const Scenario& scenario, Index bands) {
  return scenario.batching->sampling ? scenario.batching->sampling(scenario, bands) : Sampling();
}

std::unique_ptr<Accounting> accountingOf(const Scenario& scenario, const Strategy& strategy,
                                         const Sensitivity& sensitivity, const RunControl& control) {
  if (!accountsAsGroup(scenario)) return scenario.batching->accounting(scenario, strategy, sensitivity, control);
  return groupAccounting(scenario.batching->accounting(ofOneExample(scenario), strategy, sensitivity, control),
                         scenario.examplesOfMember());
}

Accountant accountantOf(const Accounted& figures) {
  const Scenario& scenario = figures.scenario;
  if (!accountsAsGroup(scenario)) return scenario.batching->accountant(figures);
  const Scenario one = ofOneExample(scenario);
  return groupAccountant(scenario.batching->accountant(
                             {one, figures.bands, figures.sensitivity, figures.noiseMultiplier, figures.certificate}),
                         scenario);
}

Text standInOf(const Scenario& scenario, Index bands) {
  return scenario.batching->standIn ? scenario.batching->standIn(ofOneExample(scenario), bands) : Text();
}

Scenario asSolved(Scenario scenario) {
  if (scenario.batching->solvedAs) scenario.batching = scenario.batching->solvedAs;
  return scenario;
}

JobCoverage coverageOf(const Scenario& scenario, Index bands) {
  const JobBatching* job = scenario.jobBatching;
  if (job == &standardJobBatching()) return {.reason = CoverageReason::Proof};
  if (job == &drawnJobBatching()) {
    return {AssumptionStatus::Satisfied,
            Core::tr("satisfied by noiseloom-cli batches, which draws them as accounted from the run's secret key"),
            {},
            CoverageReason::Proof};
  }
  if (job->inOnePass && scenario.effectiveParticipations() == 1) job = job->inOnePass;
  return scenario.batching->covers(scenario, *job, bands);
}

}  // namespace noiseloom
