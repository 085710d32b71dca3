#pragma once
#include <optional>
#include "core/error/error_summary.h"
#include "core/optimize/lbfgs.h"
#include "core/participation/participation.h"
namespace noiseloom {
enum class ColumnNorms { Equal, Free };
struct DenseOptions { ColumnNorms norms = ColumnNorms::Equal; std::optional<Index> bands; ErrorObjective objective = ErrorObjective::Mean; double gradientTolerance = 1e-6; };
struct DenseOptimum { Strategy strategy; OptimizerSummary summary; double lowerBound = 0; };
DenseOptimum optimizeDense(const Workload&, Index iterations, const Participation&, const DenseOptions&, const RunControl& = {});
Index mostDenseIterations();
}
