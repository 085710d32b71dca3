#include "core/scenario/scenario.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/nearest_whole.h"
#include "core/scenario/batch_size.h"
#include "core/scenario/scenario_fields.h"

namespace noiseloom {
namespace {

constexpr double kMostSteps = 1e15;

// Also of values that are not valid yet.
double epochsOf(const Scenario& scenario) {
  return scenario.epochs > 0 ? scenario.epochs : 1;
}

// n / k = N / B: the batches that one pass over the data fills.
double batchesOfPass(const Scenario& scenario) {
  const double n = static_cast<double>(std::max<Index>(scenario.iterations, 1));
  return std::clamp(nearestWhole(n / epochsOf(scenario)), 1.0, kMostSteps);
}

// ceil(n / s) for the s steps of an epoch: who is in the first batch of an epoch takes part in the last one, too.
Index mostVisits(const Scenario& scenario) {
  const LastBatch last = lastBatchOf(scenario);
  const double k = std::min(epochsOf(scenario), kMostSteps);
  if (last == LastBatch::CarriedOver || (last == LastBatch::Smaller && isWholeCount(k)))
    return static_cast<Index>(std::ceil(nearestWhole(k)));
  return std::max<Index>(scenario.iterations - 1, 0) / scenario.stepsPerEpoch() + 1;
}

}  // namespace

Scenario::Scenario() = default;
Scenario::Scenario(ScenarioData values) : ScenarioData(std::move(values)) {}
Scenario::Scenario(const Scenario&) = default;
Scenario::Scenario(Scenario&&) noexcept = default;
Scenario& Scenario::operator=(const Scenario&) = default;
Scenario& Scenario::operator=(Scenario&&) noexcept = default;
Scenario::~Scenario() = default;
bool Scenario::operator==(const Scenario&) const = default;

bool Scenario::usesBands() const {
  return mechanism->uses(Field::Bands);
}

Index Scenario::effectiveStamps() const {
  if (stamps) return *stamps;
  const Index own = effectiveParticipations();
  if (!batching->banded || iterations < 1 || !(epochs > 0)) return own;
  // If epochs do not divide the steps, one block per epoch would be a step longer than the batching runs. Blocks of
  // single steps would be independent noise, a mechanism of its own.
  const Index most = bandsAtMost(mostParts());
  return most > 1 ? std::max(own, (iterations + most - 1) / most) : own;
}

Index Scenario::effectiveParticipations() const {
  return batching->once ? 1 : mostVisits(*this);
}

double Scenario::effectiveEpochs() const {
  return batching->once && mostVisits(*this) > 1 ? 1 : epochs;
}

Index Scenario::effectiveMinSeparation() const {
  return batching->separation ? batching->separation(*this) : std::min(stepsPerEpoch(), std::max<Index>(iterations, 1));
}

Index Scenario::stepsPerEpoch() const {
  const double batches = batchesOfPass(*this);
  return static_cast<Index>(lastBatchOf(*this) == LastBatch::Smaller ? std::ceil(batches) : std::floor(batches));
}

Index Scenario::mostParts() const {
  return static_cast<Index>(batchesOfPass(*this));
}

double Scenario::samplingRate(Index parts) const {
  const auto batch = batchSizeOf(*this);
  const bool counted = batch && isWholeCount(*batch);
  const double taken = counted ? *batch : effectiveEpochs();
  const double all = static_cast<double>(counted ? *datasetSize : iterations);
  return std::min(1.0, static_cast<double>(parts) * taken / all);
}

Index Scenario::bandsAtMost(Index most) const {
  return batching->bandsAtMost && iterations >= 1 && epochs > 0 ? batching->bandsAtMost(*this, std::max<Index>(most, 1))
                                                                : most;
}

Index Scenario::mostBands() const {
  if (!usesBands()) return 1;
  Index most = iterations;
  if (batching->banded) {
    most = mostParts();
  } else if (mechanism->needsSeparation) {
    // Neighbouring epochs then share rows of C; the sensitivity accounts for it.
    const bool anyStep = participation().schema == Participation::Schema::OnceEachEpoch;
    most = anyStep ? stepsPerEpoch() : effectiveMinSeparation();
  }
  if (mechanism->mostBands) most = std::min(most, mechanism->mostBands(iterations));
  if (mostNoiseRows) most = std::min(most, *mostNoiseRows + 1);
  return bandsAtMost(std::clamp<Index>(most, 1, std::clamp<Index>(iterations, 1, kMostBands)));
}

Scenario Scenario::withIterations(Index n) const {
  Scenario other = *this;
  other.iterations = n;
  if (const Index fixed = workload.fixedIterations(); schedule.isFormula() && fixed != 0 && n != fixed)
    other.workload = workload.withRates(learningRates(schedule, n));
  return other;
}

std::vector<InvalidArgument> Scenario::problems() const {
  std::vector<InvalidArgument> found;
  for (const FieldInfo& field : scenarioFields()) {
    if (!field.check || !matters(field, *this)) continue;
    try {
      field.check(*this);
    } catch (const InvalidArgument& problem) {
      found.push_back(problem);
    }
  }
  return found;
}

void Scenario::validate() const {
  const std::vector<InvalidArgument> found = problems();
  if (!found.empty()) throw found.front();
}

}  // namespace noiseloom
