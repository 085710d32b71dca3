#include "core/balls_in_bins/sampling/diagonal_bins.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/accounting/losses/analytic_gaussian.h"
#include "core/balls_in_bins/certificate.h"
#include "tests/thorough.h"

namespace noiseloom {
namespace {

double normalBelow(double x) {
  return 0.5 * std::erfc(-x * std::sqrt(0.5));
}

// One direction's delta for two orthogonal bins of norm one, without any difference of large terms: Black and Scholes'
// formula over the first bin's lognormal number, and one integral over the second's, by the trapezoidal rule in the
// distance to where the formula's strike is 0, or in its logarithm.
double exactDelta(Direction direction, double stddev, double epsilon) {
  const bool removed = direction == Direction::Remove;
  const double factor = std::exp(removed ? epsilon : -epsilon), deviation = 1 / stddev;
  const double border = (std::log(2 * factor) + 0.5 * deviation * deviation) / deviation;
  const double most = 14 + deviation;  // of the second bin's score, that counts
  const bool early = border < most;
  double sum = 0;
  constexpr double kStep = 0.01;
  for (double u = early ? std::log(1e-13) : border - most; u < (early ? std::log(border + 14) : border + 14);
       u += kStep) {
    const double distance = early ? std::exp(u) : u;
    const double z = border - distance;
    const double strike = 2 * factor * -std::expm1(-deviation * distance);
    const double d1 = 0.5 * deviation - std::log(strike) / deviation, d2 = d1 - deviation;
    const double option =
        removed ? normalBelow(d1) - strike * normalBelow(d2) : strike * normalBelow(-d2) - normalBelow(-d1);
    sum += option * std::exp(-0.5 * z * z) * (early ? distance : 1) * kStep / 2.5066282746310005;
  }
  // Beyond the border the strike is negative: the call is sure to be used, the put is worth nothing.
  if (removed) sum += normalBelow(deviation - border) + (1 - 2 * factor) * normalBelow(-border);
  return 0.5 * sum / (removed ? 1 : factor);
}

double exactDelta(double stddev, double epsilon) {
  return std::max(exactDelta(Direction::Remove, stddev, epsilon), exactDelta(Direction::Add, stddev, epsilon));
}

const BinGram kTwo{2, {1, 0, 0, 1}};
constexpr Index kNodes = Index{1} << 14;

TEST(DiagonalBins, NeverBelowQuadratureDownToWhereRoundingShows) {
  const DiagonalBins bins(2, 1, kNodes);
  int found = 0, at = 0;
  for (const double epsilon : {0.05, 1.0, 3.0, 5.2, 6.5, 8.0, 9.0}) {
    for (const double above : {1.01, 1.1, 1.5, 3.0, 20.0, 1e3, 1e6}) {
      if (at++ % thorough(5, 1) != 0) continue;
      const double delta = std::exp(bins.logRounding() + epsilon) * above;
      if (delta > 0.1) continue;
      const NoiseAxis axis(NoiseUnknown::Stddev, {gaussianNoiseMultiplier(epsilon, delta), epsilon});
      const auto root = diagonalRoot(kTwo, axis, delta, kNodes, {});
      ASSERT_TRUE(root);
      const double stddev = axis.at(root->x).stddev;
      const double exact = exactDelta(stddev, epsilon);
      const DiagonalBins::Delta bound = bins.delta({stddev, epsilon});
      EXPECT_GE(bound.upper, exact) << "epsilon " << epsilon << " stddev " << stddev;
      EXPECT_GE(delta, exact) << "epsilon " << epsilon << " stddev " << stddev;
      // And no further from it than it says.
      EXPECT_LE(bound.upper, exact * (1 + 1e-4) + 2 * bound.rounding);
      EXPECT_LE(bound.rounding, DiagonalBins::kMostRounding * bound.upper);
      // Not by luck alone: without its allowance it is off by less than a quarter of that.
      EXPECT_GE(bound.upper - 0.75 * bound.rounding, exact) << "epsilon " << epsilon << " stddev " << stddev;
      ++found;
    }
  }
  EXPECT_GT(found, thorough(8, 45));
}

TEST(DiagonalBins, CertificatesFallBackToSamplingWhereRoundingShows) {
  struct Case {
    double epsilon, stddev, exact;
    SampledMethod method;
  };
  for (const Case& c : {Case{8, 0.70363048721567156, 6.41683e-9, SampledMethod::Deterministic},
                        Case{6.5, 0.91103184029721973, 1.432716e-10, SampledMethod::MonteCarlo},
                        Case{3, 2, 4.51197e-14, SampledMethod::MonteCarlo}}) {
    const double exact = exactDelta(c.stddev, c.epsilon);
    EXPECT_NEAR(exact, c.exact, 2e-6 * exact);
    const SampledCertificate delta = certifiedDelta(kTwo, c.stddev, c.epsilon);
    EXPECT_EQ(delta.method, c.method);
    EXPECT_GE(delta.value, exact);
    EXPECT_LT(delta.value, 1.4 * exact);
    EXPECT_GT(delta.errorBound, 0.5 * (delta.value / exact - 1)) << "epsilon " << c.epsilon;
    EXPECT_GE(certifiedNoise(kTwo, c.epsilon, exact).value, c.stddev);
    EXPECT_GE(certifiedEpsilon(kTwo, c.stddev, exact).value, c.epsilon);
  }
}

TEST(DiagonalBins, StatesItsErrorRelativeToTheUnknown) {
  const double delta = certifiedDelta(kTwo, 0.5, 9).value;
  const SampledCertificate epsilon = certifiedEpsilon(kTwo, 0.5, delta);
  ASSERT_EQ(epsilon.method, SampledMethod::Deterministic);
  const std::optional<DiagonalRoot> root = diagonalRoot(kTwo, {NoiseUnknown::Epsilon, {0.5, 30}}, delta, kNodes, {});
  ASSERT_TRUE(root);
  EXPECT_NEAR(epsilon.errorBound * epsilon.value, -root->relativeError / root->slope,
              1e-5 * epsilon.value + 0.01 * epsilon.errorBound);
}

}  // namespace
}  // namespace noiseloom
