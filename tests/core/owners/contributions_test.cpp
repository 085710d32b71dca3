#include "core/owners/contributions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "core/base/errors.h"
#include "tests/core/owners/owners_fixture.h"
#include "tests/matchers.h"

namespace noiseloom::test {
namespace {

// The most examples of one owner among these, counted owner by owner.
Index mostOfOne(const OwnerTable& table, const std::vector<Index>& examples) {
  Index most = 0;
  for (Index owner = 0; owner < table.owners(); ++owner) {
    most = std::max<Index>(most, std::ranges::count_if(examples, [&](Index example) {
                             return std::ranges::count(table.of(example), static_cast<std::uint32_t>(owner)) > 0;
                           }));
  }
  return most;
}

TEST(OwnerTable, CountsWhatItIsMadeOf) {
  const OwnerTable table(5, 3, {{4, 1}, {0, 2}, {0, 0}, {2, 1}, {0, 2}});
  EXPECT_EQ(table.examples(), 5);
  EXPECT_EQ(table.namedOwners(), 3);
  EXPECT_EQ(table.unowned(), 2);
  EXPECT_EQ(table.owners(), 5);
  EXPECT_EQ(table.repeated(), 1);
  EXPECT_THAT(table.of(0), ElementsAre(0, 2));
  EXPECT_THAT(table.of(1), ElementsAre(3));  // nobody's: an owner of its own
  EXPECT_THAT(table.of(2), ElementsAre(1));
  EXPECT_THAT(table.of(3), ElementsAre(4));
  EXPECT_THAT(table.of(4), ElementsAre(1));
  EXPECT_THROW(OwnerTable(0, 1, {}), InvalidArgument);
  EXPECT_THROW(OwnerTable(1, 0, {}), InvalidArgument);
  EXPECT_THROW(OwnerTable(2, 1, {{2, 0}}), InvalidArgument);
  EXPECT_THROW(OwnerTable(2, 1, {{0, 1}}), InvalidArgument);
}

TEST(Contributions, AreBoundedAndNothingCouldBeAdded) {
  std::mt19937 random(7);
  for (int round = 0; round < 60; ++round) {
    const OwnerTable table = randomOwners(random, 1 + random() % 40, 1 + random() % 12);
    const Index bound = 1 + random() % 4;
    for (const OwnerOrder order : {OwnerOrder::Random, OwnerOrder::FewestOwners}) {
      const std::vector<Index> kept = boundContributions(table, bound, order, round);
      EXPECT_TRUE(std::ranges::is_sorted(kept, std::less_equal<>()));
      EXPECT_LE(mostOfOne(table, kept), bound);
      for (Index example = 0; example < table.examples(); ++example) {
        if (std::ranges::binary_search(kept, example)) continue;
        std::vector<Index> more = kept;
        more.push_back(example);
        EXPECT_GT(mostOfOne(table, more), bound) << "example " << example << " was dropped without need";
      }
      EXPECT_EQ(boundContributions(table, bound, order, round), kept);
    }
  }
}

// The largest subset that is allowed, by going through all of them: with at most three owners an example the greedy one
// has at least a third of it.
TEST(Contributions, AreWithinTheFactorOfTheLargestSubset) {
  std::mt19937 random(11);
  std::size_t fewest = 0;
  std::size_t drawn = 0;
  for (int round = 0; round < 40; ++round) {
    const OwnerTable table = randomOwners(random, 10, 6);
    const Index bound = 1 + random() % 2;
    std::size_t best = 0;
    for (unsigned set = 0; set < (1U << 10); ++set) {
      std::vector<Index> subset;
      for (Index example = 0; example < 10; ++example) {
        if ((set >> example & 1U) != 0) subset.push_back(example);
      }
      if (subset.size() > best && mostOfOne(table, subset) <= bound) best = subset.size();
    }
    const std::size_t few = boundContributions(table, bound, OwnerOrder::FewestOwners, round).size();
    const std::size_t any = boundContributions(table, bound, OwnerOrder::Random, round).size();
    EXPECT_LE(few, best);
    EXPECT_LE(any, best);
    EXPECT_GE(3 * few, best);
    EXPECT_GE(3 * any, best);
    fewest += few;
    drawn += any;
  }
  EXPECT_GT(fewest, drawn);
}

TEST(Contributions, AreDrawnByTheSeed) {
  const OwnerTable table(60, 1, [] {
    std::vector<Ownership> entries;
    for (std::uint32_t example = 0; example < 60; ++example) entries.push_back({example, 0});
    return entries;
  }());
  std::vector<int> times(60);
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    const std::vector<Index> kept = boundContributions(table, 1, OwnerOrder::Random, seed);
    ASSERT_EQ(kept.size(), 1U);
    ++times[static_cast<std::size_t>(kept.front())];
  }
  EXPECT_LE(std::ranges::max(times), 30);  // 10 expected of each
  EXPECT_GE(std::ranges::count_if(times, [](int each) { return each > 0; }), 58);
  EXPECT_THROW(boundContributions(table, 0, OwnerOrder::Random, 0), InvalidArgument);
}

TEST(OwnerCounts, AreThoseOfTheNamedOwners) {
  const OwnerTable table(6, 4, {{0, 0}, {1, 0}, {2, 0}, {2, 1}, {3, 2}});
  const OwnerCounts all = ownerCounts(table, allExamples(6));
  EXPECT_EQ(all.least, 0);
  EXPECT_EQ(all.median, 1);
  EXPECT_EQ(all.most, 3);
  EXPECT_EQ(all.without, 1);
  EXPECT_EQ(all.mean, 1.25);
  EXPECT_EQ(ownerCounts(table, std::vector<Index>{2}).most, 1);
}

}  // namespace
}  // namespace noiseloom::test
