#include "core/design/comparable.h"
#include "core/batching/list.h"

#include <gtest/gtest.h>

#include <functional>

#include "core/design/designer.h"

namespace noiseloom {
namespace {

Scenario small() {
  Scenario scenario;
  scenario.iterations = 64;
  scenario.epochs = 4;
  scenario.epsilon = 2;
  scenario.delta = 1e-5;
  scenario.bands = 4;
  return scenario;
}

Scenario with(const std::function<void(Scenario&)>& change) {
  Scenario scenario = small();
  change(scenario);
  return scenario;
}

TEST(Comparable, WhatIsComparedDoesNotCount) {
  const Scenario other = with([](Scenario& s) {
    s.mechanism = *mechanismFromName("bsr");
    s.bands = 2;
    s.deployment.parameters = 7;
    s.datasetSize = 1000;
    // Settings of other batchings change nothing.
    s.tau = 2;
    s.minSeparation = 3;
  });
  EXPECT_TRUE(claimDifferences(small(), other).empty());
  EXPECT_TRUE(claimDifferences(small(), small()).empty());
}

TEST(Comparable, EveryPartOfAClaimIsSeenAlone) {
  const std::vector<std::pair<Field, std::function<void(Scenario&)>>> changes{
      {Field::Epsilon, [](Scenario& s) { s.epsilon = 3; }},
      {Field::Delta, [](Scenario& s) { s.delta = 1e-6; }},
      {Field::Unit, [](Scenario& s) { s.unit = PrivacyUnit::User; }},
      {Field::Adjacency, [](Scenario& s) { s.adjacency = Adjacency::ZeroOut; }},
      {Field::Batching, [](Scenario& s) { s.batching = &batchings::fixedEpoch; }},
      {Field::Batching, [](Scenario& s) { s.jobBatching = &jobs::shuffledOnce; }},
      {Field::Iterations, [](Scenario& s) { s.iterations = 128; }},
      {Field::Epochs, [](Scenario& s) { s.epochs = 2; }},
      {Field::ClipNorm, [](Scenario& s) { s.clipNorm = 2; }},
      {Field::Workload, [](Scenario& s) { s.workload = Workload::sgd(1, 0.9); }},
      {Field::Objective, [](Scenario& s) { s.objective = ErrorObjective::Max; }}};
  for (const auto& [part, change] : changes) {
    EXPECT_EQ(claimDifferences(small(), with(change)), std::vector{part}) << infoOf(part).name;
    EXPECT_EQ(claimDifferences(with(change), small()), std::vector{part}) << infoOf(part).name;
  }
}

TEST(Comparable, SettingsOfABatchingCountUnderIt) {
  const auto separated = [](Index s) {
    return with([s](Scenario& scenario) {
      scenario.batching = &batchings::minSeparation;
      scenario.minSeparation = s;
    });
  };
  EXPECT_EQ(claimDifferences(separated(8), separated(12)), std::vector{Field::MinSeparation});
  // ceil(n / k) said or left out is the same.
  EXPECT_TRUE(
      claimDifferences(separated(16), with([](Scenario& s) { s.batching = &batchings::minSeparation; })).empty());
  const auto binned = [](double tau) {
    return with([tau](Scenario& scenario) {
      scenario.batching = &batchings::ballsInBins;
      scenario.tau = tau;
    });
  };
  EXPECT_EQ(claimDifferences(binned(1.25), binned(1.5)), std::vector{Field::Tau});
}

TEST(Comparable, AClaimIsTakenOverWholly) {
  const Scenario claim = with([](Scenario& s) {
    s.epsilon = 7;
    s.batching = &batchings::minSeparation;
    s.minSeparation = 9;
    s.workload = Workload::sgd(0.999, 0.9);
    s.datasetSize = 12'345;
    s.objective = ErrorObjective::Last;
  });
  const Scenario before = with([](Scenario& s) { s.mechanism = *mechanismFromName("bisr"); });
  const Scenario after = underClaimOf(claim, before);
  EXPECT_TRUE(claimDifferences(after, claim).empty());
  EXPECT_EQ(after.mechanism, *mechanismFromName("bisr"));
  EXPECT_EQ(after.bands, before.bands);
  EXPECT_EQ(after.datasetSize, claim.datasetSize);
}

TEST(Comparable, AnotherEpsilonKeepsTheStrategy) {
  const auto before = design(small());
  const Scenario claim = with([](Scenario& s) {
    s.epsilon = 8;
    s.adjacency = Adjacency::ZeroOut;
    s.clipNorm = 3;
  });
  ASSERT_TRUE(strategySurvives(*before, claim));
  const auto after = recalibrated(*before, claim);
  ASSERT_TRUE(after);
  EXPECT_TRUE(claimDifferences(after->scenario, claim).empty());
  EXPECT_EQ(after->strategy.column(0), before->strategy.column(0));
  EXPECT_EQ(after->lossMean, before->lossMean);
  EXPECT_LT(after->noiseMultiplier.value, before->noiseMultiplier.value);
  EXPECT_EQ(after->optimizer.iterations, before->optimizer.iterations);
  // And it is what solving it from the start gives.
  const auto fresh = design(underClaimOf(claim, small()));
  EXPECT_NEAR(after->rmse, fresh->rmse, 1e-9 * fresh->rmse);
  EXPECT_NEAR(after->stddev, fresh->stddev, 1e-9 * fresh->stddev);
}

TEST(Comparable, AnotherTrainingSolvesTheMechanismAnew) {
  const auto before = design(with([](Scenario& s) { s.bands.reset(); }));
  const Scenario claim = with([](Scenario& s) { s.iterations = 128; });
  EXPECT_FALSE(strategySurvives(*before, claim));
  const auto after = recalibrated(*before, claim);
  ASSERT_TRUE(after);
  EXPECT_EQ(after->strategy.iterations(), 128);
  EXPECT_EQ(after->bands, before->bands);
  EXPECT_TRUE(claimDifferences(after->scenario, claim).empty());
}

TEST(Comparable, BestOfSeveralKeepsTheOneThatWasFound) {
  const auto before = design(with([](Scenario& s) {
    s.mechanism = *mechanismFromName("best");
    s.bands.reset();
    s.mostSeconds = 1;
  }));
  const auto after = recalibrated(*before, with([](Scenario& s) { s.epsilon = 1; }));
  ASSERT_TRUE(after);
  EXPECT_EQ(after->mechanism, before->mechanism);
  EXPECT_EQ(after->bands, before->bands);
}

TEST(Comparable, AMechanismThatCannotServeSaysSo) {
  const auto before = design(with([](Scenario& s) { s.bands = 16; }));
  const Scenario claim = with([](Scenario& s) { s.epochs = 16; });
  try {
    recalibrated(*before, claim);
    FAIL() << "16 bands with n / k = 4";
  } catch (const InvalidArgument& problem) {
    EXPECT_EQ(problem.argument(), "bands");
    EXPECT_EQ(problem.value(), "16");
  }
}

TEST(Comparable, NothingComesOfAStoppedRecalibration) {
  const auto before = design(small());
  std::stop_source stop;
  stop.request_stop();
  EXPECT_FALSE(recalibrated(*before, with([](Scenario& s) { s.epsilon = 3; }), {stop.get_token(), {}}));
  EXPECT_FALSE(recalibrated(*before, with([](Scenario& s) { s.iterations = 128; }), {stop.get_token(), {}}));
}

}  // namespace
}  // namespace noiseloom
