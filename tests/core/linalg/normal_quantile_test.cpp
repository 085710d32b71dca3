#include "core/linalg/normal_quantile.h"

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

namespace noiseloom {
namespace {

TEST(NormalQuantile, TurnsTheDistributionRound) {
  for (int step = 0; step < 122; ++step) {
    const double x = -37 + 0.37 * step;
    const double u = 0.5 * std::erfc(-x / std::numbers::sqrt2);
    // Near 1 rounding of u moves x.
    const double moved = 2e-16 * std::sqrt(2 * std::numbers::pi) * std::exp(0.5 * x * x);
    EXPECT_NEAR(normalQuantile(u), x, 1e-13 * std::abs(x) + (x > 0 ? moved : 0) + 1e-15) << x;
  }
  EXPECT_NEAR(normalQuantile(0.5), 0, 1e-15);
  EXPECT_LE(normalQuantile(0), -38);
  EXPECT_GE(normalQuantile(1), 8);
}

}  // namespace
}  // namespace noiseloom
