#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/base/run_control.h"
#include "core/design/design.h"

namespace noiseloom {

/// Most iterations of a design whose stops are asked for: the errors of all its steps are made.
inline constexpr Index kMostStopped = Index{1} << 20;

/// A run of a design that ends after some of its steps, with the noise that is made for all of them: the promise of all
/// steps holds, also where the stop is chosen by what was released (math: section 10.12).
struct RunStop {
  Index steps = 0;
  ErrorObjective objective;  ///< the design's, or the mean beside one of curvatures, which are known of all steps alone
  ByObjective error = {};    ///< mean, largest and last of these steps, as Design::error
  std::shared_ptr<const Design> own = {};  ///< the design of these steps alone; nullptr where `problem` says why
  Text problem = {};

  /// How far the error in the objective of `own` is above its, as a share of it; 0 without one.
  double price() const;
};

/// Throws InvalidArgument for stops that are not from 1 to the iterations, and for more than kMostStopped of these.
void checkStops(Index iterations, std::span<const Index> stops);

/// The scenario of a job that ends there: the same batches, k steps / n epochs, the first learning rates, at most as
/// many bands and as long a window.
Scenario scenarioOfStop(const Scenario& scenario, Index steps);

/// Stops of the design at these steps (1 to n each), each beside a design of those steps alone, by the mechanism that
/// its scenario asks for. Ends early when stopped. Throws as checkStops() does.
std::vector<RunStop> runStops(const Design& design, std::span<const Index> steps, const RunControl& control = {});

}  // namespace noiseloom
