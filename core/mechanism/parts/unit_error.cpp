#include "core/mechanism/parts/unit_error.h"

#include <cmath>
#include <limits>

#include "core/error/error_summary.h"

namespace noiseloom {

double unitError(const Scenario& scenario, const Strategy& strategy, const RunControl& control) {
  const ErrorSummary error = errorOf(strategy, scenario.workload, control);
  if (!error.valid) return std::numeric_limits<double>::infinity();
  return sensitivityOf(strategy, scenario.participation(), control).value *
         std::sqrt(error.variance[scenario.objective]);
}

}  // namespace noiseloom
