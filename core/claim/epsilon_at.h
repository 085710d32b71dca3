#pragma once

#include <functional>
#include <optional>

#include "core/base/run_control.h"
#include "core/scenario/batching.h"

namespace noiseloom {

/// The smallest epsilon >= 0 at which the accounting certifies `delta` for a noise multiplier, up to 1000; otherwise
/// nullopt, also when stopped before one was found. Its error bound includes the search's part and that of the
/// certified delta. Returns the original epsilon if the noise was calibrated for one of few digits.
std::optional<Certified> epsilonAt(const Accounting& accounting, double noiseMultiplier, double delta,
                                   const RunControl& control = {});

/// A safe epsilon, or the decimal of fewest digits within `slack` below it if that is safe, too: removes the excess of
/// a search over the epsilon for which the noise was calibrated.
double shortestSafe(double epsilon, double slack, const std::function<bool(double)>& isSafe);

}  // namespace noiseloom
