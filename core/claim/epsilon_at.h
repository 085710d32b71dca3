#pragma once

#include <functional>
#include <optional>

#include "core/base/run_control.h"
#include "core/scenario/batching.h"

namespace noiseloom {

/// The smallest epsilon >= 0 at which the accounting certifies `delta` for a noise multiplier, up to 1000, else
/// nullopt, and also when stopped before one was found. Its error bound has the search's part and that of the certified
/// delta. What was calibrated for an epsilon of few digits gives that epsilon back.
std::optional<Certified> epsilonAt(const Accounting& accounting, double noiseMultiplier, double delta,
                                   const RunControl& control = {});

/// A safe epsilon, or the decimal of fewest digits within `slack` below it where that is safe, too: what a search left
/// above the epsilon that noise was calibrated for is taken off again.
double shortestSafe(double epsilon, double slack, const std::function<bool(double)>& isSafe);

}  // namespace noiseloom
