#include "core/accounting/losses/renyi.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include "core/accounting/calibration/calibration.h"
#include "tests/calls.h"

namespace noiseloom {
namespace {

// The divergence of P = (1 - q) N(0, s^2) + q N(1, s^2) from Q = N(0, s^2), or of Q from P, by the trapezoid rule over
// the outcomes, which is exact to rounding for integrands that fall like a normal density.
double byQuadrature(double order, double q, double sigma, bool adding) {
  constexpr int kNodes = 40'000;
  const double low = -12 * sigma - order, high = 12 * sigma + order + 1, width = (high - low) / kNodes;
  double most = -std::numeric_limits<double>::infinity(), sum = 0;
  for (int pass = 0; pass < 2; ++pass) {
    for (int i = 0; i <= kNodes; ++i) {
      const double x = low + i * width;
      const double logQ = -0.5 * x * x / (sigma * sigma) - std::log(sigma) - 0.5 * std::log(2 * std::numbers::pi);
      const double ratio = (x - 0.5) / (sigma * sigma);
      const double loss = ratio > 30 ? ratio + std::log(q) + std::log1p((1 - q) / q * std::exp(-ratio))
                                     : std::log1p(q * std::expm1(ratio));
      const double term = adding ? logQ + (1 - order) * loss : logQ + order * loss;
      if (pass == 0) {
        most = std::max(most, term);
      } else {
        sum += std::exp(term - most);
      }
    }
  }
  return (most + std::log(sum * width)) / (order - 1);
}

TEST(SubsampledRenyi, IsThatOfRemovingAndNoLessThanThatOfAdding) {
  std::mt19937 random(3);
  const auto uniform = [&random](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  for (int i = 0; i < 60; ++i) {
    const Index order = 2 + static_cast<Index>(random() % 12);
    const double q = i % 3 == 0 ? std::pow(10, uniform(-2, 0)) : uniform(0.01, 0.99);
    const double sigma = uniform(0.7, 4);
    const double value = subsampledRenyi(order, q, sigma);
    const double removing = byQuadrature(static_cast<double>(order), q, sigma, false);
    EXPECT_NEAR(value / removing, 1, 1e-7) << order << " " << q << " " << sigma;
    EXPECT_GE(value, removing - 1e-11) << order << " " << q << " " << sigma;
    EXPECT_GE(value, byQuadrature(static_cast<double>(order), q, sigma, true) - 1e-11) << order << " " << q;
  }
}

TEST(SubsampledRenyi, HasItsLimits) {
  // Order 2 is log(1 + q^2 (e^(1/s^2) - 1)).
  for (const double q : {1e-9, 1e-4, 0.3, 1.0}) {
    for (const double sigma : {0.3, 1.0, 20.0}) {
      const double exact = std::log1p(q * q * std::expm1(1 / (sigma * sigma)));
      EXPECT_GE(subsampledRenyi(2, q, sigma), exact * (1 - 1e-15)) << q << " " << sigma;
      EXPECT_NEAR(subsampledRenyi(2, q, sigma) / exact, 1, 1e-11) << q << " " << sigma;
    }
  }
  // It rises with the order and with q, up to that of a step that everybody is in.
  for (const double sigma : {0.5, 2.0}) {
    for (const Index order : {Index{2}, Index{3}, Index{30}, Index{1000}, kMostRenyiOrder}) {
      EXPECT_LE(subsampledRenyi(order, 0.1, sigma), subsampledRenyi(order, 0.2, sigma));
      EXPECT_LE(subsampledRenyi(order, 1 - 1e-12, sigma), subsampledRenyi(order, 1, sigma) * (1 + 1e-9));
      if (order == kMostRenyiOrder) continue;
      EXPECT_LT(subsampledRenyi(order, 0.1, sigma), subsampledRenyi(order + 1, 0.1, sigma));
    }
  }
  EXPECT_TRUE(std::isfinite(subsampledRenyi(kMostRenyiOrder, 0.5, 1e-3)));
  EXPECT_GT(subsampledRenyi(kMostRenyiOrder, 1e-9, 1e6), 0);
}

// What follows from the divergences of all orders is a promise, and so no better than the certified one.
TEST(SubsampledRenyi, PromisesNoMoreThanThePrivacyLoss) {
  const double q = 0.01, sigma = 1.0, delta = 1e-6;
  constexpr Index kSteps = 1000;
  double epsilon = std::numeric_limits<double>::infinity();
  for (Index order = 2; order <= 64; ++order) {
    const auto a = static_cast<double>(order);
    epsilon = std::min(epsilon, kSteps * subsampledRenyi(order, q, sigma) + std::log1p(-1 / a) -
                                    (std::log(delta) + std::log(a)) / (a - 1));
  }
  const double certified = PoissonSteps(q, kSteps).certifiedEpsilon(sigma, delta).value;
  EXPECT_GT(epsilon, certified);
  EXPECT_LT(epsilon, 1.3 * certified);
}

TEST(SubsampledRenyi, RefusesByName) {
  EXPECT_EQ(refusedArgument([] { subsampledRenyi(1, 0.1, 1); }), "rdp");
  EXPECT_EQ(refusedArgument([] { subsampledRenyi(kMostRenyiOrder + 1, 0.1, 1); }), "rdp");
  EXPECT_EQ(refusedArgument([] { subsampledRenyi(2, 0, 1); }), "sampling_probability");
  EXPECT_EQ(refusedArgument([] { subsampledRenyi(2, std::nan(""), 1); }), "sampling_probability");
  EXPECT_EQ(refusedArgument([] { subsampledRenyi(2, 0.1, 0); }), "noise_multiplier");
}

}  // namespace
}  // namespace noiseloom
