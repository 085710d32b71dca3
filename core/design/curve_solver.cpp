#include "core/design/curve_solver.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "core/base/check.h"
#include "core/design/band_sweep.h"
#include "core/design/scenario_bound.h"
#include "core/design/scenario_noise.h"

namespace noiseloom {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kStepsPerDoubling = 4;
// A neighbour that is as good to four digits leaves nothing to find between; under balls-in-bins noise multipliers are
// known to about a percent.
constexpr double kFlat = 5e-5;
constexpr double kFlatSampled = 5e-3;

// The scenario as its strategy is solved: without amplification in view under balls-in-bins, which takes seconds.
Scenario unamplified(Scenario scenario) {
  if (scenario.batching == Batching::BallsInBins) scenario.batching = Batching::FixedEpoch;
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

double thumb(const Scenario& scenario, Index most) {
  if (scenario.batching != Batching::CyclicPoisson) return static_cast<double>(most);
  return scenario.epsilon * std::sqrt(static_cast<double>(scenario.iterations)) / static_cast<double>(scenario.epochs);
}

}  // namespace

// Descends a ladder of bands in ever smaller steps, then halves the gaps beside the best rung.
class CurveSolver::Search {
 public:
  Search(CurveSolver& solver, const Scenario& scenario, const RunControl& control)
      : m_solver(solver), m_scenario(scenario), m_control(control) {
    Index most = mostSweptBands(scenario);
    while (most > 1 && estimatedSeconds(unamplified(scenario), most) > solver.m_mostSeconds) most /= 2;
    m_ladder = ladderTo(most);
  }

  Index run() {
    const double guess = thumb(m_scenario, m_ladder.back());
    std::size_t at = 0;
    while (at + 1 < m_ladder.size() && static_cast<double>(m_ladder[at + 1]) <= guess) ++at;
    for (auto stride = static_cast<std::size_t>(kStepsPerDoubling); stride > 0; stride /= 2) at = descend(at, stride);
    // The end of the ladder may be a minimum of its own: no amplification at all.
    if (errorWith(m_ladder.back()) < errorWith(m_ladder[at])) at = m_ladder.size() - 1;
    Index best = m_ladder[at];
    const double flat = m_scenario.batching == Batching::BallsInBins ? kFlatSampled : kFlat;
    while (!m_control.stopRequested()) {
      const Index better = between(best, flat);
      if (better == 0) break;
      if (errorWith(better) < errorWith(best)) best = better;
    }
    return best;
  }

 private:
  std::size_t descend(std::size_t at, std::size_t stride) {
    while (!m_control.stopRequested()) {
      const std::size_t below = at >= stride ? at - stride : 0;
      const std::size_t above = std::min(at + stride, m_ladder.size() - 1);
      const std::size_t better = errorWith(m_ladder[above]) < errorWith(m_ladder[below]) ? above : below;
      if (!(errorWith(m_ladder[better]) < errorWith(m_ladder[at]))) break;
      at = better;
    }
    return at;
  }

  // An untried number beside the best one, in the wider of its gaps that are not flat; 0 when there is none.
  Index between(Index best, double flat) const {
    const auto at = m_errors.find(best);
    const double limit = at->second * (1 + flat);
    Index found = 0;
    double widest = 1;
    const auto look = [&](Index low, Index high, double beyond) {
      const double width = static_cast<double>(high) / static_cast<double>(low);
      if (high - low < 2 || !(beyond > limit) || width <= widest) return;
      widest = width;
      const double middle = std::sqrt(static_cast<double>(low) * static_cast<double>(high));
      found = std::clamp(static_cast<Index>(std::lround(middle)), low + 1, high - 1);
    };
    if (at != m_errors.begin()) look(std::prev(at)->first, best, std::prev(at)->second);
    if (const auto above = std::next(at); above != m_errors.end()) look(best, above->first, above->second);
    return found;
  }

  double errorWith(Index bands) {
    if (const auto known = m_errors.find(bands); known != m_errors.end()) return known->second;
    if (m_control.stopRequested()) return kInfinity;
    return m_errors.emplace(bands, m_solver.evaluate(m_scenario, bands, m_control).error).first->second;
  }

