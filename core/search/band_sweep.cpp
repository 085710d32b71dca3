#include "core/search/band_sweep.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/design/evaluator.h"
#include "core/design/scenario_bound.h"
#include "core/error/error_summary.h"
#include "core/search/band_search.h"

namespace noiseloom {
namespace {

constexpr double kNearby = 1.25;
// Limit on the estimated time of a point that only makes the curve smoother.
constexpr double kMostFillSeconds = 1;

}  // namespace

Scenario curveScenario(Scenario scenario) {
  const Mechanism& own = *scenario.mechanism;
  if (scenario.searchesBands() && !own.curve) return scenario;
  // The curve of a scenario without bands is that of the bands it could have.
  scenario.mechanism = own.curve ? own.curve : &standardMechanism();
  scenario.columnNormalize = true;
  scenario.robustFrom.reset();
  return scenario;
}

BandSweep::BandSweep(Scenario scenario, RunControl control, std::function<void(const BandPoint&)> onPoint)
    : m_scenario(curveScenario(std::move(scenario))),
      m_control(std::move(control)),
      m_onPoint(std::move(onPoint)),
      m_lowerBound(scenarioLowerBound(m_scenario, m_control.quiet())) {}

void BandSweep::search() {
  bestBands(
      m_scenario,
      [this](Index bands) {
        // The number of points is unknown: each takes a smaller share of the rest.
        const auto count = static_cast<double>(m_solved.size());
        m_control.report(count / (count + 8),
                         {bands == 1 ? Core::tr("solving 1 band") : Core::tr("solving %1 bands"), bands});
        solve(bands);
        return m_errors.at(bands);
      },
      m_control);
}

void BandSweep::fill() {
  const Index most = mostSearchedBands(m_scenario);
  for (Index bands = 1; bands < most && !m_control.stopRequested(); bands *= 2) {
    if (m_scenario.bandsAtMost(bands) != bands) continue;
    if (m_solved.contains(bands) || estimatedSeconds(asSolved(m_scenario), bands) > kMostFillSeconds) continue;
    solve(bands);
  }
}

void BandSweep::solve(Index bands) {
  Solved solved{{}, solveQuickly(m_scenario, bands, startFor(bands), m_control.quiet()), {}};
  const Strategy& strategy = solved.solution.strategy;
  const RunControl quiet = m_control.quiet();
  const ErrorSummary& error = solved.error = errorOf(strategy, m_scenario.workload, quiet);
  BandPoint& point = solved.point;
  static_cast<DesignFigures&>(point) = approximateFigures(m_scenario, strategy, error, m_lowerBound, quiet);
  // A stopped solve is not comparable with others.
  if (m_control.stopRequested() && !m_solved.empty()) {
    m_errors[bands] = std::numeric_limits<double>::infinity();
    return;
  }
  point.bands = bands;
  point.termination = solved.solution.summary.termination;
  m_errors[bands] = point.error[m_scenario.objective];
  if (m_onPoint && std::isfinite(point.error.mean) && !m_control.stopRequested()) m_onPoint(point);
  m_solved.insert_or_assign(bands, std::move(solved));
}

std::span<const double> BandSweep::startFor(Index bands) const {
  const auto above = m_solved.lower_bound(bands);
  if (m_solved.empty()) return {};
  // The nearer one by ratio. From a distant start the optimiser takes longer than from its own.
  const bool fewer =
      above == m_solved.end() || (above != m_solved.begin() && std::prev(above)->first * above->first > bands * bands);
  const auto nearest = fewer ? std::prev(above) : above;
  const double ratio = static_cast<double>(nearest->first) / static_cast<double>(bands);
  if (ratio > kNearby || ratio < 1 / kNearby) return {};
  return nearest->second.solution.coefficients;
}

bool BandSweep::solves(const Mechanism& mechanism) const {
  return &mechanism == m_scenario.mechanism && !mechanism.quickSolve;
}

const BandSweep::Solved& BandSweep::best() const {
  const auto error = [this](const auto& solved) { return m_errors.at(solved.first); };
  return std::ranges::min_element(m_solved, {}, error)->second;
}

std::vector<BandPoint> BandSweep::points() const {
  std::vector<BandPoint> points;
  for (const auto& [bands, solved] : m_solved) points.push_back(solved.point);
  return points;
}

SolvedStrategies BandSweep::solved() const {
  SolvedStrategies strategies;
  for (const auto& [bands, solved] : m_solved) {
    if (!solved.error.valid || solved.point.termination == Termination::Stopped) continue;
    SolvedStrategy own{solved.solution, solved.error};
    own.solution.whole = false;  // it may have started from a neighbour
    strategies.keep(m_scenario, bands, std::move(own));
  }
  return strategies;
}

}  // namespace noiseloom
