#include "core/noise/exact_release.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "core/base/errors.h"
#include "tests/calls.h"
#include "tests/core/noise/test_key.h"

namespace noiseloom {
namespace {

constexpr Index kSteps = 12;
constexpr double kStddev = 3.7;

std::vector<Strategy> strategies() {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> any(-0.3, 0.3);
  std::vector<double> rows(static_cast<std::size_t>(kSteps * 4));
  for (Index i = 0; i < kSteps; ++i)
    for (Index lag = 0; lag < 4; ++lag)
      if (lag <= i) rows[static_cast<std::size_t>(i * 4 + 3 - lag)] = lag == 0 ? 0.7 + any(random) : any(random);
  return {IdentityStrategy(kSteps), ToeplitzStrategy(kSteps, {0.8, 0.5, 0.3, -0.1, 0.05}),
          ToeplitzStrategy(kSteps, {2.5, 0.1}, ColumnScaling::Normalized), BandedStrategy(kSteps, 4, rows)};
}

ExactRelease open(const Strategy& strategy, Index begin, Index end, double stddev = kStddev, Index parameters = 5000) {
  return {strategy, testKey(), stddev, 1.0, parameters, begin, end};
}

// What the release is made of, computed anew: u, the whole numbers c[i, i-lag], and k.
int unitBits(const Strategy& strategy) {
  double largest = 0;
  for (Index i = 0; i < kSteps; ++i)
    for (Index j = 0; j <= i; ++j) largest = std::max(largest, std::abs(strategy.entry(i, j)));
  return 39 - std::ilogb(largest);
}
WideInteger coefficient(const Strategy& strategy, Index row, Index column) {
  return static_cast<WideInteger>(std::ldexp(strategy.entry(row, column), unitBits(strategy)));
}
std::vector<WideInteger> normals(const Strategy& strategy, Index step, Index first, std::size_t count) {
  std::vector<WideInteger> k(count);
  RoundedNormals(testKey().subKey(KeyUse::Exact)).fill(step, first, 40 + unitBits(strategy), k);
  return k;
}
WideInteger flooredHalf(WideInteger number, WideInteger divisor) {  // floor(number / divisor + 1/2)
  const WideInteger twice = 2 * number + divisor;
  const WideInteger quotient = twice / (2 * divisor);
  return quotient - (quotient * 2 * divisor > twice ? 1 : 0);
}

using Rows = std::vector<std::vector<WideInteger>>;

// Step i of c^-1 w by the released rows before it and w alone.
WideInteger solved(const Strategy& strategy, const Rows& released, Index i, std::size_t j, WideInteger w) {
  for (Index before = 0; before < i; ++before)
    w -= coefficient(strategy, i, before) * released[static_cast<std::size_t>(before)][j];
  return flooredHalf(w, coefficient(strategy, i, i));
}

std::vector<WideInteger> gridNumbers(const std::vector<double>& values, double gridStep) {
  std::vector<WideInteger> numbers;
  for (const double value : values) {
    numbers.push_back(static_cast<WideInteger>(std::llrint(value / gridStep)));
    EXPECT_EQ(static_cast<double>(numbers.back()) * gridStep, value);  // a multiple of the grid's step
  }
  return numbers;
}

TEST(ExactRelease, OfZeroSumsIsTheInverseOfTheRoundedNormals) {
  constexpr Index kBegin = 900;  // beyond the start of a chunk, and across the next one
  constexpr std::size_t kCount = 300;
  for (const Strategy& strategy : strategies()) {
    ExactRelease release = open(strategy, kBegin, kBegin + static_cast<Index>(kCount));
    Rows released;
    for (Index i = 0; i < kSteps; ++i) {
      EXPECT_EQ(release.step(), i);
      std::vector<double> sum(kCount, 0.0);
      ASSERT_TRUE(release.release(std::span<double>(sum)));
      released.push_back(gridNumbers(sum, release.gridStep()));
      const std::vector<WideInteger> k = normals(strategy, i, kBegin, kCount);
      for (std::size_t j = 0; j < kCount; ++j)
        ASSERT_TRUE(released.back()[j] == solved(strategy, released, i, j, k[j]))
            << strategy.kindName() << i << " " << j;
    }
  }
}

// The point of it all: who has only the whole numbers w = c Ghat + k, which are round(c Ghat + z), can compute what is
// released, to the bit.
TEST(ExactRelease, IsAFunctionOfTheRoundedNoisyProduct) {
  constexpr std::size_t kCount = 200;
  std::mt19937_64 random(2);
  std::normal_distribution<double> normal(0, 20);
  for (const Strategy& strategy : strategies()) {
    ExactRelease release = open(strategy, 0, static_cast<Index>(kCount));
    const double h = release.gridStep();
    Rows sums, released;
    for (Index i = 0; i < kSteps; ++i) {
      std::vector<double> row(kCount);
      for (double& value : row) value = normal(random);
      sums.emplace_back();
      for (const double value : row)
        sums.back().push_back(static_cast<WideInteger>(std::llrint(static_cast<long double>(value) / h)));
      ASSERT_TRUE(release.release(std::span<double>(row)));
      released.push_back(gridNumbers(row, h));
      const std::vector<WideInteger> k = normals(strategy, i, 0, kCount);
      for (std::size_t j = 0; j < kCount; ++j) {
        WideInteger w = k[j];
        for (Index before = 0; before <= i; ++before)
          w += coefficient(strategy, i, before) * sums[static_cast<std::size_t>(before)][j];
        ASSERT_TRUE(released.back()[j] == solved(strategy, released, i, j, w)) << strategy.kindName() << i << " " << j;
      }
    }
  }
}

TEST(ExactRelease, IsTheSumAndTheNoiseOfTheStrategy) {
  constexpr std::size_t kCount = 50;
  for (const Strategy& strategy : strategies()) {
    ExactRelease release = open(strategy, 0, static_cast<Index>(kCount));
    std::vector<std::vector<double>> released;
    for (Index i = 0; i < kSteps; ++i) {
      released.emplace_back(kCount, 0.25 * static_cast<double>(i));
      release.release(std::span<double>(released.back()));
    }
    for (std::size_t j = 0; j < kCount; ++j) {
      std::vector<double> z(kSteps);
      for (Index i = 0; i < kSteps; ++i) {
        const WideInteger k = normals(strategy, i, 0, kCount)[j];
        z[static_cast<std::size_t>(i)] = kStddev * std::ldexp(static_cast<double>(k), -40 - unitBits(strategy));
      }
      strategy.solve(z, z);
      for (Index i = 0; i < kSteps; ++i)
        EXPECT_NEAR(released[static_cast<std::size_t>(i)][j],
                    0.25 * static_cast<double>(i) + z[static_cast<std::size_t>(i)], 1e-8);
    }
  }
}

TEST(ExactRelease, ShardsAndResumedRunsAgreeWithTheWhole) {
  for (const Strategy& strategy : strategies()) {
    ExactRelease whole = open(strategy, 0, 5000);
    std::vector<std::vector<float>> rows;
    for (Index i = 0; i < kSteps; ++i) {
      rows.emplace_back(5000, 1.5F);
      whole.release(std::span<float>(rows.back()));
    }
    for (const auto& [begin, end] : {std::pair<Index, Index>{0, 1}, {1, 1100}, {1024, 2048}, {4097, 5000}}) {
      for (const Index start : {Index{0}, Index{1}, Index{7}}) {
        ExactRelease shard = open(strategy, begin, end);
        shard.advanceTo(start);
        for (Index i = start; i < kSteps; ++i) {
          std::vector<float> sum(static_cast<std::size_t>(end - begin), 1.5F);
          shard.release(std::span<float>(sum));
          ASSERT_TRUE(std::equal(sum.begin(), sum.end(), rows[static_cast<std::size_t>(i)].begin() + begin))
              << begin << " " << i;
        }
      }
    }
  }
}

TEST(ExactRelease, Float32IsFloat64Rounded) {
  ExactRelease one = open(strategies()[1], 0, 100);
  ExactRelease other = open(strategies()[1], 0, 100);
  std::vector<float> narrow(100, 0.3F);
  std::vector<double> wide(narrow.begin(), narrow.end());
  one.release(std::span<float>(narrow));
  other.release(std::span<double>(wide));
  EXPECT_TRUE(std::equal(narrow.begin(), narrow.end(), wide.begin(),
                         [](float a, double b) { return a == static_cast<float>(b); }));
}

TEST(ExactRelease, StopsAndGoesOn) {
  const Strategy strategy = strategies()[1];
  ExactRelease straight = open(strategy, 0, 5000);
  ExactRelease halting = open(strategy, 0, 5000);
  for (Index i = 0; i < 4; ++i) {
    std::vector<double> expected(5000, 2.0), sum(5000, 2.0);
    straight.release(std::span<double>(expected));
    EXPECT_FALSE(halting.release(std::span<double>(sum), stoppedAtOnce()));
    EXPECT_EQ(sum, std::vector<double>(5000, 2.0));
    EXPECT_EQ(halting.step(), i);
    EXPECT_TRUE(halting.release(std::span<double>(sum)));
    EXPECT_EQ(sum, expected);
  }
  EXPECT_FALSE(halting.advanceTo(9, stoppedAtOnce()));
  halting.advanceTo(9);
  EXPECT_EQ(halting.step(), 9);
}

// Stopped between two chunks: the noise that is made stays, and what is released in the end is the same.
TEST(ExactRelease, StopsMidwayAndGoesOn) {
  constexpr Index kWide = 150'000;
  const Strategy strategy = strategies()[1];
  const auto stopAt = [](int report) {
    auto source = std::make_shared<std::stop_source>();
    auto reports = std::make_shared<int>(0);
    return RunControl{source->get_token(), [=](const Progress& progress) {
                        EXPECT_GE(progress.fraction, 0);
                        EXPECT_LT(progress.fraction, 1);
                        if (++*reports == report) source->request_stop();
                      }};
  };
  ExactRelease straight = open(strategy, 5, kWide, kStddev, kWide);
  ExactRelease halting = open(strategy, 5, kWide, kStddev, kWide);
  const std::vector<float> given(static_cast<std::size_t>(kWide - 5), 2.0F);
  for (Index i = 0; i < 6; ++i) {
    std::vector<float> expected = given, sum = given;
    straight.release(std::span<float>(expected));
    EXPECT_FALSE(halting.release(std::span<float>(sum), stopAt(2)));
    EXPECT_EQ(sum, given);
    EXPECT_EQ(halting.step(), i);
    EXPECT_TRUE(halting.release(std::span<float>(sum)));
    ASSERT_EQ(sum, expected) << i;
  }
  EXPECT_FALSE(halting.advanceTo(9, stopAt(5)));  // three reports a step
  EXPECT_EQ(halting.step(), 7);
  EXPECT_TRUE(halting.advanceTo(9));
  straight.advanceTo(9);
  std::vector<float> expected = given, sum = given;
  straight.release(std::span<float>(expected));
  halting.release(std::span<float>(sum));
  EXPECT_EQ(sum, expected);
}

TEST(ExactRelease, RefusesSumsThatItCannotTake) {
  ExactRelease release = open(strategies()[1], 100, 200);
  ExactRelease other = open(strategies()[1], 100, 200);
  std::vector<double> sum(100, 1.0), expected(100, 1.0);
  release.release(std::span<double>(sum));
  other.release(std::span<double>(expected));
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), -std::numeric_limits<double>::infinity(), 1.1 * 0x1p20 * kStddev}) {
    std::vector<double> wrong(100, 1.0);
    wrong[17] = bad;
    const std::vector<double> before = wrong;
    try {
      release.release(std::span<double>(wrong));
      ADD_FAILURE() << bad;
    } catch (const InvalidArgument& error) {
      EXPECT_EQ(error.argument(), "gradient_sum");
      EXPECT_NE(std::string(error.what()).find("step 1, coordinate 117"), std::string::npos) << error.what();
    }
    EXPECT_EQ(wrong[16], 1.0);
    EXPECT_EQ(wrong[18], 1.0);
  }
  std::vector<double> fine(100, 0.9 * 0x1p20 * kStddev), same = fine;
  release.release(std::span<double>(fine));
  other.release(std::span<double>(same));
  EXPECT_EQ(fine, same);  // nothing was lost
  release.advanceTo(kSteps);
  EXPECT_THROW(release.release(std::span<double>(fine)), InvalidArgument);
  std::vector<double> few(99);
  EXPECT_THROW(other.release(std::span<double>(few)), InvalidArgument);
  EXPECT_THROW(other.advanceTo(0), InvalidArgument);
}

