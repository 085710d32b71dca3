#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <vector>

#include "core/accounting/losses/analytic_gaussian.h"
#include "core/balls_in_bins/certificate.h"
#include "core/balls_in_bins/nested_bins.h"
#include "core/balls_in_bins/nested_delta.h"
#include "core/balls_in_bins/sampling/diagonal_bins.h"
#include "core/monte_carlo/direction_search.h"
#include "tests/core/balls_in_bins/mixtures.h"

namespace noiseloom {
namespace {

NestedBins binsOf(const BinGram& gram) {
  return {gram.bins, gram.values};
}

double worseOf(const BinGram& gram, double stddev, double epsilon, int draws, double& standardError) {
  const PlainEstimate remove = plainDelta(gram, Direction::Remove, stddev, epsilon, draws);
  const PlainEstimate add = plainDelta(gram, Direction::Add, stddev, epsilon, draws);
  standardError = std::max(remove.standardError, add.standardError);
  return std::max(remove.mean, add.mean);
}

/// Products of leaves of a balanced tree: exponents[l] of two whose lowest common node is l levels up.
BinGram treeGram(const std::vector<double>& exponents, Index leaves) {
  BinGram gram{leaves, std::vector<double>(static_cast<std::size_t>(leaves * leaves))};
  const std::function<void(Index, Index, std::size_t)> fill = [&](Index from, Index count, std::size_t level) {
    for (Index i = from; i < from + count; ++i) {
      for (Index j = from; j < from + count; ++j)
        gram.values[static_cast<std::size_t>(i * leaves + j)] = exponents[i == j ? 0 : level];
    }
    if (count == 1) return;
    const Index left = count / 2;
    fill(from, left, level - 1);
    fill(from + left, count - left, level - 1);
  };
  fill(0, leaves, exponents.size() - 1);
  return gram;
}

/// By draws that differ by at most `scatter` from stream to stream, the middle one of three; 0 where they do not.
double carefullyDrawn(const BinGram& gram, double epsilon, double delta, double scatter) {
  const BinMixture mixture(gram, {});
  const BinWeights weights(mixture);
  const RunControl control;
  const NoiseAxis axis(NoiseUnknown::Stddev, {gram.greatestNorm() * gaussianNoiseMultiplier(epsilon, delta), epsilon});
  std::vector<double> found;
  for (const std::uint64_t stream : {77, 78, 79}) {
    double worst = 0;
    for (const Direction direction : {Direction::Remove, Direction::Add}) {
      const DirectionRoot root = findRoot({&weights, direction, stream, 0x1p29, &control}, axis, std::log(delta), 0.01);
      worst = std::max(worst, axis.at(root.x).stddev);
    }
    found.push_back(worst);
  }
  std::ranges::sort(found);
  return found[2] < (1 + scatter) * found[0] ? found[1] : 0;
}

TEST(NestedBins, TwoBinsAreExact) {
  for (const double own : {0.1, 1.0, 4.0}) {
    for (const double share : {0.0, 0.02, 0.5, 0.95}) {
      for (const double epsilon : {0.2, 1.0, 3.0}) {
        const BinGram gram{2, {own, share * own, share * own, own}};
        const double exact = std::log(
            std::max(twoBinDelta(gram, Direction::Remove, 1, epsilon), twoBinDelta(gram, Direction::Add, 1, epsilon)));
        if (exact < -20) continue;  // the plane's rule has no more digits
        EXPECT_NEAR(nestedLogDelta({own, share * own}, 2, epsilon, exact).worse(), exact, 0.02)
            << own << " " << share << " " << epsilon;
      }
    }
  }
}

TEST(NestedBins, OrthogonalBinsAreExact) {
  for (const Index bins : {3, 6, 17, 100, 1000}) {
    for (const double stddev : {0.5, 0.8, 2.0}) {
      for (const double epsilon : {0.1, 1.0, 4.0}) {
        const DiagonalBins exact(bins, 1, Index{1} << 15);
        const DiagonalBins::Delta delta = exact.delta({stddev, epsilon});
        // The other grid is loose where delta is large, and lost in rounding where it is small.
        if (delta.upper > 1e-3 || delta.rounding > 1e-3 * delta.upper) continue;
        std::vector<double> exponents(static_cast<std::size_t>(depthOf(bins)) + 1, 0.0);
        exponents[0] = 1 / (stddev * stddev);
        EXPECT_NEAR(nestedLogDelta(exponents, bins, epsilon, std::log(delta.upper)).worse(), std::log(delta.upper),
                    0.012)
            << bins << " " << stddev << " " << epsilon;
      }
    }
  }
}

TEST(NestedBins, TreesAreAsTheyAreDrawn) {
  struct Case {
    Index leaves;
    std::vector<double> exponents;
    double epsilon;
  };
  for (const Case& each : {Case{3, {0.8, 0.5, 0.1}, 0.5}, Case{5, {1.2, 0.9, 0.5, 0.2}, 1},
                           Case{6, {0.5, 0.2, 0.2, 0.2}, 0.4}, Case{7, {2, 0.6, 0.5, 0}, 1.5}}) {
    double error = 0;
    const double drawn = worseOf(treeGram(each.exponents, each.leaves), 1, each.epsilon, 400'000, error);
    const double found = std::exp(nestedLogDelta(each.exponents, each.leaves, each.epsilon, std::log(drawn)).worse());
    EXPECT_NEAR(found, drawn, 4 * error + 4e-3 * drawn) << each.leaves;
  }
}

TEST(NestedBins, LevelsKeepTheSecondMomentOfAllPairs) {
  const BinGram gram = squareRootGram(144, 9, 20);
  const NestedBins bins = binsOf(gram);
  for (const double stddev : {0.6, 1.0, 3.0}) {
    double sum = 0;
    for (const double product : gram.values) sum += std::expm1(product / (stddev * stddev));
    sum /= static_cast<double>(gram.values.size());
    EXPECT_NEAR(std::expm1(bins.logSecondMoment(stddev)) / sum, 1, 2e-3);
  }
  // Of bins all alike, and not.
  EXPECT_LT(binsOf(squareRootGram(2000, 20, 16)).unevenness(), 0.01);
  EXPECT_GT(binsOf(squareRootGram(50, 1, 40, ColumnScaling::None)).unevenness(), kMostUnevenness);
}

TEST(NestedBins, ReadNoMoreThanTheirRows) {
  const BinGram gram = squareRootGram(600, 10, 24);
  std::vector<double> rows;
  for (const Index i : NestedBins::rowsOf(gram.bins)) {
    const auto row = gram.values.begin() + i * gram.bins;
    rows.insert(rows.end(), row, row + gram.bins);
  }
  ASSERT_LT(rows.size(), gram.values.size());
  const NestedBins some(gram.bins, rows, true), all(gram.bins, gram.values, true);
  EXPECT_EQ(some.unevenness(), all.unevenness());
  const NestedLogDelta one = some.logDelta(1.5, 2, -20), other = all.logDelta(1.5, 2, -20);
  EXPECT_EQ(one.removing, other.removing);
  EXPECT_EQ(one.adding, other.adding);
}

TEST(NestedBins, NoiseIsThatOfCarefulDraws) {
  std::mt19937_64 random(23);
  const auto uniform = [&](double from, double to) { return std::uniform_real_distribution<double>(from, to)(random); };
  int compared = 0;
  for (int round = 0; round < 16; ++round) {
    const auto bins = static_cast<Index>(std::lround(std::exp(uniform(std::log(8), std::log(120)))));
    const auto epochs = static_cast<Index>(std::lround(std::exp(uniform(std::log(3), std::log(40)))));
    const Index n = bins * epochs;
    const auto bands = static_cast<std::size_t>(std::lround(std::exp(uniform(0, std::log(static_cast<double>(n))))));
    const double power = uniform(0.3, 1.5), epsilon = std::exp(uniform(std::log(0.5), std::log(8)));
    const double delta = std::pow(10, uniform(-8, -4));
    std::vector<double> c;
    for (std::size_t i = 0; i < bands; ++i) c.push_back(std::pow(static_cast<double>(i + 1), -power));
    const BinGram gram = binGram(ToeplitzStrategy(n, c), epochs);
    const double drawn = carefullyDrawn(gram, epsilon, delta, 3e-3);
    if (drawn == 0) continue;
    const auto noise = nestedNoise(binsOf(gram), epsilon, delta);
    ASSERT_TRUE(noise);
    EXPECT_NEAR(*noise / drawn, 1, 1.5e-2) << bins << " " << epochs << " " << bands << " " << epsilon << " " << delta;
    if (binsOf(gram).unevenness() > kMostUnevenness) continue;
    EXPECT_EQ(approximateNoise(gram, epsilon, delta, {.stream = 5}),
              std::min(*noise, gram.greatestNorm() * gaussianNoiseMultiplier(epsilon, delta)));
    ++compared;
  }
  EXPECT_GE(compared, 8);
}

TEST(NestedBins, UnevenBinsAreDrawnAndOptimisticallyNot) {
  const BinGram gram = squareRootGram(50, 1, 40, ColumnScaling::None);
  const double drawn = carefullyDrawn(gram, 2, 1e-6, 3e-3);
  ASSERT_GT(drawn, 0) << "the streams differ";
  EXPECT_NEAR(approximateNoise(gram, 2, 1e-6) / drawn, 1, 0.02);
  EXPECT_NE(approximateNoise(gram, 2, 1e-6, {.stream = 5}), approximateNoise(gram, 2, 1e-6));
  EXPECT_LT(optimisticNoise(gram, 2, 1e-6), 0.999 * drawn);
  EXPECT_GT(optimisticNoise(gram, 2, 1e-6), 0.9 * drawn);
}

TEST(NestedBins, NoiseFallsSmoothlyWithEpsilon) {
  const NestedBins bins = binsOf(squareRootGram(600, 10, 24));
  const auto at = [&](int step) { return std::log(*nestedNoise(bins, std::exp(0.01 * step), 1e-6)); };
  for (int step = -60; step < 150; ++step) {
    const double before = at(step - 1), here = at(step), after = at(step + 1);
    EXPECT_LT(after, here) << step;
    EXPECT_NEAR(after - 2 * here + before, 0, 1e-3) << step;
  }
}

TEST(NestedBins, LargeDeltasAreDrawn) {
  const BinGram gram = squareRootGram(600, 10, 24);
  EXPECT_FALSE(nestedNoise(binsOf(gram), 1, 0.99));
  for (const double delta : {0.99, 0.999}) {
    const double noise = approximateNoise(gram, 1, delta);
    EXPECT_GT(noise, 0) << delta;
    EXPECT_LE(noise, gram.greatestNorm() * gaussianNoiseMultiplier(1, delta)) << delta;
  }
}

TEST(NestedBins, OutOfReachIsSaid) {
  const NestedBins bins = binsOf(squareRootGram(600, 10, 24));
  EXPECT_FALSE(nestedNoise(bins, 200, 1e-6)) << "too little noise for the grid";
  EXPECT_FALSE(nestedNoise(bins, 0, 1e-300));
  std::stop_source stop;
  stop.request_stop();
  EXPECT_FALSE(nestedNoise(bins, 1, 1e-6, RunControl{stop.get_token(), {}}));
}

}  // namespace
}  // namespace noiseloom
