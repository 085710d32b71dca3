#include "core/mechanism/parts/equivalent_workload.h"

#include "core/error/inverse_toeplitz_error.h"
#include "core/linalg/bisection.h"

namespace noiseloom {

Workload equivalentWorkload(const Workload& workload, Index iterations, ErrorObjective objective) {
  if (!workload.given().empty()) return Workload::prefix();
  if (workload.window() > 1) return workload.withWindow(1);
  if (workload.averagesAll()) return workload.constant();
  if (workload.components().empty() || !ofCurvatures(objective)) return workload;
  const double one = 1;
  const auto error = [&](const Workload& of) {
    return inverseToeplitzVariance({&one, 1}, of, iterations, ofComponent(objective));
  };
  const double sought = inverseToeplitzVariance({&one, 1}, workload, iterations, objective);
  if (sought >= error(Workload::prefix())) return Workload::prefix();
  if (sought <= 1) return Workload::identity();
  const auto isLess = [&](double alpha) { return error(Workload::sgd(alpha, 0)) < sought; };
  const double alpha = halved({.holds = 0, .fails = 1}, 60, isLess).fails;
  return alpha == 1 ? Workload::prefix() : Workload::sgd(alpha, 0);
}

}  // namespace noiseloom
