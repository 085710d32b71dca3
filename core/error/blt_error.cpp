#include "core/error/blt_error.h"

#include "core/error/column_error.h"

namespace noiseloom {

ErrorSummary bltError(const BltStrategy& strategy, const Workload& workload, const RunControl& control) {
  return errorByColumns(strategy, workload, control);
}

}  // namespace noiseloom
