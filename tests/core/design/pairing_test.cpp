#include "core/design/pairing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

namespace noiseloom {
namespace {

constexpr std::array kJobs{JobBatching::Poisson,          JobBatching::CyclicPoisson,    JobBatching::BallsInBins,
                           JobBatching::FixedOrder,       JobBatching::ShuffledOnce,     JobBatching::ShuffledEachEpoch,
                           JobBatching::FixedSizeSamples, JobBatching::TruncatedPoisson, JobBatching::MinSeparation};

Scenario scenarioOf(Batching batching, JobBatching job) {
  Scenario scenario;
  scenario.iterations = 60;
  scenario.epochs = 4;
  scenario.batching = batching;
  scenario.jobBatching = job;
  return scenario;
}

TEST(Pairing, EachAccountingCoversTheJobsThatKeepWithinIt) {
  using enum JobBatching;
  const std::map<Batching, std::vector<JobBatching>> covered{
      {Batching::CyclicPoisson, {CyclicPoisson}},
      {Batching::BallsInBins, {BallsInBins}},
      {Batching::FixedEpoch, {BallsInBins, FixedOrder, ShuffledOnce}},
      {Batching::MinSeparation, {BallsInBins, FixedOrder, ShuffledOnce, MinSeparation}},
      {Batching::Single, {BallsInBins, FixedOrder, ShuffledOnce, ShuffledEachEpoch, MinSeparation}}};
  for (const auto& [batching, jobs] : covered) {
    for (const JobBatching job : kJobs) {
      SCOPED_TRACE(std::string(toString(batching)) + ", job " + std::string(toString(job)));
      const Pairing pairing = pairingOf(scenarioOf(batching, job), 8);
      const bool covers = std::find(jobs.begin(), jobs.end(), job) != jobs.end();
      EXPECT_EQ(pairing.status != AssumptionStatus::Violated, covers);
      EXPECT_FALSE(pairing.why.empty());
      if (!covers) {
        EXPECT_FALSE(pairing.remedy.empty());
      }
    }
    const Pairing same = pairingOf(scenarioOf(batching, AsAccounted), 8);
    EXPECT_EQ(same.status, AssumptionStatus::ToBeEnsured);
    EXPECT_EQ(same.why, "");
  }
}

TEST(Pairing, ShufflingIsNeverTakenForSampling) {
  for (const Batching batching : {Batching::CyclicPoisson, Batching::BallsInBins}) {
    for (const JobBatching job : {JobBatching::ShuffledOnce, JobBatching::ShuffledEachEpoch, JobBatching::FixedOrder}) {
      for (const Index bands : {1, 4, 15}) {
        for (const Index epochs : {1, 4, 60}) {
          Scenario scenario = scenarioOf(batching, job);
          scenario.epochs = epochs;
          EXPECT_EQ(pairingOf(scenario, bands).status, AssumptionStatus::Violated);
        }
      }
    }
  }
}

TEST(Pairing, PoissonIsCyclicPoissonOfOneBandOnly) {
  const Scenario scenario = scenarioOf(Batching::CyclicPoisson, JobBatching::Poisson);
  EXPECT_EQ(pairingOf(scenario, 1).status, AssumptionStatus::Satisfied);
  EXPECT_EQ(pairingOf(scenario, 2).status, AssumptionStatus::Violated);
}

TEST(Pairing, SeparationDecides) {
  Scenario scenario = scenarioOf(Batching::MinSeparation, JobBatching::ShuffledOnce);  // 15 steps an epoch
  scenario.minSeparation = 15;
  EXPECT_EQ(pairingOf(scenario, 8).status, AssumptionStatus::Satisfied);
  scenario.minSeparation = 16;
  EXPECT_EQ(pairingOf(scenario, 8).status, AssumptionStatus::Violated);
  scenario.jobBatching = JobBatching::ShuffledEachEpoch;
  scenario.minSeparation = 2;
  EXPECT_EQ(pairingOf(scenario, 8).status, AssumptionStatus::Violated);
  scenario.minSeparation = 1;
  EXPECT_EQ(pairingOf(scenario, 8).status, AssumptionStatus::Satisfied);
}

// One epoch is one order, however often it would have been shuffled.
TEST(Pairing, OneEpochHasNoBoundary) {
  for (const Batching batching : {Batching::FixedEpoch, Batching::MinSeparation}) {
    for (const JobBatching job : {JobBatching::ShuffledEachEpoch, JobBatching::MinSeparation}) {
      Scenario scenario = scenarioOf(batching, job);
      scenario.epochs = 1;
      EXPECT_NE(pairingOf(scenario, 8).status, AssumptionStatus::Violated);
      scenario.jobBatching = JobBatching::FixedSizeSamples;
      EXPECT_EQ(pairingOf(scenario, 8).status, AssumptionStatus::Violated);
    }
  }
}

TEST(Pairing, NamesReadBack) {
  for (const JobBatching job : kJobs) {
    EXPECT_EQ(jobBatchingFromName(toString(job)), job);
    EXPECT_NE(displayName(job), "unknown");
  }
  EXPECT_EQ(jobBatchingFromName("shuffle"), std::nullopt);
  for (const PrivacyUnit unit : {PrivacyUnit::Example, PrivacyUnit::User, PrivacyUnit::Device})
    EXPECT_EQ(privacyUnitFromName(toString(unit)), unit);
  for (const AssumptionStatus status :
       {AssumptionStatus::Satisfied, AssumptionStatus::ToBeEnsured, AssumptionStatus::Violated})
    EXPECT_EQ(assumptionStatusFromName(toString(status)), status);
}

}  // namespace
}  // namespace noiseloom