  CurveSolver& m_solver;
  const Scenario& m_scenario;
  RunControl m_control;
  std::vector<Index> m_ladder;
  std::map<Index, double> m_errors;
};

SweepPoint CurveSolver::solve(const Scenario& scenario, const RunControl& control) {
  scenario.validate();
  if (scenario.asksForBest())
    throw InvalidArgument("mechanism", std::string(scenario.mechanism->id), "one mechanism for a curve");
  const RunControl quiet{control.stop, {}};
  const Scenario curve = scenario.mechanism->curve ? curveScenario(scenario) : scenario;
  Index bands = scenario.bands.value_or(scenario.mostBands());
  if (scenario.searchesBands() && !scenario.bands) bands = std::min(bestBands(curve, quiet), bands);
  const Evaluated found = evaluate(m_exact ? scenario : curve, bands, quiet);
  SweepPoint point;
  point.mechanism = scenario.mechanism;
  if (control.stopRequested()) {
    m_solved.clear();  // what was stopped midway must not be met again
    m_lowerBounds.clear();
    return point;
  }
  if (!std::isfinite(found.error)) {
    throw InvalidArgument("mechanism", std::string(scenario.mechanism->id),
                          "a mechanism whose error stays finite and that the batching has an accountant for");
  }
  const Strategy& strategy = found.solved->solution.strategy;
  const auto* inverse = strategy.as<InverseToeplitzStrategy>();
  point.bands = inverse ? inverse->noisingBands() : strategy.bands();
  point.noiseMultiplier.value = found.sigma;
  point.rmse = found.scale * std::sqrt(found.solved->error.meanVariance);
  point.maxError = found.scale * std::sqrt(found.solved->error.maxVariance);
  point.lastError = found.scale * std::sqrt(found.solved->error.lastVariance);
  point.lowerBound = found.sigma * lowerBound(scenario, quiet);
  return point;
}

Index CurveSolver::bestBands(const Scenario& scenario, const RunControl& control) {
  return Search(*this, scenario, control).run();
}

CurveSolver::Key CurveSolver::keyOf(const Scenario& scenario, Index bands) const {
  const Mechanism& mechanism = *scenario.mechanism;
  return {mechanism.id, scenario.iterations, mechanism.ofParticipation ? scenario.epochs : 0,
          scenario.usesBands() ? bands : 0};
}

const CurveSolver::Solved& CurveSolver::solved(const Scenario& scenario, Index bands, const RunControl& control) {
  const Key key = keyOf(scenario, bands);
  const auto next = m_solved.lower_bound(key);
  if (next != m_solved.end() && next->first == key) return next->second;
  const Scenario solvable = unamplified(scenario);
  if (const double seconds = estimatedSeconds(solvable, bands); seconds > m_mostSeconds) {
    throw InvalidArgument("mechanism", std::string(scenario.mechanism->id),
                          "a quicker one for a curve: it would take about " + shortest(std::ceil(seconds)) + " s");
  }
  // The neighbour of fewer bands, where there is one for the same scenario.
  std::span<const double> start;
  if (next != m_solved.begin()) {
    const auto& [lower, neighbour] = *std::prev(next);
    const bool same = std::get<0>(lower) == std::get<0>(key) && std::get<1>(lower) == std::get<1>(key) &&
                      std::get<2>(lower) == std::get<2>(key);
    if (same) start = neighbour.solution.coefficients;
  }
  MechanismSolution solution = lookAtMechanism(solvable, bands, start, control);
  const ErrorSummary error = errorOf(solution.strategy, scenario.workload, control);
  return m_solved.insert_or_assign(key, Solved{std::move(solution), error}).first->second;
}

CurveSolver::Evaluated CurveSolver::evaluate(const Scenario& scenario, Index bands, const RunControl& control) {
  Evaluated result;
  result.error = kInfinity;
  result.solved = &solved(scenario, bands, control);
  if (!result.solved->error.valid || control.stopRequested()) return result;
  const Strategy& strategy = result.solved->solution.strategy;
  const Sensitivity sensitivity = sensitivityOf(strategy, scenario.participation(), control);
  try {
    result.sigma = ScenarioNoise(scenario, strategy, sensitivity, control).approximate(control);
  } catch (const InvalidArgument& problem) {
    // A negative entry under balls-in-bins: not with these bands.
    if (problem.argument() != "strategy") throw;
    return result;
  }
  result.scale = result.sigma * sensitivity.value;
  const double error = result.scale * std::sqrt(result.solved->error.of(scenario.objective));
  if (std::isfinite(error)) result.error = error;
  return result;
}

double CurveSolver::lowerBound(const Scenario& scenario, const RunControl& control) {
  const bool single = scenario.batching == Batching::CyclicPoisson || scenario.batching == Batching::Single;
  const std::pair key{scenario.iterations, single ? Index{1} : scenario.epochs};
  const auto known = m_lowerBounds.find(key);
  if (known != m_lowerBounds.end()) return known->second;
  return m_lowerBounds.emplace(key, scenarioLowerBound(scenario, control)).first->second;
}

}  // namespace noiseloom
