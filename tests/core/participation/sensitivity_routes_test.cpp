#include <gtest/gtest.h>

#include <cmath>

#include "core/participation/comb_norm.h"
#include "core/participation/comb_sensitivity.h"
#include "core/participation/forward_sums.h"
#include "core/participation/neighbour_sum.h"
#include "core/participation/participation.h"
#include "core/participation/pattern_search.h"
#include "core/participation/separated_sum.h"
#include "tests/calls.h"
#include "tests/core/dense.h"
#include "tests/processor_time.h"

// Two routes to one number, at sizes that enumeration (tests/property) does not reach.
namespace noiseloom {
namespace {

struct Random {
  std::mt19937_64 engine{11};
  Index pick(Index least, Index most) { return std::uniform_int_distribution<Index>(least, most)(engine); }
  std::vector<double> values(Index count, double least) {
    std::uniform_real_distribution<double> value(least, 1);
    std::vector<double> out;
    for (Index i = 0; i < count; ++i) out.push_back(value(engine));
    return out;
  }
};

// At most 1, 2, .. hits: the dynamic programme over positions and hits.
std::vector<double> separatedSums(const std::vector<double>& values, Index hits, Index separation) {
  const auto n = static_cast<Index>(values.size());
  std::vector<double> fewer(static_cast<std::size_t>(n + separation), 0.0);
  std::vector<double> best = fewer;
  std::vector<double> sums;
  for (Index m = 0; m < hits; ++m) {
    for (Index i = n - 1; i >= 0; --i) {
      const auto at = static_cast<std::size_t>(i);
      best[at] = std::max(best[at + 1], values[at] + fewer[at + static_cast<std::size_t>(separation)]);
    }
    std::swap(best, fewer);
    sums.push_back(fewer[0]);
  }
  return sums;
}

BandedStrategy bandedTwin(const Strategy& strategy) {
  std::vector<double> rows;
  for (Index i = 0; i < strategy.iterations(); ++i) {
    for (Index lag = strategy.bands() - 1; lag >= 0; --lag) rows.push_back(lag > i ? 0 : strategy.entry(i, i - lag));
  }
  return {strategy.iterations(), strategy.bands(), std::move(rows)};
}

TEST(SensitivityRoutes, PricedSumsAreTheDynamicProgramme) {
  Random random;
  for (int trial = 0; trial < 400; ++trial) {
    const Index n = random.pick(1, 300);
    const Index s = random.pick(1, 1 + n / 3);
    std::vector<double> values = random.values(n, 0);
    if (trial % 4 == 0) std::fill(values.begin(), values.end(), 0.3);  // every choice of a count is as good
    const std::vector<double> sums = separatedSums(values, n, s);
    for (const Index k : {Index{1}, random.pick(1, n), n / s + 1}) {
      const double known = sums[static_cast<std::size_t>(std::min(k, n) - 1)];
      EXPECT_NEAR(bestSeparatedSum(values, k, s), known, 1e-13 * known) << "n " << n << " k " << k << " s " << s;
      double comb = 0;
      for (Index o = 0; o < n; ++o) {
        double sum = 0;
        for (Index j = 0; j < k && o + j * s < n; ++j) sum += values[static_cast<std::size_t>(o + j * s)];
        comb = std::max(comb, sum);
      }
      EXPECT_NEAR(bestCombSum(values, k, s), comb, 1e-14 * comb);
    }
  }
}

TEST(SensitivityRoutes, CombNormsAreThoseOfSummedColumns) {
  Random random;
  for (int trial = 0; trial < 300; ++trial) {
    const Index n = random.pick(1, 120), b = random.pick(1, n), s = random.pick(1, n), k = random.pick(1, 1 + n / s);
    const std::vector<double> c = random.values(b, 0);
    Eigen::VectorXd sum = Eigen::VectorXd::Zero(n);
    for (Index j = 0; j < k; ++j) {
      for (Index i = j * s; i < std::min(n, j * s + b); ++i) sum[i] += c[static_cast<std::size_t>(i - j * s)];
    }
    EXPECT_NEAR(combNormSquared(c, n, k, s), sum.squaredNorm(), 1e-12 * sum.squaredNorm());
  }
}

TEST(SensitivityRoutes, OneMatrixHasOneSensitivityWhateverItsKind) {
  Random random;
  for (int trial = 0; trial < 120; ++trial) {
    const Index n = random.pick(260, 420), b = random.pick(2, 60), s = random.pick(1, b + 5), k = random.pick(1, 60);
    const double least = trial % 2 ? -1 : 0;
    std::vector<double> c = random.values(b, least);
    c[0] = 1;
    Strategy strategy = ToeplitzStrategy(n, c, trial % 3 ? ColumnScaling::Normalized : ColumnScaling::None);
    if (trial % 4 == 0) strategy = DenseStrategy(n, b, strategy.block(0, b, 0, b));
    const Strategy twin = bandedTwin(strategy);
    for (const Participation& participation :
         {Participation::minSeparation(k, s), Participation::fixedEpochOrder(k, s), Participation::single()}) {
      const Sensitivity one = sensitivityOf(strategy, participation);
      const Sensitivity other = sensitivityOf(twin, participation);
      EXPECT_NEAR(one.value, other.value, 1e-11 * other.value) << strategy.kindName() << " trial " << trial;
      EXPECT_EQ(one.kind, other.kind) << strategy.kindName() << " trial " << trial;
    }
  }
}

TEST(SensitivityRoutes, LeavingOutEqualRowsChangesNothing) {
  Random random;
  for (int trial = 0; trial < 60; ++trial) {
    const Index n = random.pick(9000, 12'000), b = random.pick(30, 60), s = random.pick(1, 2);
    const Index all = (n - 1) / s + 1;
    const Index k = trial % 3 == 0 ? all : random.pick(2, all);
    std::vector<double> c = random.values(b, trial % 2 ? -1 : 0);
    c[0] = 1;
    const ToeplitzStrategy strategy(n, c, trial % 5 ? ColumnScaling::Normalized : ColumnScaling::None);
    const double whole = combSensitivity(strategy, k, s, {}).value;
    EXPECT_NEAR(toeplitzCombSensitivity(strategy, k, s, {}).value, whole, 1e-11 * whole) << "trial " << trial;
  }
}

TEST(SensitivityRoutes, ForwardSumsAreAsGoodAsTwoPasses) {
  Random random;
  int better = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const Index n = random.pick(260, 320), b = random.pick(10, 80), s = random.pick(1, b / 2), k = random.pick(2, 30);
    const Strategy strategy = randomBanded(random.engine, n, b, trial % 2 ? -1 : 0);
    const Eigen::MatrixXd c = denseOf(strategy);
    const Eigen::MatrixXd x = (c.transpose() * c).cwiseAbs();
    std::vector<double> outer;
    for (Index i = 0; i < n; ++i) outer.push_back(separatedSums({x.col(i).begin(), x.col(i).end()}, k, s).back());
    const double twoPasses = std::sqrt(separatedSums(outer, k, s).back());
    const double found = sensitivityOf(strategy, Participation::minSeparation(k, s)).value;
    EXPECT_LE(found, twoPasses * 1.0005) << "trial " << trial;
    better += found < twoPasses * 0.999 ? 1 : 0;
  }
  EXPECT_GT(better, 20);
}

TEST(SensitivityRoutes, ChainsOfNeighboursAreWhatTheSearchFinds) {
  Random random;
  int finished = 0;
  for (int trial = 0; trial < 40; ++trial) {
    const Index n = random.pick(40, 160), s = random.pick(4, 20), b = random.pick(s + 1, 2 * s);
    const Index k = random.pick(2, (n - 1) / s + 1);
    const Strategy strategy = randomBanded(random.engine, n, b, trial % 2 ? -1 : 0);
    const double chain = neighbourSum(strategy, k, s, {});
    const WorstPattern worst = worstPattern(ForwardSums(strategy, k, s, true, {}), k, s, {});
    EXPECT_LE(worst.found, chain * (1 + 1e-12));
    EXPECT_GE(worst.bound, chain * (1 - 1e-12));
    finished += worst.bound <= worst.found * (1 + 1e-11) ? 1 : 0;
  }
  EXPECT_GT(finished, 20);
}

TEST(SensitivityRoutes, TreesAgreeWithTheirColumns) {
  Random random;
  for (int trial = 0; trial < 60; ++trial) {
    const Index n = random.pick(2, 130), s = random.pick(1, n), k = random.pick(1, 20);
    const TreeStrategy tree(n);
    double worst = 0;
    for (Index o = 0; o < n; ++o) {
      std::vector<double> hits(static_cast<std::size_t>(n), 0.0);
      for (Index j = 0; j < k && o + j * s < n; ++j) hits[static_cast<std::size_t>(o + j * s)] = 1;
      std::vector<double> sums(static_cast<std::size_t>(tree.rows()));
      tree.multiply(hits, sums);
      worst = std::max(worst, Eigen::Map<Eigen::VectorXd>(sums.data(), tree.rows()).norm());
    }
    const Sensitivity fixed = sensitivityOf(tree, Participation::fixedEpochOrder(k, s));
    EXPECT_NEAR(fixed.value, worst, 1e-13 * worst);
    EXPECT_EQ(fixed.kind, BoundKind::Exact);
    EXPECT_GE(sensitivityOf(tree, Participation::minSeparation(k, s)).value, worst * (1 - 1e-12));
  }
}

void expectQuick(const Strategy& strategy, const Participation& participation) {
  const double start = processorSeconds();
  const Sensitivity found = sensitivityOf(strategy, participation);
  const double seconds = processorSeconds() - start;
  EXPECT_TRUE(std::isfinite(found.value) && found.value > 0);
  EXPECT_LT(seconds, 10) << strategy.kindName() << ", n = " << strategy.iterations();
  // An epoch is one of the patterns, and no bound is far above it for these.
  const double comb =
      sensitivityOf(strategy, Participation::fixedEpochOrder(participation.participations, participation.separation))
          .value;
  EXPECT_GE(found.value, comb * (1 - 1e-9));
  EXPECT_LE(found.value, comb * 1.5);
}

TEST(SensitivityRoutes, LargeProblems) {
  constexpr Index kHuge = 1'000'000'000'000;
  const auto decay = [](Index count, double rate, double ripple) {
    std::vector<double> c;
    for (Index j = 0; j < count; ++j) {
      const auto t = static_cast<double>(j);
      c.push_back(std::pow(1 + t, -rate) * (1 + ripple * std::cos(t)));
    }
    return c;
  };
  expectQuick(ToeplitzStrategy(kHuge, decay(1 << 20, 0.5, 0)), Participation::minSeparation(1'000'000'000, 1000));
  expectQuick(ToeplitzStrategy(kHuge, decay(1 << 12, 0.6, 0.3)), Participation::minSeparation(100, 1 << 10));
  expectQuick(ToeplitzStrategy(kHuge, decay(1 << 10, 0.6, 0.3), ColumnScaling::Normalized),
              Participation::minSeparation(10'000, 400));
  expectQuick(ToeplitzStrategy(100'000, decay(256, 0.6, -0.9), ColumnScaling::Normalized),
              Participation::minSeparation(200, 150));
  expectQuick(TreeStrategy(Index{1} << 22), Participation::minSeparation(20, 200'000));
  Random random;
  expectQuick(randomBanded(random.engine, 100'000, 32, 0), Participation::minSeparation(500, 10));
}

TEST(SensitivityRoutes, StoppedIsNoBound) {
  const RunControl control = stoppedAtOnce();
  Random random;
  for (const Strategy& strategy :
       {Strategy(randomBanded(random.engine, 100, 20)), Strategy(TreeStrategy(100)),
        Strategy(ToeplitzStrategy(100, {1, -0.5, 0.9})), Strategy(DenseStrategy(4, 2, {1, 0, -0.5, 1}))}) {
    EXPECT_EQ(sensitivityOf(strategy, Participation::minSeparation(3, 2), control).value,
              std::numeric_limits<double>::infinity());
    EXPECT_EQ(sensitivityOf(strategy, Participation::fixedEpochOrder(3, 2), control).value,
              std::numeric_limits<double>::infinity());
  }
}

}  // namespace
}  // namespace noiseloom
