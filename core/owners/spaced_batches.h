#pragma once

#include <cstdint>
#include <span>

#include "core/base/check.h"
#include "core/base/run_control.h"
#include "core/owners/owner_table.h"
#include "core/owners/spacing.h"

namespace noiseloom {

/// The question that a schedule answers.
struct SpacedRequest {
  Index iterations = 1;             ///< n
  Index batchSize = 1;              ///< the most examples of a step
  Index separation = 1;             ///< b: fewest steps between two with examples of one owner
  Index participations = kNoLimit;  ///< k: most steps with examples of one owner
  Index epochs = kNoLimit;          ///< most steps that one example is in
  std::uint64_t seed = 0;           ///< of the order; public, as the schedule is
};

/// Fills the batches of all steps in turn with examples of these, none of which has an owner in common with another of
/// its step or of the b - 1 steps before, or with an owner that took part k times: those that were taken least often
/// first, then in the order drawn by the seed. Greedily: no example could be added to a batch that is not full. An
/// example that nobody owns is its own owner, and is spaced like all others.
///
/// Time: about log N for each example taken, and for each time that one is found to have to wait for another owner.
/// When stopped, the steps so far. Throws InvalidArgument naming iterations, batch_size, min_sep, participations or
/// epochs below 1, or iterations where n batches are more than 2^29 examples, which one file does not hold.
Schedule spacedBatches(const OwnerTable& table, std::span<const Index> examples, const SpacedRequest& request,
                       const RunControl& control = {});

}  // namespace noiseloom
