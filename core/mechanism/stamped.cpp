#include "core/mechanism/stamped.h"

#include <cmath>
#include <utility>
#include <vector>

#include "core/base/check.h"
#include "core/error/dense_error.h"

namespace noiseloom {

DenseOptimum optimizeStamped(const Workload& workload, Index iterations, Index stamps, ErrorObjective objective,
                             const RunControl& control) {
  checkInteger("iterations", iterations, 1, kNoLimit);
  checkInteger("stamps", stamps, 1, iterations, "the iterations");
  if (workload.fixedIterations() > 0) checkSize("learning_rates", workload.fixedIterations(), iterations);
  const Index size = iterations / stamps + (iterations % stamps > 0 ? 1 : 0);
  checkInteger("iterations per stamp", size, 1, mostDenseIterations(), "memory and time of a dense block");
  Workload part = workload;
  if (!workload.isToeplitz())
    part = Workload::learningRates({workload.eta().begin(), workload.eta().begin() + size}, workload.beta());
  DenseOptions options;
  options.objective = objective;
  DenseOptimum block = optimizeDense(part, size, Participation::single(), options, control);
  if (size == iterations) return block;
  const auto* dense = block.strategy.as<DenseStrategy>();
  DenseStrategy stamped(iterations, size, {dense->block().begin(), dense->block().end()});
  // Stopped or not, the figure is that of the strategy that is handed over.
  const ErrorSummary error = denseError(stamped, workload);
  // The block's own figures say nothing about all n steps; its trace tells how its solve converged.
  block.summary.objective = block.summary.initialObjective = std::sqrt(error.of(objective));
  return {std::move(stamped), std::move(block.summary), 0};
}

}  // namespace noiseloom
