#pragma once

#include <optional>

#include "core/accounting/grid/loss_masses.h"
#include "core/base/index.h"
#include "core/base/run_control.h"

namespace noiseloom {

/// The fineness of the grid for the loss of one epoch.
struct AllocationGridPlan {
  double sigma = 1;       ///< noise multiplier of a step, > 0
  Index steps = 1;        ///< t: of an epoch, >= 1
  double fineness = 24;   ///< nodes to a standard deviation of the epoch's loss, about
  double negligible = 0;  ///< probability of losses that may be cut off, in one epoch; what is cut still counts
  double share = 1;  ///< of the epoch's e^L that one step may make where it matters, 0 to 1: only speed depends on it
};

/// How fine a plan's grid is: as asked for, but for limits on the width of a cell.
double finenessOf(const AllocationGridPlan& plan);

/// The privacy loss of one epoch in which the example takes part in exactly one of t steps, uniformly at random:
/// e^L = (1/t) sum of t independent lognormal numbers of mean 1, variance of the logarithm 1/sigma^2, under Q. Each
/// number is moved to the geometric grid e^{i D} so that its mean is kept, and so is every sum of two numbers, whose
/// place log(e^{iD} + e^{(i-d)D}) = i D + log(1 + e^{-dD}) differs from a node by an amount that depends on d alone.
/// Moving mass so spreads e^L, which raises both directions' delta at every epsilon. The sum of t is made of sums of
/// powers of two, on grids that get finer as the sums vary less. math: section 10.4. Empty when stopped.
std::optional<LossMasses> allocationLosses(const AllocationGridPlan& plan, const RunControl& control);

}  // namespace noiseloom