TEST(ExactRelease, RefusesStrategiesAndGrids) {
  const auto refused = [](const Strategy& strategy) { return refusedArgument([&] { open(strategy, 0, 10); }); };
  EXPECT_EQ(refused(InverseToeplitzStrategy(kSteps, {1, -0.5})), "strategy");
  EXPECT_EQ(refused(ToeplitzStrategy(kSteps, {1e-9, 1e-10})), "strategy");
  std::vector<double> rows(static_cast<std::size_t>(2 * kSteps), 1.0);
  rows[0] = 0;
  rows[2 * kSteps - 1] = 0x1p-21;  // the last diagonal
  EXPECT_EQ(refused(BandedStrategy(kSteps, 2, rows)), "strategy");
  rows[2 * kSteps - 1] = 0x1p-20;
  EXPECT_EQ(refused(BandedStrategy(kSteps, 2, rows)), "nothing was refused");
  EXPECT_THROW(open(strategies()[0], 0, 0), InvalidArgument);
  EXPECT_THROW(open(strategies()[0], 0, 5001), InvalidArgument);
  EXPECT_THROW(open(strategies()[0], 0, 10, -1), InvalidArgument);
  EXPECT_THROW(open(strategies()[0], 0, 10, 1e9), InvalidArgument);  // the margin
  EXPECT_THROW(open(strategies()[0], 0, 10, 0.9e-25), InvalidArgument);
  ExactRelease growing = open(ToeplitzStrategy(200, {1, 1.5}), 0, 10);
  std::vector<double> sum(10);
  bool failed = false;
  for (Index i = 0; i < 200 && !failed; ++i) {
    try {
      growing.release(std::span<double>(sum));
    } catch (const Error&) {
      failed = true;
    }
    std::fill(sum.begin(), sum.end(), 0.0);
  }
  EXPECT_TRUE(failed);
  EXPECT_THROW(growing.release(std::span<double>(sum)), Error);
}

