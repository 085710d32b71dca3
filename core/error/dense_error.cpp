#include "core/error/dense_error.h"

#include "core/error/column_error.h"

namespace noiseloom {

ErrorSummary denseError(const DenseStrategy& strategy, const Workload& workload, const RunControl& control) {
  return errorByColumns(strategy, workload, control);
}

}  // namespace noiseloom
