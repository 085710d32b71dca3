#include "core/owners/parts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <vector>

#include "core/base/errors.h"
#include "core/owners/contributions.h"
#include "tests/calls.h"
#include "tests/core/owners/owners_fixture.h"
#include "tests/matchers.h"

namespace noiseloom::test {
namespace {

// The sizes of the groups of kept examples that owners hold together, by walks from example to example.
std::vector<std::size_t> sizesOfGroups(const OwnerTable& table, const std::vector<Index>& kept) {
  std::set<Index> left(kept.begin(), kept.end());
  std::vector<std::size_t> sizes;
  while (!left.empty()) {
    std::vector<Index> reached{*left.begin()};
    left.erase(left.begin());
    for (std::size_t at = 0; at < reached.size(); ++at) {
      const Index from = reached[at];
      std::erase_if(left, [&](Index other) {
        if (!shareOwner(table, from, other)) return false;
        reached.push_back(other);
        return true;
      });
    }
    sizes.push_back(reached.size());
  }
  return sizes;
}

TEST(OwnersInParts, KeepAllExamplesOfAnOwnerInOnePart) {
  std::mt19937 random(11);
  for (int round = 0; round < 60; ++round) {
    const OwnerTable table = randomOwners(random, 1 + random() % 60, 1 + random() % 40);
    const std::vector<Index> kept = boundContributions(table, 1 + random() % 3, OwnerOrder::Random, round);
    const Index bands = 1 + random() % 5;
    const std::vector<Index> numbers = examplesInParts(table, kept, bands);
    ASSERT_EQ(std::ssize(numbers) % bands, 0);
    std::map<std::uint32_t, Index> partOf;
    std::vector<Index> found;
    for (Index number = 0; number < std::ssize(numbers); ++number) {
      const Index example = numbers[static_cast<std::size_t>(number)];
      if (example == kNoExample) continue;
      found.push_back(example);
      for (const std::uint32_t owner : table.of(example))
        EXPECT_EQ(partOf.emplace(owner, number % bands).first->second, number % bands) << owner;
      if (number >= bands) {
        EXPECT_LT(numbers[static_cast<std::size_t>(number - bands)], example);
      }
    }
    std::ranges::sort(found);
    EXPECT_EQ(found, kept);
    // No part can be smaller than the largest group, nor all than their share; the greedy choice is within 4/3 of that.
    const std::vector<std::size_t> sizes = sizesOfGroups(table, kept);
    if (sizes.empty()) continue;
    const Index largest = static_cast<Index>(std::ranges::max(sizes));
    const Index share = (std::ssize(kept) + bands - 1) / bands;
    EXPECT_GE(std::ssize(numbers) / bands, std::max(largest, share));
    EXPECT_LE(std::ssize(numbers) / bands, share + largest);
  }
}

TEST(OwnersInParts, LeaveGapsWhereThereIsRoom) {
  const OwnerTable table(5, 3, {{0, 0}, {2, 0}, {1, 1}, {3, 1}, {4, 2}});
  const std::vector<Index> all = allExamples(5);
  EXPECT_THAT(examplesInParts(table, all, 2), ElementsAre(0, 1, 2, 3, 4, kNoExample));
  EXPECT_THAT(examplesInParts(table, all, 2, 5), ElementsAre(0, 1, 2, 3, 4));
  EXPECT_THAT(examplesInParts(table, all, 2, 8), ElementsAre(0, 1, 2, 3, 4, kNoExample, kNoExample, kNoExample));
  EXPECT_THAT(examplesInParts(table, all, 1, 5), ElementsAre(0, 1, 2, 3, 4));
  EXPECT_THAT(messageOf<InvalidArgument>([&] { examplesInParts(table, all, 2, 4); }),
              HasSubstr("dataset_size = 4 is not allowed: use 6"));
  EXPECT_THROW(examplesInParts(table, all, 0), InvalidArgument);
}

}  // namespace
}  // namespace noiseloom::test
