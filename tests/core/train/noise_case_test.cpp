#include "core/train/noise_case.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/base/errors.h"
#include "core/batching/list.h"
#include "core/mechanism/list.h"
#include "core/search/designer.h"
#include "core/train/default_training.h"
#include "core/train/training_study.h"
#include "tests/core/scenarios.h"
#include "tests/matchers.h"

namespace noiseloom {
namespace {

// A few hundred points, so that a run takes a moment.
NoiseCaseQuestion question(double epsilon, const Mechanism* mechanism = &mechanisms::bandedToeplitz) {
  NoiseCaseQuestion asked;
  asked.scenario =
      with(defaultTraining().scenarios.front(),
           {.iterations = 100, .epochs = 10, .epsilon = epsilon, .mechanism = mechanism, .datasetSize = 500});
  asked.task = [](Index examples) {
    DefaultTraining training = defaultTraining();
    training.data.train = examples;
    training.data.test = 500;
    return taskOf(training);
  };
  return asked;
}

TEST(NoiseCase, IsTheNearestEpsilonAtWhichTrainingTellsThemApart) {
  const NoiseCaseQuestion asked = question(40);
  std::vector<std::string> stages;
  double before = 0;
  const NoiseCase found = noiseCase(asked, {{}, [&](const Progress& now) {
                                              EXPECT_GE(now.fraction, before);
                                              before = now.fraction;
                                              stages.push_back(now.stage.english());
                                            }});
  ASSERT_EQ(found.outcome, NoiseCase::Outcome::Found);
  EXPECT_LT(found.scenario.epsilon, 40);
  const Scenario same = with(found.scenario, {.epsilon = 40});
  EXPECT_EQ(same, asked.scenario) << "one input has changed";
  EXPECT_THAT(stages.front(), HasSubstr("epsilon = 20, N = 500"));
  EXPECT_EQ(std::ssize(stages), found.tried);
  EXPECT_EQ(found.difference.difference.seeds, kCaseSeeds);
  EXPECT_GE(found.difference.difference.mean, 0.01);
  EXPECT_GE(found.difference.difference.mean, 3 * found.difference.difference.standardError);
  EXPECT_FALSE(found.design->estimated);
  EXPECT_EQ(found.design->scenario, found.scenario);
  // Seeds that the search has not seen show it, too.
  std::vector<TrainingPlan> plans{{asked.task(500), found.design, 0.2},
                                  {asked.task(500), design(withIndependentNoise(found.scenario)), 0.2}};
  TrainingStudy study(plans, 1, curveOptions(100, 1));
  ASSERT_TRUE(study.run(30));
  const auto later = differenceOf(study.of(0), study.of(1), TrainingMeasure::Accuracy);
  EXPECT_TRUE(later.seen);
  EXPECT_GE(later.difference.mean, 0.01);
}

TEST(NoiseCase, GoesUpWhereTheNoiseDrownsBoth) {
  NoiseCaseQuestion asked = question(0.05);
  asked.lessNoise = true;
  const NoiseCase found = noiseCase(asked);
  ASSERT_EQ(found.outcome, NoiseCase::Outcome::Found);
  EXPECT_GT(found.scenario.epsilon, 0.05);
}

TEST(NoiseCase, ThereIsNoneOfIndependentNoise) {
  const NoiseCase found = noiseCase(question(2, &mechanisms::dpSgd));
  EXPECT_EQ(found.outcome, NoiseCase::Outcome::None);
  EXPECT_EQ(found.tried, 0);
}

// Where batches are drawn, small epsilons have independent noise: only other batches show a difference.
TEST(NoiseCase, ShufflesOnceWhereSamplingHidesTheDifference) {
  NoiseCaseQuestion asked = question(1);
  asked.scenario.batching = &batchings::cyclicPoisson;
  asked.otherExamples = false;
  const NoiseCase found = noiseCase(asked);
  ASSERT_EQ(found.outcome, NoiseCase::Outcome::Found);
  EXPECT_EQ(found.scenario.batching, &batchings::fixedEpoch);
  EXPECT_EQ(found.scenario.datasetSize, Index{500});
}

TEST(NoiseCase, StopsWhenAskedAndRefusesWhatItCannotTrain) {
  std::stop_source stop;
  const NoiseCase found = noiseCase(question(40), {stop.get_token(), [&](const Progress&) { stop.request_stop(); }});
  EXPECT_EQ(found.outcome, NoiseCase::Outcome::Stopped);
  EXPECT_EQ(found.tried, 0);
  NoiseCaseQuestion none = question(1);
  none.scenario.datasetSize.reset();
  EXPECT_THROW(noiseCase(none), InvalidArgument);
  none = question(1);
  none.task = {};
  EXPECT_THROW(noiseCase(none), InvalidArgument);
}

}  // namespace
}  // namespace noiseloom
