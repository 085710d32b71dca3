#include "core/error/loss_curve.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/errors.h"
#include "tests/calls.h"
#include "tests/core/dense.h"

namespace noiseloom {
namespace {

constexpr Index kMost = 256;

QuadraticDescent someDescent() {
  return {{{2, 1.5, 3}, {0.1, -2, 1}, {4, 0, 10}, {2, 0.5, 1}}, 0.25, 0.7};
}

// C^-1, column by noise: n x rows.
Eigen::MatrixXd noisingOf(const Strategy& strategy) {
  Eigen::MatrixXd noising(strategy.iterations(), strategy.rows());
  for (Index i = 0; i < noising.rows(); ++i) {
    for (Index j = 0; j < noising.cols(); ++j) noising(i, j) = strategy.inverseEntry(i, j);
  }
  return noising;
}

// The covariances of the iterate in one direction with all noise, step by step.
TEST(LossCurve, IsThatOfTheIterationForEveryKind) {
  std::mt19937_64 random(5);
  const QuadraticDescent descent = someDescent();
  for (const Index n : {1, 7, 60}) {
    for (const Strategy& strategy : oneOfEveryKind(n, random)) {
      const LossCurve curve = expectedLossCurve(strategy, descent, kMost);
      ASSERT_TRUE(curve.valid) << strategy.kindName();
      ASSERT_EQ(curve.steps.size(), static_cast<std::size_t>(n + 1));
      const Eigen::MatrixXd noising = noisingOf(strategy);
      std::vector<double> expected(static_cast<std::size_t>(n + 1), 0.0);
      for (const QuadraticDirection& direction : descent.directions) {
        double mean = direction.start;
        Eigen::RowVectorXd byNoise = Eigen::RowVectorXd::Zero(noising.cols());
        for (Index t = 0; t <= n; ++t) {
          const double square = mean * mean + descent.noise * descent.noise * byNoise.squaredNorm();
          expected[static_cast<std::size_t>(t)] += direction.count * direction.curvature / 2 * square;
          if (t == n) break;
          mean -= descent.learningRate * direction.curvature * mean;
          byNoise -= descent.learningRate * (direction.curvature * byNoise + noising.row(t));
        }
      }
      for (std::size_t t = 0; t < expected.size(); ++t)
        EXPECT_NEAR(curve.at(t), expected[t], 1e-9 * expected[t]) << strategy.kindName() << " n " << n << " t " << t;
    }
  }
}

TEST(LossCurve, PointsOfALongRunAreThoseOfAllSteps) {
  constexpr Index n = 3000;
  const ToeplitzStrategy strategy(n, {1, 0.5, 0.2}, ColumnScaling::Normalized);
  const LossCurve some = expectedLossCurve(strategy, someDescent(), kMost);
  const LossCurve all = expectedLossCurve(strategy, someDescent(), n);
  ASSERT_TRUE(some.valid && all.valid);
  EXPECT_LE(std::ssize(some.steps), kMost + 1);
  EXPECT_EQ(some.steps.back(), n);
  for (std::size_t i = 0; i < some.steps.size(); ++i)
    EXPECT_NEAR(some.at(i), all.at(static_cast<std::size_t>(some.steps[i])), 1e-12 * some.at(i));
  const LossCurve billions = expectedLossCurve(ToeplitzStrategy(2'000'000'000, {1, 0.5}), {{{1, 1, 1}}, 0.5, 1}, kMost);
  ASSERT_TRUE(billions.valid);
  EXPECT_GT(billions.noise.back(), 0);
}

// By draws: 20 000 runs, of which the mean loss at each step lies within five standard errors.
TEST(LossCurve, IsTheMeanOfSimulatedRuns) {
  constexpr Index n = 40;
  constexpr int kRuns = 20'000;
  const QuadraticDescent descent{{{2, 1.5, 1}, {0.1, -2, 1}, {4, 0, 1}}, 0.25, 0.7};
  std::mt19937_64 random(11);
  for (const Strategy& strategy : oneOfEveryKind(n, random)) {
    const Eigen::MatrixXd noising = noisingOf(strategy);
    std::vector<double> sum(n + 1, 0.0), squares(n + 1, 0.0);
    std::normal_distribution<double> normal(0, descent.noise);
    Eigen::MatrixXd z(noising.cols(), 3);
    for (int run = 0; run < kRuns; ++run) {
      for (Index i = 0; i < z.size(); ++i) z.data()[i] = normal(random);
      const Eigen::MatrixXd y = noising * z;
      double theta[3];
      for (std::size_t k = 0; k < 3; ++k) theta[k] = descent.directions[k].start;
      for (Index t = 0; t <= n; ++t) {
        double loss = 0;
        for (std::size_t k = 0; k < 3; ++k) {
          const double lambda = descent.directions[k].curvature;
          loss += lambda / 2 * theta[k] * theta[k];
          if (t < n) theta[k] -= descent.learningRate * (lambda * theta[k] + y(t, static_cast<Index>(k)));
        }
        sum[static_cast<std::size_t>(t)] += loss;
        squares[static_cast<std::size_t>(t)] += loss * loss;
      }
    }
    const LossCurve curve = expectedLossCurve(strategy, descent, kMost);
    for (std::size_t t = 0; t < sum.size(); ++t) {
      const double mean = sum[t] / kRuns;
      const double error = std::sqrt(std::max(0.0, squares[t] / kRuns - mean * mean) / kRuns);
      EXPECT_NEAR(mean, curve.at(t), 5 * error + 1e-9 * mean) << strategy.kindName() << " step " << t;
    }
  }
}

TEST(LossCurve, RefusesWhatHasNoMeaning) {
  const IdentityStrategy strategy(10);
  const auto named = [&](const QuadraticDescent& descent) {
    return refusedArgument([&] { expectedLossCurve(strategy, descent, kMost); });
  };
  EXPECT_EQ(named({{}, 1, 1}), "directions");
  EXPECT_EQ(named({{{0, 1, 1}}, 1, 1}), "curvature");
  EXPECT_EQ(named({{{1, 1, 1}}, 0, 1}), "learning_rate");
  EXPECT_EQ(named({{{1, 1, 1}}, 1.1, 1}), "curvature times learning_rate");
  EXPECT_EQ(named({{{1, 1, 0}}, 1, 1}), "count");
  EXPECT_EQ(named({{{1, 1, 1}}, 1, -1}), "noise");
  EXPECT_EQ(named({{{1, std::nan(""), 1}}, 1, 1}), "start");
  EXPECT_FALSE(expectedLossCurve(ToeplitzStrategy(100'000, {1, 0.5}), someDescent(), kMost, stoppedAtOnce()).valid);
}

}  // namespace
}  // namespace noiseloom
