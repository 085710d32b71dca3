#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "core/batching/list.h"
#include "core/claim/claim.h"
#include "core/io/strategy_file.h"
#include "core/scenario/cautions.h"
#include "core/search/designer.h"
#include "core/verify/verify_strategy.h"
#include "tests/core/io/scratch_folder.h"
#include "tests/core/scenarios.h"
#include "tests/matchers.h"

namespace noiseloom {
namespace {

class LargestBatchFile : public ScratchFolder {};

Scenario scenarioOf(const Batching& batching) {
  Scenario scenario(
      {.iterations = 500, .epochs = 5, .epsilon = 1, .mechanism = &baselineMechanism(), .batching = &batching});
  scenario.datasetSize = 10'000;  // 100 a batch
  return scenario;
}

TEST(LargestBatch, Refuses) {
  Scenario scenario = with(scenarioOf(batchings::cyclicPoisson), {.largestBatch = 99});
  EXPECT_THAT(problemOf(scenario), HasSubstr("at least 100, the expected size"));
  scenario.largestBatch = 100;
  EXPECT_EQ(problemOf(scenario), "");
  scenario.datasetSize.reset();
  EXPECT_THAT(problemOf(scenario), HasSubstr("the size of the data set"));
  // Elsewhere it is not in the pair, and what it costs is a part of delta.
  scenario = with(scenarioOf(batchings::randomAllocation), {.largestBatch = 120});
  EXPECT_THAT(problemOf(scenario), HasSubstr("counts against delta"));
  scenario.largestBatch = proposedLargestBatch(scenario);
  EXPECT_EQ(problemOf(scenario), "");
}

TEST(LargestBatch, TheProposedOneCostsAHundredthOfDelta) {
  for (const Batching* batching : {&batchings::ballsInBins, &batchings::randomAllocation, &batchings::cyclicAllocation,
                                   &batchings::cyclicPoissonRandom, &batchings::bMinSep}) {
    Scenario scenario = scenarioOf(*batching);
    const Index proposed = proposedLargestBatch(scenario).value();
    EXPECT_GT(proposed, 140);
    EXPECT_LT(proposed, 200);
    scenario.largestBatch = proposed;
    EXPECT_LE(capReached(scenario, 1), 0.01 * scenario.delta);
    EXPECT_EQ(deltaBesideCap(scenario, 1), scenario.delta - capReached(scenario, 1));
    scenario.largestBatch = proposed - 1;
    EXPECT_GT(capReached(scenario, 1), 0.01 * scenario.delta);
    // A little more noise than without a cap, and delta of the profile counts the cap.
    scenario.largestBatch.reset();
    const auto open = design(scenario);
    scenario.largestBatch = proposed;
    const auto capped = design(scenario);
    EXPECT_GE(capped->stddev, open->stddev * (1 - 1e-4));
    EXPECT_LE(capped->stddev, open->stddev * 1.002);
    EXPECT_GE(claimWithProfile(*capped).profile.back().second, capReached(scenario, 1));
  }
  EXPECT_FALSE(proposedLargestBatch(scenarioOf(batchings::fixedEpoch)));
  const Scenario unknown = with(scenarioOf(batchings::ballsInBins), {.datasetSize = std::nullopt});
  EXPECT_FALSE(proposedLargestBatch(unknown));
}

TEST(LargestBatch, TightCapsCostNoiseAndHighOnesNothing) {
  Scenario scenario = scenarioOf(batchings::cyclicPoisson);
  const double open = design(scenario)->stddev;
  double previous = 1e300;
  for (const Index most : {110, 130, 150, 170, 10'000}) {
    scenario.largestBatch = most;
    const double stddev = design(scenario)->stddev;
    EXPECT_LE(stddev, previous * (1 + 1e-3));
    EXPECT_GE(stddev, open * (1 - 1e-6));
    previous = stddev;
  }
  EXPECT_NEAR(previous, open, 4e-4 * open);
  scenario.largestBatch = 110;
  EXPECT_GT(design(scenario)->stddev, 1.05 * open);
}

TEST(LargestBatch, CoversTruncatedSampling) {
  Scenario scenario = with(scenarioOf(batchings::cyclicPoisson), {.jobBatching = &jobs::truncatedPoisson});
  EXPECT_EQ(coverageOf(scenario, 1).status, AssumptionStatus::Violated);
  scenario.largestBatch = 150;
  EXPECT_EQ(coverageOf(scenario, 1).status, AssumptionStatus::ToBeEnsured);
  const auto made = design(scenario);
  const PrivacyClaim claim = claimOf(*made);
  EXPECT_EQ(claim.severity, ClaimSeverity::Ok);
  EXPECT_THAT(claim.accountant.method.english(), HasSubstr("truncated Poisson"));
  EXPECT_THAT(claim.assumptions.front().text.english(), HasSubstr("drawn uniformly at random"));
  ASSERT_EQ(cautionsOf(scenario).size(), 1u);
  EXPECT_EQ(cautionsOf(scenario).front().field, Field::LargestBatch);
}

// Groups that examples draw themselves are not those of equal size that the cap is accounted for.
TEST_F(LargestBatchFile, OfRandomGroupsIsNotVerifiedAsThatOfEqualParts) {
  const std::filesystem::path path = file("random_groups.npz");
  Scenario scenario = with(scenarioOf(batchings::cyclicPoisson),
                           {.mechanism = *mechanismFromName("bsr"), .bands = 4, .largestBatch = 120});
  for (const JobBatching* job : {&jobs::cyclicPoisson, &jobs::cyclicPoissonRandom}) {
    scenario.jobBatching = job;
    writeStrategyFile(path, *design(scenario));
    const Verification verification = verifyStrategyFile(path);
    EXPECT_EQ(verification.passed(), job == &jobs::cyclicPoisson);
    EXPECT_EQ(std::ranges::count(verification.items, std::string("privacy_claim: severity"), &VerificationItem::name),
              verification.passed() ? 0 : 1);
  }
}

TEST_F(LargestBatchFile, HoldsIt) {
  const std::filesystem::path path = file("largest_batch.npz");
  Scenario scenario = with(scenarioOf(batchings::cyclicPoisson), {.largestBatch = 150});
  writeStrategyFile(path, *design(scenario));
  const StrategyFile read = readStrategyFile(path);
  EXPECT_EQ(read.scenario, scenario);
  EXPECT_THAT(read.metadataJson, HasSubstr("\"largest_batch\": 150"));
  EXPECT_TRUE(verifyStrategyFile(path).passed());
  // Without one, files stay as they were.
  scenario.largestBatch.reset();
  writeStrategyFile(path, *design(scenario));
  EXPECT_THAT(readStrategyFile(path).metadataJson, HasSubstr("\"version\": 9"));
}

}  // namespace
}  // namespace noiseloom
