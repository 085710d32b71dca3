#include "core/monte_carlo/convex_tail.h"

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

#include "core/accounting/losses/analytic_gaussian.h"
#include "core/participation_mixture/sampling/mixture_weights.h"
#include "tests/core/participation_mixture/mixtures.h"

namespace noiseloom {
namespace {

TEST(ConvexTail, DeltaIsTheIntegralOverTheTail) {
  for (const double x : {-6.0, -3.0, -0.5, 0.4}) {
    for (const double slope : {0.5, 2.0, 9.0}) {
      double sum = 0;
      constexpr double kStep = 2e-4;
      for (int at = 0; at < 200'000; ++at) {
        const double u = kStep * (at + 0.5);
        sum += kStep * std::exp(-u) * 0.5 * std::erfc((slope * u - x) / std::numbers::sqrt2);
      }
      EXPECT_NEAR(logTailDelta(x, slope), std::log(sum), 1e-5) << x << " " << slope;
    }
  }
}

// One pattern of which all take part is a Gaussian mechanism: there the loss is linear, and the line is the tail.
TEST(ConvexTail, IsNeverBelowAGaussianMechanismAndCloseToIt) {
  const ParticipationMixture mixture(squareRoot(1, 1), RandomGroups{1, 1});
  const auto law = lawOf(mixture);
  const MixtureWeights weights(mixture.columns(), *law);
  const RunControl control;
  const DirectionContext context{&weights, Direction::Add, 0, 1e12, &control};
  for (const double stddev : {0.8, 1.5, 4.0}) {
    for (const double delta : {1e-9, 1e-6, 1e-3}) {
      const double epsilon = gaussianEpsilon(1 / stddev, delta);
      const NoisePoint point{stddev, epsilon};
      const auto plan = planTail(context, point, std::log(delta) + 1.5, 20, 0);
      ASSERT_TRUE(plan.has_value());
      ASSERT_GT(plan->draws, 0) << stddev << " " << delta;
      const DirectionCertificate shown = certifyTail(context, point, *plan, std::log(delta) + 1.5, 20, 0);
      EXPECT_GE(shown.logUpper, std::log(delta));
      EXPECT_NEAR(shown.logEstimate, std::log(delta), 0.8);
      EXPECT_LT(shown.logUpper, std::log(delta) + 2.5);
      // Nobody shows what is not so.
      const auto vain = planTail(context, point, std::log(delta) - 0.2, 20, 0);
      if (vain && vain->draws > 0) {
        EXPECT_FALSE(certifyTail(context, point, *vain, std::log(delta) - 0.2, 20, 0).accepted);
      }
    }
  }
}

}  // namespace
}  // namespace noiseloom
