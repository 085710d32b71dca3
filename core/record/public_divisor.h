#pragma once

#include <optional>

#include "core/base/text.h"
#include "core/scenario/scenario.h"

namespace noiseloom {

/// The numbers by which a job may divide its sums, and the noise with them: the batch size B = k N / n, and what is the
/// same but for rounding, of B to a whole number or of n when it was made of B. Another one is a mistake: gradients
/// were divided by something else than the noise, or the batches are others than the claim's.
struct PublicDivisor {
  double batch = 1;  ///< B
  double least = 1;
  double most = 1;

  bool allows(double divisor) const;
  /// The batch, for people, and what may be behind a divisor that is a multiple of it.
  Text against(double divisor) const;
};

/// nullopt where neither the scenario nor `datasetSize` knows how many examples there are.
std::optional<PublicDivisor> publicDivisor(Scenario scenario, std::optional<Index> datasetSize = {});

}  // namespace noiseloom
