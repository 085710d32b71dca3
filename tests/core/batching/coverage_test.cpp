
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

#include "core/batching/list.h"
#include "core/scenario/scenario.h"
#include "tests/core/scenarios.h"

namespace noiseloom {
namespace {

constexpr std::array kJobs{&jobs::poisson,
                           &jobs::cyclicPoisson,
                           &jobs::ballsInBins,
                           &jobs::fixedOrder,
                           &jobs::shuffledOnce,
                           &jobs::shuffledEachEpoch,
                           &jobs::fixedSizeSamples,
                           &jobs::truncatedPoisson,
                           &jobs::minSeparation,
                           &jobs::cyclicFixedSizeSamples,
                           &jobs::randomAllocation,
                           &jobs::cyclicAllocation,
                           &jobs::cyclicPoissonRandom,
                           &jobs::bMinSep};

Scenario scenarioOf(const Batching* batching, const JobBatching* job) {
  return Scenario({.iterations = 60, .epochs = 4, .batching = batching, .jobBatching = job});
}

TEST(JobCoverage, EachAccountingCoversTheJobsThatKeepWithinIt) {
  const std::map<const Batching*, std::vector<const JobBatching*>> covered{
      {&batchings::cyclicPoisson, {&jobs::cyclicPoisson, &jobs::cyclicPoissonRandom}},
      {&batchings::cyclicPoissonRandom, {&jobs::cyclicPoissonRandom}},
      {&batchings::bMinSep, {&jobs::bMinSep}},
      {&batchings::cyclicAllocation, {&jobs::cyclicAllocation}},
      {&batchings::randomAllocation, {&jobs::randomAllocation}},
      {&batchings::fixedSize, {&jobs::cyclicFixedSizeSamples}},
      {&batchings::shuffledEachEpoch,
       {&jobs::ballsInBins, &jobs::fixedOrder, &jobs::shuffledOnce, &jobs::shuffledEachEpoch, &jobs::randomAllocation,
        &jobs::cyclicAllocation}},
      {&batchings::ballsInBins, {&jobs::ballsInBins}},
      {&batchings::fixedEpoch, {&jobs::ballsInBins, &jobs::fixedOrder, &jobs::shuffledOnce}},
      {&batchings::minSeparation, {&jobs::ballsInBins, &jobs::fixedOrder, &jobs::shuffledOnce, &jobs::minSeparation}},
      {&batchings::single,
       {&jobs::ballsInBins, &jobs::fixedOrder, &jobs::shuffledOnce, &jobs::shuffledEachEpoch, &jobs::minSeparation,
        &jobs::randomAllocation, &jobs::cyclicAllocation}}};
  for (const auto& [batching, accepted] : covered) {
    for (const JobBatching* job : kJobs) {
      SCOPED_TRACE(std::string(toString(batching)) + ", job " + std::string(toString(job)));
      const JobCoverage coverage = coverageOf(scenarioOf(batching, job), 8);
      const bool covers = std::ranges::find(accepted, job) != accepted.end();
      EXPECT_EQ(coverage.status != AssumptionStatus::Violated, covers);
      EXPECT_FALSE(coverage.why.empty());
      if (!covers) {
        EXPECT_FALSE(coverage.remedy.empty());
      }
    }
    const JobCoverage same = coverageOf(scenarioOf(batching, &jobs::asAccounted), 8);
    EXPECT_EQ(same.status, AssumptionStatus::ToBeEnsured);
    EXPECT_EQ(same.why, "");
    const JobCoverage drawn = coverageOf(scenarioOf(batching, &jobs::drawn), 8);
    EXPECT_EQ(drawn.status, AssumptionStatus::Satisfied);
    EXPECT_NE(drawn.why.english().find("satisfied by noiseloom-cli batches"), std::string::npos);
  }
}

TEST(JobCoverage, ShufflingIsNeverTakenForSampling) {
  for (const Batching* batching :
       {&batchings::cyclicPoisson, &batchings::ballsInBins, &batchings::cyclicPoissonRandom, &batchings::bMinSep}) {
    for (const JobBatching* job : {&jobs::shuffledOnce, &jobs::shuffledEachEpoch, &jobs::fixedOrder}) {
      for (const Index bands : {1, 4, 15}) {
        for (const Index epochs : {1, 4, 60}) {
          const Scenario scenario = with(scenarioOf(batching, job), {.epochs = static_cast<double>(epochs)});
          EXPECT_EQ(coverageOf(scenario, bands).status, AssumptionStatus::Violated);
        }
      }
    }
  }
}

TEST(JobCoverage, PoissonIsCyclicPoissonOfOneBandOnly) {
  const Scenario scenario = scenarioOf(&batchings::cyclicPoisson, &jobs::poisson);
  EXPECT_EQ(coverageOf(scenario, 1).status, AssumptionStatus::Satisfied);
  EXPECT_EQ(coverageOf(scenario, 2).status, AssumptionStatus::Violated);
  for (const Batching* batching : {&batchings::cyclicPoissonRandom, &batchings::bMinSep}) {
    for (const JobBatching* job : {&jobs::poisson, &jobs::cyclicPoisson}) {
      EXPECT_EQ(coverageOf(scenarioOf(batching, job), 1).status, AssumptionStatus::Satisfied);
      EXPECT_EQ(coverageOf(scenarioOf(batching, job), 2).status, AssumptionStatus::Violated);
    }
  }
}

TEST(JobCoverage, WhatIsSampledFromAllTheDataHasOneBand) {
  Scenario scenario = scenarioOf(&batchings::fixedSize, &jobs::fixedSizeSamples);
  EXPECT_EQ(coverageOf(scenario, 1).status, AssumptionStatus::Satisfied);
  EXPECT_EQ(coverageOf(scenario, 2).status, AssumptionStatus::Violated);
  scenario.jobBatching = &jobs::cyclicFixedSizeSamples;
  EXPECT_EQ(coverageOf(scenario, 2).status, AssumptionStatus::Satisfied);
  scenario = scenarioOf(&batchings::cyclicPoisson, &jobs::truncatedPoisson);
  EXPECT_EQ(coverageOf(scenario, 1).status, AssumptionStatus::Violated);  // at no size that anyone knows
  scenario = with(scenario, {.datasetSize = 600, .largestBatch = 60});
  EXPECT_EQ(coverageOf(scenario, 1).status, AssumptionStatus::ToBeEnsured);
  EXPECT_EQ(coverageOf(scenario, 2).status, AssumptionStatus::Violated);
}

// Sizes of groups that examples draw themselves are binomial.
TEST(JobCoverage, ACapIsThatOfPartsOfEqualSize) {
  for (const Batching* batching : {&batchings::cyclicPoisson, &batchings::cyclicPoissonRandom}) {
    Scenario scenario = scenarioOf(batching, &jobs::cyclicPoissonRandom);
    EXPECT_EQ(coverageOf(scenario, 2).status, AssumptionStatus::Satisfied);
    scenario = with(scenario, {.datasetSize = 600, .largestBatch = 60});
    const bool own = batching == &batchings::cyclicPoissonRandom;
    EXPECT_EQ(coverageOf(scenario, 2).status, own ? AssumptionStatus::Satisfied : AssumptionStatus::Violated);
    EXPECT_NE(coverageOf(scenario, 1).status, AssumptionStatus::Violated);
  }
  for (const auto& [batching, job] : {std::pair{&batchings::cyclicPoisson, &jobs::cyclicPoisson},
                                      std::pair{&batchings::cyclicAllocation, &jobs::cyclicAllocation}}) {
    Scenario scenario = scenarioOf(batching, job);
    EXPECT_EQ(coverageOf(scenario, 3).status, AssumptionStatus::Satisfied);
    scenario = with(scenario, {.datasetSize = 600, .largestBatch = 60});
    const JobCoverage cut = coverageOf(scenario, 3);
    EXPECT_EQ(cut.status, AssumptionStatus::ToBeEnsured);
    EXPECT_NE(cut.remedy.english().find("sizes differ by at most one"), std::string::npos);
  }
}

TEST(JobCoverage, SeparationDecides) {
  Scenario scenario = scenarioOf(&batchings::minSeparation, &jobs::shuffledOnce);  // 15 steps an epoch
  scenario.minSeparation = 15;
  EXPECT_EQ(coverageOf(scenario, 8).status, AssumptionStatus::Satisfied);
  scenario.minSeparation = 16;
  EXPECT_EQ(coverageOf(scenario, 8).status, AssumptionStatus::Violated);
  scenario = with(scenario, {.jobBatching = &jobs::shuffledEachEpoch, .minSeparation = 2});
  EXPECT_EQ(coverageOf(scenario, 8).status, AssumptionStatus::Violated);
  scenario.minSeparation = 1;
  EXPECT_EQ(coverageOf(scenario, 8).status, AssumptionStatus::Satisfied);
}

// One epoch is one order, however often it would have been shuffled.
TEST(JobCoverage, OneEpochHasNoBoundary) {
  for (const Batching* batching : {&batchings::fixedEpoch, &batchings::minSeparation}) {
    for (const JobBatching* job : {&jobs::shuffledEachEpoch, &jobs::minSeparation}) {
      Scenario scenario = with(scenarioOf(batching, job), {.epochs = 1});
      EXPECT_NE(coverageOf(scenario, 8).status, AssumptionStatus::Violated);
      scenario.jobBatching = &jobs::fixedSizeSamples;
      EXPECT_EQ(coverageOf(scenario, 8).status, AssumptionStatus::Violated);
    }
  }
}

TEST(JobCoverage, NamesReadBack) {
  for (const JobBatching* job : kJobs) {
    EXPECT_EQ(jobBatchingFromName(toString(job)), job);
    EXPECT_FALSE(job->name.empty());
  }
  EXPECT_EQ(jobBatchingFromName("shuffle"), std::nullopt);
  for (const PrivacyUnit unit : {PrivacyUnit::Example, PrivacyUnit::User, PrivacyUnit::Device})
    EXPECT_EQ(fromName<PrivacyUnit>(toString(unit)), unit);
  for (const AssumptionStatus status :
       {AssumptionStatus::Satisfied, AssumptionStatus::ToBeEnsured, AssumptionStatus::Violated})
    EXPECT_EQ(fromName<AssumptionStatus>(toString(status)), status);
}

// Strategies must be solved for something else where the noise depends on all of a strategy.
TEST(Batching, EachThatTakesSecondsHasOneThatDoesNot) {
  for (const Batching* batching : allBatchings()) {
    Scenario scenario({.batching = batching});
    EXPECT_FALSE(asSolved(scenario).batching->ofStrategy()) << batching->id;
    EXPECT_EQ(batchingFromName(batching->id), batching);
  }
}

}  // namespace
}  // namespace noiseloom
