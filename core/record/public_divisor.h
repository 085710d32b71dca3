#pragma once

#include <optional>

#include "core/base/text.h"
#include "core/scenario/scenario.h"

namespace noiseloom {

/// The numbers by which a job may divide its sums and their noise: the batch size B = k N / n, and numbers equal up to
/// rounding, of B to an integer or of n if it was computed from B. Any other is a mistake: gradients were divided by
/// another number than the noise, or the batches are not those of the claim.
struct PublicDivisor {
  double batch = 1;  ///< B
  double least = 1;
  double most = 1;

  bool allows(double divisor) const;
  /// A message with the batch, and the likely cause if the divisor is a multiple of it.
  Text against(double divisor) const;
};

/// nullopt if neither the scenario nor `datasetSize` gives the number of examples.
std::optional<PublicDivisor> publicDivisor(Scenario scenario, std::optional<Index> datasetSize = {});

}  // namespace noiseloom
