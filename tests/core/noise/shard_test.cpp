#include "core/noise/shard.h"

#include <gtest/gtest.h>

#include "core/base/check.h"
#include "core/base/errors.h"

namespace noiseloom {
namespace {

TEST(ShardOf, CoversEverythingTheLongerOnesFirst) {
  for (const Index d : {1, 2, 7, 10, 1000, 1'000'003}) {
    for (const Index n : {1, 2, 3, 7, 10}) {
      if (n > d) continue;
      Index end = 0;
      for (Index i = 0; i < n; ++i) {
        const CoordinateRange range = shardOf(d, i, n);
        EXPECT_EQ(range.begin, end);
        EXPECT_EQ(range.size(), d / n + (i < d % n ? 1 : 0));
        end = range.end;
      }
      EXPECT_EQ(end, d);
    }
  }
  // No product leaves 64 bits.
  const Index most = kNoLimit;
  EXPECT_EQ(shardOf(most, most - 1, most).begin, most - 1);
  EXPECT_EQ(shardOf(most, 0, most - 1).size(), 2);
  EXPECT_EQ(shardOf(most, most - 2, most - 1).end, most);
  EXPECT_THROW(shardOf(3, 0, 4), InvalidArgument);
  EXPECT_THROW(shardOf(3, 3, 3), InvalidArgument);
  EXPECT_THROW(shardOf(0, 0, 1), InvalidArgument);
}

}  // namespace
}  // namespace noiseloom
