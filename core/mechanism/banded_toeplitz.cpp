#include "core/mechanism/banded_toeplitz.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/error/covariance_recursion.h"
#include "core/error/toeplitz_loss.h"
#include "core/mechanism/square_root.h"

namespace noiseloom {
namespace {

// The loss does not change when the coefficients are scaled. At this norm the optimiser's first step, of length 1, is a
// tenth.
constexpr double kWorkingNorm = 10;

void scaleTo(std::vector<double>& values, double norm) {
  double squares = 0;
  for (const double value : values) squares += value * value;
  for (double& value : values) value *= norm / std::sqrt(squares);
}

std::vector<double> startingPoint(const Workload& workload, Index bands, std::span<const double> start) {
  std::vector<double> theta = squareRootCoefficients(workload, bands);
  const std::size_t known = std::min(start.size(), theta.size());
  if (known > 0) {
    // Continue where the given ones end, at their level.
    const double level = start[known - 1] / theta[known - 1];
    if (level > 0 && std::isfinite(level)) {
      for (double& value : theta) value *= level;
    }
    std::copy_n(start.begin(), known, theta.begin());
  }
  return theta;
}

// ||theta||^2 mean(v) under a learning-rate schedule, through the covariance recursion of the banded matrix T(theta).
double scheduledLoss(CovarianceRecursion& recursion, std::span<const double> theta, std::span<double> gradient,
                     Index iterations, const RunControl& control) {
  std::fill(gradient.begin(), gradient.end(), 0.0);
  if (!(theta[0] > 0)) return std::numeric_limits<double>::infinity();
  const auto readRow = [&](Index row, std::span<double> out) {
    std::fill(out.begin(), out.end(), 0.0);
    for (std::size_t lag = 0; lag < out.size() && static_cast<Index>(lag) <= row; ++lag)
      out[out.size() - 1 - lag] = theta[lag];
  };
  if (!recursion.forward(readRow, true, control)) return std::numeric_limits<double>::infinity();
  double mean = 0;
  for (const double v : recursion.variances()) mean += v / static_cast<double>(iterations);
  double norm = 0;
  for (const double c : theta) norm += c * c;
  const std::vector<double> seeds(static_cast<std::size_t>(iterations), norm / static_cast<double>(iterations));
  const auto addRow = [&](Index, std::span<const double> row) {
    for (std::size_t lag = 0; lag < row.size(); ++lag) gradient[lag] += row[row.size() - 1 - lag];
  };
  if (!recursion.reverse(readRow, seeds, addRow, control)) return std::numeric_limits<double>::infinity();
  for (std::size_t lag = 0; lag < theta.size(); ++lag) gradient[lag] += 2 * theta[lag] * mean;
  return norm * mean;
}

}  // namespace

ToeplitzOptimum optimizeBandedToeplitz(const Workload& workload, Index iterations, Index bands,
                                       ErrorObjective objective, std::span<const double> start,
                                       const RunControl& control) {
  checkInteger("iterations", iterations, 1, kNoLimit);
  checkInteger("bands", bands, 1, iterations, "the iterations");
  checkAllFinite("start", start);
  if (!workload.isToeplitz() && objective == ErrorObjective::Max) {
    throw InvalidArgument("objective", "max", "mean under a learning-rate schedule");
  }
  ToeplitzOptimum optimum;
  optimum.coefficients = startingPoint(workload, bands, start);
  scaleTo(optimum.coefficients, kWorkingNorm);

  std::vector<CovarianceRecursion> recursion;  // none or one
  if (!workload.isToeplitz()) recursion.emplace_back(workload, iterations, bands);
  const Objective loss = [&](std::span<const double> theta, std::span<double> gradient) {
    return recursion.empty() ? toeplitzLoss(theta, workload, iterations, objective, gradient, control)
                             : scheduledLoss(recursion.front(), theta, gradient, iterations, control);
  };
  LbfgsOptions options;
  options.gradientTolerance = 3e-8;
  options.history = 12;
  optimum.summary = minimizeLbfgs(loss, optimum.coefficients, options, control);
  scaleTo(optimum.coefficients, 1);
  const auto toError = [](double& value) { value = std::sqrt(value); };
  toError(optimum.summary.initialObjective);
  toError(optimum.summary.objective);
  for (TracePoint& point : optimum.summary.trace) toError(point.objective);
  return optimum;
}

}  // namespace noiseloom
