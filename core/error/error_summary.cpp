#include "core/error/error_summary.h"

#include <algorithm>
#include <cmath>

#include "core/base/check.h"
#include "core/error/banded_error.h"
#include "core/error/blt_error.h"
#include "core/error/dense_error.h"
#include "core/error/inverse_toeplitz_error.h"
#include "core/error/mean_of_all_error.h"
#include "core/error/recursive_blt_error.h"
#include "core/error/series_error.h"
#include "core/error/toeplitz_error.h"
#include "core/error/tree_error.h"

namespace noiseloom {

ErrorSummary summaryOf(std::span<const double> variances) {
  ErrorSummary error;
  double sum = 0;
  bool positive = true;  // a value that is not positive has lost all its digits
  for (const double v : variances) {
    sum += v;
    error.variance.max = std::max(error.variance.max, v);
    positive &= v > 0;
  }
  error.variance.mean = sum / static_cast<double>(variances.size());
  error.variance.last = variances.back();
  error.valid = positive && std::isfinite(sum);
  return error;
}

std::vector<double> plainToeplitz(const Strategy& strategy) {
  if (strategy.isIdentity()) return {1.0};
  const auto* toeplitz = strategy.as<ToeplitzStrategy>();
  if (!toeplitz || (toeplitz->scaling() == ColumnScaling::Normalized && toeplitz->bands() > 1)) return {};
  return {toeplitz->coefficients().begin(), toeplitz->coefficients().end()};
}

namespace {

ErrorSummary byCheapestRoute(const Strategy& strategy, const Workload& workload, const RunControl& control) {
  const Index n = strategy.iterations();
  if (workload.isToeplitz()) {
    if (const auto* toeplitz = strategy.as<ToeplitzStrategy>()) {
      const ToeplitzDecoder decoder = toeplitzDecoder(toeplitz->coefficients(), workload, n, control);
      const bool scaled = toeplitz->scaling() == ColumnScaling::Normalized && toeplitz->bands() > 1;
      return scaled ? columnNormalizedToeplitzError(*toeplitz, workload, decoder, control) : toeplitzError(decoder, n);
    }
    if (strategy.as<IdentityStrategy>())
      return toeplitzError(toeplitzDecoder(std::vector<double>{1.0}, workload, n, control), n);
  }
  const std::vector<double> theta = MeanOfAllError::suits(workload) ? plainToeplitz(strategy) : std::vector<double>();
  if (!theta.empty()) {
    MeanOfAllError error(workload, n);
    if (!error.forward(theta, control)) return {};
    ErrorSummary summary = summaryOf(error.variances());
    summary.relativeErrorBound = error.relativeErrorBound();
    return summary;
  }
  if (!workload.isRational()) {
    const std::vector<double> variances = seriesVariances(strategy, workload, control);
    return variances.empty() ? ErrorSummary{} : summaryOf(variances);
  }
  if (const auto* inverse = strategy.as<InverseToeplitzStrategy>())
    return inverseToeplitzError(*inverse, workload, control);
  if (const auto* dense = strategy.as<DenseStrategy>()) return denseError(*dense, workload, control);
  if (const auto* blt = strategy.as<BltStrategy>()) return bltError(*blt, workload, control);
  if (const auto* tree = strategy.as<TreeStrategy>()) return treeError(*tree, workload, control);
  if (const auto* recursive = strategy.as<RecursiveBltStrategy>())
    return recursiveBltError(*recursive, workload, control);
  const std::vector<double> variances = bandedVariances(strategy, workload, control);
  return variances.empty() ? ErrorSummary{} : summaryOf(variances);
}

// A small error that follows large ones is a difference of large numbers.
ErrorSummary withLostDigits(ErrorSummary error) {
  constexpr double kRounding = 4e-15, kWorthSaying = 1e-9;
  const double lost = kRounding * error.variance.max / error.variance.last;
  if (error.valid && lost > kWorthSaying) error.relativeErrorBound = std::max(error.relativeErrorBound, lost);
  return error;
}

}  // namespace

ErrorSummary errorOf(const Strategy& strategy, const Workload& workload, const RunControl& control) {
  ErrorSummary error = withLostDigits(byCheapestRoute(strategy, workload, control));
  for (const WorkloadComponent& component : workload.components()) {
    if (!error.valid) break;
    const ErrorSummary own = withLostDigits(byCheapestRoute(strategy, component.workload, control));
    error.variance.curvature += component.weight * own.variance.mean;
    error.variance.curvatureLast += component.weight * own.variance.last;
    error.relativeErrorBound = std::max(error.relativeErrorBound, own.relativeErrorBound);
    error.valid = own.valid && std::isfinite(error.variance.curvature);
  }
  return error;
}

}  // namespace noiseloom
