#include "core/search/curve_solver.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/accounting/calibration/calibration.h"
#include "core/base/check.h"
#include "core/base/infinity.h"
#include "core/design/evaluator.h"
#include "core/design/scenario_bound.h"
#include "core/search/band_search.h"
#include "core/search/band_sweep.h"

namespace noiseloom {
namespace {

// Distance in the logarithm of bands within which coefficients are a start for each other.
constexpr double kNearbyBands = 0.25;

}  // namespace

SweepPoint CurveSolver::solve(const Scenario& scenario, const RunControl& control, std::optional<Index> near,
                              NoiseEstimate estimate) {
  scenario.validate();
  m_estimate = estimate;
  if (scenario.asksForBest())
    throw InvalidArgument("mechanism", scenario.mechanism->id, Core::tr("one mechanism for a curve"));
  const RunControl quiet = control.quiet();
  m_leftOut = false;
  const Scenario curve = scenario.mechanism->curve ? curveScenario(scenario) : scenario;
  Index bands = scenario.bands.value_or(scenario.mostBands());
  std::map<Index, DesignFigures> tried;
  if (scenario.searchesBands() && !scenario.bands) bands = std::min(searchedBands(curve, quiet, near, tried), bands);
  const Scenario& last = m_exact ? scenario : curve;
  SweepPoint point;
  const auto searched = last.mechanism == curve.mechanism ? tried.find(bands) : tried.end();
  static_cast<DesignFigures&>(point) = searched != tried.end() ? searched->second : evaluate(last, bands, quiet);
  point.mechanism = scenario.mechanism;
  if (control.stopRequested()) {
    m_solved.clear();  // a stopped solve must not be reused
    m_latest.clear();
    m_shared.clear();
    m_lowerBounds.clear();
    return point;
  }
  if (!std::isfinite(point.error[scenario.objective])) {
    throw InvalidArgument("mechanism", scenario.mechanism->id,
                          Core::tr("a mechanism whose error stays finite and that the batching has an accountant for"));
  }
  m_last = &solved(last, bands, quiet).solution;
  m_lastBands = bands;
  point.bands = countedBands(m_last->strategy);
  point.noise = noiseShapeOf(m_last->strategy);
  return point;
}

Index CurveSolver::searchedBands(const Scenario& scenario, const RunControl& control, std::optional<Index> near,
                                 std::map<Index, DesignFigures>& tried) {
  const Scenario solvable = asSolved(scenario);
  double best = kInfinity;
  const auto error = [&](Index bands) {
    if (m_ofMap && estimatedSeconds(solvable, bands) > m_mostSeconds) {
      m_leftOut = true;
      return kInfinity;
    }
    // Numbers that cannot be best are not solved for.
    if (std::isfinite(best) && !m_solved.contains(keyOf(scenario, bands))) {
      if (const double least = leastError(scenario, bands, control); least > best) return least;
    }
    const Solved* shared = near ? sharedWith(scenario, bands, control) : nullptr;
    const DesignFigures figures =
        shared ? figuresOf(scenario, *shared, control) : (tried[bands] = evaluate(scenario, bands, control));
    best = std::min(best, figures.error[scenario.objective]);
    return figures.error[scenario.objective];
  };
  return bestBands(scenario, error, control, near);
}

CurveSolver::Pattern CurveSolver::patternOf(const Scenario& scenario) {
  return {scenario.batching->id, scenario.effectiveParticipations(), scenario.effectiveMinSeparation()};
}

CurveSolver::Key CurveSolver::keyOf(const Scenario& scenario, Index bands) {
  const Mechanism& mechanism = *scenario.mechanism;
  return {mechanism.id, positionOf(scenario.workload), scenario.iterations,
          mechanism.ofParticipation ? patternOf(asSolved(scenario)) : Pattern(), scenario.usesBands() ? bands : 0};
}

std::size_t CurveSolver::positionOf(const Workload& workload) {
  const auto known = std::ranges::find(m_workloads, workload);
  if (known != m_workloads.end()) return static_cast<std::size_t>(known - m_workloads.begin());
  m_workloads.push_back(workload);
  return m_workloads.size() - 1;
}

// Coefficients for about as many bands, at other iterations or for another workload, which moves them little; or for
// fewer bands of the same scenario.
std::span<const double> CurveSolver::startFor(const Scenario& scenario, const Key& key) const {
  if (!scenario.usesBands()) return {};
  const auto above = m_latest.lower_bound({key.mechanism, key.bands});
  const auto ratio = [&](const auto& latest) {
    if (latest.first.first != key.mechanism) return kInfinity;
    return std::abs(std::log(static_cast<double>(latest.first.second) / static_cast<double>(key.bands)));
  };
  auto nearest = above;
  if (above != m_latest.begin() && (above == m_latest.end() || ratio(*std::prev(above)) < ratio(*above)))
    nearest = std::prev(above);
  if (nearest != m_latest.end() && ratio(*nearest) < kNearbyBands)
    return m_solved.at(nearest->second).solution.coefficients;
  const auto next = m_solved.lower_bound(key);
  if (next == m_solved.begin()) return {};
  const auto& [lower, neighbour] = *std::prev(next);
  return lower.sameScenario(key) ? std::span<const double>(neighbour.solution.coefficients) : std::span<const double>();
}

// A lower bound on the error of all strategies with that many bands, known before one is solved. 0 if unknown.
double CurveSolver::leastError(const Scenario& scenario, Index bands, const RunControl& control) {
  if (!scenario.samplesPlainly()) return 0;
  const Sampling sampling = samplingOf(scenario, bands);
  const double sigma = PoissonSteps(*sampling.probability, *sampling.compositions, scenario.adjacency)
                           .approximateNoiseMultiplier(scenario.epsilon, scenario.delta);
  return sigma * lowerBound(scenario, control);
}

const CurveSolver::Solved& CurveSolver::solved(const Scenario& scenario, Index bands, const RunControl& control) {
  const Key key = keyOf(scenario, bands);
  if (const auto known = m_solved.find(key); known != m_solved.end()) return known->second;
  const Scenario solvable = asSolved(scenario);
  if (const double seconds = estimatedSeconds(solvable, bands); seconds > m_mostSeconds) {
    throw InvalidArgument("mechanism", scenario.mechanism->id,
                          {Core::tr("a quicker one for a curve: it would take about %1 s"), std::ceil(seconds)});
  }
  Solution solution = solveQuickly(solvable, bands, startFor(scenario, key), control);
  const ErrorSummary error = errorOf(solution.strategy, scenario.workload, control);
  m_latest.insert_or_assign({key.mechanism, key.bands}, key);
  return m_solved.insert_or_assign(key, Solved{std::move(solution), error}).first->second;
}

// The strategy of as many bands at other iterations, if it differs so little that it indicates the best number; nullptr
// if there is none, or the scenario's own is known.
const CurveSolver::Solved* CurveSolver::sharedWith(const Scenario& scenario, Index bands, const RunControl& control) {
  const Key key = keyOf(scenario, bands);
  if (!m_ofMap || key.pattern != Pattern() || scenario.workload.fixedIterations() != 0 || m_solved.contains(key))
    return nullptr;
  if (const auto known = m_shared.find(key); known != m_shared.end()) return &known->second;
  const auto latest = m_latest.find({key.mechanism, bands});
  if (latest == m_latest.end() || latest->second.workload != key.workload) return nullptr;
  const Solution& other = m_solved.at(latest->second).solution;
  if (!other.strategy.as<ToeplitzStrategy>() && !other.strategy.as<InverseToeplitzStrategy>()) return nullptr;
  Solved shared{Solution{other.strategy.withIterations(scenario.iterations)}, {}};
  shared.error = errorOf(shared.solution.strategy, scenario.workload, control);
  return &m_shared.insert_or_assign(key, std::move(shared)).first->second;
}

DesignFigures CurveSolver::evaluate(const Scenario& scenario, Index bands, const RunControl& control) {
  return figuresOf(scenario, solved(scenario, bands, control), control);
}

DesignFigures CurveSolver::figuresOf(const Scenario& scenario, const Solved& known, const RunControl& control) {
  DesignFigures none;
  none.error.mean = none.error.max = none.error.last = kInfinity;
  if (!known.error.valid || control.stopRequested()) return none;
  return approximateFigures(scenario, known.solution.strategy, known.error, m_ofMap ? 0 : lowerBound(scenario, control),
                            control, 0, nullptr, m_estimate);
}

double CurveSolver::lowerBound(const Scenario& scenario, const RunControl& control) {
  // Amplified banded strategies count one participation, whatever the epochs: the accountant composes.
  const bool single = scenario.batching->banded && scenario.batching->amplified();
  const std::tuple key{positionOf(scenario.workload), scenario.iterations, single ? Pattern() : patternOf(scenario)};
  const auto known = m_lowerBounds.find(key);
  if (known != m_lowerBounds.end()) return known->second;
  return m_lowerBounds.emplace(key, scenarioLowerBound(scenario, control)).first->second;
}

}  // namespace noiseloom
