#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "core/accounting/samplings/random_allocation.h"
#include "core/batching/list.h"
#include "core/claim/claim.h"
#include "core/claim/epsilon_at.h"
#include "core/design/evaluator.h"
#include "core/error/error_summary.h"
#include "core/io/strategy_file.h"
#include "core/mechanism/list.h"
#include "core/search/band_search.h"
#include "core/search/designer.h"
#include "core/verify/verify_strategy.h"
#include "tests/core/io/scratch_folder.h"
#include "tests/core/scenarios.h"
#include "tests/matchers.h"

namespace noiseloom {
namespace {

class NewBatchingsFiles : public ScratchFolder {};

Scenario scenarioOf(const Batching& batching) {
  return Scenario({.iterations = 512, .epochs = 8, .epsilon = 8, .batching = &batching});
}

// Accountants that take the bands for granted would answer for a strategy of fewer, far too small a noise.
TEST(RandomAllocation, LooksClaimNothingForStrategiesThatItDoesNotRun) {
  Scenario scenario = with(scenarioOf(batchings::randomAllocation), {.mechanism = &mechanisms::stamped});
  EXPECT_THAT(problemOf(scenario), HasSubstr("use 512 (independent noise under random allocation)"));
  scenario.batching = &batchings::cyclicAllocation;
  EXPECT_EQ(problemOf(scenario), "");
  scenario.stamps = 10;  // blocks of 52 steps
  EXPECT_THAT(problemOf(scenario), HasSubstr("a block has 32 steps"));
  const Strategy strategy = ToeplitzStrategy(512, {1, 0.5});
  for (const Batching* batching : {&batchings::randomAllocation, &batchings::cyclicAllocation}) {
    const Scenario open = scenarioOf(*batching);
    const ErrorSummary error = errorOf(strategy, open.workload, {});
    EXPECT_EQ(std::isfinite(approximateFigures(open, strategy, error, 0, {}).error.mean),
              batching == &batchings::cyclicAllocation);
  }
}

TEST(CyclicAllocation, SearchesDivisorsOnly) {
  Scenario scenario = scenarioOf(batchings::cyclicAllocation);
  EXPECT_EQ(scenario.mostBands(), 64);
  const auto made = design(scenario);
  EXPECT_EQ(64 % made->bands, 0);
  bestBands(scenario, [](Index bands) {
    EXPECT_EQ(64 % bands, 0);
    return std::abs(std::log(static_cast<double>(bands) / 10));
  });
  scenario.iterations = Index{8} * 9973;  // a prime number of steps an epoch
  EXPECT_EQ(scenario.bandsAtMost(9972), 1);
  EXPECT_EQ(scenario.bandsAtMost(9973), 9973);
  scenario.iterations = Index{8} * 5040;
  for (Index most = 1; most < 200; ++most) {
    Index expected = most;
    while (5040 % expected != 0) --expected;
    EXPECT_EQ(scenario.bandsAtMost(most), expected);
  }
}

TEST(CyclicAllocation, SaysWhatDivides) {
  Scenario scenario = with(scenarioOf(batchings::cyclicAllocation), {.bands = 20});
  EXPECT_THAT(problemOf(scenario), HasSubstr("16 or 32, which divide the 64 steps"));
  scenario.bands = 32;
  EXPECT_EQ(problemOf(scenario), "");
  scenario.iterations = 513;
  EXPECT_THAT(problemOf(scenario), HasSubstr("1 to 13"));  // of the 65 steps of an epoch
  scenario.bands = 13;
  EXPECT_EQ(problemOf(scenario), "");
  scenario = with(scenario, {.iterations = 512, .bands = 32, .adjacency = Adjacency::ReplaceOne});
  EXPECT_THAT(problemOf(scenario), HasSubstr("add-remove or zero-out"));
}

TEST(CyclicAllocation, IsBetterThanCyclicPoissonAtTheSameBands) {
  for (const Index bands : {4, 16, 32}) {
    Scenario scenario = with(scenarioOf(batchings::cyclicAllocation), {.bands = bands});
    const auto allocated = design(scenario);
    scenario.batching = &batchings::cyclicPoisson;
    EXPECT_LT(allocated->noiseMultiplier.value, design(scenario)->noiseMultiplier.value);
    const RandomAllocation group(64 / bands, 8);
    EXPECT_NEAR(allocated->noiseMultiplier.value, group.certifiedNoiseMultiplier(8, 1e-5).value, 1e-12);
  }
}

TEST(RandomAllocationBatching, RunsIndependentNoiseAlone) {
  Scenario scenario = scenarioOf(batchings::randomAllocation);
  EXPECT_EQ(scenario.mostBands(), 1);
  scenario.bands = 2;
  EXPECT_THAT(problemOf(scenario), HasSubstr("independent noise"));
  scenario = with(scenario, {.mechanism = mechanismFromName("blt").value(), .bands = std::nullopt});
  EXPECT_THAT(problemOf(scenario), HasSubstr("random-allocation"));
}

TEST(RandomAllocationBatching, OneBandOfCyclicAllocationIsTheSame) {
  Scenario scenario = with(scenarioOf(batchings::randomAllocation), {.mechanism = &baselineMechanism()});
  const auto random = design(scenario);
  scenario.batching = &batchings::cyclicAllocation;
  EXPECT_EQ(random->stddev, design(scenario)->stddev);
}

TEST(RandomAllocationBatching, OnePassIsBallsInBins) {
  Scenario scenario = with(scenarioOf(batchings::randomAllocation), {.epochs = 1, .mechanism = &baselineMechanism()});
  const auto random = design(scenario);
  scenario.batching = &batchings::ballsInBins;
  const auto binned = design(scenario);
  EXPECT_NEAR(random->stddev, binned->stddev, 2e-3 * binned->stddev);
  scenario = with(scenario, {.batching = &batchings::randomAllocation, .jobBatching = &jobs::ballsInBins});
  EXPECT_EQ(coverageOf(scenario, 1).status, AssumptionStatus::Satisfied);
  scenario.epochs = 2;
  EXPECT_EQ(coverageOf(scenario, 1).status, AssumptionStatus::Violated);
}

TEST_F(NewBatchingsFiles, AreReadAndVerified) {
  const std::filesystem::path path = file("new_batching.npz");
  for (const Batching* batching : {&batchings::cyclicAllocation, &batchings::randomAllocation, &batchings::fixedSize,
                                   &batchings::shuffledEachEpoch}) {
    SCOPED_TRACE(batching->id);
    const Scenario scenario = with(scenarioOf(*batching), {.epsilon = 2});
    const auto made = design(scenario);
    EXPECT_GT(made->stddev, 0);
    EXPECT_LE(made->noiseMultiplier.errorBound, 1e-3);
    EXPECT_EQ(claimOf(*made).severity, ClaimSeverity::Ok);
    writeStrategyFile(path, *made);
    const StrategyFile read = readStrategyFile(path);
    EXPECT_EQ(read.scenario, scenario);
    EXPECT_THAT(read.metadataJson, HasSubstr("\"version\": 9"));
    const Verification verification = verifyStrategyFile(path);
    for (const VerificationItem& item : verification.items) EXPECT_TRUE(item.passed) << item.name;
  }
}

TEST(NewBatchings, EpsilonAtGivesBackTheEpsilon) {
  for (const Batching* batching : {&batchings::cyclicAllocation, &batchings::fixedSize, &batchings::shuffledEachEpoch,
                                   &batchings::cyclicPoisson, &batchings::fixedEpoch}) {
    const Scenario scenario = with(scenarioOf(*batching), {.mechanism = &baselineMechanism()});
    const IdentityStrategy strategy(scenario.iterations);
    const Sensitivity sensitivity = sensitivityOf(strategy, scenario.participation());
    const auto accounting = accountingOf(scenario, strategy, sensitivity);
    const double sigma = accounting->calibrate({}).noiseMultiplier.value;
    const auto epsilon = epsilonAt(*accounting, sigma, scenario.delta);
    ASSERT_TRUE(epsilon);
    // No more than it was calibrated for, and less by no more than both state.
    EXPECT_LE(epsilon->value, 8);
    EXPECT_GE(epsilon->value, 8 * (1 - 0.01));
    EXPECT_LE(accounting->deltaAt(sigma, epsilon->value, {}), scenario.delta);
  }
}

TEST(NewBatchings, EpsilonStatesWhatTheSearchHasLeft) {
  Scenario scenario = scenarioOf(batchings::fixedEpoch);
  scenario.epsilon = 3.1234567890123;  // no decimal that anything is rounded to
  scenario.mechanism = &baselineMechanism();
  const IdentityStrategy strategy(scenario.iterations);
  const auto accounting = accountingOf(scenario, strategy, sensitivityOf(strategy, scenario.participation()));
  const auto epsilon = epsilonAt(*accounting, accounting->calibrate({}).noiseMultiplier.value, scenario.delta);
  ASSERT_TRUE(epsilon);
  EXPECT_GT(epsilon->value, scenario.epsilon * (1 - 1e-9));
  EXPECT_LE(epsilon->value * (1 - epsilon->errorBound), scenario.epsilon);
  EXPECT_LT(epsilon->errorBound, 1e-8);
}

// DP-SGD under the same batching fills its batches more often than bands do: it is no reason to refuse the bands.
TEST(CyclicAllocation, RunsWithBatchesThatIndependentNoiseWouldOverflow) {
  Scenario scenario({.iterations = 9,
                     .epochs = 1,
                     .epsilon = 2,
                     .delta = 1e-4,
                     .mechanism = &mechanisms::bsr,
                     .bands = 3,
                     .batching = &batchings::cyclicAllocation,
                     .datasetSize = 56});
  for (const Index most : {16, 17, 18, 19}) {
    scenario.largestBatch = most;
    ASSERT_EQ(problemOf(scenario), "");
    const auto made = design(scenario);
    // The baseline's batches have room, where those of the bands' size would take all of delta.
    Scenario roomy = scenario;
    if (most < 19) roomy.largestBatch.reset();
    EXPECT_EQ(made->dpSgdRmse, certifiedBaseline(roomy)) << most;
  }
  scenario.largestBatch = 18;
  EXPECT_LE(deltaBesideCap(scenario, 1), 0);
}

TEST(FixedSize, BothNotions) {
  Scenario scenario = with(scenarioOf(batchings::fixedSize), {.epsilon = 2, .mechanism = &baselineMechanism()});
  const double added = design(scenario)->stddev;
  scenario.adjacency = Adjacency::ReplaceOne;
  const double replaced = design(scenario)->stddev;
  scenario.adjacency = Adjacency::ZeroOut;
  EXPECT_EQ(design(scenario)->stddev, replaced);
  EXPECT_GT(replaced, added);
  // A batch of whole examples may be a larger share than k/n.
  scenario.datasetSize = 1000;  // 15.6 a batch
  EXPECT_GT(design(scenario)->stddev, replaced);
  EXPECT_NEAR(*samplingOf(scenario, 1).probability, 0.016, 1e-15);
}

TEST(ShuffledEachEpoch, CostsMoreThanAnOrderThatIsKept) {
  Scenario scenario =
      with(scenarioOf(batchings::shuffledEachEpoch), {.mechanism = mechanismFromName("bsr").value(), .bands = 16});
  const auto shuffled = design(scenario);
  EXPECT_EQ(shuffled->sensitivity.kind, BoundKind::Exact);
  scenario.batching = &batchings::fixedEpoch;
  EXPECT_LT(design(scenario)->sensitivity.value, shuffled->sensitivity.value);
  scenario = with(scenario, {.batching = &batchings::minSeparation, .minSeparation = 1});
  EXPECT_GT(design(scenario)->sensitivity.value, shuffled->sensitivity.value);
}

}  // namespace
}  // namespace noiseloom
