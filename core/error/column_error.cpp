#include "core/error/column_error.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace noiseloom {

ErrorSummary errorByColumns(const Strategy& strategy, const Workload& workload, const RunControl& control) {
  const auto n = static_cast<std::size_t>(strategy.iterations());
  std::vector<double> variances(n, 0.0), unit(static_cast<std::size_t>(strategy.rows()), 0.0), column(n);
  for (double& one : unit) {
    if (control.stopRequested()) return {};
    one = 1;
    strategy.solve(unit, column);
    one = 0;
    workload.multiply(column, column);
    for (std::size_t i = 0; i < n; ++i) variances[i] += column[i] * column[i];
  }
  return summaryOf(variances);
}

}  // namespace noiseloom
