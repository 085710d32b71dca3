#pragma once

#include <optional>
#include <string>

#include "core/scenario/scenario.h"

namespace noiseloom {

/// The options of N, B, n and k that were typed; N, n and k are in the scenario.
struct TypedJob {
  const std::optional<std::string>& batchSize;
  bool iterations = false;
  bool epochs = false;
};

/// Fills in what follows where not all of them are typed: the epochs of N, B and n, or the iterations of N, B and k.
/// Without a batch size the epochs are needed, or 1 where the batching ends after one pass. Throws InvalidArgument for
/// too few, or more than can be kept.
void readEpochs(const TypedJob& typed, Scenario& scenario);

}  // namespace noiseloom
