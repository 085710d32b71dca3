#pragma once

#include <functional>
#include <optional>

#include "core/base/run_control.h"
#include "core/scenario/batching.h"

namespace noiseloom {

/// The smallest epsilon from 0 to 1000 at which the accounting certifies `delta` for a noise multiplier; nullopt if
/// there is none or a stop came before one was found. Its error bound includes those of the search and of the certified
/// delta. Noise that was calibrated for an epsilon of few digits gives back that epsilon.
std::optional<Certified> epsilonAt(const Accounting& accounting, double noiseMultiplier, double delta,
                                   const RunControl& control = {});

/// Returns the decimal of fewest digits within `slack` below a safe `epsilon` if it is safe as well, else `epsilon`:
/// this removes the excess of a search over the epsilon for which the noise was calibrated.
double shortestSafe(double epsilon, double slack, const std::function<bool(double)>& isSafe);

}  // namespace noiseloom
