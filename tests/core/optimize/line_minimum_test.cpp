#include "core/optimize/line_minimum.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

namespace noiseloom {
namespace {

struct Case {
  std::function<double(double)> f;
  double minimum;
  double tolerance;  // of the place, by the rounding of f
  Index mostEvaluations;
};

// Evaluations are what a search costs: of a series of 10^6 terms each.
TEST(LineMinimum, IsFoundInFewEvaluations) {
  const Case cases[] = {
      {[](double x) { return 2 + (x - 3) * (x - 3); }, 3, 1e-7, 12},
      {[](double x) { return std::cosh(x - 1.3); }, 1.3, 1e-7, 16},
      {[](double x) { return std::exp(x) - 3 * x + 5; }, std::log(3), 1e-7, 16},
      {[](double x) { return 1 + std::pow(x - 0.4, 4); }, 0.4, 1e-3, 45},
      {[](double x) { return 1 + std::abs(x + 0.7); }, -0.7, 1e-7, 60},
      {[](double x) { return x < 0.2 ? std::numeric_limits<double>::infinity() : 1 + x; }, 0.2, 1e-7, 60},
  };
  for (const Case& each : cases) {
    const LineMinimum found = minimizeAlongLine(each.f, {.start = 0.5, .variable = {}});
    EXPECT_TRUE(found.found());
    EXPECT_EQ(found.summary.termination, Termination::Converged);
    EXPECT_NEAR(found.x, each.minimum, each.tolerance);
    EXPECT_LE(found.summary.evaluations, each.mostEvaluations) << each.minimum;
    EXPECT_EQ(found.summary.objective, each.f(found.x));
  }
}

TEST(LineMinimum, MayBeAtTheEndOfTheRange) {
  for (const double direction : {-1.0, 1.0}) {
    const auto f = [&](double x) { return std::exp(direction * x); };
    const LineMinimum found = minimizeAlongLine(f, {.start = 0.5, .least = -2, .most = 3, .variable = {}});
    EXPECT_NEAR(found.x, direction > 0 ? -2 : 3, 1e-7);
  }
}

}  // namespace
}  // namespace noiseloom
