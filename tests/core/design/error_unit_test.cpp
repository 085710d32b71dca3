#include "core/design/error_unit.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/base/errors.h"
#include "core/batching/list.h"
#include "core/design/evaluator.h"
#include "core/search/designer.h"
#include "tests/calls.h"
#include "tests/core/scenarios.h"

namespace noiseloom {
namespace {

constexpr ErrorObjective kKinds[] = {ErrorObjective::Mean, ErrorObjective::Max, ErrorObjective::Last};

Scenario job() {
  return Scenario(
      {.iterations = 128, .epochs = 4, .epsilon = 2, .delta = 1e-5, .bands = 8, .workload = Workload::sgd(0.999, 0.9)});
}

Scenario dpSgd(Scenario scenario) {
  return with(scenario, {.mechanism = &baselineMechanism(), .bands = std::nullopt});
}

TEST(ErrorUnit, NamesLeadBack) {
  for (const ErrorUnitInfo& info : errorUnits()) {
    EXPECT_EQ(fromName<ErrorUnit>(toString(info.unit)), info.unit);
    EXPECT_EQ(&infoOf(info.unit), &info);
  }
  EXPECT_EQ(errorUnits().size(), 4U);
  EXPECT_FALSE(fromName<ErrorUnit>("average"));
}

TEST(ErrorUnit, TheSummedGradientIsAsItIs) {
  const auto made = design(job());
  const DesignFigures same = ErrorScale(ErrorUnit::Summed, job()).in(*made, ErrorObjective::Mean);
  for (const FigureInfo& figure : figureFields()) EXPECT_EQ(figure.of(same), figure.of(*made)) << figure.name;
}

TEST(ErrorUnit, TheMeanGradientIsDividedByTheBatchSize) {
  Scenario scenario = job();
  EXPECT_FALSE(unitProblem(ErrorUnit::Mean, scenario).empty());
  EXPECT_EQ(refusedArgument([&] { ErrorScale(ErrorUnit::Mean, scenario); }), "error_unit");
  scenario.datasetSize = 6400;
  EXPECT_TRUE(unitProblem(ErrorUnit::Mean, scenario).empty());
  const auto made = design(scenario);
  const DesignFigures mean = ErrorScale(ErrorUnit::Mean, scenario).in(*made, ErrorObjective::Mean);
  EXPECT_DOUBLE_EQ(mean.error.mean, made->error.mean / 200);
  EXPECT_DOUBLE_EQ(mean.error.max, made->error.max / 200);
  EXPECT_DOUBLE_EQ(mean.error.last, made->error.last / 200);
  EXPECT_DOUBLE_EQ(mean.lowerBound, made->lowerBound / 200);
  EXPECT_DOUBLE_EQ(mean.dpSgdRmse, made->dpSgdRmse / 200);
  EXPECT_EQ(mean.stddev, made->stddev);
  EXPECT_EQ(mean.noiseMultiplier.value, made->noiseMultiplier.value);
  // Where nobody takes part twice, a step has N / n examples whatever the epochs.
  scenario.batching = &batchings::single;
  EXPECT_DOUBLE_EQ(ErrorScale(ErrorUnit::Mean, scenario).in(ErrorObjective::Mean, 50), 1);
}

TEST(ErrorUnit, MoreEpochsAreLessErrorOfTheMeanOnly) {
  const Scenario few = with(dpSgd(job()), {.datasetSize = 6400});
  const Scenario many = with(few, {.epochs = 32});
  const double fewSummed = certifiedBaseline(few);
  const double manySummed = certifiedBaseline(many);
  EXPECT_GT(manySummed, fewSummed);
  EXPECT_LT(ErrorScale(ErrorUnit::Mean, many).in(ErrorObjective::Mean, manySummed),
            ErrorScale(ErrorUnit::Mean, few).in(ErrorObjective::Mean, fewSummed));
}

// The definition, through designs of both trainings: mean gradients of k N / n and of N examples.
TEST(ErrorUnit, FullBatchTrainingHasEveryExampleInEveryStep) {
  for (const Batching* batching : {&batchings::cyclicPoisson, &batchings::fixedEpoch, &batchings::minSeparation}) {
    for (const Adjacency adjacency : {Adjacency::AddRemove, Adjacency::ReplaceOne}) {
      const Scenario scenario = with(job(), {.batching = batching, .adjacency = adjacency, .datasetSize = 6400});
      Scenario full = with(dpSgd(scenario), {.batching = &batchings::fixedEpoch});
      full.epochs = static_cast<double>(full.iterations);
      const auto made = design(scenario);
      const auto reference = design(full);
      const ErrorScale scale(ErrorUnit::FullBatch, scenario);
      for (const ErrorObjective kind : kKinds)
        EXPECT_NEAR(scale.in(kind, made->error[kind]) / ((made->error[kind] / 200) / (reference->error[kind] / 6400)),
                    1, 1e-12);
      // The data set size and the clip norm are in both.
      const Scenario other = with(scenario, {.clipNorm = 3, .datasetSize = std::nullopt});
      EXPECT_DOUBLE_EQ(ErrorScale(ErrorUnit::FullBatch, other).in(ErrorObjective::Max, 5),
                       scale.in(ErrorObjective::Max, 5));
    }
  }
  // DP-SGD that takes every example in every step is its own measure.
  Scenario every = dpSgd(job());
  every.epochs = static_cast<double>(every.iterations);
  const auto made = design(every);
  const ErrorScale scale(ErrorUnit::FullBatch, every);
  for (const ErrorObjective kind : kKinds) EXPECT_NEAR(scale.in(kind, made->error[kind]), 1, 1e-5);
}

// scaling-bandmf, section 4.2 (n = 16384, epsilon 1, delta 1e-8): within a factor 2 with two epochs, 18 % with eight.
TEST(ErrorUnit, FullBatchAsPublished) {
  Scenario scenario({.iterations = 16384, .epochs = 8, .epsilon = 1, .delta = 1e-8, .bands = 32});
  const double eight =
      ErrorScale(ErrorUnit::FullBatch, scenario).in(ErrorObjective::Mean, design(scenario)->error.mean);
  EXPECT_LT(eight, 1.18);
  EXPECT_GT(eight, 1.17);
  scenario = with(scenario, {.epochs = 2, .bands = 256});
  const double two = ErrorScale(ErrorUnit::FullBatch, scenario).in(ErrorObjective::Mean, design(scenario)->error.mean);
  EXPECT_LT(two, 2);
  EXPECT_GT(two, 1.5);
}

TEST(ErrorUnit, DpSgdHasTheErrorAtItsEpsilon) {
  for (const Batching* batching :
       {&batchings::cyclicPoisson, &batchings::fixedEpoch, &batchings::minSeparation, &batchings::single}) {
    for (const double delta : {1e-5, 1e-9}) {
      const Scenario scenario = with(job(), {.delta = delta, .batching = batching});
      const ErrorScale scale(ErrorUnit::DpSgdEpsilon, scenario);
      double before = 0;
      for (const double epsilon : {0.05, 0.3, 1.1, 2.0, 7.7, 40.0}) {
        const Scenario at = with(dpSgd(scenario), {.epsilon = epsilon});
        const auto baseline = design(at);
        for (const ErrorObjective kind : kKinds)
          EXPECT_NEAR(scale.in(kind, baseline->error[kind]) / epsilon, 1, 2e-4) << batching->id << " " << epsilon;
        EXPECT_GT(epsilon, before);
        before = epsilon;
      }
      // What is better than DP-SGD would cost it more privacy.
      const auto made = design(scenario);
      EXPECT_GT(scale.in(ErrorObjective::Mean, made->error.mean), scenario.epsilon);
    }
  }
}

TEST(ErrorUnit, EpsilonsRiseAsErrorsFall) {
  const ErrorScale scale(ErrorUnit::DpSgdEpsilon, job());
  double before = 0;
  for (int i = 0; i < 1500; ++i) {
    const double error = 1e3 * std::pow(1.003, -i);
    const double epsilon = scale.in(ErrorObjective::Mean, error);
    if (std::isnan(epsilon)) continue;
    EXPECT_GT(epsilon, before);
    before = epsilon;
  }
  EXPECT_GT(before, 0);
}

TEST(ErrorUnit, BallsInBinsToAPercent) {
  const Scenario scenario = with(dpSgd(job()), {.batching = &batchings::ballsInBins});
  const auto made = design(scenario);
  EXPECT_NEAR(
      ErrorScale(ErrorUnit::DpSgdEpsilon, scenario).in(ErrorObjective::Mean, made->error.mean) / scenario.epsilon, 1,
      0.02);
}

TEST(ErrorUnit, NoValueWhereThereIsNone) {
  const ErrorScale scale(ErrorUnit::DpSgdEpsilon, job());
  EXPECT_TRUE(std::isnan(scale.in(ErrorObjective::Mean, 1e-30)));
  EXPECT_TRUE(std::isnan(scale.in(ErrorObjective::Mean, 1e30)));
  EXPECT_TRUE(std::isnan(scale.in(ErrorObjective::Mean, 0)));
  EXPECT_TRUE(std::isnan(scale.in(ErrorObjective::Mean, std::numeric_limits<double>::infinity())));
  DesignFigures figures;
  figures.error.mean = 100;
  EXPECT_EQ(scale.in(figures, ErrorObjective::Mean).lowerBound, 0);  // none is known in any unit
  EXPECT_TRUE(std::isnan(ErrorScale(ErrorUnit::DpSgdEpsilon, job(), stoppedAtOnce()).in(ErrorObjective::Mean, 100)));
}

TEST(ErrorUnit, WhatSharesAScale) {
  const Scenario scenario = job();
  Scenario other = with(scenario, {.mechanism = *mechanismFromName("bsr"), .bands = 3, .clipNorm = 7});
  for (const ErrorUnitInfo& info : errorUnits())
    EXPECT_EQ(errorScaleKey(info.unit, scenario), errorScaleKey(info.unit, other)) << toString(info.unit);
  other.epsilon = 3;
  EXPECT_EQ(errorScaleKey(ErrorUnit::DpSgdEpsilon, scenario), errorScaleKey(ErrorUnit::DpSgdEpsilon, other));
  EXPECT_NE(errorScaleKey(ErrorUnit::FullBatch, scenario), errorScaleKey(ErrorUnit::FullBatch, other));
  other.epochs = 5;
  for (const ErrorUnit unit : {ErrorUnit::Mean, ErrorUnit::FullBatch, ErrorUnit::DpSgdEpsilon})
    EXPECT_NE(errorScaleKey(unit, scenario), errorScaleKey(unit, other));
  // Users of several examples need more noise, and another last batch counts other participations.
  for (const ErrorUnit unit : {ErrorUnit::FullBatch, ErrorUnit::DpSgdEpsilon}) {
    other = with(scenario, {.unit = PrivacyUnit::User});
    const Scenario users = errorScaleKey(unit, other);
    other.examplesPerUser = 10;
    EXPECT_NE(errorScaleKey(unit, other), users);
  }
  other = with(scenario, {.lastBatch = LastBatch::Dropped});
  EXPECT_NE(errorScaleKey(ErrorUnit::DpSgdEpsilon, other), errorScaleKey(ErrorUnit::DpSgdEpsilon, scenario));
}

}  // namespace
}  // namespace noiseloom
