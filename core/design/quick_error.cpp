#include "core/design/quick_error.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/base/check.h"
#include "core/design/band_sweep.h"
#include "core/design/scenario_noise.h"
#include "core/error/error_summary.h"
#include "core/scenario/scenario_fields.h"

namespace noiseloom {
namespace {

constexpr double kStepsPerDoubling = 4;

// The scenario whose strategy stands for the one asked for.
Scenario standIn(Scenario scenario) {
  if (scenario.mechanism->curve) scenario = curveScenario(std::move(scenario));
  if (!scenario.mechanism->ofParticipation) scenario.batching = Batching::Single;
  return scenario;
}

std::vector<Index> ladderTo(Index most) {
  std::vector<Index> ladder;
  for (double step = 0;; ++step) {
    const auto bands = static_cast<Index>(std::lround(std::exp2(step / kStepsPerDoubling)));
    if (bands >= most) break;
    if (ladder.empty() || bands > ladder.back()) ladder.push_back(bands);
  }
  ladder.push_back(most);
  return ladder;
}

}  // namespace

const QuickError::Solved& QuickError::solved(const Scenario& scenario, Index bands) {
  // Under these, participation() and so the strategy is the same for any number of epochs.
  const bool single = scenario.batching == Batching::CyclicPoisson || scenario.batching == Batching::Single;
  const bool blocks = scenario.mechanism->uses(Field::Stamps);
  const std::tuple key(scenario.mechanism->id, scenario.iterations, single && !blocks ? 0 : scenario.epochs, bands);
  if (const auto known = m_solved.find(key); known != m_solved.end()) return known->second;
  // A neighbour of fewer bands is a good place to start from.
  std::vector<double> start;
  if (const auto above = m_solved.lower_bound(key); above != m_solved.begin()) {
    const auto& [mechanism, n, k, fewer] = std::prev(above)->first;
    if (std::tie(mechanism, n, k) == std::tie(std::get<0>(key), std::get<1>(key), std::get<2>(key)))
      start = std::prev(above)->second.coefficients;
  }
  const RunControl quiet{m_control.stop, {}};
  MechanismSolution solution = solveMechanism(scenario, bands, start, quiet);
  const ErrorSummary error = errorOf(solution.strategy, scenario.workload, quiet);
  return m_solved.emplace(key, Solved{std::move(solution.strategy), error, std::move(solution.coefficients)})
      .first->second;
}

double QuickError::baselineRmse(const Scenario& scenario) {
  Scenario independent = scenario;
  independent.mechanism = &baselineMechanism();
  const Solved& baseline = solved(independent, 1);
  const RunControl quiet{m_control.stop, {}};
  const Sensitivity sensitivity = sensitivityOf(baseline.strategy, scenario.participation(), quiet);
  return ScenarioNoise(independent, baseline.strategy, sensitivity, quiet).approximate(quiet) * sensitivity.value *
         std::sqrt(baseline.error.meanVariance);
}

std::optional<QuickError::Point> QuickError::at(const Scenario& scenario, Index bands) {
  if (scenario.asksForBest()) {
    throw InvalidArgument("mechanism", std::string(scenario.mechanism->id),
                          "one mechanism: best compares mechanisms in one scenario");
  }
  Scenario asked = scenario;
  if (asked.usesBands()) asked.bands = bands;
  if (m_control.stopRequested() || !asked.problems().empty()) return std::nullopt;
  const RunControl quiet{m_control.stop, {}};
  const Solved& here = solved(standIn(asked), bands);
  if (m_control.stopRequested() || !here.error.valid) {
    m_solved.clear();  // what was stopped half-way is no answer to a later question
    return std::nullopt;
  }
  const Sensitivity sensitivity = sensitivityOf(here.strategy, asked.participation(), quiet);
  double sigma = 0;
  try {
    sigma = ScenarioNoise(asked, here.strategy, sensitivity, quiet).approximate(quiet);
  } catch (const InvalidArgument& problem) {
    if (problem.argument() != "strategy") throw;
    return std::nullopt;  // a negative entry under balls-in-bins
  }
  const double scale = sigma * sensitivity.value;
  if (m_control.stopRequested() || !std::isfinite(scale)) return std::nullopt;
  Point point;
  point.objective = scale * std::sqrt(here.error.of(asked.objective));
  point.bands = bands;
  point.noiseRows = here.strategy.noiseRows();
  const double rmse = scale * std::sqrt(here.error.meanVariance);
  const double baseline = baselineRmse(asked);
  if (!std::isfinite(baseline) || baseline <= 0) return std::nullopt;
  point.improvement = 1 - rmse / baseline;
  return point;
}

std::optional<QuickError::Point> QuickError::at(const Scenario& scenario) {
  if (!scenario.usesBands()) return at(scenario, 1);
  if (scenario.searchesBands() && !scenario.bands) return best(scenario);
  return at(scenario, scenario.bands.value_or(scenario.mostBands()));
}

// Steps of a doubling first, then ever shorter ones, from where the last search ended.
std::optional<QuickError::Point> QuickError::best(const Scenario& scenario) {
  if (!scenario.problems().empty()) return std::nullopt;
  const std::vector<Index> ladder = ladderTo(mostSweptBands(scenario));
  std::vector<std::optional<std::optional<Point>>> known(ladder.size());
  const auto errorAt = [&](std::size_t i) {
    if (!known[i]) known[i] = at(scenario, ladder[i]);
    return *known[i] ? (*known[i])->objective : std::numeric_limits<double>::infinity();
  };
  const double rule = scenario.epsilon * std::sqrt(static_cast<double>(scenario.iterations)) /
                      static_cast<double>(std::max<Index>(scenario.epochs, 1));
  const double guess = m_lastBands > 0 ? static_cast<double>(m_lastBands) : rule;
  std::size_t here = 0;
  while (here + 1 < ladder.size() && static_cast<double>(ladder[here + 1]) <= guess) ++here;
  for (std::size_t stride = 4; stride > 0 && !m_control.stopRequested(); stride /= 2) {
    for (;;) {
      const std::size_t below = here >= stride ? here - stride : 0;
      const std::size_t above = std::min(here + stride, ladder.size() - 1);
      const std::size_t better = errorAt(above) < errorAt(below) ? above : below;
      if (m_control.stopRequested() || !(errorAt(better) < errorAt(here))) break;
      here = better;
    }
  }
  // All bands, without amplification, is an end of its own.
  if (errorAt(ladder.size() - 1) < errorAt(here)) here = ladder.size() - 1;
  if (m_control.stopRequested() || !std::isfinite(errorAt(here))) return std::nullopt;
  m_lastBands = ladder[here];
  return *known[here];
}

}  // namespace noiseloom
