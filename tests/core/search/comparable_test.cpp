#include "core/search/comparable.h"
#include "core/batching/list.h"

#include <gtest/gtest.h>

#include <functional>

#include "core/search/designer.h"

namespace noiseloom {
namespace {

Scenario small() {
  return Scenario({.iterations = 64, .epochs = 4, .epsilon = 2, .delta = 1e-5, .bands = 4});
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
      {Field::Iterations, [](Scenario& s) { s.iterations = 128; }},
      {Field::Epochs, [](Scenario& s) { s.epochs = 2; }},
      {Field::ClipNorm, [](Scenario& s) { s.clipNorm = 2; }},
      {Field::Workload, [](Scenario& s) { s.workload = Workload::sgd(1, 0.9); }},
      {Field::Objective, [](Scenario& s) { s.objective = ErrorObjective::Max; }}};
  for (const auto& [part, change] : changes) {
    EXPECT_EQ(claimDifferences(small(), with(change)), std::vector{part}) << infoOf(part).name;
    EXPECT_EQ(claimDifferences(with(change), small()), std::vector{part}) << infoOf(part).name;
    EXPECT_TRUE(jobDifferences(small(), with(change)).empty()) << infoOf(part).name;
  }
}

// The same guarantee for the same number of steps and participations: the errors compare, the jobs are not the same.
TEST(Comparable, OtherBatchesAreAnotherJobAndNoOtherClaim) {
  const std::vector<std::function<void(Scenario&)>> changes{[](Scenario& s) { s.batching = &batchings::fixedEpoch; },
                                                            [](Scenario& s) { s.batching = &batchings::ballsInBins; },
                                                            [](Scenario& s) { s.batching = &batchings::minSeparation; },
                                                            [](Scenario& s) { s.jobBatching = &jobs::shuffledOnce; },
                                                            [](Scenario& s) {
                                                              s.batching = &batchings::fixedEpoch;
                                                              s.jobBatching = &jobs::shuffledOnce;
                                                            }};
  for (const auto& change : changes) {
    EXPECT_TRUE(claimDifferences(small(), with(change)).empty());
    EXPECT_EQ(jobDifferences(small(), with(change)), std::vector{Field::Batching});
    EXPECT_EQ(jobDifferences(with(change), small()), std::vector{Field::Batching});
  }
  EXPECT_TRUE(jobDifferences(small(), small()).empty());
  // Under a single participation nobody takes part four times.
  const Scenario once = with([](Scenario& s) { s.batching = &batchings::single; });
  EXPECT_EQ(claimDifferences(small(), once), std::vector{Field::Epochs});
  EXPECT_EQ(jobDifferences(small(), once), std::vector{Field::Batching});
}

TEST(Comparable, SettingsOfABatchingCountUnderIt) {
  const auto separated = [](Index s) {
    return with([s](Scenario& scenario) {
      scenario.batching = &batchings::minSeparation;
      scenario.minSeparation = s;
    });
  };
  EXPECT_EQ(jobDifferences(separated(8), separated(12)), std::vector{Field::MinSeparation});
  EXPECT_TRUE(claimDifferences(separated(8), separated(12)).empty());
  // ceil(n / k) said or left out is the same.
  EXPECT_TRUE(jobDifferences(separated(16), with([](Scenario& s) { s.batching = &batchings::minSeparation; })).empty());
  const auto binned = [](double tau, double failure) {
    return with([=](Scenario& scenario) {
      scenario.batching = &batchings::ballsInBins;
      scenario.tau = tau;
      scenario.failureProbability = failure;
    });
  };
  // The same epsilon and delta, whatever the margin that they were certified with; not as certain.
  EXPECT_TRUE(claimDifferences(binned(1.25, 1e-9), binned(1.5, 1e-9)).empty());
  EXPECT_EQ(claimDifferences(binned(1.25, 1e-9), binned(1.25, 1e-6)), std::vector{Field::FailureProbability});
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
  EXPECT_EQ(after->loss.mean, before->loss.mean);
  EXPECT_LT(after->noiseMultiplier.value, before->noiseMultiplier.value);
  EXPECT_EQ(after->optimizer.iterations, before->optimizer.iterations);
  // And it is what solving it from the start gives.
  const auto fresh = design(underClaimOf(claim, small()));
  EXPECT_NEAR(after->error.mean, fresh->error.mean, 1e-9 * fresh->error.mean);
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

TEST(Comparable, WhatWasLeftOpenIsSearchedForAgainOnRequest) {
  const auto before = design(with([](Scenario& s) { s.bands.reset(); }));
  const Scenario claim = with([](Scenario& s) { s.epsilon = 0.2; });
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
  const auto named = [](const char* mechanism) {
    return with([&](Scenario& s) { s.mechanism = *mechanismFromName(mechanism); });
  };
  EXPECT_TRUE(leavesOpen(named("best")));
  EXPECT_TRUE(leavesOpen(named("blt")));
  EXPECT_FALSE(leavesOpen(named("tree")));
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
