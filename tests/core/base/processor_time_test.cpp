#include "core/base/processor_time.h"

#include <gtest/gtest.h>

#include <cmath>

namespace noiseloom {
namespace {

// Work that an optimiser cannot leave out.
void useSome(volatile double& sink) {
  for (int i = 0; i < 100'000; ++i) sink = sink + 1e-3;
}

TEST(ProcessorBudget, EndsByWhatWasUsedAndNotBefore) {
  volatile double sink = 0;
  const double start = processorSeconds();
  const ProcessorBudget budget({}, 0.2);
  while (!budget.token().stop_requested()) useSome(sink);
  EXPECT_GE(processorSeconds() - start, 0.2);
  EXPECT_EQ(budget.left(), 0);
}

TEST(ProcessorBudget, IsUsedUpAtOnceWhereThereIsNone) {
  EXPECT_TRUE(ProcessorBudget({}, 0).token().stop_requested());
}

TEST(ProcessorBudget, CountsFromItsStart) {
  volatile double sink = 0;
  ProcessorBudget budget({});
  useSome(sink);
  EXPECT_FALSE(budget.token().stop_requested());
  EXPECT_TRUE(std::isinf(budget.left()));
  budget.start(1e9);
  useSome(sink);
  EXPECT_FALSE(budget.token().stop_requested());
  budget.start(0.05);
  while (!budget.token().stop_requested()) useSome(sink);
  EXPECT_EQ(budget.left(), 0);
}

TEST(ProcessorBudget, EndsWithTheOuterOne) {
  std::stop_source outer;
  const ProcessorBudget budget(outer.get_token(), 1e6);
  EXPECT_FALSE(budget.token().stop_requested());
  EXPECT_GT(budget.left(), 1e5);
  outer.request_stop();
  EXPECT_TRUE(budget.token().stop_requested());
}

}  // namespace
}  // namespace noiseloom
