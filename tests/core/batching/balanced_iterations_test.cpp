// Exactly k of all n steps, against sums over outcomes, draws, and the batchings that it is in special cases.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>

#include "core/accounting/losses/analytic_gaussian.h"
#include "core/accounting/samplings/random_allocation.h"
#include "core/batching/list.h"
#include "core/claim/claim.h"
#include "core/search/designer.h"
#include "core/strategy/identity_strategy.h"
#include "tests/core/batching/mixture_quadrature.h"
#include "tests/core/scenarios.h"

namespace noiseloom {
namespace {

Scenario balanced(Index n, Index k, double epsilon = 2, double delta = 1e-5) {
  return Scenario({.iterations = n,
                   .epochs = static_cast<double>(k),
                   .epsilon = epsilon,
                   .delta = delta,
                   .mechanism = &baselineMechanism(),
                   .batching = &batchings::balancedIterations});
}

std::unique_ptr<Accounting> accountingFor(const Scenario& scenario) {
  const IdentityStrategy independent(scenario.iterations);
  return accountingOf(scenario, independent, sensitivityOf(independent, scenario.participation()));
}

double noiseOf(const Scenario& scenario) {
  return accountingFor(scenario)->calibrate({}).noiseMultiplier.value;
}

Law chosenOf(Index n, Index k) {
  Law law;
  for (unsigned pattern = 0; pattern < 1U << n; ++pattern) {
    if (std::popcount(pattern) == k) law[pattern] = 1;
  }
  const auto count = static_cast<double>(law.size());
  for (auto& [pattern, p] : law) p = 1 / count;
  return law;
}

TEST(BalancedIterations, IsNeverBelowTheSumOverOutcomes) {
  std::mt19937 random(5);
  const auto between = [&](double least, double most) { return std::uniform_real_distribution<>(least, most)(random); };
  for (int i = 0; i < 60; ++i) {
    const Index n = 1 + i % 3, k = 1 + static_cast<Index>(between(0, static_cast<double>(n) - 1e-9));
    const double sigma = between(0.7, 3), epsilon = between(0, 2);
    SCOPED_TRACE(::testing::Message() << k << " of " << n << ", sigma " << sigma << ", epsilon " << epsilon);
    const SummedDelta exact = summedDelta(shiftsOf(chosenOf(n, k), n, 1, IdentityStrategy(n)), sigma, epsilon);
    const double certified = accountingFor(balanced(n, k))->deltaAt(sigma, epsilon, {});
    EXPECT_GE(certified, exact.worse() * (n < 3 ? 1 - 3e-3 : 1 - 6e-3));
    // Where one step is left out of none or all but one block has one step, nothing is lost.
    if (k == 1 || k == n) {
      EXPECT_LE(certified, exact.worse() * 1.02 + 1e-9);
    }
  }
}

// E_P (1 - e^(eps - L))_+ and E_Q (1 - e^(eps + L))_+ by draws, e^L the mean product of k of n lognormal numbers.
SummedDelta drawn(Index n, Index k, double sigma, double epsilon, Index draws) {
  std::mt19937_64 random(17);
  std::normal_distribution<> normal;
  SummedDelta delta;
  std::vector<double> sums;
  for (Index draw = 0; draw < draws; ++draw) {
    for (const bool removed : {true, false}) {
      // e_j of the elements so far, over binom(n, j) in the end.
      sums.assign(static_cast<std::size_t>(k) + 1, 0.0);
      sums[0] = 1;
      for (Index step = 0; step < n; ++step) {
        const double x = sigma * normal(random) + (removed && step < k ? 1 : 0);
        const double ratio = std::exp((x - 0.5) / (sigma * sigma));
        for (Index j = std::min(k, step + 1); j >= 1; --j)
          sums[static_cast<std::size_t>(j)] += ratio * sums[static_cast<std::size_t>(j) - 1];
      }
      const double ways = std::lgamma(static_cast<double>(n) + 1) - std::lgamma(static_cast<double>(k) + 1) -
                          std::lgamma(static_cast<double>(n - k) + 1);
      const double loss = std::log(sums.back()) - ways;
      (removed ? delta.remove : delta.add) +=
          std::max(0.0, 1 - std::exp(epsilon + (removed ? -loss : loss))) / static_cast<double>(draws);
    }
  }
  return delta;
}

TEST(BalancedIterations, IsNeverBelowDraws) {
  for (const auto& [n, k, sigma, epsilon] :
       {std::tuple<Index, Index, double, double>{12, 4, 1.2, 1}, {20, 3, 0.8, 1}, {25, 10, 2, 0.5}, {40, 7, 1, 2}}) {
    SCOPED_TRACE(::testing::Message() << k << " of " << n);
    const SummedDelta exact = drawn(n, k, sigma, epsilon, 40'000);
    const double certified = accountingFor(balanced(n, k))->deltaAt(sigma, epsilon, {});
    EXPECT_GE(certified, exact.worse() * 0.97);
    EXPECT_LE(certified, exact.worse() * 1.6);
  }
}

TEST(BalancedIterations, SpecialCases) {
  // One of all steps is a bin; all steps are a Gaussian mechanism; blocks of equal size are epochs.
  for (const Index n : {Index{2}, Index{10}, Index{100}}) {
    EXPECT_NEAR(noiseOf(balanced(n, 1)), RandomAllocation(n, 1).certifiedNoiseMultiplier(2, 1e-5).value, 1e-9);
    EXPECT_NEAR(noiseOf(balanced(n, n)), RandomAllocation(1, n).certifiedNoiseMultiplier(2, 1e-5).value, 1e-9);
  }
  EXPECT_NEAR(noiseOf(balanced(9, 9)), 3 * gaussianNoiseMultiplier(2, 1e-5), 1e-3);
  EXPECT_NEAR(noiseOf(balanced(2000, 20)),
              noiseOf(with(balanced(2000, 20), {.batching = &batchings::randomAllocation})), 1e-9);
  // Blocks that differ in size are accounted for as the smallest.
  EXPECT_NEAR(noiseOf(balanced(105, 10)), noiseOf(balanced(100, 10)), 1e-9);
}

TEST(BalancedIterations, AreAWholeNumberOfStepsEach) {
  EXPECT_EQ(problemOf(balanced(100, 5)), "");
  EXPECT_THAT(problemOf(with(balanced(100, 5), {.epochs = 5.5})), ::testing::HasSubstr("a whole number"));
  const auto made = design(balanced(100, 5));
  EXPECT_EQ(made->bands, 1);
  const PrivacyClaim claim = claimOf(*made);
  EXPECT_THAT(claim.assumptions.front().text.english(), ::testing::HasSubstr("exactly 5 of the 100 steps"));
  EXPECT_THAT(claim.accountant.method.english(), ::testing::HasSubstr("an upper bound of 5 of 100 steps"));
}

}  // namespace
}  // namespace noiseloom
