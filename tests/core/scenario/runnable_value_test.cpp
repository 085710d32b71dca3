#include "core/scenario/runnable_value.h"

#include <gtest/gtest.h>

#include "core/batching/list.h"
#include "tests/core/scenarios.h"

namespace noiseloom {
namespace {

Scenario allocated(const Batching* batching) {
  return Scenario({.iterations = 2048,
                   .epochs = 16,
                   .epsilon = 2,
                   .delta = 1e-5,
                   .mechanism = *mechanismFromName("banded-toeplitz"),
                   .bands = 32,
                   .batching = batching});
}

TEST(RunnableValue, IsTheNextBelowThatAllocationRuns) {
  const Scenario scenario = allocated(&batchings::cyclicAllocation);
  EXPECT_EQ(runnableValue(scenario, Field::Bands, 100), 64);
  EXPECT_EQ(runnableValue(scenario, Field::Bands, 128), 128);
  // 16 epochs of steps that 32 divides.
  EXPECT_EQ(runnableValue(scenario, Field::Iterations, 3000), 2560);
  EXPECT_EQ(runnableValue(scenario, Field::Iterations, 2048), 2048);
  // 2048 = 8 x 256.
  EXPECT_EQ(runnableValue(scenario, Field::Epochs, 15), 8);
  const Scenario open = with(scenario, {.bands = std::nullopt});
  EXPECT_EQ(runnableValue(open, Field::Iterations, 3001), 3001);
}

TEST(RunnableValue, IsItselfWhereAllRunOrNoneBelowDoes) {
  const Scenario any = allocated(&batchings::cyclicPoisson);
  for (const Field field : {Field::Bands, Field::Iterations, Field::Epochs})
    EXPECT_EQ(runnableValue(any, field, 77), 77);
  const Scenario scenario = allocated(&batchings::cyclicAllocation);
  EXPECT_EQ(runnableValue(scenario, Field::Iterations, 100), 100);
  EXPECT_EQ(runnableValue(scenario, Field::DatasetSize, 100), 100);
  EXPECT_EQ(runnableValue(scenario, Field::Iterations, 0), 0);
}

}  // namespace
}  // namespace noiseloom
