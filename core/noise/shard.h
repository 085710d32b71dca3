#pragma once

#include "core/base/index.h"

namespace noiseloom {

/// Coordinates [begin, end).
struct CoordinateRange {
  Index begin = 0;
  Index end = 0;
  Index size() const { return end - begin; }
};

/// Shard `shard` (0 to shards - 1) of `shards` of the model's coordinates, in order; if sizes differ, the first ones
/// have one coordinate more. 1 <= shards <= parameters, so that none is empty.
CoordinateRange shardOf(Index parameters, Index shard, Index shards);

}  // namespace noiseloom
