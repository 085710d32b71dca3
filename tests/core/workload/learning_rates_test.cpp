#include "core/workload/learning_rates.h"

#include <gtest/gtest.h>

#include "core/base/errors.h"
#include "core/scenario/scenario.h"
#include "tests/calls.h"
#include "tests/core/scenarios.h"

namespace noiseloom::test {
namespace {

TEST(LearningRates, ALinearScheduleRisesAndFalls) {
  const std::vector<double> rates = learningRates({ScheduleKind::Linear, 0.2, 0.5, {}}, 20);
  ASSERT_EQ(rates.size(), 20u);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(rates[i], 0.05 + 0.95 * static_cast<double>(i) / 4, 1e-15);
  for (std::size_t i = 4; i < 10; ++i) EXPECT_EQ(rates[i], 1);
  EXPECT_EQ(rates.back(), 0.05);
  EXPECT_NEAR(rates[10], 0.05 + 0.95 * 0.9, 1e-15);
}

TEST(LearningRates, ACosineFallsFromTheWarmUpToTheLeastRate) {
  const std::vector<double> rates = learningRates({ScheduleKind::Cosine, 0.1, 0, {}}, 1000);
  EXPECT_EQ(rates.front(), 0.05);
  EXPECT_NEAR(rates[100], 1, 1e-4);
  EXPECT_NEAR(rates[549], 0.525, 2e-3);  // half-way down
  EXPECT_EQ(rates.back(), 0.05);
  for (std::size_t i = 101; i < 1000; ++i) EXPECT_LT(rates[i], rates[i - 1]);
}

TEST(LearningRates, BadSchedulesAreRefusedByName) {
  const auto refused = [](const LearningRateSchedule& schedule, Index count) {
    return refusedArgument([&] { learningRates(schedule, count); });
  };
  EXPECT_EQ(refused({ScheduleKind::Linear, 1.5, 0, {}}, 10), "warmup");
  EXPECT_EQ(refused({ScheduleKind::Linear, 0, std::nan(""), {}}, 10), "cooldown");
  EXPECT_EQ(refused({ScheduleKind::Linear, 0.75, 0.5, {}}, 10), "cooldown");
  EXPECT_EQ(refused({ScheduleKind::File, 0, 0, "rates.txt"}, 10), "learning_rates");
  EXPECT_EQ(refused({}, 0), "iterations");
  EXPECT_EQ(refused({ScheduleKind::Linear, 1, 0, {}}, 1), "nothing was refused");
}

TEST(LearningRates, NamesGoBothWays) {
  for (const ScheduleKind kind :
       {ScheduleKind::Constant, ScheduleKind::Linear, ScheduleKind::Cosine, ScheduleKind::File})
    EXPECT_EQ(fromName<ScheduleKind>(toString(kind)), kind);
  EXPECT_EQ(fromName<ScheduleKind>("Linear"), std::nullopt);
}

TEST(Scenario, OtherIterationsBringTheirLearningRates) {
  Scenario scenario({.schedule = {ScheduleKind::Cosine, 0.1, 0, {}}});
  scenario.workload = Workload::learningRates(learningRates(scenario.schedule, 2000), 0.9);
  const Scenario shorter = scenario.withIterations(500);
  EXPECT_EQ(shorter.iterations, 500);
  EXPECT_EQ(shorter.workload.fixedIterations(), 500);
  EXPECT_EQ(shorter.workload.beta(), 0.9);
  EXPECT_TRUE(shorter.problems().empty());
  const Scenario file = with(scenario, {.schedule = LearningRateSchedule{ScheduleKind::File, 0, 0, "rates.txt"}});
  ASSERT_EQ(file.withIterations(500).problems().size(), 1u);
  EXPECT_EQ(file.withIterations(500).problems()[0].argument(), "size of learning_rates");
}

}  // namespace
}  // namespace noiseloom::test
