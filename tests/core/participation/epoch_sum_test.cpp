#include "core/participation/epoch_sum.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "tests/core/dense.h"

namespace noiseloom {
namespace {

/// The largest sum of |X_ij| over patterns with at most one step in each epoch.
double enumerated(const Strategy& strategy, Index epochs, Index steps) {
  const Eigen::MatrixXd c = denseOf(strategy);
  const Eigen::MatrixXd gram = (c.transpose() * c).cwiseAbs();
  double best = 0;
  std::vector<Index> pattern;
  const auto extend = [&](const auto& self, Index epoch) -> void {
    if (epoch == epochs) {
      double sum = 0;
      for (const Index i : pattern) {
        for (const Index j : pattern) sum += gram(i, j);
      }
      best = std::max(best, sum);
      return;
    }
    self(self, epoch + 1);
    for (Index i = epoch * steps; i < std::min((epoch + 1) * steps, strategy.iterations()); ++i) {
      pattern.push_back(i);
      self(self, epoch + 1);
      pattern.pop_back();
    }
  };
  extend(extend, 0);
  return std::sqrt(best);
}

TEST(OnceEachEpoch, IsTheLargestPattern) {
  std::mt19937_64 random(5);
  for (const Index steps : {2, 3, 4}) {
    for (Index bands = 1; bands <= steps + 1; ++bands) {
      const Index n = 4 * steps - (bands % 2);  // the last epoch may be shorter
      const Strategy strategy = randomBanded(random, n, bands);
      const Sensitivity found = sensitivityOf(strategy, Participation::onceEachEpoch(4, steps));
      EXPECT_EQ(found.kind, BoundKind::Exact);
      EXPECT_NEAR(found.value, enumerated(strategy, 4, steps), 1e-12 * found.value);
    }
  }
}

TEST(OnceEachEpoch, ToeplitzAndItsScalings) {
  const std::vector<double> c{1, 0.5, 0.375, 0.3};
  for (const ColumnScaling scaling : {ColumnScaling::None, ColumnScaling::Normalized}) {
    const Strategy strategy = ToeplitzStrategy(12, c, scaling);
    const Sensitivity found = sensitivityOf(strategy, Participation::onceEachEpoch(3, 4));
    EXPECT_EQ(found.kind, BoundKind::Exact);
    EXPECT_NEAR(found.value, enumerated(strategy, 3, 4), 1e-12);
    // More than an order that is kept, less than any steps at all.
    EXPECT_GT(found.value, sensitivityOf(strategy, Participation::fixedEpochOrder(3, 4)).value * 1.01);
    EXPECT_LT(found.value, sensitivityOf(strategy, Participation::minSeparation(3, 1)).value);
  }
}

TEST(OnceEachEpoch, ABoundWhereMoreThanNeighboursShareRows) {
  std::mt19937_64 random(6);
  const Strategy strategy = randomBanded(random, 9, 6);
  const Sensitivity found = sensitivityOf(strategy, Participation::onceEachEpoch(3, 3));
  EXPECT_EQ(found.kind, BoundKind::UpperBound);
  EXPECT_GE(found.value, enumerated(strategy, 3, 3) * (1 - 1e-12));
}

TEST(OnceEachEpoch, IndependentNoiseCountsEpochs) {
  EXPECT_NEAR(sensitivityOf(IdentityStrategy(100), Participation::onceEachEpoch(4, 25)).value, 2, 1e-12);
}

}  // namespace
}  // namespace noiseloom
