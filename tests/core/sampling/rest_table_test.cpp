#include "core/sampling/rest_table.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <utility>

namespace noiseloom {
namespace {

// Against a map, through a hundred thousand additions and removals that make it grow, fill and empty.
TEST(RestTable, HoldsWhatAMapHolds) {
  for (const Index expected : {0, 100, 100'000}) {
    RestTable table(expected);
    std::map<Index, std::pair<Index, Index>> map;
    std::mt19937_64 random(7);
    for (Index i = 0; i < 100'000; ++i) {
      // In some stretches of steps more is taken away than comes.
      const Index example = static_cast<Index>(random() % 3000) * ((i / 10'000) % 2 == 0 ? 1 : 65'536);
      if (random() % 5 < ((i / 20'000) % 2 == 0 ? 3U : 2U)) {
        bool fresh = false;
        RestTable::Mark mark = table.add(example, fresh);
        const auto [place, isNew] = map.try_emplace(example, 0, 0);
        ASSERT_EQ(fresh, isNew);
        ASSERT_EQ(std::pair(mark.fell(), mark.freeFrom()), place->second);
        mark.fell() = i;
        mark.freeFrom() = -i;
        place->second = {i, -i};
      } else {
        table.erase(example);
        map.erase(example);
      }
      ASSERT_EQ(table.count(), static_cast<Index>(map.size()));
    }
    for (Index example = 0; example < 3000; ++example) {
      ASSERT_EQ(table.contains(example), map.contains(example));
      if (map.contains(example)) {
        ASSERT_EQ(table.of(example).fell(), map[example].first);
      }
    }
    EXPECT_FALSE(map.empty());
  }
}

}  // namespace
}  // namespace noiseloom
