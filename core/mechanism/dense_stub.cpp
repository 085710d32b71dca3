#include "core/mechanism/stamped.h"
#include "core/base/errors.h"
namespace noiseloom {
DenseOptimum optimizeDense(const Workload&, Index, const Participation&, const DenseOptions&, const RunControl&) { throw InvalidArgument("mechanism","dense","later"); }
DenseOptimum optimizeStamped(const Workload&, Index, Index, ErrorObjective, const RunControl&) { throw InvalidArgument("mechanism","stamped","later"); }
Index mostDenseIterations() { return 4096; }
}
