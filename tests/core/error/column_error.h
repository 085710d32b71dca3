#pragma once

#include <vector>

#include "core/error/error_summary.h"

namespace noiseloom {

/// v_i by the columns of D = A C^-1, one solve and one product each: any strategy and workload, O(n) solves. Exact:
/// what quicker routes are compared with.
inline ErrorSummary errorByColumns(const Strategy& strategy, const Workload& workload) {
  const auto n = static_cast<std::size_t>(strategy.iterations());
  std::vector<double> variances(n, 0.0), unit(static_cast<std::size_t>(strategy.rows()), 0.0), column(n);
  for (double& one : unit) {
    one = 1;
    strategy.solve(unit, column);
    one = 0;
    workload.multiply(column, column);
    for (std::size_t i = 0; i < n; ++i) variances[i] += column[i] * column[i];
  }
  return summaryOf(variances);
}

}  // namespace noiseloom
