#include "core/design/band_sweep.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/design/band_search.h"
#include "core/design/evaluator.h"
#include "core/design/scenario_bound.h"
#include "core/error/error_summary.h"

namespace noiseloom {
namespace {

// Beyond, one solve takes seconds; the curve has long been flat or rising there in every published setting.
constexpr Index kMostSweptBands = 2048;
// The same at more iterations than this, where only the closed form, to 512 bands, is quick.
constexpr Index kManyIterations = 30'000;
constexpr Index kMostSweptBandsThere = 512;
constexpr std::size_t kMostPoints = 40;
// Where a noise multiplier takes a Monte Carlo estimate, and is known to about a percent only.
constexpr std::size_t kMostSampledPoints = 16;
constexpr double kFlat = 2e-5;  // a neighbour that is as good to four digits leaves nothing to find between

}  // namespace

Index mostSweptBands(const Scenario& scenario) {
  const Index most = scenario.iterations > kManyIterations ? kMostSweptBandsThere : kMostSweptBands;
  return std::min({scenario.mostBands(), most, scenario.mechanism->mostSearched});
}

Scenario curveScenario(Scenario scenario) {
  const Mechanism& own = *scenario.mechanism;
  if (scenario.searchesBands() && !own.curve) return scenario;
  // The curve of a scenario without bands is still that of the bands it could have.
  scenario.mechanism = own.curve ? own.curve : &standardMechanism();
  scenario.columnNormalize = true;
  scenario.robustFrom.reset();
  return scenario;
}

BandSweep::BandSweep(Scenario scenario, RunControl control, std::function<void(const BandPoint&)> onPoint)
    : m_scenario(curveScenario(std::move(scenario))),
      m_control(std::move(control)),
      m_onPoint(std::move(onPoint)),
      m_lowerBound(scenarioLowerBound(m_scenario, {m_control.stop, {}})) {}

void BandSweep::run() {
  const Index most = mostSweptBands(m_scenario);
  for (Index bands = 1;; bands = std::min(2 * bands, most)) {
    m_control.report(0.6 * std::log(static_cast<double>(bands)) / std::log(static_cast<double>(most) + 1),
                     {bands == 1 ? Core::tr("solving 1 band") : Core::tr("solving %1 bands"), bands});
    solve(bands);
    if (bands == most || m_control.stopRequested()) break;
  }
  const std::size_t mostPoints = m_scenario.batching->ofStrategy ? kMostSampledPoints : kMostPoints;
  while (m_solved.size() < mostPoints && !m_control.stopRequested()) {
    const Index next = betweenBands(m_errors, best().point.bands, kFlat);
    if (next == 0) break;
    solve(next);
    m_control.report(0.6 + 0.4 * static_cast<double>(m_solved.size()) / static_cast<double>(mostPoints),
                     Core::tr("refining the best number of bands"));
  }
}

void BandSweep::solve(Index bands) {
  const auto larger = m_solved.upper_bound(bands);
  const std::vector<double> start =
      larger == m_solved.begin() ? std::vector<double>{} : std::prev(larger)->second.solution.coefficients;
  Solved solved{{}, lookAtMechanism(m_scenario, bands, start, {m_control.stop, {}})};
  const Strategy& strategy = solved.solution.strategy;
  const RunControl quiet{m_control.stop, {}};
  const ErrorSummary error = errorOf(strategy, m_scenario.workload, quiet);
  BandPoint& point = solved.point;
  static_cast<DesignFigures&>(point) = approximateFigures(m_scenario, strategy, error, m_lowerBound, quiet);
  point.bands = bands;
  point.termination = solved.solution.summary.termination;
  m_errors[bands] = point.errorOf(m_scenario.objective);
  if (m_onPoint && std::isfinite(point.rmse)) m_onPoint(point);
  m_solved.insert_or_assign(bands, std::move(solved));
}

bool BandSweep::solves(const Mechanism& mechanism) const {
  return &mechanism == m_scenario.mechanism && !mechanism.look;
}

const BandSweep::Solved& BandSweep::best() const {
  return m_solved.at(std::ranges::min_element(m_errors, {}, &std::pair<const Index, double>::second)->first);
}

std::vector<BandPoint> BandSweep::points() const {
  std::vector<BandPoint> points;
  for (const auto& [bands, solved] : m_solved) points.push_back(solved.point);
  return points;
}

}  // namespace noiseloom
