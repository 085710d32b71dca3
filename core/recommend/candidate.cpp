#include "core/recommend/candidate.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/infinity.h"
#include "core/recommend/recommendation_text.h"
#include "core/scenario/scenario_fields.h"
#include "core/search/band_search.h"

namespace noiseloom {
namespace {

// Under balls-in-bins more than kManyBins bins are estimated in a model of kModelBins, and a search whose estimates
// take longer than their share in one of kModelSteps.
constexpr Index kManyBins = 300;
constexpr double kModelBins = 128;
constexpr double kModelSteps = 25'000;
constexpr Index kLeastStepsAnEpoch = 256;
constexpr double kTinyDelta = 5e-9;
constexpr double kMostTinySeconds = 2.5;

Text tooManyRows(Index rows) {
  return {Core::tr("keeps %1 noise rows: more than a machine has room for"), rows};
}

/// If bands end within an epoch, the bins' Gram matrix lacks the structure that makes draws cheap: the additional
/// processor time, beside what grows with the bins.
double amidEpochSeconds(const Scenario& scenario, double each) {
  const bool amid = scenario.usesBands() && scenario.bands.value_or(0) % scenario.stepsPerEpoch() != 0;
  const auto bins = static_cast<double>(scenario.stepsPerEpoch());
  return amid ? each * bins * bins * bins : 0;
}

}  // namespace

// Measured at 100 to 3500 bins, and for mixtures of patterns, where each draw takes all steps, at 256 to 2000 steps.
double noiseSeconds(const Scenario& scenario) {
  if (!scenario.batching->ofStrategy()) return 0;
  if (scenario.batching->noiseBy != NoiseBy::Bins) return 0.02 + 6e-5 * static_cast<double>(scenario.iterations);
  return 0.02 + 4e-4 * static_cast<double>(scenario.stepsPerEpoch()) + amidEpochSeconds(scenario, 1.5e-10);
}

double certificateSeconds(const Scenario& scenario) {
  if (!scenario.batching->ofStrategy()) return 0.05;
  if (scenario.batching->noiseBy != NoiseBy::Bins) return 0.1 + 8 * noiseSeconds(scenario);
  // Weights of banded strategies vary more than those of others.
  const double bin = scenario.usesBands() ? 2.4e-3 : 1.3e-3;
  return 0.1 + bin * static_cast<double>(scenario.stepsPerEpoch()) + amidEpochSeconds(scenario, 5e-10);
}

double slowCertificateSeconds(const Scenario& scenario) {
  if (!scenario.batching->ofStrategy()) return certificateSeconds(scenario);
  if (scenario.batching->noiseBy != NoiseBy::Bins) return 5 * certificateSeconds(scenario);
  // Optimised together with the noise and for a tiny delta, weights vary most.
  const auto bins = static_cast<double>(scenario.stepsPerEpoch());
  const double tiny = scenario.delta < kTinyDelta ? std::min(kMostTinySeconds, 0.025 * bins) : 0;
  return certificateSeconds(scenario) + std::max(tiny, 2.5e-3 * bins);
}

Scenario modelOf(const Candidate& each) {
  if (each.shorter == 1) return each.scenario;
  Scenario model = each.scenario.withIterations(each.scenario.iterations / each.shorter);
  if (model.mostNoiseRows && !model.mechanism->uses(Field::Buffers)) {
    // Fixed rows have been compared with the limit at full size.
    if (fixedNoiseRows(each.scenario))
      model.mostNoiseRows.reset();
    else
      *model.mostNoiseRows /= each.shorter;
  }
  if (model.bands) model.bands = std::max<Index>(1, *model.bands / each.shorter);
  return model;
}

Text worseBy(double ratio) {
  if (ratio < 2) return {Core::tr("about %1 % more error"), percent(ratio - 1)};
  return {Core::tr("about %1 times the error"), twoDigits(ratio)};
}

JobLimits::JobLimits(RecommendRequest request, std::optional<NoiseRates> rates)
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
  own.buffers.reset();
  own.stamps.reset();
  own.mostSeconds.reset();
  own.imported.reset();
  // A job that samples without parts has one band only.
  if (coverageOf(own, 2).status == AssumptionStatus::Violated) own.mostNoiseRows = 0;
  if (own.batching->banded && !mechanism->banded(own) && mechanism->bandedWith.empty()) {
    made.leftOut = {Core::tr("its strategies are not banded, as %1 needs them"), own.batching->name};
    return made;
  }
  if (!mechanism->bandedWith.empty() && own.batching->banded) own.bands = own.bandsAtMost(own.iterations / own.epochs);
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
  if (own.batching->ofStrategy() && certificateSeconds(own) > kMostCertificateShare * m_request.seconds) {
    made.leftOut = {Core::tr("its certificate would take about %1 s"), twoDigits(certificateSeconds(own))};
    made.forTime = true;
    return made;
  }
  if (!own.usesBands() && !mechanism->uses(Field::Buffers)) {
    if (const auto shape = noiseShapeOf(own, 1)) made.leftOut = misfit(own, *shape);
  }
  made.shorter = shorterFor(own);
  made.seconds = quickSeconds(modelOf(made));
  return made;
}

double JobLimits::quickSeconds(const Scenario& scenario) const {
  Scenario plain = asSolved(scenario);
  // A quick solve omits this refinement.
  if (scenario.mechanism->quickSolve) plain.columnNormalize = false;
  const bool searched = scenario.searchesBands() && !scenario.bands;
  const Index most = scenario.bands.value_or(scenario.mostBands());
  // The widest that a search is likely to solve, within the limit of one solve.
  const Index likely = searched && scenario.batching->banded ? std::min(6 * thumbBands(scenario), most) : most;
  double one = estimatedSeconds(plain, likely);
  if (searched) one = std::min(one, solveSeconds());
  return (searched ? kSearchSolves : 1) * (one + noiseSeconds(scenario));
}

bool JobLimits::fitIn(Scenario& scenario) const {
  const Scenario plain = asSolved(scenario);
  if (!scenario.searchesBands() || scenario.bands)
    return estimatedSeconds(plain, scenario.bands.value_or(scenario.mostBands())) <= solveSeconds();
  const Index fits = mostBandsWithin(plain, solveSeconds());
  if (fits < scenario.mostBands()) scenario.mostNoiseRows = fits - 1;
  return fits > 0;
}

// The factor by which a job has to be shortened for an estimate.
Index JobLimits::shorterFor(const Scenario& scenario) const {
  if (!scenario.workload.isToeplitz() && !scenario.schedule.isFormula()) return 1;
  const auto bins = static_cast<double>(scenario.stepsPerEpoch());
  if (scenario.batching->noiseBy == NoiseBy::Bins)
    return bins <= kManyBins ? 1 : static_cast<Index>(std::ceil(bins / kModelBins));
  const bool slow = quickSeconds(scenario) > kOneEstimateShare * m_request.seconds;
  if (!slow || !scenario.searchesBands() || scenario.bands) return 1;
  const auto times = static_cast<double>(scenario.iterations) / kModelSteps;
  // An epoch keeps many steps.
  return std::clamp<Index>(static_cast<Index>(times), 1,
                           std::max<Index>(1, scenario.stepsPerEpoch() / kLeastStepsAnEpoch));
}

}  // namespace noiseloom
