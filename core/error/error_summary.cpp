#include "core/error/error_summary.h"

#include <algorithm>
#include <cmath>

#include "core/base/check.h"
#include "core/error/covariance_recursion.h"
#include "core/error/toeplitz_error.h"

namespace noiseloom {

std::string_view toString(ErrorObjective objective) {
  return objective == ErrorObjective::Mean ? "mean" : "max";
}

ErrorSummary errorOf(const Strategy& strategy, const Workload& workload, const RunControl& control) {
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
  CovarianceRecursion recursion(workload, n, strategy.bands());
  const auto readRow = [&](Index row, std::span<double> out) {
    strategy.bandRow(row, out);
    std::reverse(out.begin(), out.end());
  };
  const bool finished = recursion.forward(readRow, false, control);
  ErrorSummary error;
  for (const double v : recursion.variances()) {
    error.meanVariance += v / static_cast<double>(n);
    error.maxVariance = std::max(error.maxVariance, v);
  }
  error.valid = finished && std::isfinite(error.meanVariance);
  return error;
}

}  // namespace noiseloom
