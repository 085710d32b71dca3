#include "core/design/band_sweep.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/design/scenario_noise.h"
#include "core/error/error_summary.h"
#include "core/error/lower_bound.h"
#include "core/mechanism/banded_toeplitz.h"

namespace noiseloom {
namespace {

// Beyond, one solve takes seconds; the curve has long been flat or rising there in every published setting.
constexpr Index kMostSweptBands = 2048;
constexpr std::size_t kMostPoints = 40;
constexpr double kFlat = 2e-5;

}  // namespace

BandSweep::BandSweep(Scenario scenario, RunControl control, std::function<void(const BandPoint&)> onPoint)
    : m_scenario(std::move(scenario)), m_control(std::move(control)), m_onPoint(std::move(onPoint)) {
  m_lowerBound = meanErrorLowerBound(m_scenario.workload, m_scenario.iterations, m_scenario.participation());
}

void BandSweep::run() {
  // The curve of a DP-SGD scenario is still that of the bands it could have.
  Scenario banded = m_scenario;
  if (banded.mechanism == MechanismKind::DpSgd) banded.mechanism = MechanismKind::BandedToeplitz;
  const Index most = std::min(banded.mostBands(), kMostSweptBands);
  for (Index bands = 1;; bands = std::min(2 * bands, most)) {
    m_control.report(0.6 * std::log(static_cast<double>(bands)) / std::log(static_cast<double>(most) + 1),
                     "solving " + std::to_string(bands) + (bands == 1 ? " band" : " bands"));
    solve(bands);
    if (bands == most || m_control.stopRequested()) break;
  }
  while (m_solved.size() < kMostPoints && !m_control.stopRequested() && refine()) {
    m_control.report(0.6 + 0.4 * static_cast<double>(m_solved.size()) / kMostPoints,
                     "refining the best number of bands");
  }
}

void BandSweep::solve(Index bands) {
  Solved solved;
  const auto larger = m_solved.upper_bound(bands);
  const std::vector<double> start =
      larger == m_solved.begin() ? std::vector<double>{} : std::prev(larger)->second.coefficients;
  ToeplitzOptimum optimum =
      optimizeBandedToeplitz(m_scenario.workload, m_scenario.iterations, bands, m_scenario.objective,
                             ColumnScaling::None, start, {m_control.stop, {}});
  const ColumnScaling scaling = m_scenario.columnNormalize || m_scenario.mechanism == MechanismKind::Banded
                                    ? ColumnScaling::Normalized
                                    : ColumnScaling::None;
  const Strategy strategy = ToeplitzStrategy(m_scenario.iterations, optimum.coefficients, scaling);
  const ErrorSummary error = errorOf(strategy, m_scenario.workload);
  const Sensitivity sensitivity = sensitivityOf(strategy, m_scenario.participation());
  BandPoint& point = solved.point;
  point.bands = bands;
  point.termination = optimum.summary.termination;
  point.noiseMultiplier = approximateNoiseMultiplier(m_scenario, bands);
  point.lossMean = sensitivity.value * sensitivity.value * error.meanVariance;
  point.rmse =
      error.valid ? point.noiseMultiplier * std::sqrt(point.lossMean) : std::numeric_limits<double>::infinity();
  point.maxError = point.noiseMultiplier * sensitivity.value * std::sqrt(error.maxVariance);
  point.lowerBound = point.noiseMultiplier * m_lowerBound;
  solved.coefficients = std::move(optimum.coefficients);
  if (m_onPoint && std::isfinite(point.rmse)) m_onPoint(point);
  m_solved[bands] = std::move(solved);
}

// Halves, in the logarithm, the wider of the two gaps beside the best point. False when the best has no gaps left.
bool BandSweep::refine() {
  const auto at = m_solved.find(best().point.bands);
  const auto middle = [](Index low, Index high) {
    return std::clamp(static_cast<Index>(std::lround(std::sqrt(static_cast<double>(low) * static_cast<double>(high)))),
                      low + 1, high - 1);
  };
  const Index here = at->first;
  const Index below = at == m_solved.begin() ? here : std::prev(at)->first;
  const Index above = std::next(at) == m_solved.end() ? here : std::next(at)->first;
  // A neighbour that is as good to four digits leaves nothing to find between.
  const double flat = at->second.point.rmse * (1 + kFlat);
  const bool gapBelow = here - below > 1 && (at == m_solved.begin() || std::prev(at)->second.point.rmse > flat);
  const bool gapAbove =
      above - here > 1 && (std::next(at) == m_solved.end() || std::next(at)->second.point.rmse > flat);
  if (!gapBelow && !gapAbove) return false;
  const bool widerAbove = above * below > here * here;
  solve(gapAbove && (widerAbove || !gapBelow) ? middle(here, above) : middle(below, here));
  return true;
}

const BandSweep::Solved& BandSweep::best() const {
  return std::min_element(m_solved.begin(), m_solved.end(),
                          [](const auto& a, const auto& b) { return a.second.point.rmse < b.second.point.rmse; })
      ->second;
}

std::vector<BandPoint> BandSweep::points() const {
  std::vector<BandPoint> points;
  for (const auto& [bands, solved] : m_solved) points.push_back(solved.point);
  return points;
}

}  // namespace noiseloom
