#pragma once

#include <span>

#include "core/base/index.h"
#include "core/base/run_control.h"
#include "core/strategy/strategy.h"

namespace noiseloom {

/// True if signs u exist with u_i u_j X_ij >= 0 for all pairs of the pattern: then sum |X_ij| over it is the squared
/// norm of the +-1 contribution u, so that this sum is the supremum over contributions of the pattern and not merely a
/// bound. Correlations below 1e-15 of the columns' norms are ignored. Also false if the test would take too long.
/// pattern: increasing columns.
bool signsCanAgree(const Strategy& strategy, std::span<const Index> pattern, const RunControl& control);

}  // namespace noiseloom
