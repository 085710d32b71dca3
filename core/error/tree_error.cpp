#include "core/error/tree_error.h"

#include "core/error/column_error.h"

namespace noiseloom {

ErrorSummary treeError(const TreeStrategy& strategy, const Workload& workload, const RunControl& control) {
  return errorByColumns(strategy, workload, control);
}

}  // namespace noiseloom
