#include "core/accounting/analytic_gaussian.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <string>

#include "core/accounting/gauss_legendre.h"
#include "core/base/errors.h"

namespace noiseloom {
namespace {

/// The definition, E (1 - e^{epsilon - L})_+ with L ~ N(mu^2/2, mu^2), by brute-force quadrature in long double.
long double logDeltaByDefinition(long double mu, long double epsilon) {
  const long double start = epsilon / mu - mu / 2;  // of the standardised loss
  const long double scale = std::exp(-0.5L * start * start);
  constexpr int kSteps = 400000;
  const long double width = 12.0L / (start > 1 ? start / 4 : 1.0L), h = width / kSteps;
  long double sum = 0;
  for (int i = 0; i <= kSteps; ++i) {  // Simpson, of exp(-s (s/2 + start)) (1 - e^{-mu s})
    const long double s = h * i;
    const long double weight = i == 0 || i == kSteps ? 1 : i % 2 == 1 ? 4 : 2;
    sum += weight * std::exp(-s * (0.5L * s + start)) * -std::expm1(-mu * s);
  }
  return std::log(sum * h / 3 / std::sqrt(2 * std::numbers::pi_v<long double>)) + std::log(scale);
}

TEST(AnalyticGaussian, DeltaMatchesItsDefinition) {
  for (const double mu : {0.01, 0.3, 0.9, 1.1, 2.0, 5.0}) {
    for (const double tail : {-1.0, 0.0, 2.0, 6.0, 12.0, 30.0}) {
      const double epsilon = mu * (tail + mu / 2);
      if (epsilon < 0) continue;
      const double expected = static_cast<double>(logDeltaByDefinition(mu, epsilon));
      EXPECT_NEAR(gaussianLogDelta(mu, epsilon), expected, 2e-12 * std::max(1.0, -expected)) << mu << " " << epsilon;
    }
  }
}

TEST(AnalyticGaussian, ComplementMatchesDelta) {
  for (const double mu : {0.1, 1.0, 4.0, 9.0}) {
    for (const double epsilon : {0.0, 0.5, 5.0}) {
      EXPECT_NEAR(gaussianDelta(mu, epsilon) + gaussianDeltaComplement(mu, epsilon), 1, 1e-14);
    }
  }
}

TEST(AnalyticGaussian, AtEpsilonZeroDeltaIsTotalVariation) {
  for (const double mu : {1e-8, 1e-3, 1.0, 3.0}) {
    EXPECT_NEAR(gaussianDelta(mu, 0) / std::erf(mu / std::sqrt(8.0)), 1, 1e-14);
  }
}

TEST(AnalyticGaussian, AnyTwoGiveTheThird) {
  for (const double epsilon : {1e-3, 0.1, 1.0, 8.0, 100.0}) {
    for (const double delta : {1e-300, 1e-100, 1e-30, 1e-10, 1e-5, 0.1, 0.5, 0.9, 1 - 1e-9}) {
      const double mu = gaussianMuFor(epsilon, delta);
      const double logDelta = std::log(delta);
      if (delta <= 0.5) {
        EXPECT_NEAR(gaussianLogDelta(mu, epsilon), logDelta, 2e-12 * std::max(1.0, -logDelta))
            << epsilon << " " << delta;
      } else {
        EXPECT_NEAR(gaussianDeltaComplement(mu, epsilon) / (1 - delta), 1, 1e-12) << epsilon << " " << delta;
      }
      EXPECT_NEAR(gaussianEpsilon(mu, delta), epsilon, 1e-11 * (epsilon + mu)) << epsilon << " " << delta;
      EXPECT_DOUBLE_EQ(gaussianNoiseMultiplier(epsilon, delta), 1 / mu);
    }
  }
}

TEST(AnalyticGaussian, EpsilonIsZeroOnceTotalVariationIsAllowed) {
  EXPECT_EQ(gaussianEpsilon(0.1, 0.2), 0);
  EXPECT_GT(gaussianEpsilon(0.1, 0.039), 0);
}

TEST(AnalyticGaussian, Zcdp) {
  EXPECT_DOUBLE_EQ(zcdpRho(2.0), 0.125);
  EXPECT_DOUBLE_EQ(noiseMultiplierForZcdp(zcdpRho(0.37)), 0.37);
}

TEST(AnalyticGaussian, RefusesByName) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  for (const double bad : {0.0, -1.0, nan, infinity}) {
    EXPECT_THROW(gaussianLogDelta(bad, 1), InvalidArgument);
    EXPECT_THROW(gaussianEpsilon(bad, 1e-5), InvalidArgument);
    EXPECT_THROW(zcdpRho(bad), InvalidArgument);
    EXPECT_THROW(noiseMultiplierForZcdp(bad), InvalidArgument);
  }
  for (const double bad : {-1e-9, nan, infinity}) EXPECT_THROW(gaussianMuFor(bad, 1e-5), InvalidArgument);
  for (const double bad : {0.0, 1.0, -1.0, nan, infinity}) EXPECT_THROW(gaussianMuFor(1, bad), InvalidArgument);
}

TEST(GaussLegendre, IsExactForPolynomials) {
  for (int degree = 0; degree < 12; ++degree) {
    const double integral = GaussLegendre<6>::rule().integrate(0, 2, [=](double x) { return std::pow(x, degree); });
    EXPECT_NEAR(integral / (std::pow(2, degree + 1) / (degree + 1)), 1, 1e-14) << degree;
  }
}

}  // namespace
}  // namespace noiseloom
