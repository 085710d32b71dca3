#include "core/error/dense_error.h"

#include <gtest/gtest.h>

#include "core/base/errors.h"
#include "tests/calls.h"
#include "tests/core/dense.h"

namespace noiseloom {
namespace {

TEST(DenseError, MatchesDenseAlgebraForWholeAndStampedBlocks) {
  std::mt19937_64 random(11);
  constexpr Index n = 17;
  for (const Index size : {Index{17}, Index{1}, Index{5}, Index{8}}) {
    const BandedStrategy block = randomBanded(random, size, size);
    const Strategy strategy = DenseStrategy(n, size, Strategy(block).block(0, size, 0, size));
    for (const Workload& workload : someWorkloads(n)) {
      const Eigen::VectorXd v = denseVariances(strategy, workload);
      const ErrorSummary error = errorOf(strategy, workload);
      EXPECT_TRUE(error.valid);
      EXPECT_NEAR(error.variance.mean, v.mean(), 1e-11 * v.mean());
      EXPECT_NEAR(error.variance.max, v.maxCoeff(), 1e-11 * v.maxCoeff());
      EXPECT_NEAR(error.variance.last, v(n - 1), 1e-11 * v(n - 1));
    }
  }
}

TEST(DenseError, ScheduleOfAnotherLengthAndStop) {
  const DenseStrategy strategy(2, 2, {1, 0, 0.5, 1});
  EXPECT_THROW(denseError(strategy, Workload::learningRates({1, 1, 1}, 0)), InvalidArgument);
  EXPECT_FALSE(denseError(strategy, Workload::prefix(), stoppedAtOnce()).valid);
}

}  // namespace
}  // namespace noiseloom
