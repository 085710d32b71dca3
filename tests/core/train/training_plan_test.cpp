#include "core/train/training_plan.h"

#include <gtest/gtest.h>

#include <limits>

#include "core/base/errors.h"
#include "tests/calls.h"
#include "tests/core/scenarios.h"
#include "tests/core/train/training_fixture.h"
#include "tests/matchers.h"

namespace noiseloom {
namespace {

std::shared_ptr<const TrainingTask> quadratic(Index examples) {
  return std::make_shared<QuadraticTask>(QuadraticTask::Shape{.curvatures = {1}, .examples = examples});
}

TEST(TrainingPlan, NoiseIsTheDesignsInProportionToTheClipNorm) {
  Scenario scenario = with(trainingScenario(24, 4, 120), {.clipNorm = 0.7});
  const auto solved = design(scenario);
  TrainingPlan plan{quadratic(120), solved};
  EXPECT_EQ(plan.effectiveClipNorm(), 0.7);
  EXPECT_EQ(plan.noiseStddev(), solved->stddev);
  plan.clipNorm = 2.1;
  EXPECT_EQ(plan.effectiveClipNorm(), 2.1);
  EXPECT_NEAR(plan.noiseStddev(), 3 * solved->stddev, 1e-12 * solved->stddev);
  EXPECT_GE(plan.noiseStddev() / 2.1, solved->stddev / 0.7);  // never too small
  scenario.clipNorm = 2.1;
  EXPECT_NEAR(plan.noiseStddev(), design(scenario)->stddev, 1e-12 * solved->stddev);
  plan.protection = Protection::NoNoise;
  EXPECT_EQ(plan.noiseStddev(), 0);
  EXPECT_EQ(plan.effectiveClipNorm(), 2.1);
  plan.protection = Protection::Unclipped;
  EXPECT_EQ(plan.noiseStddev(), 0);
  EXPECT_EQ(plan.effectiveClipNorm(), std::numeric_limits<double>::infinity());
}

TEST(TrainingPlan, RefusesWhatCannotBeRun) {
  const auto solved = design(trainingScenario(24, 4, 120));
  const auto refusal = [](const TrainingPlan& plan) { return messageOf<InvalidArgument>([&] { plan.validate(); }); };
  EXPECT_NO_THROW((TrainingPlan{quadratic(120), solved}.validate()));
  EXPECT_THAT(refusal({nullptr, solved}), HasSubstr("task"));
  EXPECT_THAT(refusal({quadratic(120), nullptr}), HasSubstr("design"));
  EXPECT_THAT(refusal({quadratic(119), solved}),
              HasSubstr("dataset_size = 120 is not allowed: use a design for the 119 examples"));
  for (const double rate : {0.0, -1.0, 1e7, std::nan("")})
    EXPECT_THAT(refusal({quadratic(120), solved, rate}), HasSubstr("learning_rate"));
  // Of norms near the last one the squares are no normal numbers.
  for (const double clip : {0.0, -1.0, std::numeric_limits<double>::infinity(), 1e-162})
    EXPECT_THAT(refusal({quadratic(120), solved, 0.1, clip}), HasSubstr("clip_norm"));
  auto sketch = std::make_shared<Design>(*solved);
  sketch->estimated = true;
  EXPECT_THAT(refusal({quadratic(120), sketch}), HasSubstr("certified"));
  EXPECT_NO_THROW((TrainingPlan{quadratic(120), sketch, 0.1, {}, Protection::NoNoise}.validate()));
}

}  // namespace
}  // namespace noiseloom
