#include "core/error/inverse_toeplitz_error.h"

#include "core/error/column_error.h"

namespace noiseloom {

ErrorSummary inverseToeplitzError(const InverseToeplitzStrategy& strategy, const Workload& workload,
                                  const RunControl& control) {
  return errorByColumns(strategy, workload, control);
}

}  // namespace noiseloom
