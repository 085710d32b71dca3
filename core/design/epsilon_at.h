#pragma once

#include <optional>

#include "core/base/run_control.h"
#include "core/scenario/batching.h"

namespace noiseloom {

/// The smallest epsilon >= 0, to about 1e-4, at which the accounting certifies `delta` for a noise multiplier; up to
/// 1000, else nullopt, and also when stopped before one was found.
std::optional<double> epsilonAt(const Accounting& accounting, double noiseMultiplier, double delta,
                                const RunControl& control = {});

}  // namespace noiseloom
