#include "core/train/training_study.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/errors.h"
#include "core/linalg/parallel.h"
#include "core/train/default_training.h"
#include "core/train/training_summary.h"
#include "tests/core/io/scratch_folder.h"
#include "tests/core/train/training_fixture.h"

namespace noiseloom {
namespace {

std::vector<TrainingPlan> smallPlans() {
  const auto task = std::make_shared<LearningTask>(planePoints({.train = 120, .test = 100}), ModelKind::Tanh, 4);
  return {{task, design(trainingScenario(20, 4, 120))},
          {task, design(trainingScenario(20, 4, 120, mechanisms::bandedToeplitz))}};
}

bool same(const TrainingStudy& left, const TrainingStudy& right) {
  for (Index plan = 0; plan < 2; ++plan) {
    if (!std::ranges::equal(left.of(plan), right.of(plan))) return false;
  }
  return true;
}

TEST(TrainingStudy, IsTheSameWhateverTheThreadsAndHoweverSeedsAreAskedFor) {
  const auto plans = smallPlans();
  setParallelThreads(1);
  TrainingStudy one(plans, 10);
  ASSERT_TRUE(one.run(6));
  EXPECT_EQ(one.seeds(), 6);
  for (const unsigned threads : {2U, 5U}) {
    setParallelThreads(threads);
    TrainingStudy more(plans, 10);
    ASSERT_TRUE(more.run(6));
    EXPECT_TRUE(same(one, more)) << threads;
    TrainingStudy bits(plans, 10);
    ASSERT_TRUE(bits.run(1));
    EXPECT_FALSE(same(one, bits));
    ASSERT_TRUE(bits.run(3) && bits.run(2));
    EXPECT_TRUE(same(one, bits)) << threads;
  }
  setParallelThreads(0);
  // A study's runs are those of its seeds.
  TrainingRun single(plans[1], 12);
  ASSERT_TRUE(single.advance(20));
  EXPECT_EQ(one.of(1)[2], single.state().history);
  std::vector<TrainingRun> runs;
  for (const TrainingPlan& plan : plans) runs.emplace_back(plan, 12);
  ASSERT_TRUE(advanceTogether(runs, 7) && advanceTogether(runs, 107));
  EXPECT_EQ(runs[0].state().history, one.of(0)[2]);
  EXPECT_EQ(runs[1].state().history, one.of(1)[2]);
}

TEST(TrainingStudy, KeepsWholeSeedsWhenStopped) {
  const auto plans = smallPlans();
  setParallelThreads(1);
  TrainingStudy whole(plans, 1);
  ASSERT_TRUE(whole.run(3));
  std::stop_source source;
  Index reports = 0;
  TrainingStudy cut(plans, 1);
  EXPECT_FALSE(cut.run(50, {source.get_token(), [&](const Progress& progress) {
                              EXPECT_GT(progress.fraction, 0);
                              if (++reports == 7) source.request_stop();
                            }}));
  setParallelThreads(0);
  EXPECT_EQ(cut.seeds(), 3);  // the fourth seed has a run of the first plan only
  EXPECT_TRUE(same(cut, whole));
}

TEST(TrainingStudy, RefusesWhatCannotBeRun) {
  EXPECT_THROW(TrainingStudy({}, 1), InvalidArgument);
  auto plans = smallPlans();
  EXPECT_THROW(TrainingStudy(plans, 1).run(0), InvalidArgument);
  plans[1].learningRate = 0;
  EXPECT_THROW(TrainingStudy(plans, 1), InvalidArgument);
}

// At one guarantee and over the same batches independent noise learns visibly worse: docs/training.md has the figures
// of a hundred seeds.
TEST(TrainingStudy, TheDefaultTaskShowsADifference) {
  const DefaultTraining training = defaultTraining();
  const auto task = taskOf(training);
  std::vector<TrainingPlan> plans;
  for (const Scenario& scenario : training.scenarios) {
    EXPECT_TRUE(scenario.problems().empty());
    plans.push_back({task, design(scenario), training.learningRate});
    EXPECT_EQ(plans.back().design->scenario.epsilon, 1);
    EXPECT_EQ(plans.back().design->scenario.batching, training.scenarios.front().batching);
  }
  plans.push_back({task, plans.front().design, training.learningRate, {}, Protection::NoNoise});
  TrainingStudy study(plans, 1, {.keepSteps = false, .pathWeights = 0});
  ASSERT_TRUE(study.run(12));
  const auto accuracy = [&](Index plan) { return finalStatistics(study.of(plan), TrainingMeasure::Accuracy).mean; };
  EXPECT_EQ(plans[0].design->mechanism, &mechanisms::dpSgd);
  EXPECT_GT(accuracy(1), accuracy(0) + 0.04);
  EXPECT_GT(accuracy(3), 0.97);
  EXPECT_TRUE(differenceOf(study.of(1), study.of(0), TrainingMeasure::Accuracy).seen);
  EXPECT_TRUE(differenceOf(study.of(0), study.of(1), TrainingMeasure::TestLoss).seen);
}

}  // namespace
}  // namespace noiseloom
