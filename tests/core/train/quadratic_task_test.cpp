#include "core/train/quadratic_task.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "core/base/errors.h"

namespace noiseloom {
namespace {

constexpr double kNoClipping = std::numeric_limits<double>::infinity();

TEST(QuadraticTask, GradientsAreThoseOfItsLoss) {
  const QuadraticTask task({.curvatures = {0.5, 2, 0}, .start = 1.5, .spread = 0.3, .examples = 50});
  EXPECT_EQ(task.start(1), (std::vector<double>{1.5, 1.5, 1.5}));
  const std::vector<double> weights{1, -2, 3};
  std::vector<Index> all(50);
  std::iota(all.begin(), all.end(), Index{0});
  std::vector<double> sum(3, 0.0);
  ClipCounts counts;
  ASSERT_TRUE(task.addClippedGradients(weights, all, kNoClipping, sum, counts, {}));
  // The spread of all examples is none.
  EXPECT_NEAR(sum[0] / 50, 0.5, 1e-14);
  EXPECT_NEAR(sum[1] / 50, -4, 1e-14);
  EXPECT_NEAR(sum[2] / 50, 0, 1e-14);
  const double loss = (0.5 * 1 + 2 * 4) / 2;
  EXPECT_DOUBLE_EQ(task.evaluate(weights, 10, {})->loss, loss);
  EXPECT_NEAR(counts.loss / 50, loss, 1e-13);
  EXPECT_EQ(counts.clipped, 0);
  EXPECT_EQ(counts.examples, 50);
}

TEST(QuadraticTask, SpreadHasItsStandardDeviationAndClippingIsExact) {
  const QuadraticTask task({.curvatures = {1, 1}, .spread = 2, .examples = 4000});
  const std::vector<double> origin{0, 0};
  double square = 0;
  Index longer = 0;
  for (Index x = 0; x < 4000; ++x) {
    std::vector<double> whole(2, 0.0), cut(2, 0.0);
    ClipCounts free, counts;
    const std::vector<Index> batch{x};
    task.addClippedGradients(origin, batch, kNoClipping, whole, free, {});
    task.addClippedGradients(origin, batch, 2.5, cut, counts, {});
    square += (whole[0] * whole[0] + whole[1] * whole[1]) / 8000;
    const double norm = std::hypot(whole[0], whole[1]);
    if (norm > 2.5) {
      ++longer;
      EXPECT_EQ(counts.clipped, 1);
      EXPECT_LE(std::hypot(cut[0], cut[1]), 2.5);
      EXPECT_NEAR(cut[0], whole[0] * 2.5 / norm, 1e-11);
    } else {
      EXPECT_EQ(counts.clipped, 0);
      EXPECT_EQ(cut, whole);
    }
  }
  EXPECT_NEAR(square, 4, 5 * 4 * std::sqrt(2.0 / 8000));
  EXPECT_GT(longer, 1000);
}

TEST(QuadraticTask, RefusesWhatIsOutOfRange) {
  EXPECT_THROW(QuadraticTask({.curvatures = {}}), InvalidArgument);
  EXPECT_THROW(QuadraticTask({.curvatures = {-1}}), InvalidArgument);
  EXPECT_THROW(QuadraticTask({.curvatures = {1}, .start = std::nan("")}), InvalidArgument);
  EXPECT_THROW(QuadraticTask({.curvatures = {1}, .spread = -1}), InvalidArgument);
  EXPECT_THROW(QuadraticTask({.curvatures = {1}, .examples = 0}), InvalidArgument);
}

}  // namespace
}  // namespace noiseloom
