#include "core/search/sketch.h"
#include "core/batching/list.h"

#include <gtest/gtest.h>

#include "core/io/strategy_metadata.h"
#include "core/search/designer.h"
#include "tests/core/scenarios.h"

namespace noiseloom {
namespace {

constexpr double kAnyTime = 3600;  // tests do not look at the clock

Scenario sketched() {
  return Scenario({.iterations = 1500, .epochs = 10, .epsilon = 3, .bands = 12});
}

// What is looked at first is never better than what is certified, and hardly worse.
TEST(Sketch, IsAMillionthAboveTheCertifiedDesign) {
  for (const Mechanism* mechanism :
       {*mechanismFromName("dp-sgd"), *mechanismFromName("bsr"), *mechanismFromName("banded-toeplitz"),
        *mechanismFromName("reciprocal-toeplitz")}) {
    for (const Batching* batching : {&batchings::cyclicPoisson, &batchings::fixedEpoch, &batchings::single}) {
      const Scenario scenario = with(sketched(), {.mechanism = mechanism, .batching = batching});
      const auto certified = design(scenario);
      const Sketch sketch = sketchDesign(scenario, 12, {}, nullptr, kAnyTime);
      ASSERT_NE(sketch.design, nullptr);
      EXPECT_TRUE(sketch.design->estimated);
      EXPECT_FALSE(certified->estimated);
      EXPECT_EQ(sketch.design->bands, certified->bands);
      const auto expectAbove = [&](double figure, double exact) {
        EXPECT_GE(figure, exact * (1 - 1e-9)) << toString(mechanism) << " " << toString(batching);
        EXPECT_LE(figure, exact * (1 + 1e-4)) << toString(mechanism) << " " << toString(batching);
      };
      expectAbove(sketch.design->noiseMultiplier.value, certified->noiseMultiplier.value);
      expectAbove(sketch.design->stddev, certified->stddev);
      expectAbove(sketch.design->error.mean, certified->error.mean);
      expectAbove(sketch.design->error.max, certified->error.max);
      expectAbove(sketch.design->error.last, certified->error.last);
      expectAbove(sketch.design->dpSgdRmse, certified->dpSgdRmse);
      expectAbove(sketch.design->lowerBound, certified->lowerBound);
    }
  }
}

TEST(Sketch, ASolutionThatItHandsOnLeadsToTheSameDesign) {
  Scenario scenario = sketched();
  // So many bands that nothing is left to refine.
  scenario.bands = 150;
  const Sketch sketch = sketchDesign(scenario, 150, {}, nullptr, kAnyTime);
  ASSERT_TRUE(sketch.solution);
  const auto alone = design(scenario);
  const auto helped = design(scenario, {}, {&*sketch.solution, alone, {}});
  EXPECT_EQ(helped->error.mean, alone->error.mean);
  EXPECT_EQ(helped->noiseMultiplier.value, alone->noiseMultiplier.value);
  EXPECT_EQ(helped->dpSgdRmse, alone->dpSgdRmse);
  EXPECT_EQ(helped->lowerBound, alone->lowerBound);
  EXPECT_EQ(helped->optimizer.evaluations, alone->optimizer.evaluations);
  EXPECT_FALSE(helped->estimated);
  // A strategy that is still to be refined is not handed on as the answer.
  EXPECT_FALSE(sketchDesign(sketched(), 12).solution);
}

TEST(Sketch, ANeighbourSparesErrorsAndBaselineThatAreTheSame) {
  const Scenario scenario = with(sketched(), {.bands = 150});
  const auto certified = design(scenario);
  const Solution known{certified->strategy, certified->optimizer, {}};
  // Another epsilon leaves the errors of the strategy, and another strategy leaves the baseline.
  const Scenario other = with(scenario, {.epsilon = 5});
  const Sketch alone = sketchDesign(other, 150, {}, &known, kAnyTime);
  const Sketch helped = sketchDesign(other, 150, {}, &known, kAnyTime, certified.get());
  ASSERT_TRUE(alone.design && helped.design);
  EXPECT_NEAR(helped.design->error.mean, alone.design->error.mean, 1e-12 * alone.design->error.mean);
  EXPECT_NEAR(helped.design->error.max, alone.design->error.max, 1e-12 * alone.design->error.max);
  EXPECT_EQ(helped.design->dpSgdRmse, alone.design->dpSgdRmse);
  auto marked = std::make_shared<Design>(*certified);
  marked->dpSgdRmse = 77;
  EXPECT_EQ(sketchDesign(sketched(), 12, {}, nullptr, kAnyTime, marked.get()).design->dpSgdRmse, 77);
  EXPECT_NE(sketchDesign(other, 12, {}, nullptr, kAnyTime, marked.get()).design->dpSgdRmse, 77);
  marked->estimated = true;
  EXPECT_NE(sketchDesign(sketched(), 12, {}, nullptr, kAnyTime, marked.get()).design->dpSgdRmse, 77);
}

// The errors over curvatures are taken over from it as the others are.
TEST(Sketch, ANeighbourHasErrorsOverCurvatures) {
  Scenario scenario = with(sketched(), {.bands = 150});
  scenario.workload = scenario.workload.withSpectrum(Spectrum({{0.01, 1}, {0.5, 3}}));
  scenario.objective = ErrorObjective::Curvature;
  const auto certified = design(scenario);
  const Solution known{certified->strategy, certified->optimizer, {}};
  scenario.epsilon = 5;
  const Sketch alone = sketchDesign(scenario, 150, {}, &known, kAnyTime);
  const Sketch helped = sketchDesign(scenario, 150, {}, &known, kAnyTime, certified.get());
  ASSERT_TRUE(alone.design && helped.design);
  ASSERT_GT(alone.design->error.curvature, 0);
  EXPECT_NEAR(helped.design->error.curvature, alone.design->error.curvature, 1e-12 * alone.design->error.curvature);
  EXPECT_NEAR(helped.design->error.curvatureLast, alone.design->error.curvatureLast,
              1e-12 * alone.design->error.curvatureLast);
}

TEST(Sketch, ABaselineIsTakenOverOnlyWhereItIsTheSame) {
  const Scenario scenario = sketched();
  auto wrong = std::make_shared<Design>(*design(scenario));
  wrong->dpSgdRmse = 1e6;  // tells whether it was taken over
  const Scenario fewer = with(scenario, {.bands = 3});
  EXPECT_EQ(design(fewer, {}, {nullptr, wrong, {}})->dpSgdRmse, 1e6);
  const Scenario other = with(scenario, {.epsilon = 4});
  EXPECT_EQ(design(other, {}, {nullptr, wrong, {}})->dpSgdRmse, design(other)->dpSgdRmse);
  // Never an estimate.
  wrong->estimated = true;
  EXPECT_EQ(design(fewer, {}, {nullptr, wrong, {}})->dpSgdRmse, design(fewer)->dpSgdRmse);
  const auto changedUnder = [&](const Batching* batching, const Changes& change) {
    const Scenario before = with(scenario, {.batching = batching});
    return sameBaseline(before, with(before, change));
  };
  const auto changed = [&](const Changes& change) { return changedUnder(scenario.batching, change); };
  EXPECT_TRUE(changed({.mechanism = *mechanismFromName("bsr")}));
  EXPECT_TRUE(changed({.objective = ErrorObjective::Max}));
  EXPECT_FALSE(changed({.iterations = 1501}));
  EXPECT_FALSE(changed({.epochs = 11}));
  EXPECT_FALSE(changed({.delta = 1e-7}));
  EXPECT_FALSE(changed({.batching = &batchings::fixedEpoch}));
  const Changes separation{.minSeparation = 3};
  EXPECT_FALSE(changedUnder(&batchings::minSeparation, separation));
  EXPECT_TRUE(changed(separation));  // means nothing there
  EXPECT_FALSE(changed({.adjacency = Adjacency::ReplaceOne}));
  const Changes certificate{.tau = 1.5};
  EXPECT_FALSE(changedUnder(&batchings::ballsInBins, certificate));
  EXPECT_TRUE(changed(certificate));
  EXPECT_FALSE(changed({.workload = Workload::sgd(1, 0.9)}));
}

TEST(Sketch, EndsWhenStoppedAndADesignWhenAbandoned) {
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(sketchDesign(sketched(), 12, {stop.get_token(), {}}).design, nullptr);
  // A stop keeps the best so far; abandoned, there is nothing to keep.
  const auto kept = design(sketched(), {stop.get_token(), {}});
  ASSERT_NE(kept, nullptr);
  EXPECT_EQ(kept->optimizer.termination, Termination::Stopped);
  EXPECT_EQ(design(sketched(), {stop.get_token(), {}}, {nullptr, nullptr, stop.get_token()}), nullptr);
}

TEST(Sketch, IsNeverWrittenToAFile) {
  const Sketch sketch = sketchDesign(sketched(), 12);
  EXPECT_THROW(strategyMetadataText(*sketch.design, {}), InvalidArgument);
  EXPECT_NO_THROW(strategyMetadataText(*design(sketched()), {}));
}

TEST(Sketch, RefusesWhatTakesLong) {
  Scenario scenario = with(sketched(), {.mechanism = *mechanismFromName("best")});
  EXPECT_THROW(sketchDesign(scenario, 12), InvalidArgument);
  scenario = with(sketched(), {.batching = &batchings::ballsInBins});
  EXPECT_THROW(sketchDesign(scenario, 12), InvalidArgument);
  scenario = with(sketched(), {.epsilon = -1});
  EXPECT_THROW(sketchDesign(scenario, 12), InvalidArgument);
}

}  // namespace
}  // namespace noiseloom
