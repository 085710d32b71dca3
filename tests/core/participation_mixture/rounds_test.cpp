#include "core/participation_mixture/sampling/rounds.h"

#include <set>

#include "tests/matchers.h"

namespace noiseloom {
namespace {

TEST(Rounds, PutAnyTwoIntoOneBlockEquallyOften) {
  std::set<std::pair<Index, Index>> known;
  for (const Index block : {2, 3, 4}) {
    for (Index t = 2 * block; t <= Rounds::kMostCut + block; t += block) {
      const auto rounds = Rounds::of(t, block);
      if (!rounds) continue;
      known.emplace(t, block);
      std::vector<Index> met(static_cast<std::size_t>(t * t), 0);
      for (Index round = 0; round < rounds->count(); ++round) {
        const auto blocks = rounds->blocks(round);
        std::vector<Index> sizes(static_cast<std::size_t>(t / block), 0);
        for (const int each : blocks) ++sizes.at(static_cast<std::size_t>(each));
        EXPECT_THAT(sizes, Each(block));
        for (Index a = 0; a < t; ++a) {
          for (Index b = 0; b < t; ++b) {
            const bool together = a != b && blocks[static_cast<std::size_t>(a)] == blocks[static_cast<std::size_t>(b)];
            if (together) {
              ++met[static_cast<std::size_t>(a * t + b)];
              EXPECT_THAT(rounds->together(a, b), Contains(static_cast<int>(round)));
            }
          }
        }
      }
      const double often = static_cast<double>(rounds->count()) / Rounds::strength(static_cast<double>(t), block);
      for (Index a = 0; a < t; ++a) {
        for (Index b = 0; b < t; ++b) {
          if (a == b) continue;
          EXPECT_EQ(static_cast<double>(met[static_cast<std::size_t>(a * t + b)]), often) << t << " in " << block;
          EXPECT_EQ(static_cast<double>(rounds->together(a, b).size()), often);
        }
      }
    }
  }
  using P = std::pair<Index, Index>;
  EXPECT_THAT(known, IsSupersetOf({P(6, 3), P(9, 3), P(12, 3), P(15, 3), P(18, 3), P(8, 4), P(12, 4), P(16, 4), P(4, 2),
                                   P(18, 2)}));
}

}  // namespace
}  // namespace noiseloom
