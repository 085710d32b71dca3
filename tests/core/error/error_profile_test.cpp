#include "core/error/error_profile.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "core/base/errors.h"
#include "core/mechanism/square_root.h"
#include "tests/calls.h"
#include "tests/core/dense.h"
#include "tests/processor_time.h"

namespace noiseloom {
namespace {

constexpr Index kMost = 128;

// Row norms of A N with every entry of N = C^-1 (the noising matrix of a tree) written down.
Eigen::VectorXd plainVariances(const Strategy& strategy, const Workload& workload) {
  const Index n = strategy.iterations();
  Eigen::MatrixXd noising(n, strategy.rows());
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < strategy.rows(); ++j) noising(i, j) = strategy.inverseEntry(i, j);
  }
  return (denseOf(workload, n) * noising).rowwise().squaredNorm();
}

TEST(ErrorProfile, IsThePlainDefinitionForEveryKindAndWorkload) {
  std::mt19937_64 random(21);
  for (const Index n : {1, 2, 9, 24, 150}) {
    for (const Strategy& strategy : oneOfEveryKind(n, random)) {
      for (const Workload& workload : someWorkloads(n)) {
        const ErrorProfile profile = errorProfile(strategy, workload, kMost);
        ASSERT_TRUE(profile.valid) << strategy.kindName() << " n " << n;
        const Eigen::VectorXd plain = plainVariances(strategy, workload);
        ASSERT_EQ(profile.steps.size(), profile.variances.size());
        for (std::size_t k = 0; k < profile.steps.size(); ++k) {
          const double expected = plain[profile.steps[k]];
          EXPECT_NEAR(profile.variances[k], expected, 1e-9 * expected)
              << strategy.kindName() << " n " << n << " step " << profile.steps[k] << " beta " << workload.beta();
        }
      }
    }
  }
}

TEST(ErrorProfile, MeanLargestAndLastAreThoseOfTheSummary) {
  std::mt19937_64 random(22);
  constexpr Index n = 100;
  for (const Strategy& strategy : oneOfEveryKind(n, random)) {
    for (const Workload& workload : someWorkloads(n)) {
      const ErrorProfile profile = errorProfile(strategy, workload, kMost);
      const ErrorSummary summary = errorOf(strategy, workload);
      ASSERT_EQ(profile.variances.size(), static_cast<std::size_t>(n));
      const double mean = std::accumulate(profile.variances.begin(), profile.variances.end(), 0.0) / n;
      const double most = *std::max_element(profile.variances.begin(), profile.variances.end());
      EXPECT_NEAR(mean, summary.variance.mean, 1e-10 * mean) << strategy.kindName();
      EXPECT_NEAR(most, summary.variance.max, 1e-10 * most) << strategy.kindName();
      EXPECT_NEAR(profile.variances.back(), summary.variance.last, 1e-10 * most) << strategy.kindName();
    }
  }
}

TEST(ErrorProfile, TenMillionAndATrillionStepsAnswerAtOnce) {
  const double start = processorSeconds();
  std::vector<double> coefficients = squareRootCoefficients(Workload::prefix(), 32);
  for (const Index n : {Index{10'000'000}, Index{1'000'000'000'000}}) {
    for (const Strategy& strategy : {Strategy(IdentityStrategy(n)), Strategy(ToeplitzStrategy(n, coefficients)),
                                     Strategy(ToeplitzStrategy(n, coefficients, ColumnScaling::Normalized)),
                                     Strategy(InverseToeplitzStrategy(n, {1, -0.5, -0.125})),
                                     Strategy(InverseToeplitzStrategy(n, {1, -0.9}, ColumnScaling::Normalized)),
                                     Strategy(BltStrategy(n, {0.999, 0.6}, {0.99, 0.3})), Strategy(TreeStrategy(n))}) {
      const ErrorProfile profile = errorProfile(strategy, Workload::prefix(), 512);
      ASSERT_TRUE(profile.valid) << strategy.kindName();
      const ErrorSummary summary = errorOf(strategy, Workload::prefix());
      EXPECT_EQ(profile.steps.back(), n - 1);
      EXPECT_NEAR(profile.variances.back(), summary.variance.last, 1e-9 * summary.variance.last) << strategy.kindName();
      EXPECT_LE(*std::max_element(profile.variances.begin(), profile.variances.end()),
                summary.variance.max * (1 + 1e-9))
          << strategy.kindName();
      EXPECT_LT(profile.relativeErrorBound, 1e-6);
    }
  }
  EXPECT_LT(processorSeconds() - start, 5);  // milliseconds
}

TEST(ErrorProfile, IndependentNoiseGrowsLikeTheRootOfTheSteps) {
  const ErrorProfile profile = errorProfile(IdentityStrategy(1'000'000), Workload::prefix(), 512);
  ASSERT_TRUE(profile.valid);
  for (std::size_t k = 0; k < profile.steps.size(); ++k)
    EXPECT_NEAR(profile.variances[k], static_cast<double>(profile.steps[k] + 1), 1e-9 * profile.variances[k]);
}

TEST(ProfileSteps, KeepsEndsPowersAndTheShapeTowardsBoth) {
  for (const Index n : {Index{1}, Index{2}, Index{127}, Index{128}, Index{129}, Index{2000}, Index{1} << 40}) {
    for (const Index most : {kMost, Index{512}}) {
      const std::vector<Index> steps = profileSteps(n, most);
      EXPECT_LE(static_cast<Index>(steps.size()), most);
      EXPECT_GE(static_cast<Index>(steps.size()), std::min(n, most) / 3);
      EXPECT_EQ(steps.front(), 0);
      EXPECT_EQ(steps.back(), n - 1);
      for (std::size_t i = 1; i < steps.size(); ++i) EXPECT_LT(steps[i - 1], steps[i]);
      if (n <= most) {
        EXPECT_EQ(static_cast<Index>(steps.size()), n);
        continue;
      }
      // No hole: neither in the middle, nor, on a logarithmic scale, towards either end.
      for (std::size_t i = 1; i < steps.size(); ++i) {
        EXPECT_LE(steps[i] - steps[i - 1], n / 8) << n;
        EXPECT_LE(steps[i], 3 * steps[i - 1] + 3) << n;
        EXPECT_LE(n - 1 - steps[i - 1], 6 * (n - 1 - steps[i]) + 8) << n;
      }
      for (Index whole = 2; whole <= n / 2; whole *= 2)
        EXPECT_TRUE(std::binary_search(steps.begin(), steps.end(), whole - 1));
    }
  }
  EXPECT_THROW(profileSteps(0, 512), InvalidArgument);
  EXPECT_THROW(profileSteps(10, 127), InvalidArgument);
}

TEST(ErrorProfile, StopsAndRefuses) {
  std::mt19937_64 random(23);
  for (const Workload& workload : someWorkloads(300)) {
    EXPECT_FALSE(errorProfile(randomBanded(random, 300, 8), workload, kMost, stoppedAtOnce()).valid);
    EXPECT_FALSE(errorProfile(DenseStrategy(300, 9, lowerBlock(random, 9)), workload, kMost, stoppedAtOnce()).valid);
  }
  EXPECT_THROW(errorProfile(IdentityStrategy(3), Workload::learningRates({1, 1}, 0), kMost), InvalidArgument);
}

}  // namespace
}  // namespace noiseloom
