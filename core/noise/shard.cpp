#include "core/noise/shard.h"

#include "core/base/check.h"

namespace noiseloom {
namespace {

__extension__ using Wide = unsigned __int128;

}  // namespace

CoordinateRange shardOf(Index parameters, Index shard, Index shards) {
  checkInteger("parameters", parameters, 1, kNoLimit);
  checkInteger("shards", shards, 1, parameters, Core::tr("at least one parameter a shard"));
  checkInteger("shard", shard, 0, shards - 1);
  // shards * quotient + rest = parameters: no product leaves 64 bits but the last, whose factors are below shards.
  const Index each = parameters / shards;
  const Index rest = parameters % shards;
  const auto beginOf = [&](Index at) {
    return each * at + static_cast<Index>(static_cast<Wide>(rest) * static_cast<Wide>(at) / static_cast<Wide>(shards));
  };
  return {beginOf(shard), beginOf(shard + 1)};
}

}  // namespace noiseloom
