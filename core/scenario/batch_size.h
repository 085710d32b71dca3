#pragma once

#include <optional>

#include "core/scenario/scenario.h"

namespace noiseloom {

/// Expected batch size B = k N / n of a scenario, k being effectiveParticipations(); nullopt without a data set size or
/// a number of iterations.
std::optional<double> batchSizeOf(const Scenario& scenario);

/// The number of iterations n = k N / B, rounded, for a batch size. Throws InvalidArgument named "batch_size" unless
/// the scenario has a data set size and 0 < batchSize <= N, and if n would not be a valid number of iterations.
Index iterationsForBatchSize(const Scenario& scenario, double batchSize);

}  // namespace noiseloom
