#include "core/error/row_error.h"

#include <gtest/gtest.h>

#include "core/base/errors.h"
#include "tests/calls.h"
#include "tests/core/error/column_error.h"

namespace noiseloom {
namespace {

TEST(RowError, AgreesWithTheCheapestRoute) {
  const std::vector<double> coefficients{1, 0.5, 0.375, 0.3125};
  for (const Workload& workload : {Workload::prefix(), Workload::sgd(0.99, 0.9)}) {
    for (const Strategy& strategy : {Strategy(IdentityStrategy(20)), Strategy(ToeplitzStrategy(20, coefficients)),
                                     Strategy(ToeplitzStrategy(20, coefficients, ColumnScaling::Normalized)),
                                     Strategy(InverseToeplitzStrategy(20, {1, -0.5, -0.125})),
                                     Strategy(BltStrategy(20, {0.9, 0.4}, {0.2, 0.1}))}) {
      const ErrorSummary error = errorOf(strategy, workload);
      const auto rows = errorByRows(strategy, workload);
      ASSERT_TRUE(rows && rows->meanVariance && rows->maxVariance);
      EXPECT_NEAR(rows->lastVariance, error.variance.last, 1e-12 * error.variance.last);
      EXPECT_NEAR(*rows->meanVariance, error.variance.mean, 1e-12 * error.variance.mean);
      EXPECT_NEAR(*rows->maxVariance, error.variance.max, 1e-12 * error.variance.max);
    }
  }
}

TEST(RowError, LastRowOnlyWhereThereAreMany) {
  const ToeplitzStrategy strategy(100'000, {1, 0.5});
  const auto rows = errorByRows(strategy, Workload::prefix());
  ASSERT_TRUE(rows);
  EXPECT_FALSE(rows->meanVariance);
  const double last = errorOf(strategy, Workload::prefix()).variance.last;
  EXPECT_NEAR(rows->lastVariance, last, 1e-11 * last);
}

// A nearly singular strategy loses digits, and the error says how many.
TEST(RowError, ALastErrorOfLostDigitsIsMarked) {
  const ToeplitzStrategy strategy(24, {1, 2.5, 1}, ColumnScaling::Normalized);
  const ErrorSummary error = errorOf(strategy, Workload::prefix());
  EXPECT_EQ(error.relativeErrorBound > 1e-9, error.variance.max > 3e5 * error.variance.last);
  const ErrorSummary sound = errorOf(ToeplitzStrategy(24, {1, 0.5}), Workload::prefix());
  EXPECT_EQ(sound.relativeErrorBound, 0);
}

TEST(RowError, StopsAndChecksTheSchedule) {
  EXPECT_FALSE(errorByRows(IdentityStrategy(8), Workload::prefix(), stoppedAtOnce()));
  EXPECT_THROW(errorByRows(IdentityStrategy(2), Workload::learningRates({1, 1, 1}, 0)), InvalidArgument);
}

}  // namespace
}  // namespace noiseloom
