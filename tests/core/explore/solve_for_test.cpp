#include "core/explore/solve_for.h"
#include "core/batching/list.h"

#include <gtest/gtest.h>

#include <limits>

#include "core/search/designer.h"
#include "core/search/quick_error.h"
#include "tests/calls.h"
#include "tests/core/scenarios.h"

namespace noiseloom::test {
namespace {

Scenario small(Index iterations = 200, Index epochs = 4) {
  return Scenario(
      {.iterations = iterations, .epochs = static_cast<double>(epochs), .epsilon = 4, .delta = 1e-6, .bands = 8});
}

TEST(QuickError, IsCloseToTheCertifiedDesign) {
  for (const Batching* batching : {&batchings::cyclicPoisson, &batchings::fixedEpoch, &batchings::single}) {
    for (const Mechanism* kind :
         {*mechanismFromName("dp-sgd"), *mechanismFromName("bsr"), *mechanismFromName("banded-toeplitz")}) {
      const Scenario scenario = with(small(), {.mechanism = kind, .batching = batching});
      QuickError quick({});
      const auto point = quick.at(scenario);
      ASSERT_TRUE(point);
      const auto exact = design(scenario);
      EXPECT_NEAR(point->objective, exact->objectiveError(), 2e-3 * exact->objectiveError());
      EXPECT_NEAR(point->improvement, 1 - exact->error.mean / exact->dpSgdRmse, 2e-3);
      EXPECT_EQ(point->noiseRows, exact->strategy.noiseRows());
    }
  }
}

TEST(QuickError, EpochsThatDifferInTheirPartHaveStrategiesOfTheirOwn) {
  Scenario scenario =
      with(small(100, 1),
           {.mechanism = *mechanismFromName("blt"), .bands = std::nullopt, .batching = &batchings::fixedEpoch});
  QuickError quick({});
  scenario.epochs = 6;
  ASSERT_TRUE(quick.at(scenario));
  scenario.epochs = 6.9;
  const auto after = quick.at(scenario), fresh = QuickError({}).at(scenario);
  ASSERT_TRUE(after && fresh);
  EXPECT_EQ(after->objective, fresh->objective);
}

TEST(QuickError, OpenBandsAreTheBestOfTheCurve) {
  const Scenario scenario = with(small(), {.bands = std::nullopt});
  QuickError quick({});
  const auto best = quick.at(scenario);
  ASSERT_TRUE(best);
  for (Index bands = 1; bands <= scenario.mostBands(); ++bands)
    EXPECT_LE(best->objective, quick.at(scenario, bands)->objective * 1.005) << bands;
}

TEST(SolveFor, EpsilonComesBackFromItsOwnError) {
  for (const double epsilon : {0.25, 1.0, 8.0}) {
    for (const bool open : {false, true}) {
      Scenario scenario = with(small(), {.epsilon = epsilon});
      if (open) scenario.bands.reset();
      const double error = design(scenario)->error.mean;
      scenario.epsilon = 3;  // wherever the search starts
      const SolveForResult result = solveFor(scenario, Field::Epsilon, {TargetQuantity::Error, error});
      ASSERT_EQ(result.outcome, SolveOutcome::Met);
      EXPECT_NEAR(result.value, epsilon, 2e-3 * epsilon);
      EXPECT_EQ(result.scenario.epsilon, result.value);
      EXPECT_LE(result.design->error.mean, error);
      EXPECT_EQ(result.design->error.mean, result.reached);
      // It is the design of the scenario that comes with it.
      EXPECT_EQ(design(result.scenario)->error.mean, result.design->error.mean);
      EXPECT_EQ(result.scenario.bands.has_value(), !open);
    }
  }
}

TEST(SolveFor, SmallerErrorsTakeMoreEpsilon) {
  double last = 0;
  const double error = design(small())->error.mean;
  for (const double factor : {2.0, 1.4, 1.0, 0.7}) {
    const SolveForResult result = solveFor(small(), Field::Epsilon, {TargetQuantity::Error, factor * error});
    ASSERT_EQ(result.outcome, SolveOutcome::Met) << factor;
    EXPECT_GT(result.value, last);
    last = result.value;
  }
}

TEST(SolveFor, EpochsAreTheMostThatKeepTheError) {
  Scenario scenario = small(200, 10);
  const double error = design(scenario)->error.mean;
  for (const Index start : {1, 3, 25}) {
    scenario.epochs = static_cast<double>(start);
    const SolveForResult result = solveFor(scenario, Field::Epochs, {TargetQuantity::Error, error});
    ASSERT_EQ(result.outcome, SolveOutcome::Met);
    EXPECT_EQ(result.value, 10);
    EXPECT_EQ(result.scenario.epochs, 10);
    const Scenario more = with(result.scenario, {.epochs = 11});
    EXPECT_GT(design(more)->error.mean, error);
  }
}

TEST(SolveFor, IterationsAreTheMostThatKeepTheError) {
  const Scenario scenario = with(small(400, 4), {.batching = &batchings::fixedEpoch});
  const double error = design(scenario)->error.mean;
  for (const Index start : {40, 300, 2000}) {
    const SolveForResult result =
        solveFor(scenario.withIterations(start), Field::Iterations, {TargetQuantity::Error, error});
    ASSERT_EQ(result.outcome, SolveOutcome::Met);
    EXPECT_EQ(result.value, 400);
    EXPECT_LE(result.design->error.mean, error);
  }
}

TEST(SolveFor, IterationsBringTheirSchedule) {
  Scenario scenario = with(small(100, 2), {.schedule = LearningRateSchedule{ScheduleKind::Linear, 0.2, 0.3, {}}});
  scenario.workload = Workload::learningRates(learningRates(scenario.schedule, 100), 0.5);
  const double error = 1.5 * design(scenario)->error.mean;
  const SolveForResult result = solveFor(scenario, Field::Iterations, {TargetQuantity::Error, error});
  ASSERT_EQ(result.outcome, SolveOutcome::Met);
  EXPECT_GT(result.scenario.iterations, 100);
  EXPECT_EQ(result.scenario.workload.fixedIterations(), result.scenario.iterations);
}

TEST(SolveFor, BandsAreTheFewestThatReachTheError) {
  Scenario scenario = with(small(), {.bands = 5});
  const double error = design(scenario)->error.mean;
  scenario.bands.reset();
  const SolveForResult result = solveFor(scenario, Field::Bands, {TargetQuantity::Error, error});
  ASSERT_EQ(result.outcome, SolveOutcome::Met);
  EXPECT_EQ(result.value, 5);
  EXPECT_EQ(result.scenario.bands, 5);
}

TEST(SolveFor, ALimitOfMemoryGivesTheBestBandsThatFit) {
  const Scenario scenario = with(small(), {.deployment = Deployment{1'000'000, 4, NumberType::Float32}});
  const double row = noiseBytesPerMachine(scenario.deployment, 1);
  EXPECT_EQ(row, 1e6);
  const SolveForResult result = solveFor(scenario, Field::Bands, {TargetQuantity::Memory, 3.5 * row});
  ASSERT_EQ(result.outcome, SolveOutcome::Met);
  EXPECT_EQ(result.scenario.bands, 4);  // three rows; the error still falls there
  EXPECT_EQ(result.reached, 3 * row);
  EXPECT_EQ(result.scenario.mostNoiseRows, std::nullopt);
  const SolveForResult rows = solveFor(scenario, Field::Bands, {TargetQuantity::NoiseRows, 0});
  ASSERT_EQ(rows.outcome, SolveOutcome::Met);
  EXPECT_EQ(rows.scenario.bands, 1);
}

TEST(SolveFor, MemoryIsTheLeastThatReachesTheError) {
  Scenario scenario = with(small(), {.bands = 3, .deployment = Deployment{1'000'000, 1, NumberType::Float64}});
  const double error = design(scenario)->error.mean;
  scenario.bands = 20;
  const SolveForResult result = solveFor(scenario, Field::Memory, {TargetQuantity::Error, error});
  ASSERT_EQ(result.outcome, SolveOutcome::Met);
  EXPECT_EQ(result.value, 16e6);  // two rows
  EXPECT_EQ(result.scenario.deployment.memoryPerMachine, 16'000'000);
  EXPECT_EQ(result.scenario.bands, 3);
}

TEST(SolveFor, ImprovementsAreReached) {
  const auto standing = design(small());
  const double improvement = 1 - standing->error.mean / standing->dpSgdRmse;
  ASSERT_GT(improvement, 0);
  const Scenario scenario = with(small(), {.epsilon = 20});
  const SolveForResult result = solveFor(scenario, Field::Epsilon, {TargetQuantity::Improvement, improvement});
  ASSERT_EQ(result.outcome, SolveOutcome::Met);
  EXPECT_NEAR(result.value, 4, 0.02);
  EXPECT_GE(1 - result.design->error.mean / result.design->dpSgdRmse, improvement);
}

TEST(SolveFor, UnreachableTargetsSayWhatIsTheClosest) {
  const SolveTarget tiny{TargetQuantity::Error, 1e-6};
  const SolveForResult result = solveFor(small(), Field::Epsilon, tiny);
  EXPECT_EQ(result.outcome, SolveOutcome::Unreachable);
  EXPECT_EQ(result.design, nullptr);
  EXPECT_EQ(result.value, 100);
  const Scenario most = with(small(), {.epsilon = 100});
  EXPECT_NEAR(result.reached, design(most)->error.mean, 2e-3 * result.reached);
  EXPECT_EQ(explain(result, Field::Epsilon, tiny).find("even epsilon = 100 gives an error of "), 0u);
  EXPECT_EQ(result.scenario.epsilon, 4);
  EXPECT_EQ(solveFor(small(), Field::Bands, tiny).outcome, SolveOutcome::Unreachable);
  EXPECT_EQ(solveFor(small(), Field::Epochs, tiny).value, 1);
}

TEST(SolveFor, WhatEveryValueReachesEndsAtTheLimit) {
  const SolveForResult result = solveFor(small(), Field::Epsilon, {TargetQuantity::Error, 1e9});
  ASSERT_EQ(result.outcome, SolveOutcome::Met);
  EXPECT_EQ(result.value, 0.01);
}

TEST(SolveFor, QuestionsWithoutAnAnswerAreRefusedByName) {
  const auto refused = [](const Scenario& scenario, Field unknown, const SolveTarget& target) {
    return refusedArgument([&] { solveFor(scenario, unknown, target); });
  };
  const SolveTarget error{TargetQuantity::Error, 10};
  EXPECT_EQ(refused(small(), Field::Epsilon, {TargetQuantity::Error, 0}), "target");
  EXPECT_EQ(refused(small(), Field::Epsilon, {TargetQuantity::Error, std::numeric_limits<double>::quiet_NaN()}),
            "target");
  EXPECT_EQ(refused(small(), Field::Epsilon, {TargetQuantity::Improvement, 1}), "target");
  EXPECT_EQ(refused(small(), Field::Epsilon, {TargetQuantity::Memory, 1e9}), "target");
  Scenario scenario = with(small(), {.mechanism = *mechanismFromName("best")});
  EXPECT_EQ(refused(scenario, Field::Epsilon, error), "solve_for");
  scenario.mechanism = *mechanismFromName("dp-sgd");
  EXPECT_EQ(refused(scenario, Field::Bands, error), "solve_for");
  scenario = with(small(), {.delta = 2});
  EXPECT_EQ(refused(scenario, Field::Epsilon, error), "delta");
  scenario = small();
  scenario.epsilon = -1;  // the unknown's own value is no obstacle
  EXPECT_EQ(refused(scenario, Field::Epsilon, error), "nothing was refused");
}

TEST(SolveFor, StoppedAtOnceHasNoAnswerButSaysSo) {
  const SolveForResult result = solveFor(small(), Field::Epsilon, {TargetQuantity::Error, 10}, stoppedAtOnce());
  EXPECT_EQ(result.outcome, SolveOutcome::Stopped);
}

TEST(SolveFor, StoppedAfterAnAnswerKeepsIt) {
  std::stop_source stop;
  int certificates = 0;
  const RunControl control{stop.get_token(), [&](const Progress& progress) {
                             // The first certificate is done when the search goes on.
                             if (progress.stage == "certifying the design") ++certificates;
                             if (certificates > 0 && progress.stage.english().starts_with("searching"))
                               stop.request_stop();
                           }};
  const double error = 1.1 * design(small())->error.mean;
  const SolveForResult result = solveFor(small(), Field::Epsilon, {TargetQuantity::Error, error}, control);
  EXPECT_EQ(result.outcome, SolveOutcome::Stopped);
  ASSERT_TRUE(result.design);
  EXPECT_LE(result.design->error.mean, error);
  EXPECT_GT(certificates, 0);
}

// They are names of options and of files, whatever people are told.
TEST(SolveFor, NamesStay) {
  EXPECT_EQ(optionName(Field::Memory), "memory-per-machine");
  EXPECT_EQ(optionName(Field::Epsilon), "epsilon");
  EXPECT_EQ(optionName(Field::Bands), "bands");
  EXPECT_EQ(optionName(Field::Epochs), "epochs");
  EXPECT_EQ(optionName(Field::Iterations), "iterations");
  EXPECT_EQ(toString(BoundKind::UpperBound), "upper-bound");
}

}  // namespace
}  // namespace noiseloom::test
