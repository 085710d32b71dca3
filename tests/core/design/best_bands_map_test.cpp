#include "core/design/best_bands_map.h"
#include "core/batching/list.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/accounting/calibration.h"
#include "core/base/errors.h"
#include "core/linalg/parallel.h"
#include "core/mechanism/banded_toeplitz.h"

namespace noiseloom {
namespace {

// Error of the banded optimum under cyclic Poisson sampling.
double poissonError(const BestBandsProblem& problem, double epsilon, Index epochs, Index bands) {
  const Index n = problem.iterations;
  const std::vector<double> c = optimizeBandedToeplitz(problem.workload, n, bands, problem.objective).coefficients;
  const double error =
      std::sqrt(errorOf(ToeplitzStrategy(n, c, ColumnScaling::Normalized), problem.workload).of(problem.objective));
  const double q = static_cast<double>(bands * epochs) / static_cast<double>(n);
  return error * approximateNoiseMultiplier(epsilon, problem.delta, q, (n + bands - 1) / bands);
}

TEST(BestBandsMap, NoOtherNumberOfBandsIsClearlyBetter) {
  BestBandsProblem problem;
  problem.iterations = 240;
  const std::vector<double> epsilons{0.3, 1, 3, 10, 40};
  const std::vector<Index> epochs{1, 4, 7, 240};
  for (const BestBandsCell& cell : bestBandsMap(problem, epsilons, epochs)) {
    ASSERT_TRUE(cell.known);
    const double epsilon = epsilons[static_cast<std::size_t>(cell.epsilonAt)];
    const Index k = epochs[static_cast<std::size_t>(cell.epochsAt)];
    EXPECT_LE(cell.bands, 240 / k);
    EXPECT_NEAR(cell.error, poissonError(problem, epsilon, k, cell.bands), 1e-6 * cell.error);
    double least = std::numeric_limits<double>::infinity();
    for (Index bands = 1; bands <= 240 / k; ++bands) least = std::min(least, poissonError(problem, epsilon, k, bands));
    EXPECT_LE(cell.error, 1.005 * least) << epsilon << ' ' << k;
    EXPECT_NEAR(cell.error / cell.toDpSgd, poissonError(problem, epsilon, k, 1), 1e-6 * cell.error / cell.toDpSgd);
    EXPECT_LE(cell.toUnamplified, 240 % k == 0 ? 1 + 1e-9 : 1.1) << epsilon << ' ' << k;
    EXPECT_LE(cell.toDpSgd, 1 + 1e-12);
  }
}

// amplified-bandmf, Table 5: n = 2052, k = 6, delta = 1e-6; 9, 18, 32 and 64 bands for epsilon 1 to 8, and no
// amplification at 16.
TEST(BestBandsMap, AgreesWithThePublishedBandsOfTableFive) {
  BestBandsProblem problem;
  problem.iterations = 2052;
  problem.delta = 1e-6;
  const std::vector<double> epsilons{1, 2, 4, 8, 16};
  const std::vector<Index> published{9, 18, 32, 64, 342};
  const std::vector<BestBandsCell> map = bestBandsMap(problem, epsilons, std::vector<Index>{6});
  for (std::size_t i = 0; i < epsilons.size(); ++i) {
    const double theirs = poissonError(problem, epsilons[i], 6, published[i]);
    EXPECT_LE(map[i].error, theirs * (1 + 1e-6)) << epsilons[i];
    EXPECT_GE(map[i].error, 0.985 * theirs) << epsilons[i];
  }
  EXPECT_EQ(map.back().bands, 342);
  EXPECT_NEAR(map.back().toUnamplified, 1, 1e-9);
}

// near-exact-amplification, Figure 29: n = 2000, k = 20, delta = 1e-5, bands of powers of two.
TEST(BestBandsMap, AgreesWithThePublishedBandsOfFigure29) {
  const std::vector<double> epsilons{0.5, 1, 2, 4, 8};
  const std::vector<Index> published{2, 4, 8, 16, 32};
  const BestBandsProblem problem;
  const std::vector<BestBandsCell> map = bestBandsMap(problem, epsilons, std::vector<Index>{20});
  for (std::size_t i = 0; i < epsilons.size(); ++i) {
    EXPECT_GE(map[i].error, 0.98 * poissonError(problem, epsilons[i], 20, published[i])) << epsilons[i];
    EXPECT_LE(std::abs(std::log2(static_cast<double>(map[i].bands) / static_cast<double>(published[i]))), 0.51);
  }
}

TEST(BestBandsMap, FollowsTheRuleOfThumbAndRisesWithEpsilon) {
  BestBandsProblem problem;
  std::vector<double> epsilons;
  for (int i = 0; i < 9; ++i) epsilons.push_back(0.25 * std::exp2(0.5 * i));
  const std::vector<Index> epochs{4, 8, 16};
  const std::vector<BestBandsCell> map = bestBandsMap(problem, epsilons, epochs);
  for (std::size_t i = 0; i < map.size(); ++i) {
    const double rule = epsilons[i % 9] * std::sqrt(2000.0) / static_cast<double>(epochs[i / 9]);
    const double ratio = static_cast<double>(map[i].bands) / std::max(rule, 1.0);
    EXPECT_GT(ratio, 0.5);
    EXPECT_LT(ratio, 2.5);
    EXPECT_GE(map[i].bands, i % 9 > 0 ? map[i - 1].bands : 1);
  }
}

TEST(BestBandsMap, BallsInBinsTakesMoreBandsAndAlwaysAmplifies) {
  BestBandsProblem problem;
  problem.iterations = 512;
  const std::vector<double> epsilons{1, 8};
  const std::vector<Index> epochs{16};
  const std::vector<BestBandsCell> poisson = bestBandsMap(problem, epsilons, epochs);
  problem.batching = &batchings::ballsInBins;
  const std::vector<BestBandsCell> bins = bestBandsMap(problem, epsilons, epochs);
  for (std::size_t i = 0; i < bins.size(); ++i) {
    ASSERT_TRUE(bins[i].known);
    EXPECT_GT(bins[i].bands, poisson[i].bands);
    EXPECT_LT(bins[i].toUnamplified, 0.99);  // near-exact-amplification, section 5.1: at any epsilon
  }
}

TEST(BestBandsMap, CoarseCellsComeFirstAndEachOnce) {
  BestBandsProblem problem;
  problem.iterations = 200;
  const std::vector<double> epsilons{0.5, 1, 2, 3, 4, 5, 6};
  const std::vector<Index> epochs{2, 4, 5, 8, 10};
  std::vector<BestBandsCell> seen;
  const auto map =
      bestBandsMap(problem, epsilons, epochs, {}, [&](const BestBandsCell& cell) { seen.push_back(cell); });
  ASSERT_EQ(seen.size(), 35U);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_TRUE(seen[i].epsilonAt % 4 == 0 && seen[i].epochsAt % 4 == 0);
  for (const BestBandsCell& cell : seen) {
    const BestBandsCell& same = map[static_cast<std::size_t>(cell.epochsAt * 7 + cell.epsilonAt)];
    EXPECT_EQ(cell.bands, same.bands);
    EXPECT_EQ(cell.error, same.error);
  }
}

TEST(BestBandsMap, IsTheSameOnAnyNumberOfThreads) {
  BestBandsProblem problem;
  problem.iterations = 300;
  const std::vector<double> epsilons{0.5, 1, 2, 4, 8, 16};
  const std::vector<Index> epochs{1, 3, 6, 10};
  const std::vector<BestBandsCell> map = bestBandsMap(problem, epsilons, epochs);
  for (const unsigned threads : {1U, 4U}) {
    setParallelThreads(threads);
    const std::vector<BestBandsCell> again = bestBandsMap(problem, epsilons, epochs);
    for (std::size_t i = 0; i < map.size(); ++i) {
      EXPECT_EQ(map[i].bands, again[i].bands);
      EXPECT_EQ(map[i].error, again[i].error);
    }
  }
  setParallelThreads(0);
}

TEST(BestBandsMap, StopsWithTheCellsSoFar) {
  BestBandsProblem problem;
  std::stop_source source;
  Index seen = 0;
  const std::vector<double> epsilons{1, 2, 3, 4, 5, 6, 7, 8};
  const std::vector<Index> epochs{5, 10, 20, 40};
  const auto map = bestBandsMap(problem, epsilons, epochs, {source.get_token(), {}}, [&](const BestBandsCell&) {
    if (++seen == 3) source.request_stop();
  });
  const auto known = std::count_if(map.begin(), map.end(), [](const BestBandsCell& cell) { return cell.known; });
  EXPECT_GE(known, 3);
  EXPECT_LT(known, 12);
  EXPECT_EQ(known, seen);
}

TEST(BestBandsMap, RefusesBadArgumentsByName) {
  const auto refused = [](BestBandsProblem problem, std::vector<double> epsilons, std::vector<Index> epochs) {
    try {
      bestBandsMap(problem, epsilons, epochs);
    } catch (const InvalidArgument& error) {
      return error.argument();
    }
    return std::string();
  };
  BestBandsProblem problem;
  EXPECT_EQ(refused(problem, {1, -1}, {2}), "epsilon[1]");
  EXPECT_EQ(refused(problem, {1}, {2, 0}), "epochs[1]");
  EXPECT_EQ(refused(problem, {1}, {2001}), "epochs[0]");
  EXPECT_EQ(refused(problem, {}, {}), "");
  problem.delta = 0;
  EXPECT_EQ(refused(problem, {1}, {2}), "delta");
  problem = {};
  problem.iterations = 0;
  EXPECT_EQ(refused(problem, {1}, {2}), "iterations");
  problem.iterations = 100'000;
  problem.batching = &batchings::ballsInBins;
  EXPECT_EQ(refused(problem, {1}, {2}), "bins");
}

}  // namespace
}  // namespace noiseloom
