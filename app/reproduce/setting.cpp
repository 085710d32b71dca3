#include "app/reproduce/setting.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/accounting/calibration/calibration.h"
#include "core/accounting/losses/analytic_gaussian.h"
#include "core/batching/list.h"
#include "core/error/error_summary.h"
#include "core/mechanism/banded_toeplitz.h"
#include "core/search/designer.h"

namespace noiseloom {

std::vector<Index> doublings(Index most) {
  std::vector<Index> found;
  for (Index value = 1; value < most; value *= 2) found.push_back(value);
  found.push_back(most);
  return found;
}

std::vector<double> powersOfTwo(int from, int to) {
  std::vector<double> found;
  for (int power = from; power <= to; ++power) found.push_back(std::ldexp(1.0, power));
  return found;
}

BandedErrors::BandedErrors(Index iterations, RunControl control)
    : m_iterations(iterations), m_control(std::move(control)) {
  m_control.onProgress = {};
}

const BandedErrors::Known& BandedErrors::of(Index bands) {
  const auto known = m_known.find(bands);
  if (known != m_known.end()) return known->second;
  const Solution solution = optimizeBandedToeplitz({Workload::prefix(), m_iterations}, bands,
                                                   {.scaling = ColumnScaling::Normalized}, m_control);
  const ToeplitzStrategy strategy(m_iterations, solution.coefficients, ColumnScaling::Normalized);
  const double error =
      std::sqrt(strategy.columnNormSquared(0) * errorOf(strategy, Workload::prefix(), m_control).variance.mean);
  return m_known.emplace(bands, Known{strategy, error}).first->second;
}

double poissonNoise(Index iterations, Index epochs, Index bands, double epsilon, double delta) {
  const double q =
      std::min(1.0, static_cast<double>(bands) * static_cast<double>(epochs) / static_cast<double>(iterations));
  return PoissonSteps(q, (iterations + bands - 1) / bands).approximateNoiseMultiplier(epsilon, delta);
}

BestBanded bestPoisson(BandedErrors& errors, Index epochs, double epsilon, double delta,
                       const std::vector<Index>& tried) {
  BestBanded best;
  for (const Index bands : tried) {
    const double rmse = poissonNoise(errors.iterations(), epochs, bands, epsilon, delta) * errors.at(bands);
    if (best.rmse == 0 || rmse < best.rmse) best = {bands, rmse};
  }
  return best;
}

double fullBatchRmse(Index iterations, double epsilon, double delta) {
  const auto n = static_cast<double>(iterations);
  return gaussianNoiseMultiplier(epsilon, delta) * std::sqrt(n * (n + 1) / 2);
}

double fixedEpochError(const Mechanism& mechanism, Index iterations, Index epochs, Index bands,
                       const RunControl& control) {
  Scenario scenario({.iterations = iterations,
                     .epochs = static_cast<double>(epochs),
                     .mechanism = &mechanism,
                     .batching = &batchings::fixedEpoch});
  if (bands > 0) scenario.bands = bands;
  const auto found = design(scenario, control.quiet());
  return found ? std::sqrt(found->loss.mean) : 0;
}

}  // namespace noiseloom
