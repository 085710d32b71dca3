#include "core/audit/tail_bounds.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

namespace noiseloom {
namespace {

// P[X = x] of a binomial, by products.
double binomial(Index trials, double q, Index x) {
  double made = 1;
  for (Index i = 0; i < x; ++i) made *= q * static_cast<double>(trials - i) / static_cast<double>(i + 1);
  return made * std::pow(1 - q, static_cast<double>(trials - x));
}

TEST(TailBounds, OfCoinsAreTheirSums) {
  for (const Index trials : {1, 7, 40}) {
    for (const double q : {0.01, 0.3, 0.97}) {
      double tail = 0;
      for (Index x = trials; x >= 0; --x) {
        tail += binomial(trials, q, x);
        EXPECT_NEAR(binomialTail(trials, q, x), tail, 1e-12 * tail) << trials << " " << q << " " << x;
      }
      EXPECT_EQ(binomialTail(trials, q, trials + 1), 0);
    }
  }
  EXPECT_NEAR(binomialTail(100'000'000, 0.25, 25'000'000), 0.5, 1e-4);
}

// Who answers for each canary by its coin with probability d, and else truly with probability e^eps/(1 + e^eps), is
// (eps, d)-DP, and its answers are as often right as any guess is: the bound is of no more than it may be.
TEST(TailBounds, OfGuessesHoldForRandomisedResponse) {
  for (const Index canaries : {20, 60}) {
    for (const double epsilon : {0.0, 0.5, 2.0, 5.0}) {
      for (const double delta : {0.0, 1e-4, 3e-3}) {
        const double right = delta + (1 - delta) / (1 + std::exp(-epsilon));
        double tail = 0;
        double above = 0;
        for (Index x = canaries; x >= 0; --x) {
          const double mass = binomial(canaries, right, x);
          tail += mass;
          EXPECT_GE(rightGuessesBound(canaries, canaries, x, epsilon, delta), tail * (1 - 1e-12));
          if (epsilonOfGuesses(canaries, canaries, x, delta, 0.05) > epsilon) above += mass;
        }
        EXPECT_LE(above, 0.05) << canaries << " " << epsilon << " " << delta;
        EXPECT_TRUE(delta > 0 || canaries < 60 || epsilon > 2 || above > 0.001) << "so wide that it says nothing";
      }
    }
  }
}

TEST(TailBounds, TheEpsilonOfGuessesIsTheLargestThatIsRefuted) {
  for (const double delta : {0.0, 1e-5}) {
    for (const Index right : {120, 170, 200}) {
      const double epsilon = epsilonOfGuesses(200, 200, right, delta, 0.01);
      EXPECT_GT(epsilon, 0) << right;
      EXPECT_LE(rightGuessesBound(200, 200, right, epsilon, delta), 0.01);
      EXPECT_GT(rightGuessesBound(200, 200, right, epsilon + 1e-3, delta), 0.01);
    }
    EXPECT_EQ(epsilonOfGuesses(200, 200, 100, delta, 0.01), 0);
  }
  // All of r right: q^r = level.
  EXPECT_NEAR(epsilonOfGuesses(50, 50, 50, 0, 0.05), -std::log(std::pow(0.05, -1.0 / 50) - 1), 1e-9);
  EXPECT_EQ(epsilonOfGuesses(20, 20, 20, 0.5, 0.05), 0) << "delta alone explains it";
}

// Two squares are exponential: P[mean square >= m] = e^-m.
TEST(TailBounds, OfVariancesHoldForTwoSquares) {
  for (const double m : {0.001, 0.1, 0.9}) EXPECT_GE(varianceBound(2, m), std::min(1.0, 2 * -std::expm1(-m)));
  for (const double m : {1.1, 3.0, 12.0}) EXPECT_GE(varianceBound(2, m), 2 * std::exp(-m));
  EXPECT_EQ(varianceBound(2, 0), 0);
  const auto [least, most] = varianceInterval(1000, 2.5, 0.01);
  EXPECT_NEAR(varianceBound(1000, 2.5 / least), 0.01, 1e-9);
  EXPECT_NEAR(varianceBound(1000, 2.5 / most), 0.01, 1e-9);
  EXPECT_LT(least, 2.5);
  EXPECT_GT(most, 2.5);
  EXPECT_LT(most, 2.5 * 1.2);
}

TEST(TailBounds, OfSignsHoldForEnumeratedOnes) {
  const std::vector<double> weights{3, 1, 4, 1, 5, 0.5, 2, 6, 0.1, 2};
  const double squares = std::inner_product(weights.begin(), weights.end(), weights.begin(), 0.0);
  for (const double distance : {1.0, 6.0, 12.0, 18.0, 24.5}) {
    Index as = 0;
    for (unsigned signs = 0; signs < 1U << weights.size(); ++signs) {
      double sum = 0;
      for (std::size_t i = 0; i < weights.size(); ++i) sum += (signs >> i & 1U) != 0 ? weights[i] : -weights[i];
      if (std::abs(sum) >= distance) ++as;
    }
    EXPECT_GE(signsBound(distance, squares), static_cast<double>(as) / 1024);
  }
  EXPECT_EQ(signsBound(0, 0), 1);
}

TEST(TailBounds, OfNormalsAreTheirInverse) {
  EXPECT_NEAR(normalBound(1.959963984540054), 0.05, 1e-12);
  EXPECT_NEAR(normalDistance(0.05), 1.959963984540054, 1e-12);
}

}  // namespace
}  // namespace noiseloom
