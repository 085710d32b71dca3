#include "core/noise/noise_stream.h"

#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <numeric>
#include <vector>

#include "core/base/errors.h"
#include "core/noise/cost_model.h"
#include "tests/calls.h"
#include "tests/core/dense.h"
#include "tests/core/falling_dense.h"
#include "tests/matchers.h"
#include "tests/sanitized.h"
#include "tests/thorough.h"

namespace noiseloom {
namespace {

std::shared_ptr<const GaussianSource> testSource() {
  std::array<std::uint8_t, SecretKey::kBytes> bytes{};
  bytes.fill(42);
  return std::make_shared<const GaussianSource>(SecretKey::fromBytes(bytes));
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

DenseStrategy dense(Index iterations, Index blockSize) {
  return fallingDense(iterations, blockSize,
                      [](Index i, Index j) { return 1.0 + 0.02 * static_cast<double>((3 * i + j) % 5); });
}

// One for each way of making noise, the first of which keeps rows.
std::vector<Strategy> oneOfEach(Index iterations) {
  return {Strategy(toeplitz(iterations, 3)),
          Strategy(IdentityStrategy(iterations)),
          Strategy(InverseToeplitzStrategy(iterations, {1, -0.5, -0.125})),
          Strategy(InverseToeplitzStrategy(iterations, {1, -0.8}, ColumnScaling::Normalized)),
          Strategy(dense(iterations, 3)),
          Strategy(BltStrategy(iterations, {0.9, 0.4}, {0.8, 0.3})),
          Strategy(TreeStrategy(iterations)),
          Strategy(someRecursion(iterations, 2))};
}

std::vector<Strategy> strategies() {
  return {Strategy(IdentityStrategy(40)),
          Strategy(toeplitz(40, 1)),
          Strategy(toeplitz(40, 2, ColumnScaling::None)),
          Strategy(toeplitz(40, 16)),
          Strategy(toeplitz(12, 12)),
          Strategy(banded(40, 7)),
          Strategy(banded(9, 9)),
          Strategy(InverseToeplitzStrategy(40, {2})),
          Strategy(InverseToeplitzStrategy(40, {1, -0.5, -0.125, -0.0625, -0.0390625})),
          Strategy(InverseToeplitzStrategy(40, {1, -0.8}, ColumnScaling::Normalized)),  // keeps no row
          Strategy(InverseToeplitzStrategy(40, {1, -0.8, 0.1}, ColumnScaling::Normalized)),
          Strategy(InverseToeplitzStrategy(6, {1, -0.4, -0.2, -0.1, -0.05, -0.025})),
          Strategy(dense(17, 17)),
          Strategy(dense(40, 9)),  // the fifth block is cut
          Strategy(dense(40, 1)),
          Strategy(BltStrategy(40, {0.9}, {0.7})),
          Strategy(BltStrategy(40, {0.999, 0.9, 0.4, 0.1}, {0.99, 0.8, 0.3, 0.05})),
          Strategy(TreeStrategy(1)),
          Strategy(TreeStrategy(40)),
          Strategy(TreeStrategy(64)),
          Strategy(TreeStrategy(63, TreeEstimate::OwnNode)),
          Strategy(someRecursion(1, 2)),
          Strategy(someRecursion(40, 3)),
          Strategy(someRecursion(36, 6))};
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
      std::vector<double> z(static_cast<std::size_t>(strategy.rows())), y(n);
      for (std::size_t i = 0; i < z.size(); ++i) source->fill(static_cast<Index>(i), j, std::span(&z[i], 1));
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
  std::vector<Strategy> all = oneOfEach(20);
  all.emplace_back(banded(20, 3));
  for (const Strategy& strategy : all) {
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
  for (const Strategy& strategy : oneOfEach(20)) {
    NoiseStream whole(strategy, source, 1, 0, 50, NumberType::Float32);
    const auto noise = allSteps<float>(whole);
    for (const Index step : {0, 1, 7, 19, 20}) {
      NoiseStream resumed(strategy, source, 1, 0, 50, NumberType::Float32);
      EXPECT_TRUE(resumed.advanceTo(step));
      EXPECT_EQ(resumed.step(), step);
      const auto rest = allSteps<float>(resumed);
      for (std::size_t i = 0; i < rest.size(); ++i) EXPECT_EQ(rest[i], noise[i + static_cast<std::size_t>(step)]);
    }
    // In the middle of a run as well.
    NoiseStream skipping(strategy, source, 1, 0, 50, NumberType::Float32);
    std::vector<float> out(50);
    for (const Index step : {0, 1, 5, 6, 12, 13, 14, 19}) {
      EXPECT_TRUE(skipping.advanceTo(step));
      EXPECT_TRUE(skipping.next(std::span(out)));
      EXPECT_EQ(out, noise[static_cast<std::size_t>(step)]) << strategy.kindName() << " " << step;
    }
  }
}

// No step of a strategy that is a convolution of z depends on more than its window.
TEST(NoiseStream, ConvolutionsResumeWithoutReplaying) {
  const auto source = testSource();
  constexpr Index kSteps = 1'000'000'000;
  for (const Strategy& strategy :
       {Strategy(IdentityStrategy(kSteps)), Strategy(InverseToeplitzStrategy(kSteps, {1, -0.5, -0.125})),
        Strategy(dense(kSteps, 7))}) {
    NoiseStream stream(strategy, source, 1, 3, 11, NumberType::Float64);
    const Index step = kSteps - 5;
    EXPECT_TRUE(stream.advanceTo(step));
    std::vector<double> out(8), z(8), expected(8);
    EXPECT_TRUE(stream.next(std::span(out)));
    for (Index lag = 0; lag < 7; ++lag) {
      source->fill(step - lag, 3, z);
      for (std::size_t j = 0; j < 8; ++j) expected[j] += strategy.inverseEntry(step, step - lag) * z[j];
    }
    for (std::size_t j = 0; j < 8; ++j) EXPECT_NEAR(out[j], expected[j], 1e-14);
  }
}

// A stop in the middle of a step must lose nothing: the next call takes up where it was.
TEST(NoiseStream, StopsMidwayAndGoesOnWithTheSameBits) {
  const auto source = testSource();
  constexpr Index kWidth = 200'000;
  for (const Strategy& strategy : oneOfEach(3)) {
    NoiseStream whole(strategy, source, 1.3, 0, kWidth, NumberType::Float32);
    const auto noise = allSteps<float>(whole);
    NoiseStream stream(strategy, source, 1.3, 0, kWidth, NumberType::Float32);
    double reached = 0;
    for (const double at : {0.0, 0.5}) {
      std::vector<float> out(kWidth);
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
    for (const std::vector<float>& expected : noise) {
      std::vector<float> out(kWidth);
      EXPECT_TRUE(stream.next(std::span(out)));
      EXPECT_EQ(out, expected);
    }
  }
}

TEST(NoiseStream, StopsMidwayThroughAReplay) {
  const auto source = testSource();
  constexpr Index kWidth = 200'000;
  for (const Strategy& strategy : oneOfEach(4)) {
    const bool replays = strategy.as<ToeplitzStrategy>() || strategy.as<BltStrategy>() || !strategy.rowsAreSteps();
    if (!replays) continue;
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
    std::vector<float> out(kWidth);
    EXPECT_TRUE(stream.next(std::span(out)));  // the rest of that step, with the part that the replay has made
    EXPECT_EQ(out, noise[1]);
    EXPECT_TRUE(stream.advanceTo(3));
    EXPECT_TRUE(stream.next(std::span(out)));
    EXPECT_EQ(out, noise[3]);
  }
}

// The steps of a run with `options` after it has advanced to `from`.
template <class Real>
std::vector<std::vector<Real>> stepsWith(const Strategy& strategy, Index from, Index begin, Index end,
                                         const NoiseStreamOptions& options) {
  NoiseStream stream(strategy, testSource(), 1.3, begin, end,
                     sizeof(Real) == 4 ? NumberType::Float32 : NumberType::Float64, options);
  EXPECT_TRUE(stream.advanceTo(from));
  return allSteps<Real>(stream);
}

// Whatever the look-ahead, the shard and the step that a run resumes at: the bits of step by step.
TEST(NoiseStream, LookingAheadChangesNoBit) {
  constexpr Index kWidth = 1101;  // two tiles and a part of one, with a part of a panel
  for (const Strategy& strategy : strategies()) {
    SCOPED_TRACE(std::string(strategy.kindName()) + " of " + std::to_string(strategy.noiseRows()) + " rows");
    const auto expected = stepsWith<float>(strategy, 0, 0, kWidth, {.lookAhead = 1});
    const auto wide = stepsWith<double>(strategy, 0, 0, kWidth, {.lookAhead = 1});
    for (const Index ahead : {2, 3, 8, 64}) {
      EXPECT_EQ(stepsWith<float>(strategy, 0, 0, kWidth, {.lookAhead = ahead}), expected) << ahead;
      EXPECT_EQ(stepsWith<double>(strategy, 0, 0, kWidth, {.lookAhead = ahead}), wide) << ahead;
    }
    EXPECT_EQ(stepsWith<float>(strategy, 0, 0, kWidth, {.lookAhead = 8, .threads = 3}), expected);
    for (Index from = 0; from < strategy.iterations(); ++from) {
      const std::vector<std::vector<float>> rest(expected.begin() + from, expected.end());
      ASSERT_EQ(stepsWith<float>(strategy, from, 0, kWidth, {.lookAhead = 5}), rest) << from;
    }
    for (const Index shards : {2, 3, 7}) {
      for (Index i = 0; i < shards; ++i) {
        const Index begin = kWidth * i / shards, end = kWidth * (i + 1) / shards;
        const auto part = stepsWith<float>(strategy, 0, begin, end, {.lookAhead = 4});
        for (std::size_t s = 0; s < part.size(); ++s)
          ASSERT_TRUE(std::equal(part[s].begin(), part[s].end(), expected[s].begin() + begin)) << i << "/" << shards;
      }
    }
  }
}

TEST(NoiseStream, LookAheadSkipsAndStopsInTheMiddleOfABlock) {
  for (const Strategy& strategy : {Strategy(toeplitz(40, 16)), Strategy(dense(40, 9)), Strategy(banded(40, 7)),
                                   Strategy(InverseToeplitzStrategy(40, {1, -0.5, -0.125, -0.0625, -0.0390625}))}) {
    SCOPED_TRACE(strategy.kindName());
    constexpr Index kWidth = 100'000;
    const auto expected = stepsWith<float>(strategy, 0, 0, kWidth, {.lookAhead = 1});
    for (const Index threads : {1, 3}) {
      NoiseStream stream(strategy, testSource(), 1.3, 0, kWidth, NumberType::Float32, {6, threads});
      EXPECT_EQ(stream.lookAhead(), 6);
      EXPECT_EQ(stream.memoryBytes(), (strategy.noiseRows() + 6) * kWidth * 4);
      std::vector<float> out(kWidth);
      const auto stopAt = [&](double at, const auto& work) {
        std::stop_source stop;
        work(RunControl{stop.get_token(), [&](const Progress& progress) {
                          if (progress.fraction >= at) stop.request_stop();
                        }});
      };
      const auto expectNext = [&](std::size_t step) {
        ASSERT_TRUE(stream.next(std::span(out)));
        EXPECT_EQ(out, expected[step]) << step;
      };
      stopAt(0, [&](const RunControl& control) { EXPECT_FALSE(stream.next(std::span(out), control)); });
      stopAt(0.4, [&](const RunControl& control) { EXPECT_FALSE(stream.next(std::span(out), control)); });
      EXPECT_EQ(stream.step(), 0);
      expectNext(0);
      expectNext(1);
      EXPECT_TRUE(stream.advanceTo(4));  // served from the block
      expectNext(4);
      EXPECT_TRUE(stream.advanceTo(6));  // where it ends
      expectNext(6);
      EXPECT_TRUE(stream.advanceTo(20));
      expectNext(20);
      expectNext(21);
      stopAt(0.3, [&](const RunControl& control) { (void)stream.advanceTo(35, control); });
      EXPECT_TRUE(stream.advanceTo(35));
      for (std::size_t step = 35; step < 40; ++step) expectNext(step);
      EXPECT_THROW(stream.next(std::span(out)), InvalidArgument);
    }
  }
  EXPECT_THROW(NoiseStream(IdentityStrategy(3), testSource(), 1, 0, 4, NumberType::Float32, {.lookAhead = 0}),
               InvalidArgument);
}

// Counted, not timed: the values that a step makes, those for later steps included.
TEST(NoiseStream, EveryStepMakesAboutAsMuch) {
  std::vector<Strategy> all = oneOfEach(400);
  for (const Index bands : {16, 64, 256}) all.emplace_back(toeplitz(400, bands));
  all.emplace_back(dense(400, 256));
  for (const Strategy& strategy : all) {
    for (const Index width : {4096, 10'007}) {
      SCOPED_TRACE(std::string(strategy.kindName()) + " of " + std::to_string(strategy.noiseRows()) + " rows, " +
                   std::to_string(width) + " coordinates");
      NoiseStream stream(strategy, testSource(), 1, 0, width, NumberType::Float32);
      std::vector<float> out(static_cast<std::size_t>(width));
      Index sum = 0;
      const Index steps = 2 * stream.lookAhead() + 2;
      for (Index step = 0; step < steps; ++step) {
        const Index before = stream.valuesMade();
        stream.next(std::span(out));
        const Index made = stream.valuesMade() - before;
        sum += made;
        // From then on all tiles have had their first turn.
        EXPECT_LE(made, step < stream.lookAhead() ? 2 * width + width / 4 : width + width / 3) << step;
      }
      EXPECT_LE(sum, (steps + stream.lookAhead()) * width);
    }
  }
}

// Counted, not timed: the pages that the system provides meanwhile, of 4 KiB or larger.
TEST(NoiseStream, StepsTouchNoNewMemoryOnceItIsPrepared) {
  constexpr Index kWidth = 200'000;
  for (const Strategy& strategy : {Strategy(toeplitz(200, 64)), Strategy(dense(200, 64)), Strategy(TreeStrategy(200)),
                                   Strategy(BltStrategy(200, {0.9, 0.4}, {0.8, 0.3}))}) {
    SCOPED_TRACE(strategy.kindName());
    std::vector<float> out(kWidth), expected(kWidth);
    const auto pages = [] {
      rusage used{};
      ::getrusage(RUSAGE_THREAD, &used);
      return used.ru_minflt;
    };
    NoiseStream stream(strategy, testSource(), 1, 0, kWidth, NumberType::Float32);
    NoiseStream other(strategy, testSource(), 1, 0, kWidth, NumberType::Float32);
    EXPECT_FALSE(stream.prepare(stoppedAtOnce()));
    EXPECT_TRUE(stream.prepare());
    const long before = pages();
    stream.next(std::span(out));
    // A row of 4 bytes a coordinate, twice, for what waits for its first block; and room to work in.
    // Sanitizers take pages of their own.
    if (!kSanitized) {
      EXPECT_LE(pages() - before, 2 * kWidth * 4 / 4096 + 200);
    }
    other.next(std::span(expected));
    EXPECT_EQ(out, expected);
    EXPECT_TRUE(stream.prepare());  // leaves what was made
    for (Index step = 1; step < 40; ++step) {
      stream.next(std::span(out));
      other.next(std::span(expected));
      ASSERT_EQ(out, expected) << step;
    }
  }
}

TEST(NoiseStream, LookAheadIsAQuarterOfTheRowsWhereItPays) {
  const auto ahead = [](Index rows, Index width = 1'000'000) {
    return automaticLookAhead(rows, width, NumberType::Float32);
  };
  EXPECT_EQ(ahead(0), 1);
  EXPECT_EQ(ahead(7), 1);
  EXPECT_EQ(ahead(8), 4);
  EXPECT_EQ(ahead(63), 15);
  EXPECT_EQ(ahead(255), 63);
  EXPECT_EQ(ahead(1023), 64);
  EXPECT_EQ(ahead(63, 4095), 1);
  EXPECT_EQ(ahead(1000, Index{1} << 50), 1);  // no such memory
  const auto of = [&](const Strategy& strategy) {
    return NoiseStream(strategy, testSource(), 1, 0, 5000, NumberType::Float32).lookAhead();
  };
  EXPECT_EQ(of(toeplitz(400, 64)), 15);
  EXPECT_EQ(of(toeplitz(12, 12)), 4);
  EXPECT_EQ(of(TreeStrategy(1 << 11)), 4);  // whose steps differ in cost
  EXPECT_EQ(of(TreeStrategy(1 << 20)), 8);
  EXPECT_EQ(of(someRecursion(40, 3)), 4);
  EXPECT_EQ(of(BltStrategy(40, {0.9, 0.4}, {0.8, 0.3})), 1);
  EXPECT_EQ(of(dense(64, 64)), 15);
}

// The steps before the one that leaves the range are those of step by step, and so is the one where it ends.
TEST(NoiseStream, LookAheadLeavesTheRangeAtTheSameStep) {
  const Strategy strategy(ToeplitzStrategy(200, {1.0, 3.0}));
  const auto run = [&](Index ahead, Index skipTo) {
    NoiseStream stream(strategy, testSource(), 1, 0, 1500, NumberType::Float32, {.lookAhead = ahead});
    std::vector<std::vector<float>> steps;
    try {
      stream.advanceTo(skipTo);
      while (true) {
        std::vector<float> out(1500);
        stream.next(std::span(out));
        steps.push_back(out);
      }
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), HasSubstr("is beyond the range of float32"));
      EXPECT_THAT(error.what(), HasSubstr("step " + std::to_string(stream.step()) + " "));
    }
    std::vector<float> out(1500);
    EXPECT_THROW(stream.next(std::span(out)), Error);
    return std::pair(stream.step(), steps);
  };
  const auto expected = run(1, 0);
  EXPECT_GT(expected.first, 60);
  EXPECT_EQ(run(16, 0), expected);
  EXPECT_EQ(run(16, 190).first, expected.first);
}

TEST(NoiseStream, CovarianceIsThatOfTheStrategy) {
  constexpr Index kWidth = 200000;
  for (const Strategy& strategy : oneOfEach(6)) {
    SCOPED_TRACE(strategy.kindName());
    NoiseStream stream(strategy, testSource(), 1.0, 0, kWidth, NumberType::Float32);
    const auto noise = allSteps<float>(stream);
    for (Index a = 0; a < 6; ++a) {
      for (Index b = 0; b <= a; ++b) {
        double expected = 0, variance = 0, other = 0;
        for (Index j = 0; j < strategy.rows(); ++j) {
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
}

// Kolmogorov's distance of a sample from the normal distribution of that variance.
double distanceFromNormal(std::vector<float> sample, double variance) {
  std::sort(sample.begin(), sample.end());
  const auto count = static_cast<double>(sample.size());
  double distance = 0;
  for (std::size_t i = 0; i < sample.size(); ++i) {
    const double below = 0.5 * std::erfc(-static_cast<double>(sample[i]) / std::sqrt(2 * variance));
    distance = std::max({distance, std::abs(below - static_cast<double>(i) / count),
                         std::abs(below - static_cast<double>(i + 1) / count)});
  }
  return distance;
}

// Many coordinates of every kind: the whole covariance over the steps, which is C^-1 C^-T (N N^T of the tree's noising
// matrix N), and each step's distribution. The key is fixed; among so many entries a perfect generator exceeds these
// limits with a probability of 1e-4.
TEST(NoiseStream, EveryStepOfEveryKindHasItsDistribution) {
  const std::size_t width = thorough(20'000, 100'000);
  for (const Strategy& strategy : strategies()) {
    SCOPED_TRACE(std::string(strategy.kindName()) + " of " + std::to_string(strategy.noiseRows()) + " rows");
    const Index n = strategy.iterations();
    const auto end = static_cast<Index>(width);
    NoiseStream stream(strategy, testSource(), 1.0, 0, end, NumberType::Float32, {.lookAhead = 8});
    const auto noise = allSteps<float>(stream);
    std::vector<std::vector<double>> inverse(static_cast<std::size_t>(n));
    for (Index i = 0; i < n; ++i) {
      for (Index j = 0; j < strategy.rows(); ++j)
        inverse[static_cast<std::size_t>(i)].push_back(strategy.inverseEntry(i, j));
    }
    const auto covariance = [&](std::size_t a, std::size_t b) {
      return std::inner_product(inverse[a].begin(), inverse[a].end(), inverse[b].begin(), 0.0);
    };
    double worst = 0;  // in standard errors
    for (std::size_t a = 0; a < noise.size(); ++a) {
      EXPECT_LT(distanceFromNormal(noise[a], covariance(a, a)), 2.9 / std::sqrt(static_cast<double>(width))) << a;
      for (std::size_t b = 0; b <= a; ++b) {
        const double expected = covariance(a, b);
        double sample = 0;
        for (std::size_t j = 0; j < width; ++j)
          sample += static_cast<double>(noise[a][j]) * static_cast<double>(noise[b][j]);
        const double standardError =
            std::sqrt((covariance(a, a) * covariance(b, b) + expected * expected) / static_cast<double>(width));
        worst = std::max(worst, std::abs(sample / static_cast<double>(width) - expected) / standardError);
      }
    }
    EXPECT_LT(worst, 6);
  }
}

TEST(NoiseStream, EndsWhereTheStrategyEnds) {
  NoiseStream stream(Strategy(toeplitz(3, 2)), testSource(), 1, 0, 4, NumberType::Float64);
  std::vector<double> out(4);
  for (int i = 0; i < 3; ++i) stream.next(std::span(out));
  const auto fourth = [&] { stream.next(std::span(out)); };
  EXPECT_EQ(refusedArgument(fourth), "step");
  EXPECT_THAT(messageOf<InvalidArgument>(fourth),
              HasSubstr("from 0 to 2 (the strategy and its privacy claim end there)"));
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
  EXPECT_THROW(make(1e-46, 0, 4), InvalidArgument);  // all zeros in float32
  EXPECT_THROW(NoiseStream(strategy, testSource(), 1e-322, 0, 4, NumberType::Float64), InvalidArgument);
  EXPECT_NO_THROW(make(1e-30, 0, 4));
  EXPECT_NO_THROW(NoiseStream(strategy, testSource(), 1e-291, 0, 4, NumberType::Float64));
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
  EXPECT_THAT(wide.measurement, HasSubstr("toeplitz, 255 kept rows"));
  EXPECT_THAT(wide.measurement, HasSubstr("float32"));
  // A step half-way through a block, of many that differ in cost.
  const NoiseCost square = measureNoiseCost(Strategy(dense(512, 512)), NumberType::Float32, 1'000'000);
  EXPECT_GT(square.secondsPerMillion, 2 * narrow.secondsPerMillion);
  // The last step of a block would cost twice as much; beside programs that take the memory's bandwidth so may this
  // one.
  EXPECT_LT(square.secondsPerMillion, thorough(4, 2) * wide.secondsPerMillion);
  EXPECT_THAT(measureNoiseCost(Strategy(TreeStrategy(1000)), NumberType::Float32, 1'000'000).measurement,
              HasSubstr("runs of 8 steps"));
  // Asked again, the same figure; and nothing is cheaper than the independent noise that it is made of.
  const NoiseCost again = measureNoiseCost(Strategy(toeplitz(400, 256)), NumberType::Float32, 1'000'000);
  EXPECT_EQ(again.secondsPerMillion, wide.secondsPerMillion);
  EXPECT_EQ(again.measurement, wide.measurement);
  EXPECT_GE(wide.spread, 0);
  const double fresh = measureNoiseCost(Strategy(IdentityStrategy(3)), NumberType::Float64, 7).secondsPerMillion;
  for (const Strategy& strategy : oneOfEach(3)) {
    EXPECT_GE(measureNoiseCost(strategy, NumberType::Float64, 7).secondsPerMillion, fresh) << strategy.kindName();
  }
  // Shards smaller than the usual run, and strategies of fewer steps.
  EXPECT_THAT(measureNoiseCost(Strategy(IdentityStrategy(1)), NumberType::Float64, 3).measurement,
              HasSubstr("3 coordinates"));
  EXPECT_THROW(measureNoiseCost(Strategy(IdentityStrategy(1)), NumberType::Float64, 0), InvalidArgument);
  // A million rows do not fill the memory.
  EXPECT_THAT(measureNoiseCost(Strategy(toeplitz(1 << 20, 1 << 20)), NumberType::Float32, 1'000'000).measurement,
              HasSubstr("a shard of 64 coordinates"));
}

}  // namespace
}  // namespace noiseloom
