#include "core/error/dense_error.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/error/workload_moments.h"

namespace noiseloom {

std::vector<double> denseRowVariances(const DenseStrategy& strategy, const Workload& workload,
                                      const RunControl& control) {
  const Index n = strategy.iterations(), size = strategy.blockSize();
  if (workload.fixedIterations() > 0) checkSize("learning_rates", workload.fixedIterations(), n);
  const double* inverse = strategy.inverseBlock().data();
  const bool repeats = workload.isToeplitz();
  std::vector<double> variances(n);
  std::vector<WorkloadState> columns(size);  // of the present stamp
  std::vector<WorkloadMoments> blockRows(repeats ? size : 0);
  WorkloadMoments finished;  // of the stamps before it
  for (Index first = 0; first < n; first += size) {
    std::ranges::fill(columns, WorkloadState());
    WorkloadMoments own;
    for (Index row = 0; row < std::min(size, n - first); ++row) {
      if (control.stopRequested()) return {};
      const std::size_t at = first + row;
      const WorkloadStep step = workload.step(first + row);
      finished.advance(workload, 0, {}, step);
      if (repeats && first > 0) {
        own = blockRows[row];
      } else {
        own = {};
        const double* values = inverse + row * size;
        for (std::size_t j = 0; j <= static_cast<std::size_t>(row); ++j) {
          columns[j].advance(workload, values[j], step);
          own.add(columns[j]);
        }
        if (repeats) blockRows[row] = own;
      }
      variances[at] = finished.aa + own.aa;
    }
    finished.add(own);
  }
  return variances;
}

ErrorSummary denseError(const DenseStrategy& strategy, const Workload& workload, const RunControl& control) {
  const std::vector<double> variances = denseRowVariances(strategy, workload, control);
  return variances.empty() ? ErrorSummary{} : summaryOf(variances);
}

}  // namespace noiseloom
