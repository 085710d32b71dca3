#include "core/noise/noise_stream.h"

#include <gmock/gmock.h>

#include <cmath>
#include <cstring>
#include <memory>
#include <vector>

#include "core/base/errors.h"
#include "core/noise/cost_model.h"

namespace noiseloom {
namespace {

using ::testing::HasSubstr;

std::shared_ptr<const GaussianSource> testSource() {
  std::array<std::uint8_t, NoiseKey::kBytes> bytes{};
  bytes.fill(42);
  return std::make_shared<const GaussianSource>(NoiseKey::fromBytes(bytes));
}

// Slowly decreasing coefficients, as those of real strategies.
ToeplitzStrategy toeplitz(Index iterations, Index bands, ColumnScaling scaling = ColumnScaling::Normalized) {
  std::vector<double> coefficients{1.0};
  for (Index j = 1; j < bands; ++j) {
    coefficients.push_back(coefficients.back() * (static_cast<double>(j) - 0.5) / static_cast<double>(j));
  }
  return {iterations, coefficients, scaling};
}

BandedStrategy banded(Index iterations, Index bands) {
  std::vector<double> rows(static_cast<std::size_t>(iterations * bands));
  for (Index i = 0; i < iterations; ++i) {
    for (Index lag = 0; lag < bands && lag <= i; ++lag) {
      rows[static_cast<std::size_t>(i * bands + bands - 1 - lag)] =
          lag == 0 ? 1.0 + 0.01 * static_cast<double>(i % 7) : 0.6 / static_cast<double>(lag + i % 3);
    }
  }
  return {iterations, bands, rows};
}

std::vector<Strategy> strategies() {
  return {Strategy(IdentityStrategy(40)), Strategy(toeplitz(40, 1)),  Strategy(toeplitz(40, 2, ColumnScaling::None)),
          Strategy(toeplitz(40, 16)),     Strategy(toeplitz(12, 12)), Strategy(banded(40, 7)),
          Strategy(banded(9, 9))};
}

template <class Real>
std::vector<std::vector<Real>> allSteps(NoiseStream& stream) {
  std::vector<std::vector<Real>> steps;
  while (stream.step() < stream.iterations()) {
    steps.emplace_back(static_cast<std::size_t>(stream.end() - stream.begin()));
    EXPECT_TRUE(stream.next(std::span(steps.back())));
  }
  return steps;
}

TEST(NoiseStream, SolvesTheStrategyForEveryCoordinate) {
  const auto source = testSource();
  constexpr Index kBegin = 5, kEnd = 42;
  constexpr double kStddev = 2.5;
  for (const Strategy& strategy : strategies()) {
    NoiseStream stream(strategy, source, kStddev, kBegin, kEnd, NumberType::Float64);
    const auto noise = allSteps<double>(stream);
    NoiseStream narrow(strategy, source, kStddev, kBegin, kEnd, NumberType::Float32);
    const auto single = allSteps<float>(narrow);
    const auto n = static_cast<std::size_t>(strategy.iterations());
    for (Index j = kBegin; j < kEnd; ++j) {
      std::vector<double> z(n), y(n);
      for (std::size_t i = 0; i < n; ++i) source->fill(static_cast<Index>(i), j, std::span(&z[i], 1));
      strategy.solve(z, y);
      for (std::size_t i = 0; i < n; ++i) {
        EXPECT_NEAR(noise[i][static_cast<std::size_t>(j - kBegin)], kStddev * y[i], 1e-12);
        EXPECT_NEAR(static_cast<double>(single[i][static_cast<std::size_t>(j - kBegin)]), kStddev * y[i], 2e-5);
      }
    }
  }
}

TEST(NoiseStream, ShardsAgreeWithTheWholeBitForBit) {
  const auto source = testSource();
  constexpr Index kWidth = 2600;  // several tiles
  for (const Strategy& strategy : {Strategy(toeplitz(20, 8)), Strategy(banded(20, 3))}) {
    NoiseStream whole(strategy, source, 0.7, 0, kWidth, NumberType::Float32);
    const auto noise = allSteps<float>(whole);
    for (const auto& [begin, end] :
         std::vector<std::pair<Index, Index>>{{0, 1}, {3, 1100}, {1100, 2600}, {2599, 2600}}) {
      NoiseStream shard(strategy, source, 0.7, begin, end, NumberType::Float32);
      const auto part = allSteps<float>(shard);
      for (std::size_t i = 0; i < part.size(); ++i) {
        EXPECT_EQ(std::memcmp(part[i].data(), noise[i].data() + begin, part[i].size() * sizeof(float)), 0);
      }
    }
  }
}

TEST(NoiseStream, ResumesAtAnyStepWithTheSameBits) {
  const auto source = testSource();
  for (const Strategy& strategy : {Strategy(toeplitz(20, 8)), Strategy(IdentityStrategy(20))}) {
    NoiseStream whole(strategy, source, 1, 0, 50, NumberType::Float64);
    const auto noise = allSteps<double>(whole);
    for (const Index step : {0, 1, 7, 19, 20}) {
      NoiseStream resumed(strategy, source, 1, 0, 50, NumberType::Float64);
      EXPECT_TRUE(resumed.advanceTo(step));
      EXPECT_EQ(resumed.step(), step);
      const auto rest = allSteps<double>(resumed);
      for (std::size_t i = 0; i < rest.size(); ++i) EXPECT_EQ(rest[i], noise[i + static_cast<std::size_t>(step)]);
    }
  }
}

// A stop in the middle of a step must lose nothing: the next call takes up where it was.
TEST(NoiseStream, StopsMidwayAndGoesOnWithTheSameBits) {
  const auto source = testSource();
  constexpr Index kWidth = 200'000;
  for (const Strategy& strategy : {Strategy(toeplitz(3, 3)), Strategy(IdentityStrategy(3))}) {
    NoiseStream whole(strategy, source, 1.3, 0, kWidth, NumberType::Float32);
    const auto noise = allSteps<float>(whole);
    NoiseStream stream(strategy, source, 1.3, 0, kWidth, NumberType::Float32);
    std::vector<float> out(kWidth);
    double reached = 0;
    for (const double at : {0.0, 0.5}) {
      std::stop_source stop;
      const RunControl control{stop.get_token(), [&](const Progress& progress) {
                                 reached = progress.fraction;
                                 if (reached >= at) stop.request_stop();
                               }};
      EXPECT_FALSE(stream.next(std::span(out), control));
      EXPECT_EQ(stream.step(), 0);
      EXPECT_GE(reached, at);
      EXPECT_LT(reached, 0.9);
    }
    EXPECT_TRUE(stream.next(std::span(out)));
    EXPECT_EQ(out, noise[0]);
  }

  const Strategy strategy(toeplitz(4, 3));
  NoiseStream whole(strategy, source, 1.3, 0, kWidth, NumberType::Float32);
  const auto noise = allSteps<float>(whole);
  NoiseStream stream(strategy, source, 1.3, 0, kWidth, NumberType::Float32);
  std::stop_source stop;
  double last = -1;
  const RunControl control{stop.get_token(), [&](const Progress& progress) {
                             EXPECT_GE(progress.fraction, last);
                             last = progress.fraction;
                             if (progress.fraction > 0.5) stop.request_stop();
                           }};
  EXPECT_FALSE(stream.advanceTo(3, control));
  EXPECT_EQ(stream.step(), 1);  // in the middle of the second of three steps
  EXPECT_TRUE(stream.advanceTo(3));
  std::vector<float> out(kWidth);
  EXPECT_TRUE(stream.next(std::span(out)));
  EXPECT_EQ(out, noise[3]);
}

TEST(NoiseStream, CovarianceIsThatOfTheStrategy) {
  const Strategy strategy(toeplitz(6, 3, ColumnScaling::None));
  constexpr Index kWidth = 200000;
  NoiseStream stream(strategy, testSource(), 1.0, 0, kWidth, NumberType::Float32);
  const auto noise = allSteps<float>(stream);
  for (Index a = 0; a < 6; ++a) {
    for (Index b = 0; b <= a; ++b) {
      double expected = 0, variance = 0, other = 0;
      for (Index j = 0; j < 6; ++j) {
        expected += strategy.inverseEntry(a, j) * strategy.inverseEntry(b, j);
        variance += std::pow(strategy.inverseEntry(a, j), 2);
        other += std::pow(strategy.inverseEntry(b, j), 2);
      }
      double sample = 0;
      for (std::size_t j = 0; j < kWidth; ++j) {
        sample += static_cast<double>(noise[static_cast<std::size_t>(a)][j]) *
                  static_cast<double>(noise[static_cast<std::size_t>(b)][j]) / kWidth;
      }
      const double standardError = std::sqrt((variance * other + expected * expected) / kWidth);
      EXPECT_NEAR(sample, expected, 5 * standardError) << a << " " << b;
    }
  }
}

TEST(NoiseStream, EndsWhereTheStrategyEnds) {
  NoiseStream stream(Strategy(toeplitz(3, 2)), testSource(), 1, 0, 4, NumberType::Float64);
  std::vector<double> out(4);
  for (int i = 0; i < 3; ++i) stream.next(std::span(out));
  try {
    stream.next(std::span(out));
    FAIL() << "a fourth step was made";
  } catch (const InvalidArgument& error) {
    EXPECT_EQ(error.argument(), "step");
    EXPECT_THAT(error.what(), HasSubstr("from 0 to 2 (the strategy and its privacy claim end there)"));
  }
  EXPECT_THROW(stream.advanceTo(4), InvalidArgument);
  EXPECT_THROW(stream.advanceTo(0), InvalidArgument);  // nor backwards
}

TEST(NoiseStream, RefusesWhatItCannotUse) {
  const Strategy strategy(toeplitz(10, 4));
  const auto make = [&](double stddev, Index begin, Index end) {
    NoiseStream(strategy, testSource(), stddev, begin, end, NumberType::Float32);
  };
  EXPECT_THROW(make(0, 0, 4), InvalidArgument);
  EXPECT_THROW(make(std::nan(""), 0, 4), InvalidArgument);
  EXPECT_THROW(make(1, 4, 4), InvalidArgument);
  EXPECT_THROW(make(1, -1, 4), InvalidArgument);
  EXPECT_THROW(make(1, 0, std::numeric_limits<Index>::max()), InvalidArgument);  // bytes overflow
  EXPECT_THROW(make(1, 0, Index{1} << 55), InvalidArgument);                     // no such memory
  EXPECT_THROW(NoiseStream(strategy, nullptr, 1, 0, 4, NumberType::Float32), InvalidArgument);
  NoiseStream stream(strategy, testSource(), 1, 0, 4, NumberType::Float32);
  std::vector<double> wide(4);
  std::vector<float> few(3);
  EXPECT_THROW(stream.next(std::span(wide)), InvalidArgument);
  EXPECT_THROW(stream.next(std::span(few)), InvalidArgument);
  EXPECT_EQ(stream.bufferBytes(), 3 * 4 * 4);
  EXPECT_EQ(stream.bufferRows(), 3);
}

TEST(NoiseStream, NeverGivesInfinities) {
  // C^-1 grows like 3^i: float32 ends near step 80.
  const Strategy strategy(ToeplitzStrategy(200, {1.0, 3.0}));
  NoiseStream stream(strategy, testSource(), 1, 0, 8, NumberType::Float32);
  std::vector<float> out(8);
  EXPECT_THROW(
      {
        while (stream.step() < 200) {
          stream.next(std::span(out));
          for (const float value : out) ASSERT_TRUE(std::isfinite(value));
        }
      },
      Error);
  EXPECT_GT(stream.step(), 60);
  EXPECT_THROW(stream.next(std::span(out)), Error);
  NoiseStream loud(Strategy(IdentityStrategy(3)), testSource(), 1e300, 0, 8, NumberType::Float32);
  EXPECT_THROW(loud.next(std::span(out)), Error);
}

TEST(CostModel, MeasuresTheStreamItself) {
  const NoiseCost narrow = measureNoiseCost(Strategy(toeplitz(400, 2)), NumberType::Float32, 1'000'000);
  const NoiseCost wide = measureNoiseCost(Strategy(toeplitz(400, 256)), NumberType::Float32, 1'000'000);
  EXPECT_GT(narrow.secondsPerMillion, 1e-4);  // 0.1 ns a coordinate: no machine is that fast
  EXPECT_LT(narrow.secondsPerMillion, 10);
  EXPECT_GT(wide.secondsPerMillion, 2 * narrow.secondsPerMillion);  // 255 rows to read against one
  EXPECT_DOUBLE_EQ(narrow.secondsPerStep(500'000), 0.5 * narrow.secondsPerMillion);
  EXPECT_THAT(wide.measurement, HasSubstr("256 bands"));
  EXPECT_THAT(wide.measurement, HasSubstr("float32"));
  // Shards smaller than the usual run, and strategies of fewer steps.
  EXPECT_THAT(measureNoiseCost(Strategy(IdentityStrategy(1)), NumberType::Float64, 3).measurement,
              HasSubstr("3 coordinates"));
  EXPECT_THROW(measureNoiseCost(Strategy(IdentityStrategy(1)), NumberType::Float64, 0), InvalidArgument);
}

}  // namespace
}  // namespace noiseloom
