#pragma once

#include <optional>

#include "core/base/text.h"
#include "core/scenario/scenario.h"

namespace noiseloom {

/// The numbers by which a job may divide its sums and their noise: the batch size B = k N / n, and numbers that differ
/// from it only as B was rounded to an integer, or n when it was computed from B. Any other is a mistake: gradients
/// were divided by another number than the noise, or the batches are not those of the claim.
struct PublicDivisor {
  double batch = 1;  ///< B
  double least = 1;  ///< the range allowed, up to relative rounding of 10^-12
  double most = 1;

  bool allows(double divisor) const;
  /// The number to use instead, for an error message, with the likely cause if `divisor` is a multiple of it.
  Text against(double divisor) const;
};

/// nullopt if neither the scenario nor `datasetSize` gives the number of examples.
std::optional<PublicDivisor> publicDivisor(Scenario scenario, std::optional<Index> datasetSize = {});

}  // namespace noiseloom
