#include "core/sampling/largest_batch.h"

#include <gtest/gtest.h>

#include "tests/core/sampling/sampling_fixture.h"

namespace noiseloom {
namespace {

TEST(LargestBatch, KeepsEverySubsetEquallyOften) {
  const SecretKey key = keyNumber(9);
  std::map<std::vector<Index>, Index> counts;
  std::map<std::vector<Index>, double> law;
  for (Index i = 0; i < 5; ++i) {
    for (Index j = i + 1; j < 5; ++j) law[{10 * i, 10 * j}] = 0.1;
  }
  for (Index number = 0; number < 100000; ++number)
    ++counts[cutTo(2, {0, 10, 20, 30, 40}, WordStream(key, WordUse::Cut, number))];
  expectLaw(counts, law);
}

TEST(LargestBatch, LeavesSmallerOnesAlone) {
  const SecretKey key = keyNumber(9);
  const std::vector<Index> some{3, 5};
  EXPECT_EQ(cutTo(2, some, WordStream(key, WordUse::Cut, 0)), some);
  EXPECT_EQ(cutTo(std::nullopt, some, WordStream(key, WordUse::Cut, 0)), some);
  EXPECT_EQ(cutTo(1, some, WordStream(key, WordUse::Cut, 0)).size(), 1U);
}

}  // namespace
}  // namespace noiseloom
