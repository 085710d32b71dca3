#include "core/design/curve_solver.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "core/base/check.h"
#include "core/design/band_search.h"
#include "core/design/band_sweep.h"
#include "core/design/evaluator.h"
#include "core/design/scenario_bound.h"

namespace noiseloom {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

SweepPoint CurveSolver::solve(const Scenario& scenario, const RunControl& control) {
  scenario.validate();
  if (scenario.asksForBest())
    throw InvalidArgument("mechanism", scenario.mechanism->id, Core::tr("one mechanism for a curve"));
  const RunControl quiet{control.stop, {}};
  const Scenario curve = scenario.mechanism->curve ? curveScenario(scenario) : scenario;
  Index bands = scenario.bands.value_or(scenario.mostBands());
  if (scenario.searchesBands() && !scenario.bands) bands = std::min(searchedBands(curve, quiet), bands);
  const Scenario& last = m_exact ? scenario : curve;
  SweepPoint point;
  static_cast<DesignFigures&>(point) = evaluate(last, bands, quiet);
  point.mechanism = scenario.mechanism;
  if (control.stopRequested()) {
    m_solved.clear();  // what was stopped midway must not be met again
    m_lowerBounds.clear();
    return point;
  }
  if (!std::isfinite(point.errorOf(scenario.objective))) {
    throw InvalidArgument("mechanism", scenario.mechanism->id,
                          Core::tr("a mechanism whose error stays finite and that the batching has an accountant for"));
  }
  m_last = &solved(last, bands, quiet).solution;
  m_lastBands = bands;
  point.bands = countedBands(m_last->strategy);
  point.noise = noiseShapeOf(m_last->strategy);
  return point;
}

Index CurveSolver::searchedBands(const Scenario& scenario, const RunControl& control) {
  return bestBands(
      scenario, [&](Index bands) { return evaluate(scenario, bands, control).errorOf(scenario.objective); }, control);
}

CurveSolver::Pattern CurveSolver::patternOf(const Scenario& scenario) {
  return {scenario.batching->id, scenario.effectiveParticipations(), scenario.effectiveMinSeparation()};
}

CurveSolver::Key CurveSolver::keyOf(const Scenario& scenario, Index bands) {
  const Mechanism& mechanism = *scenario.mechanism;
  return {mechanism.id, scenario.iterations,
          mechanism.ofParticipation ? patternOf(withoutAmplification(scenario)) : Pattern(),
          scenario.usesBands() ? bands : 0};
}

const CurveSolver::Solved& CurveSolver::solved(const Scenario& scenario, Index bands, const RunControl& control) {
  const Key key = keyOf(scenario, bands);
  const auto next = m_solved.lower_bound(key);
  if (next != m_solved.end() && next->first == key) return next->second;
  const Scenario solvable = withoutAmplification(scenario);
  if (const double seconds = estimatedSeconds(solvable, bands); seconds > m_mostSeconds) {
    throw InvalidArgument("mechanism", scenario.mechanism->id,
                          {Core::tr("a quicker one for a curve: it would take about %1 s"), std::ceil(seconds)});
  }
  // The neighbour of fewer bands, where there is one for the same scenario.
  std::span<const double> start;
  if (next != m_solved.begin()) {
    const auto& [lower, neighbour] = *std::prev(next);
    if (lower.sameScenario(key)) start = neighbour.solution.coefficients;
  }
  Solution solution = lookAtMechanism(solvable, bands, start, control);
  const ErrorSummary error = errorOf(solution.strategy, scenario.workload, control);
  return m_solved.insert_or_assign(key, Solved{std::move(solution), error}).first->second;
}

DesignFigures CurveSolver::evaluate(const Scenario& scenario, Index bands, const RunControl& control) {
  const Solved& known = solved(scenario, bands, control);
  DesignFigures none;
  none.rmse = none.maxError = none.lastError = kInfinity;
  if (!known.error.valid || control.stopRequested()) return none;
  return approximateFigures(scenario, known.solution.strategy, known.error, lowerBound(scenario, control), control);
}

double CurveSolver::lowerBound(const Scenario& scenario, const RunControl& control) {
  const std::pair key{scenario.iterations, patternOf(scenario)};
  const auto known = m_lowerBounds.find(key);
  if (known != m_lowerBounds.end()) return known->second;
  return m_lowerBounds.emplace(key, scenarioLowerBound(scenario, control)).first->second;
}

}  // namespace noiseloom
