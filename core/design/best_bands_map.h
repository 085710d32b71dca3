#pragma once

#include <functional>
#include <span>
#include <vector>

#include "core/base/index.h"
#include "core/base/run_control.h"
#include "core/error/error_summary.h"
#include "core/scenario/batching.h"
#include "core/workload/workload.h"

namespace noiseloom {

/// What all cells of a map have in common. Strategies are the column-normalised Toeplitz optima, which know nothing of
/// epsilon and the epochs.
struct BestBandsProblem {
  Workload workload = Workload::prefix();
  Index iterations = 2000;  ///< n
  double delta = 1e-5;
  ErrorObjective objective = ErrorObjective::Mean;
  /// One that amplifies, so that the number of bands is a choice: more of them leave less amplification, or take more
  /// noise.
  const Batching* batching = &standardBatching();
};

/// One cell: the best number of bands at an epsilon and a number of epochs, for the approximate noise multiplier.
struct BestBandsCell {
  Index epsilonAt = 0;       ///< position in the list of epsilons
  Index epochsAt = 0;        ///< position in the list of epochs
  bool known = false;        ///< false when stopped before
  Index bands = 1;           ///< as bestBands() finds it, at most n / k
  double error = 0;          ///< in units of the clip norm, on the summed gradient
  double toDpSgd = 1;        ///< error over that of independent noise under the same batching
  double toUnamplified = 1;  ///< error over that of n / k bands in a fixed epoch order: above 1, amplification does
                             ///< not pay
};

/// A map of the best number of bands over epsilons x epochs, epsilons running fastest in the result. A coarse grid of
/// cells comes first; `onCell` is called as each is ready, one call at a time,
/// from working threads. When stopped, what is there. Throws InvalidArgument naming iterations, delta, epsilon[i] or
/// epochs[i] (an integer from 1 to n), bins.
/// Rule of thumb under cyclic Poisson sampling: bands near epsilon sqrt(n) / k.
std::vector<BestBandsCell> bestBandsMap(const BestBandsProblem& problem, std::span<const double> epsilons,
                                        std::span<const Index> epochs, const RunControl& control = {},
                                        const std::function<void(const BestBandsCell&)>& onCell = {});

}  // namespace noiseloom
