// Data sets of which only a range of sizes is known: what is claimed holds for each of them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "core/claim/claim.h"
#include "core/io/scenario_json.h"
#include "core/record/public_divisor.h"
#include "core/scenario/batch_size.h"
#include "core/search/designer.h"
#include "tests/core/sampling/sampling_fixture.h"
#include "tests/core/scenarios.h"

namespace noiseloom {
namespace {

using ::testing::HasSubstr;

Scenario ranged(const Batching& batching, Index least, Index most, Index batch, Index steps) {
  const Scenario scenario({.iterations = steps,
                           .epsilon = 3,
                           .delta = 1e-5,
                           .mechanism = &baselineMechanism(),
                           .batching = &batching,
                           .datasetSize = least,
                           .datasetSizeAtMost = most});
  return withBatchSize(scenario, static_cast<double>(batch));
}

double stddevOf(const Scenario& scenario, const Strategy& strategy) {
  const Sensitivity sensitivity = sensitivityOf(strategy, scenario.participation());
  return sensitivity.value * accountingOf(scenario, strategy, sensitivity)->calibrate({}).noiseMultiplier.value;
}

// The same job with each number of examples, designed for that number alone.
TEST(DatasetRange, NoNumberInItNeedsMoreNoise) {
  std::mt19937 random(3);
  const auto between = [&](Index least, Index most) {
    return std::uniform_int_distribution<Index>(least, most)(random);
  };
  for (int i = 0; i < 60; ++i) {
    const Index least = between(20, 200), most = least + between(1, 60), batch = between(1, least / 6);
    const Index steps = between(1, 3 * (least / batch));
    for (const Batching* batching : {&batchings::cyclicPoisson, &batchings::fixedSize, &batchings::randomAllocation,
                                     &batchings::minSeparation, &batchings::single}) {
      Scenario scenario = ranged(*batching, least, most, batch, steps);
      if (batching == &batchings::single) scenario = with(scenario, {.iterations = least / batch, .epochs = 1.0});
      ASSERT_EQ(problemOf(scenario), "");
      const Index bands = batching == &batchings::randomAllocation ? 1 : std::min<Index>(3, scenario.mostParts());
      const Strategy strategy = strategyOf(scenario.iterations, std::min(bands, scenario.iterations));
      const double all = stddevOf(scenario, strategy);
      for (const Index examples : {least, (least + most) / 2, most}) {
        SCOPED_TRACE(::testing::Message() << batching->id << ' ' << examples << " of " << least << " to " << most
                                          << " in batches of " << batch << " for " << steps << " steps");
        EXPECT_LE(stddevOf(ofDatasetSize(scenario, examples), strategy), all * (1 + 1e-3));
      }
    }
  }
}

// A strategy whose entries meet after as many steps as the larger data set's epochs have.
TEST(DatasetRange, OrdersOfEpochsAreRefusedBecauseALargerOneMayBeTheWorse) {
  const Scenario three = with(ranged(batchings::fixedEpoch, 30, 40, 10, 12), {.datasetSizeAtMost = std::nullopt});
  const Scenario four = withBatchSize(with(three, {.datasetSize = 40}), 10);
  const ToeplitzStrategy strategy(12, {1, 0, 0, 0, 0.9});
  EXPECT_GT(sensitivityOf(strategy, four.participation()).value,
            1.05 * sensitivityOf(strategy, three.participation()).value);
  EXPECT_THAT(problemOf(ranged(batchings::fixedEpoch, 30, 40, 10, 12)), HasSubstr("min-sep counts all"));
  EXPECT_THAT(problemOf(ranged(batchings::shuffledEachEpoch, 30, 40, 10, 12)), HasSubstr("min-sep counts all"));
  const Scenario apart = ranged(batchings::minSeparation, 30, 40, 10, 12);
  EXPECT_EQ(problemOf(apart), "");
  EXPECT_GE(sensitivityOf(strategy, apart.participation()).value, sensitivityOf(strategy, four.participation()).value);
}

TEST(DatasetRange, RefusesWhatIsNoRange) {
  const Scenario scenario = ranged(batchings::cyclicPoisson, 100, 200, 10, 50);
  EXPECT_EQ(problemOf(scenario), "");
  EXPECT_THAT(problemOf(with(scenario, {.datasetSizeAtMost = 99})), HasSubstr("dataset_size_at_most = 99"));
  EXPECT_THAT(problemOf(with(scenario, {.datasetSize = std::nullopt})), HasSubstr("beside the size of the data set"));
  EXPECT_EQ(problemOf(with(scenario, {.datasetSizeAtMost = 100})), "");
  EXPECT_THAT(problemOf(with(scenario, {.largestBatch = 60})), HasSubstr("none beside a largest batch"));
  // One number is the same claim as no range.
  EXPECT_EQ(stddevOf(with(scenario, {.datasetSizeAtMost = 100}), strategyOf(50, 1)),
            stddevOf(with(scenario, {.datasetSizeAtMost = std::nullopt}), strategyOf(50, 1)));
}

// The cut costs what it costs with the most examples.
TEST(DatasetRange, ALargestBatchCountsTheMostExamples) {
  Scenario scenario = with(ranged(batchings::randomAllocation, 1000, 1200, 100, 40), {.largestBatch = 190});
  ASSERT_EQ(problemOf(scenario), "");
  const double all = capReached(scenario, 1);
  EXPECT_GT(all, 2 * capReached(with(scenario, {.datasetSizeAtMost = std::nullopt}), 1));
  // The same steps of an epoch, all examples stated.
  const Scenario most = with(scenario, {.datasetSize = 1200, .datasetSizeAtMost = std::nullopt});
  EXPECT_EQ(most.stepsPerEpoch(), scenario.stepsPerEpoch());
  EXPECT_DOUBLE_EQ(all, capReached(most, 1));
}

TEST(DatasetRange, BatchesKeepWhatIsClaimedWhateverTheNumber) {
  for (const Batching* batching : allBatchings()) {
    if (batching->ofKnownSize) continue;
    Scenario scenario = ranged(*batching, 100, 160, 20, 15);
    if (batching == &batchings::single) scenario = with(scenario, {.iterations = 5, .epochs = 1.0});
    ASSERT_EQ(problemOf(scenario), "") << batching->id;
    for (const Index examples : {100, 130, 160}) {
      SCOPED_TRACE(::testing::Message() << batching->id << ' ' << examples);
      const auto sampler = samplerOf(scenario, 1, examples);
      std::map<Index, std::vector<Index>> steps;
      for (Index step = 0; step < scenario.iterations; ++step) {
        const std::vector<Index> batch = sampler->batch(step);
        for (const Index example : batch) steps[example].push_back(step);
        if (batching == &batchings::fixedSize) {
          EXPECT_EQ(batch.size(), 20U);
        }
        if (!batching->amplified()) {
          EXPECT_LE(batch.size(), 20U);
        }
      }
      const bool counted = !batching->amplified() || batching == &batchings::randomAllocation;
      for (const auto& [example, own] : steps) {
        if (counted) {
          EXPECT_LE(std::ssize(own), scenario.effectiveParticipations());
        }
        if (batching->amplified()) continue;
        for (std::size_t i = 1; i < own.size(); ++i) EXPECT_GE(own[i] - own[i - 1], scenario.effectiveMinSeparation());
      }
      // Rates, bins and epochs do not tell the number.
      if (batching->amplified() && batching != &batchings::fixedSize) {
        EXPECT_NEAR(sampler->expectedBatch(), 0.2 * static_cast<double>(examples), 1e-9);
      }
    }
    for (const Index examples : {99, 161}) EXPECT_THROW(samplerOf(scenario, 1, examples), InvalidArgument);
  }
  EXPECT_EQ(publicDivisor(ranged(batchings::cyclicPoisson, 100, 160, 20, 15), 130)->batch, 20);
}

// Parts of the data need not be of equal size: each example's rate is what counts, and the size of a sample is a share
// of the smallest part.
TEST(DatasetRange, PartsMayDifferInSize) {
  for (const Index bands : {3, 7}) {
    const Scenario scenario = with(ranged(batchings::cyclicPoisson, 100, 100, 10, 30), {.bands = bands});
    const auto sampler = samplerOf(scenario, bands, 100);
    EXPECT_DOUBLE_EQ(*samplingOf(scenario, bands).probability, 0.1 * static_cast<double>(bands));
    EXPECT_DOUBLE_EQ(sampler->expectedBatch(), 10);
    const Scenario sized = ranged(batchings::fixedSize, 100, 100, 10, 30);
    const double share = *samplingOf(sized, bands).probability;
    const Index members = 100 / bands;  // of the smallest part
    EXPECT_DOUBLE_EQ(share, 10.0 / static_cast<double>(members));
    const auto ofSize = samplerOf(sized, bands, 100);
    for (Index step = 0; step < 30; ++step) {
      const Index members = (100 - step % bands - 1) / bands + 1;
      EXPECT_LE(static_cast<double>(ofSize->batch(step).size()), share * static_cast<double>(members) * (1 + 1e-12));
    }
  }
}

TEST(DatasetRange, IsInTheClaimAndInFiles) {
  const auto made = design(ranged(batchings::cyclicPoisson, 40'000, 50'000, 500, 200));
  const PrivacyClaim claim = claimOf(*made);
  const auto size = std::ranges::find(claim.assumptions, "size", &Assumption::name);
  ASSERT_NE(size, claim.assumptions.end());
  EXPECT_THAT(size->text.english(), HasSubstr("from 40000 to 50000 examples"));
  EXPECT_EQ(scenarioVersion(made->scenario), 13);
  EXPECT_EQ(parseScenario(scenarioText(made->scenario), "s"), made->scenario);
  // The rate is that of the fewest examples.
  EXPECT_DOUBLE_EQ(*samplingOf(made->scenario, 1).probability, 0.0125);
}

}  // namespace
}  // namespace noiseloom