// Sums of steps that take part differ by clip norm 1: what the rounded matrix makes of the rounded sums, in units of
// the enlarged noise, is never above the sensitivity that was accounted for, and would be without the margin.
TEST(ExactRelease, MarginCoversBothRoundings) {
  constexpr std::size_t kCount = 16;
  constexpr double kWide = 0x1p22;  // so that a step of the grid is 2^-18 of the clip norm
  std::mt19937_64 random(3);
  std::normal_distribution<double> normal;
  for (const Strategy& strategy : strategies()) {
    const ExactRelease release = open(strategy, 0, static_cast<Index>(kCount), kWide, static_cast<Index>(kCount));
    EXPECT_GT(release.margin(), 1.02 * 4 * 0x1p-18);
    EXPECT_LT(release.margin(), 1.03 * 4 * 0x1p-18);
    const double h = release.gridStep();
    EXPECT_GE(h * 0x1p40, kWide * (1 + release.margin()));
    double worst = 0;
    for (int trial = 0; trial < 300; ++trial) {
      // One step takes part, and all sums lie half between two points of the grid, as badly as can be.
      const auto step = static_cast<Index>(random() % kSteps);
      double squares = 0;
      std::vector<double> part(kCount);
      for (double& value : part) value = normal(random);
      for (const double value : part) squares += value * value;
      long double change = 0;
      for (double value : part) {
        value /= std::sqrt(squares);
        const double whole = std::floor(value / h);
        const double base = (value > 0 ? 0.499 : -0.499) * h;  // rounds towards 0
        const double moved = (value / h - whole) * h;          // of a step
        const double shifted = trial % 2 == 0 ? value + base : whole * h + moved;
        const double start = trial % 2 == 0 ? base : 0;
        const double difference = static_cast<double>(std::llrint(shifted / h) - std::llrint(start / h));
        change += static_cast<long double>(difference) * static_cast<long double>(difference);
      }
      long double column = 0;
      for (Index i = step; i < kSteps; ++i) {
        const auto entry = std::ldexp(static_cast<long double>(static_cast<double>(coefficient(strategy, i, step))),
                                      -unitBits(strategy));
        column += entry * entry;
      }
      const double accounted = std::sqrt(strategy.columnNormSquared(step)) / kWide;
      const auto actual = static_cast<double>(std::sqrt(change * column) * h / (h * 0x1p40L));
      EXPECT_LE(actual, accounted);
      worst = std::max(worst, actual * (1 + release.margin()) / accounted);
    }
    EXPECT_GT(worst, 1 + 0.2 * release.margin());
  }
}

