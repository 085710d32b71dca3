#include "core/noise/noise_sample.h"

#include <gmock/gmock.h>

#include <cmath>
#include <numeric>

#include "core/base/errors.h"
#include "core/error/error_summary.h"

namespace noiseloom {
namespace {

double meanSquare(const std::vector<double>& values) {
  return std::inner_product(values.begin(), values.end(), values.begin(), 0.0) / static_cast<double>(values.size());
}

TEST(NoiseSample, FollowsItsDefinition) {
  const Workload workload = Workload::sgd(0.99, 0.9);
  const Strategy strategy = ToeplitzStrategy(300, {1, 0.5, 0.25}, ColumnScaling::Normalized);
  const NoiseSample sample = sampleNoise({strategy, workload, 2.5, 7, 300, 3});
  std::vector<double> z = sample.normals;
  std::vector<double> noise(z.size());
  strategy.solve(z, noise);
  std::vector<double> sum(z.size());
  workload.multiply(sample.noise, sum);
  std::vector<double> independentSum(z.size());
  workload.multiply(sample.independent, independentSum);
  for (std::size_t i = 0; i < z.size(); ++i) {
    EXPECT_NEAR(sample.noise[i], 2.5 * noise[i], 1e-12);
    EXPECT_NEAR(sample.noiseSum[i], sum[i], 1e-10);
    EXPECT_EQ(sample.independent[i], 7 * z[i]);
    EXPECT_NEAR(sample.independentSum[i], independentSum[i], 1e-10);
  }
}

TEST(NoiseSample, FollowsALearningRateSchedule) {
  const Workload workload = Workload::learningRates({1, 0.5, 2, 1, 0.25}, 0.5);
  const NoiseSample sample = sampleNoise({IdentityStrategy(5), workload, 1, 1, 5, 1});
  std::vector<double> sum(5);
  workload.multiply(sample.noise, sum);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(sample.noiseSum[i], sum[i], 1e-13);
  EXPECT_THROW(sampleNoise({IdentityStrategy(6), workload, 1, 1, 6, 1}), InvalidArgument);
}

TEST(NoiseSample, ADrawIsAlwaysTheSameAndEachIsAnother) {
  const Strategy strategy = BltStrategy(100, {0.9}, {0.4});
  const auto draw = [&](std::uint32_t number, Index steps) {
    return sampleNoise({strategy, Workload::prefix(), 1, 1, steps, number});
  };
  EXPECT_EQ(draw(1, 100).noise, draw(1, 100).noise);
  EXPECT_NE(draw(1, 100).noise, draw(2, 100).noise);
  // Fewer steps are the beginning of more.
  const std::vector<double> whole = draw(1, 100).noise;
  EXPECT_EQ(draw(1, 40).noise, std::vector<double>(whole.begin(), whole.begin() + 40));
}

TEST(NoiseSample, MeetsTheErrorThatIsPredicted) {
  const Strategy strategy = ToeplitzStrategy(64, {1, 0.5, 0.375, 0.3125});
  const double predicted = errorOf(strategy, Workload::prefix()).variance.mean;
  double found = 0;
  constexpr int kDraws = 2000;
  for (int i = 0; i < kDraws; ++i) {
    found += meanSquare(sampleNoise({strategy, Workload::prefix(), 1, 1, 64, static_cast<std::uint32_t>(i)}).noiseSum);
  }
  // The running sums of one draw are strongly correlated: about 2 % for this many draws.
  EXPECT_NEAR(found / kDraws, predicted, 0.08 * predicted);
}

TEST(NoiseSample, IndependentNoiseOfTheSamePrivacyHasTheErrorOfDpSgd) {
  const double stddev = independentStddev(Workload::prefix(), 2000, 20.0);
  EXPECT_NEAR(stddev * std::sqrt(2001 / 2.0), 20.0, 1e-9);
  EXPECT_THROW(independentStddev(Workload::prefix(), 10, 0), InvalidArgument);
}

TEST(NoiseSample, EndsEarlyWhenStopped) {
  std::stop_source stop;
  RunControl control{stop.get_token(), [&](const Progress& progress) {
                       if (progress.fraction > 0.4) stop.request_stop();
                     }};
  const NoiseSample sample = sampleNoise({IdentityStrategy(10'000), Workload::prefix(), 1, 1, 10'000, 1}, control);
  EXPECT_GT(sample.noise.size(), 1000U);
  EXPECT_LT(sample.noise.size(), 10'000U);
  EXPECT_EQ(sample.independentSum.size(), sample.noise.size());
  EXPECT_EQ(sample.normals.size(), sample.noise.size());
}

TEST(NoiseSample, ChecksItsArguments) {
  const NoiseSampleRequest good{IdentityStrategy(4), Workload::prefix(), 1, 1, 4, 1};
  NoiseSampleRequest bad = good;
  bad.steps = 5;
  EXPECT_THROW(sampleNoise(bad), InvalidArgument);
  bad = good;
  bad.stddev = 0;
  EXPECT_THROW(sampleNoise(bad), InvalidArgument);
  bad = good;
  bad.independentStddev = std::nan("");
  EXPECT_THROW(sampleNoise(bad), InvalidArgument);
}

}  // namespace
}  // namespace noiseloom
