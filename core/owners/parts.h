#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/owners/owner_table.h"

namespace noiseloom {

/// Stands where a number has no example: a gap, which gives nothing.
inline constexpr Index kNoExample = -1;

/// The kept examples by the numbers that they have under a design of several bands, whose samplers put number x into
/// part x modulo the bands: all examples of an owner, and of whoever shares one with them, are in one part, as a claim
/// for users with several examples has to have them (math: section 10.11). Such groups go, the largest first, each into
/// the part that has the fewest; within a part examples rise, and the parts of most examples come first. Their number
/// is `datasetSize`, by default the least multiple of the bands that has room for that. Throws InvalidArgument naming
/// bands below 1, or dataset_size where it has no room.
std::vector<Index> examplesInParts(const OwnerTable& table, std::span<const Index> kept, Index bands,
                                   std::optional<Index> datasetSize = {});

}  // namespace noiseloom
