#include "core/search/comparable.h"
#include "core/batching/list.h"

#include <gtest/gtest.h>

#include <vector>

#include "core/search/designer.h"
#include "tests/core/scenarios.h"

namespace noiseloom {
namespace {

Scenario small() {
  return Scenario({.iterations = 64, .epochs = 4, .epsilon = 2, .delta = 1e-5, .bands = 4});
}

Scenario changed(const Changes& changes) {
  return with(small(), changes);
}

TEST(Comparable, WhatIsComparedDoesNotCount) {
  // The separation and tau are settings of other batchings.
  const Scenario other = changed({.mechanism = *mechanismFromName("bsr"),
                                  .bands = 2,
                                  .minSeparation = 3,
                                  .tau = 2,
                                  .datasetSize = 1000,
                                  .deployment = Deployment{.parameters = 7}});
  EXPECT_TRUE(claimDifferences(small(), other).empty());
  EXPECT_TRUE(claimDifferences(small(), small()).empty());
}

TEST(Comparable, EveryPartOfAClaimIsSeenAlone) {
  const std::vector<std::pair<Field, Changes>> changes{{Field::Epsilon, {.epsilon = 3}},
                                                       {Field::Delta, {.delta = 1e-6}},
                                                       {Field::Unit, {.unit = PrivacyUnit::User}},
                                                       {Field::Adjacency, {.adjacency = Adjacency::ZeroOut}},
                                                       {Field::Iterations, {.iterations = 128}},
                                                       {Field::Epochs, {.epochs = 2}},
                                                       {Field::ClipNorm, {.clipNorm = 2}},
                                                       {Field::Workload, {.workload = Workload::sgd(1, 0.9)}},
                                                       {Field::Objective, {.objective = ErrorObjective::Max}}};
  for (const auto& [part, change] : changes) {
    EXPECT_EQ(claimDifferences(small(), changed(change)), std::vector{part}) << infoOf(part).name;
    EXPECT_EQ(claimDifferences(changed(change), small()), std::vector{part}) << infoOf(part).name;
    EXPECT_TRUE(jobDifferences(small(), changed(change)).empty()) << infoOf(part).name;
  }
}

// The same guarantee for the same number of steps and participations: the errors compare, the jobs are not the same.
TEST(Comparable, OtherBatchesAreAnotherJobAndNoOtherClaim) {
  const std::vector<Changes> changes{{.batching = &batchings::fixedEpoch},
                                     {.batching = &batchings::ballsInBins},
                                     {.batching = &batchings::minSeparation},
                                     {.jobBatching = &jobs::shuffledOnce},
                                     {.batching = &batchings::fixedEpoch, .jobBatching = &jobs::shuffledOnce}};
  for (const auto& change : changes) {
    EXPECT_TRUE(claimDifferences(small(), changed(change)).empty());
    EXPECT_EQ(jobDifferences(small(), changed(change)), std::vector{Field::Batching});
    EXPECT_EQ(jobDifferences(changed(change), small()), std::vector{Field::Batching});
  }
  EXPECT_TRUE(jobDifferences(small(), small()).empty());
  // Under a single participation nobody takes part four times.
  const Scenario once = changed({.batching = &batchings::single});
  EXPECT_EQ(claimDifferences(small(), once), std::vector{Field::Epochs});
  EXPECT_EQ(jobDifferences(small(), once), std::vector{Field::Batching});
}

TEST(Comparable, SettingsOfABatchingCountUnderIt) {
  const auto separated = [](Index s) { return changed({.batching = &batchings::minSeparation, .minSeparation = s}); };
  EXPECT_EQ(jobDifferences(separated(8), separated(12)), std::vector{Field::MinSeparation});
  EXPECT_TRUE(claimDifferences(separated(8), separated(12)).empty());
  // ceil(n / k) said or left out is the same.
  EXPECT_TRUE(jobDifferences(separated(16), changed({.batching = &batchings::minSeparation})).empty());
  const auto binned = [](double tau, double failure) {
    return changed({.batching = &batchings::ballsInBins, .tau = tau, .failureProbability = failure});
  };
  // The same epsilon and delta, whatever the margin that they were certified with; not as certain.
  EXPECT_TRUE(claimDifferences(binned(1.25, 1e-9), binned(1.5, 1e-9)).empty());
  EXPECT_EQ(claimDifferences(binned(1.25, 1e-9), binned(1.25, 1e-6)), std::vector{Field::FailureProbability});
}

TEST(Comparable, AClaimIsTakenOverWholly) {
  const Scenario claim = changed({.epsilon = 7,
                                  .objective = ErrorObjective::Last,
                                  .batching = &batchings::minSeparation,
                                  .minSeparation = 9,
                                  .workload = Workload::sgd(0.999, 0.9),
                                  .datasetSize = 12'345});
  const Scenario before = changed({.mechanism = *mechanismFromName("bisr")});
  const Scenario after = underClaimOf(claim, before);
  EXPECT_TRUE(claimDifferences(after, claim).empty());
  EXPECT_EQ(after.mechanism, *mechanismFromName("bisr"));
  EXPECT_EQ(after.bands, before.bands);
  EXPECT_EQ(after.datasetSize, claim.datasetSize);
}

TEST(Comparable, AnotherEpsilonKeepsTheStrategy) {
  const auto before = design(small());
  const Scenario claim = changed({.epsilon = 8, .adjacency = Adjacency::ZeroOut, .clipNorm = 3});
  ASSERT_TRUE(strategySurvives(*before, claim));
  const auto after = recalibrated(*before, claim);
  ASSERT_TRUE(after);
  EXPECT_TRUE(claimDifferences(after->scenario, claim).empty());
  EXPECT_EQ(after->strategy.column(0), before->strategy.column(0));
  EXPECT_EQ(after->loss.mean, before->loss.mean);
  EXPECT_LT(after->noiseMultiplier.value, before->noiseMultiplier.value);
  EXPECT_EQ(after->optimizer.iterations, before->optimizer.iterations);
  // And it is what solving it from the start gives.
  const auto fresh = design(underClaimOf(claim, small()));
  EXPECT_NEAR(after->error.mean, fresh->error.mean, 1e-9 * fresh->error.mean);
  EXPECT_NEAR(after->stddev, fresh->stddev, 1e-9 * fresh->stddev);
}

TEST(Comparable, AnotherTrainingSolvesTheMechanismAnew) {
  const auto before = design(changed({.bands = std::nullopt}));
  const Scenario claim = changed({.iterations = 128});
  EXPECT_FALSE(strategySurvives(*before, claim));
  const auto after = recalibrated(*before, claim);
  ASSERT_TRUE(after);
  EXPECT_EQ(after->strategy.iterations(), 128);
  EXPECT_EQ(after->bands, before->bands);
  EXPECT_TRUE(claimDifferences(after->scenario, claim).empty());
}

TEST(Comparable, BestOfSeveralKeepsTheOneThatWasFound) {
  const auto before =
      design(changed({.mechanism = *mechanismFromName("best"), .bands = std::nullopt, .mostSeconds = 1}));
  const auto after = recalibrated(*before, changed({.epsilon = 1}));
  ASSERT_TRUE(after);
  EXPECT_EQ(after->mechanism, before->mechanism);
  EXPECT_EQ(after->bands, before->bands);
}

TEST(Comparable, WhatWasLeftOpenIsSearchedForAgainOnRequest) {
  const auto before = design(changed({.bands = std::nullopt}));
  const Scenario claim = changed({.epsilon = 0.2});
  EXPECT_TRUE(leavesOpen(before->scenario));
  const auto kept = recalibrated(*before, claim);
  const auto again = recalibrated(*before, claim, {}, Recalibration::Anew);
  EXPECT_FALSE(leavesOpen(kept->scenario));
  EXPECT_EQ(kept->bands, before->bands);
  // Less privacy loss wants more amplification, and fewer bands.
  EXPECT_LT(again->bands, before->bands);
  EXPECT_LT(again->error.mean, kept->error.mean);
  EXPECT_TRUE(leavesOpen(again->scenario));
  // Where nothing was left open there is nothing to search for.
  const auto fixed = design(small());
  EXPECT_FALSE(leavesOpen(small()));
  EXPECT_EQ(recalibrated(*fixed, claim, {}, Recalibration::Anew)->error.mean, recalibrated(*fixed, claim)->error.mean);
  const auto named = [](const char* mechanism) { return changed({.mechanism = *mechanismFromName(mechanism)}); };
  EXPECT_TRUE(leavesOpen(named("best")));
  EXPECT_TRUE(leavesOpen(named("blt")));
  EXPECT_FALSE(leavesOpen(named("tree")));
}

TEST(Comparable, AMechanismThatCannotServeSaysSo) {
  const auto before = design(changed({.bands = 16}));
  const Scenario claim = changed({.epochs = 16});
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
  EXPECT_FALSE(recalibrated(*before, changed({.epsilon = 3}), {stop.get_token(), {}}));
  EXPECT_FALSE(recalibrated(*before, changed({.iterations = 128}), {stop.get_token(), {}}));
}

}  // namespace
}  // namespace noiseloom
