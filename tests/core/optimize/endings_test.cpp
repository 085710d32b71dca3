#include "core/optimize/endings.h"

#include <gtest/gtest.h>

#include "core/optimize/line_minimum.h"

namespace noiseloom {
namespace {

TEST(Endings, AreFoundAgainByTheirWords) {
  const Text all[] = {Text(endings::kGradient, 2.5e-9, 1e-8),
                      Text(endings::kDecrement, 2.5e-9, 3e-5),
                      Text(endings::kFlat, 2.5e-9),
                      Text(endings::kResolved, 2.5e-9),
                      endings::kNoLowerPoint,
                      endings::kLimit,
                      endings::kIterations,
                      endings::kEvaluations,
                      endings::kRounds,
                      endings::kStopped,
                      endings::kNotStarted,
                      endings::kCancelled,
                      endings::kUnamplified,
                      endings::kSquareRoot,
                      endings::kOneBand,
                      Text(endings::kNoChange, endings::kConstant),
                      Text(endings::kNoChange, endings::kPart),
                      Text(endings::kEndOfRange, endings::kExponent)};
  for (const Text& message : all) {
    const Text found = endings::read(message.english(), 2.5e-9);
    EXPECT_EQ(found, message);
    EXPECT_EQ(found.phrase(), message.phrase());
  }
  EXPECT_TRUE(endings::read("words of another version", 1).phrase().empty());
  EXPECT_EQ(endings::read("words of another version", 1), "words of another version");
  EXPECT_EQ(endings::read("", 1), Text());
}

TEST(Endings, AreThoseOfTheOptimisers) {
  std::vector<double> x{3};
  const auto parabola = [](std::span<const double> at, std::span<double> gradient) {
    gradient[0] = 2 * at[0];
    return 1 + at[0] * at[0];
  };
  OptimizerSummary summary = minimizeLbfgs(parabola, x, {});
  EXPECT_EQ(endings::read(summary.message.english(), summary.relativeGradient).phrase(), summary.message.phrase());
  LineOptions options;
  options.variable = endings::kExponent;
  summary = minimizeAlongLine([](double at) { return 1 + at * at; }, options).summary;
  EXPECT_EQ(summary.message, "the error no longer changes with the exponent");
  EXPECT_EQ(endings::read(summary.message.english(), 0).phrase(), endings::kNoChange);
}

}  // namespace
}  // namespace noiseloom
