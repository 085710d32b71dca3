#include "core/search/quick_error.h"

#include <cmath>
#include <limits>
#include <utility>

#include "core/base/check.h"
#include "core/design/baseline_error.h"
#include "core/design/evaluator.h"
#include "core/error/error_summary.h"
#include "core/scenario/scenario_fields.h"
#include "core/search/band_search.h"
#include "core/search/band_sweep.h"

namespace noiseloom {
namespace {

// The scenario whose strategy stands in for that of `scenario`.
Scenario standIn(Scenario scenario) {
  if (scenario.mechanism->curve) scenario = curveScenario(std::move(scenario));
  return scenario.mechanism->ofParticipation ? scenario : asSolved(std::move(scenario));
}

}  // namespace

const QuickError::Solved& QuickError::solved(const Scenario& scenario, Index bands) {
  // The strategy is then the same for any number of epochs.
  const bool single =
      !scenario.mechanism->ofParticipation || scenario.participation().schema == Participation::Schema::Single;
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
  const RunControl quiet = m_control.quiet();
  Solution solution = solveQuickly(scenario, bands, start, quiet);
  const ErrorSummary error = errorOf(solution.strategy, scenario.workload, quiet);
  return m_solved.emplace(key, Solved{solution.strategy, error, std::move(solution.coefficients)}).first->second;
}

std::optional<QuickError::Point> QuickError::at(const Scenario& scenario, Index bands) {
  if (scenario.asksForBest()) {
    throw InvalidArgument("mechanism", scenario.mechanism->id,
                          Core::tr("one mechanism: best compares mechanisms in one scenario"));
  }
  Scenario asked = scenario;
  if (asked.usesBands()) asked.bands = bands;
  if (m_control.stopRequested() || !asked.problems().empty()) return std::nullopt;
  const RunControl quiet = m_control.quiet();
  const Solved& here = solved(standIn(asked), bands);
  if (m_control.stopRequested() || !here.error.valid) {
    m_solved.clear();  // a partial solve is no answer to a later question
    return std::nullopt;
  }
  const DesignFigures figures = approximateFigures(asked, here.strategy, here.error, 0, quiet);
  Point point;
  point.objective = figures.error[asked.objective];
  if (m_control.stopRequested() || !std::isfinite(point.objective)) return std::nullopt;
  point.bands = bands;
  point.noiseRows = here.strategy.noiseRows();
  const double baseline = baselineError(asked, approximateBaseline(asked, quiet));
  if (!std::isfinite(baseline) || baseline <= 0) return std::nullopt;
  point.improvement = 1 - point.objective / baseline;
  return point;
}

std::optional<QuickError::Point> QuickError::at(const Scenario& scenario) {
  if (!scenario.usesBands()) return at(scenario, 1);
  if (scenario.searchesBands() && !scenario.bands) return best(scenario);
  return at(scenario, scenario.bands.value_or(scenario.mostBands()));
}

std::optional<QuickError::Point> QuickError::best(const Scenario& scenario) {
  if (!scenario.problems().empty()) return std::nullopt;
  std::map<Index, Point> known;
  const auto error = [&](Index bands) {
    const auto point = at(scenario, bands);
    if (!point) return std::numeric_limits<double>::infinity();
    return known.emplace(bands, *point).first->second.objective;
  };
  const auto found = known.find(bestBands(standIn(scenario), error, m_control));
  if (m_control.stopRequested() || found == known.end()) return std::nullopt;
  return found->second;
}

}  // namespace noiseloom
