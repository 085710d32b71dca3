#include "core/mechanism/parts/equivalent_workload.h"

#include "core/error/inverse_toeplitz_error.h"

namespace noiseloom {

Workload equivalentWorkload(const Workload& workload, Index iterations, ErrorObjective objective) {
  if (!workload.given().empty()) return Workload::prefix();
  if (workload.window() > 1) return workload.withWindow(1);
  if (workload.components().empty() || !ofCurvatures(objective)) return workload;
  const double one = 1;
  const auto error = [&](const Workload& of) {
    return inverseToeplitzVariance({&one, 1}, of, iterations, ofComponent(objective));
  };
  const double sought = inverseToeplitzVariance({&one, 1}, workload, iterations, objective);
  if (sought >= error(Workload::prefix())) return Workload::prefix();
  if (sought <= 1) return Workload::identity();
  double low = 0, high = 1;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (error(Workload::sgd(middle, 0)) < sought ? low : high) = middle;
  }
  return high == 1 ? Workload::prefix() : Workload::sgd(high, 0);
}

}  // namespace noiseloom
