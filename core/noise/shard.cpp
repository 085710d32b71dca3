#include "core/noise/shard.h"

#include <algorithm>

#include "core/base/check.h"

namespace noiseloom {

CoordinateRange shardOf(Index parameters, Index shard, Index shards) {
  checkInteger("parameters", parameters, 1, kNoLimit);
  checkInteger("shards", shards, 1, parameters, Core::tr("at least one parameter a shard"));
  checkInteger("shard", shard, 0, shards - 1);
  const Index each = parameters / shards;
  const Index longer = parameters % shards;
  const Index begin = shard * each + std::min(shard, longer);
  return {begin, begin + each + (shard < longer ? 1 : 0)};
}

}  // namespace noiseloom
