#include "core/train/training_summary.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/errors.h"
#include "tests/matchers.h"

namespace noiseloom {
namespace {

// Runs that end with these accuracies; their losses are three times as large.
std::vector<TrainingHistory> ending(const std::vector<double>& accuracies) {
  std::vector<TrainingHistory> runs;
  for (const double value : accuracies) {
    runs.push_back(
        {.evaluations = {
             {.step = 0, .loss = 1, .of = 10, .testLoss = 1, .accuracy = 0.5, .testOf = 10},
             {.step = 8, .loss = 3 * value, .of = 10, .testLoss = 4 * value, .accuracy = value, .testOf = 10}}});
  }
  return runs;
}

TEST(TrainingSummary, StatisticsAreAsByHand) {
  const SeedStatistics found = statisticsOf(std::vector<double>{1, 2, 3, 6});
  EXPECT_EQ(found.seeds, 4);
  EXPECT_DOUBLE_EQ(found.mean, 3);
  EXPECT_DOUBLE_EQ(found.stddev, std::sqrt(14.0 / 3));
  EXPECT_DOUBLE_EQ(found.standardError, std::sqrt(14.0 / 12));
  EXPECT_EQ(found.least, 1);
  EXPECT_EQ(found.most, 6);
  EXPECT_EQ(statisticsOf({}).seeds, 0);
  EXPECT_EQ(statisticsOf(std::vector<double>{5}).stddev, 0);
}

TEST(TrainingSummary, CurvesHaveAPointForEachStep) {
  auto runs = ending({0.6, 0.8});
  runs.push_back({.evaluations = {{.step = 0, .loss = 4, .of = 10}}, .divergedAt = 3});
  const auto curve = curveOf(runs);
  ASSERT_EQ(curve.size(), 2U);
  EXPECT_EQ(curve[0].step, 0);
  EXPECT_EQ(curve[0].loss.seeds, 3);
  EXPECT_DOUBLE_EQ(curve[0].loss.mean, 2);
  EXPECT_EQ(curve[0].accuracy.seeds, 2);
  EXPECT_EQ(curve[1].step, 8);
  EXPECT_DOUBLE_EQ(curve[1].accuracy.mean, 0.7);
  EXPECT_DOUBLE_EQ(curve[1].testLoss.mean, 2.8);
  EXPECT_EQ(divergedRuns(runs), 1);
  EXPECT_EQ(finalStatistics(runs, TrainingMeasure::Loss).seeds, 2);
  EXPECT_EQ(finalValues(runs, TrainingMeasure::Accuracy).back(), std::nullopt);
}

TEST(TrainingSummary, DifferencesArePairedAndSayHowManySeedsTheyNeed) {
  // Differences 1, 2, 3, 4, 5: mean 3, standard error sqrt(2.5 / 5), 4.2 of them.
  const auto seen = differenceOf(ending({11, 22, 33, 44, 55}), ending({10, 20, 30, 40, 50}), TrainingMeasure::Accuracy);
  EXPECT_TRUE(seen.seen);
  EXPECT_DOUBLE_EQ(seen.difference.mean, 3);
  EXPECT_THAT(seen.text().english(), HasSubstr("a difference is seen: 4.2 standard errors"));
  // Differences -2, -1, 0, 1, 4: mean 0.4, variance 5.3: (2 sqrt(5.3) / 0.4)^2 = 132.5.
  const auto unseen =
      differenceOf(ending({8, 19, 30, 41, 54}), ending({10, 20, 30, 40, 50}), TrainingMeasure::Accuracy);
  EXPECT_FALSE(unseen.seen);
  EXPECT_EQ(unseen.seedsNeeded, 133);
  EXPECT_THAT(unseen.text().english(), HasSubstr("no difference seen; as it looks now, 128"));
  const auto none = differenceOf(ending({1, 2, 3, 4, 5}), ending({1, 2, 3, 4, 5}), TrainingMeasure::TestLoss);
  EXPECT_FALSE(none.seen);
  EXPECT_EQ(none.text().english(), "no difference seen");
  const auto few = differenceOf(ending({1, 2}), ending({3, 4}), TrainingMeasure::Accuracy);
  EXPECT_FALSE(few.seen);
  EXPECT_THAT(few.text().english(), HasSubstr("too few seeds"));
  EXPECT_THROW(differenceOf(ending({1}), ending({1, 2}), TrainingMeasure::Accuracy), InvalidArgument);
}

// The rule says "seen" of two equal designs in about one study of twenty.
TEST(TrainingSummary, EqualDesignsSeldomLookDifferent) {
  const auto law = [](std::uint64_t seed) {
    std::vector<double> values(40);
    std::uint64_t state = seed * 2654435761U + 12345;
    for (double& value : values) {
      value = 0;
      for (int i = 0; i < 12; ++i) {  // about normal
        state = state * 6364136223846793005U + 1442695040888963407U;
        value += static_cast<double>(state >> 11U) * 0x1p-53;
      }
    }
    return values;
  };
  Index seen = 0;
  for (std::uint64_t study = 0; study < 1000; ++study)
    seen += differenceOf(ending(law(2 * study)), ending(law(2 * study + 1)), TrainingMeasure::Accuracy).seen ? 1 : 0;
  EXPECT_GT(seen, 20);
  EXPECT_LT(seen, 90);
}

}  // namespace
}  // namespace noiseloom
