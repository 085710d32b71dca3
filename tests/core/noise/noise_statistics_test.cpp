#include "core/noise/noise_statistics.h"

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

#include "core/base/errors.h"
#include "core/noise/noise_sample.h"
#include "tests/core/dense.h"

namespace noiseloom {
namespace {

constexpr Index kSteps = 24;

std::vector<Strategy> everyKind() {
  std::mt19937_64 random(5);
  const BandedStrategy banded = randomBanded(random, kSteps, 5);
  return {IdentityStrategy(kSteps),
          ToeplitzStrategy(kSteps, {1, 0.5, 0.3, 0.2}),
          ToeplitzStrategy(kSteps, {1, 0.5, 0.3, 0.2}, ColumnScaling::Normalized),
          InverseToeplitzStrategy(kSteps, {1, -0.5, -0.1}),
          InverseToeplitzStrategy(kSteps, {1, -0.8}, ColumnScaling::Normalized),
          banded,
          BltStrategy(kSteps, {0.9, 0.5}, {0.7, 0.2}),
          TreeStrategy(kSteps, TreeEstimate::FromBelow),
          someRecursion(kSteps, 3)};
}

Eigen::MatrixXd noising(const Strategy& strategy) {
  Eigen::MatrixXd matrix(strategy.iterations(), strategy.rows());
  for (Index i = 0; i < matrix.rows(); ++i) {
    for (Index j = 0; j < matrix.cols(); ++j) matrix(i, j) = strategy.inverseEntry(i, j);
  }
  return matrix;
}

TEST(NoiseStatistics, CovarianceIsThatOfTheNoisingMatrix) {
  for (const Strategy& strategy : everyKind()) {
    const Eigen::MatrixXd covariance = noising(strategy) * noising(strategy).transpose();
    for (const Index step : {Index{0}, Index{7}, kSteps - 1}) {
      const std::vector<double> found = noiseCovariance(strategy, step, 100);
      ASSERT_EQ(std::ssize(found), step + 1) << strategy.kindName();
      for (Index lag = 0; lag <= step; ++lag) {
        EXPECT_NEAR(found[static_cast<std::size_t>(lag)], covariance(step, step - lag), 1e-12 * covariance(step, step))
            << strategy.kindName() << " step " << step << " lag " << lag;
      }
    }
  }
}

TEST(NoiseStatistics, RowsHoldTheWeightsOfTheNoisingMatrix) {
  for (const Strategy& strategy : everyKind()) {
    if (!strategy.rowsAreSteps()) continue;
    for (const Index step : {Index{0}, Index{9}, kSteps - 1}) {
      const std::vector<double> row = noisingRow(strategy, step, kSteps);
      ASSERT_LE(std::ssize(row), step + 1);
      for (Index lag = 0; lag <= step; ++lag) {
        const double weight = lag < std::ssize(row) ? row[static_cast<std::size_t>(lag)] : 0;
        EXPECT_NEAR(weight, strategy.inverseEntry(step, step - lag), 1e-12) << strategy.kindName() << " " << lag;
      }
      EXPECT_EQ(noisingRow(strategy, step, 1), std::vector<double>{row[0]});
    }
  }
}

TEST(NoiseStatistics, ATreesRowStartsAtItsNewestNode) {
  const Strategy tree = TreeStrategy(8, TreeEstimate::FromBelow);
  const std::vector<double> row = noisingRow(tree, 2, 100);
  const Eigen::MatrixXd matrix = noising(tree);
  double square = 0;
  for (const double weight : row) square += weight * weight;
  EXPECT_NE(row[0], 0);
  EXPECT_NEAR(square, matrix.row(2).squaredNorm(), 1e-12);
}

// Wiener and Khinchin: the density is the Fourier series of the covariance far from the first step.
TEST(NoiseStatistics, PowerIsTheTransformOfTheCovariance) {
  constexpr Index kLong = 4000;
  const std::vector<Strategy> strategies{ToeplitzStrategy(kLong, {1, 0.5, 0.3, 0.2}),
                                         InverseToeplitzStrategy(kLong, {1, -0.5, -0.1}),
                                         BltStrategy(kLong, {0.9, 0.5}, {0.7, 0.2}), IdentityStrategy(kLong)};
  for (const Strategy& strategy : strategies) {
    const std::vector<double> covariance = noiseCovariance(strategy, kLong - 1, 1000);
    for (const double frequency : {0.0, 0.03, 0.25, 0.5}) {
      double sum = covariance[0];
      for (std::size_t lag = 1; lag < covariance.size(); ++lag)
        sum += 2 * covariance[lag] * std::cos(2 * std::numbers::pi * frequency * static_cast<double>(lag));
      EXPECT_NEAR(noisePower(strategy, frequency).value(), sum, 1e-9 * covariance[0]) << strategy.kindName();
    }
  }
  EXPECT_FALSE(noisePower(TreeStrategy(8, TreeEstimate::FromBelow), 0.1));
  EXPECT_THROW(noisePower(strategies[0], 0.6), InvalidArgument);
}

TEST(NoiseStatistics, EstimatesOfASampleAgreeWithTheExactOnes) {
  const Strategy strategy = ToeplitzStrategy(200'000, {1, 0.6, 0.4, 0.3});
  const NoiseSample sample = sampleNoise({strategy, Workload::prefix(), 2, 3, 200'000, 1});
  const std::vector<double> covariance = estimatedCovariance(sample.noise, 4);
  const std::vector<double> exact = noiseCovariance(strategy, 1000, 4);
  for (std::size_t lag = 0; lag < 4; ++lag) EXPECT_NEAR(covariance[lag], 4 * exact[lag], 0.05 * 4 * exact[0]);
  const std::vector<double> power = estimatedPower(sample.noise, 64);
  for (const std::size_t k : {2U, 16U, 31U}) {
    const double expected = 4 * noisePower(strategy, static_cast<double>(k) / 64).value();
    EXPECT_NEAR(power[k], expected, 0.15 * expected);
  }
  const std::vector<double> white = estimatedPower(sample.independent, 64);
  for (std::size_t k = 1; k < 32; ++k) EXPECT_NEAR(white[k], 9, 0.8);
}

TEST(NoiseStatistics, ChecksItsArguments) {
  const std::vector<double> series{1, 2, 3};
  EXPECT_THROW(estimatedPower(series, 4), InvalidArgument);
  EXPECT_THROW(estimatedPower(series, 3), InvalidArgument);
  EXPECT_THROW(estimatedCovariance(series, 4), InvalidArgument);
  const Strategy identity = IdentityStrategy(3);
  EXPECT_THROW(noiseCovariance(identity, 3, 1), InvalidArgument);
  EXPECT_THROW(noisingRow(identity, 0, 0), InvalidArgument);
}

}  // namespace
}  // namespace noiseloom
