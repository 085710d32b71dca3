#pragma once

#include "core/base/index.h"
#include "core/base/run_control.h"
#include "core/optimize/solution.h"

namespace noiseloom {

struct Scenario;

/// The Toeplitz strategy that is optimised with the noise of balls-in-bins, from `samples` samples (>= 1; twice and
/// four times as many in its later stages) instead of as many as pay: shows the cost of few samples
/// (near-exact-amplification, Figure 25).
Solution optimizeBinnedWithSamples(const Scenario& scenario, Index samples, const RunControl& control = {});

}  // namespace noiseloom