// Toeplitz with entries that do not fit a binary fraction: the rounded matrix may be more sensitive than C where signs
// cancel, by no more than what the margin has for it.
TEST(ExactRelease, MarginCoversTheRoundedMatrix) {
  std::mt19937_64 random(4);
  std::uniform_real_distribution<double> any(0.01, 0.1);
  bool grew = false;
  for (int trial = 0; trial < 50; ++trial) {
    // Steps of one sign are the worst, and the last entry, alone in being rounded, takes away from them.
    const Strategy strategy = ToeplitzStrategy(kSteps, {0.5, 0.5, -any(random)});
    const ExactRelease release = open(strategy, 0, 1, 1e-6, 1);
    std::vector<long double> whole, cut;  // C and what it is rounded to
    for (Index i = 0; i < kSteps; ++i) {
      for (Index j = 0; j < kSteps; ++j) {
        whole.push_back(j <= i ? strategy.entry(i, j) : 0);
        cut.push_back(j <= i ? std::ldexp(static_cast<long double>(static_cast<double>(coefficient(strategy, i, j))),
                                          -unitBits(strategy))
                             : 0);
      }
    }
    // All steps take part with a sign each: the greatest change over all of them.
    long double worst = 0, worstRounded = 0;
    for (unsigned signs = 0; signs < (1U << kSteps); ++signs) {
      long double sum = 0, rounded = 0;
      for (Index i = 0; i < kSteps; ++i) {
        long double row = 0, roundedRow = 0;
        for (Index j = std::max<Index>(0, i - 2); j <= i; ++j) {
          const long double sign = (signs >> static_cast<unsigned>(j) & 1U) != 0 ? 1 : -1;
          row += sign * whole[static_cast<std::size_t>(i * kSteps + j)];
          roundedRow += sign * cut[static_cast<std::size_t>(i * kSteps + j)];
        }
        sum += row * row;
        rounded += roundedRow * roundedRow;
      }
      worst = std::max(worst, sum);
      worstRounded = std::max(worstRounded, rounded);
    }
    EXPECT_LE(std::sqrt(worstRounded), std::sqrt(worst) * (1 + static_cast<long double>(release.margin())));
    grew = grew || worstRounded > worst;
  }
  EXPECT_TRUE(grew);
}

}  // namespace
}  // namespace noiseloom
