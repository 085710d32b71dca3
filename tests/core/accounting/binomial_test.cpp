#include "core/accounting/losses/binomial.h"

#include <gtest/gtest.h>

#include <cmath>

namespace noiseloom {
namespace {

long double massOf(Index n, long double p, Index k) {
  long double mass = 1;
  for (Index i = 0; i < k; ++i) mass *= p * static_cast<long double>(n - i) / static_cast<long double>(i + 1);
  return mass * std::pow(1 - p, static_cast<long double>(n - k));
}

TEST(Binomial, TailsAreSumsOfMasses) {
  for (const Index n : {1, 2, 7, 40, 300}) {
    for (const double p : {1e-6, 0.01, 0.3, 0.5, 0.97}) {
      for (const Index least : {Index{0}, Index{1}, n / 3, n / 2, n - 1, n, n + 1}) {
        long double above = 0, below = 0;
        for (Index k = 0; k <= n; ++k) (k >= least ? above : below) += massOf(n, p, k);
        const BinomialTails tails = binomialTails(n, p, least);
        EXPECT_NEAR(std::exp(tails.logAtLeast), static_cast<double>(above), 1e-11 * static_cast<double>(above) + 1e-15);
        EXPECT_NEAR(std::exp(tails.logBelow), static_cast<double>(below), 1e-11 * static_cast<double>(below) + 1e-15);
        if (above > 1e-300L && above < 0.5L) {
          EXPECT_NEAR(tails.logAtLeast, static_cast<double>(std::log(above)), 1e-11 * std::abs(tails.logAtLeast));
        }
      }
    }
  }
}

TEST(Binomial, LargeNumbersAreCloseToTheNormalLaw) {
  // 4 standard deviations above the mean of 10^12 trials: the first correction to the normal tail is of relative order
  // 4^3 / (6 sqrt(n p)), here 3e-5.
  const double n = 1e12, p = 0.25, deviation = std::sqrt(n * p * (1 - p));
  const auto least = static_cast<Index>(n * p + 4 * deviation);
  const double normal = 0.5 * std::erfc(4 / std::sqrt(2.0));
  EXPECT_NEAR(std::exp(binomialTails(Index{1'000'000'000'000}, p, least).logAtLeast) / normal, 1, 1e-4);
}

TEST(Binomial, TheBoundIsTheLeastOne) {
  for (const double logProbability : {-3.0, -20.0, -60.0}) {
    const Index bound = binomialBound(49999, 0.01, logProbability);
    EXPECT_LE(binomialTails(49999, 0.01, bound).logAtLeast, logProbability);
    EXPECT_GT(binomialTails(49999, 0.01, bound - 1).logAtLeast, logProbability);
  }
  EXPECT_EQ(binomialBound(5, 1.0, -1.0), 6);
}

TEST(Binomial, CapsOfTheDesignNotes) {
  // B = 500 of 50 000: what K costs a step.
  EXPECT_NEAR(std::exp(binomialTails(49999, 0.01, 634).logAtLeast), 4e-9, 5e-10);
  EXPECT_NEAR(std::exp(binomialTails(49999, 0.01, 656).logAtLeast), 1.2e-11, 1e-12);
  EXPECT_NEAR(std::exp(binomialTails(49999, 0.01, 678).logAtLeast), 1.8e-14, 2e-15);
}

}  // namespace
}  // namespace noiseloom
