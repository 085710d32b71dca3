#include "core/linalg/lane_exp.h"

#include <gtest/gtest.h>

#include <cmath>

namespace noiseloom {
namespace {

TEST(LaneExp, IsTheExponential) {
  for (double x = -708; x <= 709; x += 0.37) EXPECT_NEAR(laneExp(x) / std::exp(x), 1, 2e-15) << x;
  EXPECT_EQ(laneExp(-1000), 0);
  EXPECT_EQ(laneExp(0), 1);
}

TEST(LaneExp, KeepsTheDigitsOfWhatIsNearZero) {
  EXPECT_EQ(laneExpm1(0), 0);
  EXPECT_EQ(laneExpm1(-1e300), -1);
  for (const double sign : {-1.0, 1.0}) {
    for (double x = 1e-300; x < 709; x *= 1.31) {
      const double expected = std::expm1(sign * x);
      EXPECT_NEAR(laneExpm1(sign * x) / expected, 1, 2e-15) << sign * x;
    }
  }
}

}  // namespace
}  // namespace noiseloom
