#include "core/mechanism/parts/seconds.h"

#include <algorithm>

#include "core/error/mean_of_all_error.h"
#include "core/error/toeplitz_loss.h"

namespace noiseloom {

double evaluationsOf(const Scenario& scenario) {
  if (!ofCurvatures(scenario.objective)) return 1;
  return std::max(1.0, static_cast<double>(scenario.workload.components().size()));
}

double scheduleSeconds(const Scenario& scenario, Index bands) {
  const double b = static_cast<double>(bands);
  if (scenario.workload.isToeplitz()) return 0;
  // Two products of series an evaluation, where no rates change.
  return 100 * 1e-9 * static_cast<double>(scenario.iterations) *
         (MeanOfAllError::suits(scenario.workload) ? std::min(4 * b, 1000.0) : b * b);
}

// If the loss has its closed form (toeplitz_loss.cpp), evaluations take O(b^2), otherwise O(m log m) with the m terms
// after which the decoder has settled.
double toeplitzSeconds(const Scenario& scenario, Index bands) {
  const double n = static_cast<double>(scenario.iterations);
  const double b = static_cast<double>(bands);
  // Optima beside a window may not settle at all.
  if (!scenario.workload.isRational()) return 300 * n * std::min(1e-9 * b, 1.5e-7);
  const bool closed = n >= std::max(1024.0, 16 * b) && bands <= kMostClosedBands;
  return evaluationsOf(scenario) * (closed ? 5e-5 + 7e-8 * b * b : 5e-6 * std::min(n, 256 * b)) +
         scheduleSeconds(scenario, bands);
}

// Cholesky factorisations with an inverse, 0.28 s each at n = 2048: about 10 in all if the start is close to the
// optimum, otherwise over 300.
double denseSeconds(Index iterations, bool atOptimum) {
  const double n = static_cast<double>(iterations);
  return (atOptimum ? 10 : 320) * 3.3e-11 * n * n * n;
}

// Measured at n = 4096; the difference is 8 steps of L-BFGS with their changes of the gradient.
double denseBytes(Index iterations, bool atOptimum) {
  const double n = static_cast<double>(iterations);
  return (atOptimum ? 12 : 19) * 8 * n * n;
}

// Some 30 evaluations, 60 with momentum.
double classSeconds(Index iterations, Index members, Index lags) {
  const double part = static_cast<double>(members * lags);
  return 1e-6 * static_cast<double>(iterations * lags) * part * part;
}

}  // namespace noiseloom
