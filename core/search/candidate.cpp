#include "core/search/candidate.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/infinity.h"
#include "core/scenario/scenario_fields.h"
#include "core/search/search_text.h"

namespace noiseloom {
namespace {

Text tooManyRows(Index rows) {
  return {Core::tr("keeps %1 noise rows: more than a machine has room for"), rows};
}

}  // namespace

bool isRefined(const Scenario& scenario) {
  return climbsBands(scenario) || scenario.optimisesAmplified();
}

JobLimits::JobLimits(JobRequest request, std::optional<NoiseRates> rates)
    : m_request(std::move(request)), m_rates(std::move(rates)) {}

double JobLimits::stepSeconds(const Scenario& scenario, const NoiseShape& shape) const {
  return m_rates ? m_rates->secondsPerStep(shape, noiseMemoryOf(0, scenario.deployment).coordinates) : 0;
}

// The most bands or buffers whose rows fit a machine and a step; nullopt if the size cannot be chosen. 0: none fits.
std::optional<Index> JobLimits::mostSize(const Scenario& scenario) const {
  std::optional<Index> most;
  if (const auto memory = memoryOfMachine(scenario.deployment)) most = mostSizeIn(*memory, scenario);
  const double limit = m_request.stepSeconds.value_or(kInfinity);
  const bool sized = scenario.usesBands() || scenario.mechanism->uses(Field::Buffers);
  if (!m_rates || !std::isfinite(limit) || !sized) return most;
  const Index widest = most.value_or(scenario.usesBands() ? scenario.mostBands() : kMostBltBuffers);
  Index fits = 0;
  for (Index above = widest + 1; above - fits > 1;) {
    const Index middle = fits + (above - fits) / 2;
    (stepSeconds(scenario, *noiseShapeOf(scenario, middle)) <= limit ? fits : above) = middle;
  }
  return fits;
}

Text JobLimits::misfit(const Scenario& scenario, const NoiseShape& shape) const {
  const auto memory = memoryOfMachine(scenario.deployment);
  if (memory && shape.rows > mostRowsIn(*memory, scenario.deployment)) return tooManyRows(shape.rows);
  const double seconds = stepSeconds(scenario, shape);
  if (m_request.stepSeconds && seconds > *m_request.stepSeconds)
    return {Core::tr("making its noise would take about %1 s a step"), twoDigits(seconds)};
  return {};
}

Candidate JobLimits::candidate(const BatchingWay& way, const Mechanism* mechanism) const {
  Candidate made{way, way.applied(m_request.job)};
  Scenario& own = made.scenario;
  own.mechanism = mechanism;
  own.bands.reset();
  own.stamps.reset();
  own.mostSeconds.reset();
  own.imported.reset();
  // A job that does not divide its data into parts can have one band only.
  const auto violatedWith = [&](Index bands) { return coverageOf(own, bands).status == AssumptionStatus::Violated; };
  if (violatedWith(2) && !violatedWith(1)) own.mostNoiseRows = 0;
  if (own.batching->banded && !mechanism->banded(own) && mechanism->bandedWith.empty()) {
    made.leftOut = Core::tr("its strategies are not banded, as the batching needs them");
    return made;
  }
  if (!mechanism->bandedWith.empty() && own.batching->banded) own.bands = own.bandsAtMost(own.mostParts());
  if (const auto size = mostSize(own)) {
    const Index rows = mechanism->uses(Field::Buffers) ? *size : *size - 1;
    if (*size == 0) {
      made.leftOut = Core::tr("not even its smallest size fits the memory and the time a step");
      return made;
    }
    own.mostNoiseRows = std::min(own.mostNoiseRows.value_or(rows), rows);
    if (own.usesBands() && !own.searchesBands() && *size < own.bands.value_or(own.mostBands())) own.bands = *size;
  }
  if (const auto rows = own.mostNoiseRows ? fixedNoiseRows(own) : std::nullopt; rows && *rows > *own.mostNoiseRows) {
    made.leftOut = tooManyRows(*rows);
    return made;
  }
  const auto problems = own.problems();
  if (!problems.empty()) {
    made.leftOut = problems.front().text();
    return made;
  }
  if (!own.usesBands() && !mechanism->uses(Field::Buffers)) {
    if (const auto shape = noiseShapeOf(own, 1)) made.leftOut = misfit(own, *shape);
  }
  return made;
}

}  // namespace noiseloom
