#include "core/participation/tree_patterns.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <tuple>
#include <vector>

#include "core/participation/participation.h"
#include "core/strategy/full_tree.h"
#include "core/strategy/tree_strategy.h"
#include "tests/calls.h"

namespace noiseloom {
namespace {

double squares(Index n, const std::vector<Index>& steps) {
  double sum = 0;
  for (Index h = 0; (Index{1} << h) <= n; ++h) {
    std::vector<double> counts(static_cast<std::size_t>(n >> h));
    for (const Index step : steps) {
      if ((step >> h) < (n >> h)) counts[static_cast<std::size_t>(step >> h)] += 1;
    }
    for (const double count : counts) sum += count * count;
  }
  return sum;
}

// The largest over all patterns that begin with `steps`.
double byEnumeration(Index n, Index hits, Index separation, std::vector<Index>& steps) {
  double most = squares(n, steps);
  if (static_cast<Index>(steps.size()) == hits) return most;
  for (Index next = steps.empty() ? 0 : steps.back() + separation; next < n; ++next) {
    steps.push_back(next);
    most = std::max(most, byEnumeration(n, hits, separation, steps));
    steps.pop_back();
  }
  return most;
}

TEST(TreePatterns, AgreeWithAllPatterns) {
  for (Index n = 1; n <= 19; ++n) {
    for (Index s = 1; s <= n; ++s) {
      for (Index k = 1; k <= 6; ++k) {
        std::vector<Index> none;
        EXPECT_EQ(worstTreePatternSquared(n, k, s, {}), byEnumeration(n, k, s, none)) << n << ' ' << k << ' ' << s;
      }
    }
  }
  for (const auto& [n, k, s] : {std::tuple<Index, Index, Index>{40, 9, 5}, {53, 7, 7}, {61, 6, 11}, {100, 5, 21}}) {
    std::vector<Index> none;
    EXPECT_EQ(worstTreePatternSquared(n, k, s, {}), byEnumeration(n, k, s, none)) << n << ' ' << k << ' ' << s;
  }
}

TEST(TreePatterns, NoPatternOfALargeTreeIsWorse) {
  std::mt19937_64 engine(5);
  const auto pick = [&](Index from, Index to) {
    return from + static_cast<Index>(engine() % static_cast<std::uint64_t>(to - from + 1));
  };
  for (int trial = 0; trial < 40; ++trial) {
    const Index n = pick(1000, 100'000), s = pick(50, n / 3), k = pick(2, 40);
    const auto worst = worstTreePatternSquared(n, k, s, {});
    ASSERT_TRUE(worst);
    for (int draw = 0; draw < 20; ++draw) {
      std::vector<Index> steps;
      for (Index step = pick(0, n - 1); step < n && static_cast<Index>(steps.size()) < k;
           step += s + (pick(0, 2) == 0 ? pick(0, s) : 0))
        steps.push_back(step);
      ASSERT_LE(squares(n, steps), *worst);
    }
  }
}

TEST(TreePatterns, AnySizeExactlyWhereHitsAreFew) {
  const auto expectExact = [](Index n, Index k, Index s) {
    const Sensitivity found = sensitivityOf(TreeStrategy(n), Participation::minSeparation(k, s));
    EXPECT_EQ(found.kind, BoundKind::Exact) << n;
    EXPECT_GT(found.value, 0);
  };
  expectExact(1'000'000'000'000, 20, 50'000'000'000);
  expectExact(100'000, 100, 1000);
  expectExact((Index{1} << 40) - 1, 50, 3'141'592'653);
  // Beyond, what a node of each height can hold bounds it, tightly.
  const Participation often = Participation::minSeparation(100'000, 7);
  const Sensitivity bound = sensitivityOf(TreeStrategy(1'000'000), often);
  EXPECT_EQ(bound.kind, BoundKind::UpperBound);
  EXPECT_FALSE(worstTreePatternSquared(1'000'000, 100'000, 7, {}));
}

// amplified-bandmf, Table 2, "Optimal TreeAgg" at n = 2052: the error under min-separation 342 is 1.53 of the optimum,
// as under 6 epochs, so the two sensitivities agree.
TEST(TreePatterns, PublishedMinSeparation) {
  EXPECT_EQ(worstTreePatternSquared(2052, 6, 342, {}), 118);
  for (const Strategy& strategy : {Strategy(TreeStrategy(2052)), Strategy(fullTreeStrategy(2052))}) {
    for (const Participation& participation :
         {Participation::minSeparation(6, 342), Participation::fixedEpochOrder(6, 342)}) {
      const Sensitivity found = sensitivityOf(strategy, participation);
      EXPECT_EQ(found.kind, BoundKind::Exact);
      EXPECT_NEAR(found.value, std::sqrt(118), 1e-12);
    }
  }
}

TEST(TreePatterns, KnowsTheFullTreeByItsEntries) {
  for (const Index n : {1, 2, 3, 7, 8, 13, 100}) {
    const DenseStrategy full = fullTreeStrategy(n);
    EXPECT_TRUE(isFullTree(full)) << n;
    for (const Index at : {Index{0}, n * n - 1, (n / 2) * n + n / 4}) {
      std::vector<double> block(full.block().begin(), full.block().end());
      double& entry = block[static_cast<std::size_t>(at)];
      entry = entry * 1.0000001 + (entry == 0 ? 1e-7 : 0);
      EXPECT_FALSE(isFullTree(DenseStrategy(n, n, block))) << n;
    }
  }
  const DenseStrategy full = fullTreeStrategy(8);
  EXPECT_FALSE(isFullTree(DenseStrategy(16, 8, {full.block().begin(), full.block().end()})));
}

TEST(TreePatterns, Stops) {
  EXPECT_FALSE(worstTreePatternSquared(1000, 10, 77, stoppedAtOnce()));
  EXPECT_FALSE(fullTreeStrategy(100, stoppedAtOnce()));
}

}  // namespace
}  // namespace noiseloom
