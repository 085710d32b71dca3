// Jobs of N examples, batches of B and n steps that need not be whole epochs, beside a loader that is simulated here.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

#include "core/claim/claim.h"
#include "core/participation/participation.h"
#include "core/scenario/batch_size.h"
#include "core/scenario/field_value.h"
#include "tests/core/sampling/sampling_fixture.h"
#include "tests/core/scenarios.h"

namespace noiseloom {
namespace {

struct Job {
  Index examples = 1, batch = 1, steps = 1;
};

// What a loader deals that goes through the data in order, again and again.
std::vector<std::vector<Index>> dealt(const Job& job, LastBatch last) {
  std::vector<std::vector<Index>> batches;
  std::vector<Index> open;
  const auto close = [&] {
    if (std::ssize(batches) < job.steps) batches.push_back(open);
    open.clear();
  };
  while (std::ssize(batches) < job.steps) {
    for (Index example = 0; example < job.examples; ++example) {
      open.push_back(example);
      if (std::ssize(open) == job.batch) close();
    }
    if (last == LastBatch::Smaller && !open.empty()) close();
    if (last != LastBatch::CarriedOver) open.clear();
  }
  return batches;
}

struct Visits {
  Index most = 0;
  std::set<Index> distances;
};

Visits visitsOf(const std::vector<std::vector<Index>>& batches, Index examples) {
  Visits visits;
  std::vector<std::vector<Index>> steps(static_cast<std::size_t>(examples));
  for (Index step = 0; step < std::ssize(batches); ++step) {
    for (const Index example : batches[static_cast<std::size_t>(step)])
      steps[static_cast<std::size_t>(example)].push_back(step);
  }
  for (const std::vector<Index>& each : steps) {
    visits.most = std::max(visits.most, static_cast<Index>(std::ssize(each)));
    for (std::size_t i = 1; i < each.size(); ++i) visits.distances.insert(each[i] - each[i - 1]);
  }
  return visits;
}

Scenario scenarioOf(const Job& job, const Batching& batching, LastBatch last = LastBatch::Smaller) {
  Scenario scenario({.iterations = job.steps,
                     .mechanism = &baselineMechanism(),
                     .lastBatch = last,
                     .batching = &batching,
                     .datasetSize = job.examples});
  return withBatchSize(scenario, static_cast<double>(job.batch));
}

std::vector<Job> someJobs() {
  std::mt19937 random(11);
  const auto between = [&](Index least, Index most) {
    return std::uniform_int_distribution<Index>(least, most)(random);
  };
  std::vector<Job> jobs{{1000, 64, 48}, {50'000, 512, 2000}, {14'732, 1024, 44}, {7, 7, 5}, {7, 1, 20}, {9, 5, 1}};
  while (jobs.size() < 80) {
    const Index examples = between(2, 200);
    const Index batch = between(1, examples);
    jobs.push_back({examples, batch, between(1, 4 * (examples / batch + 1))});
  }
  return jobs;
}

TEST(AnyJob, CountsAndDistancesAreThoseOfTheLoader) {
  for (const Job& job : someJobs()) {
    for (const LastBatch last : {LastBatch::Smaller, LastBatch::Dropped, LastBatch::CarriedOver}) {
      SCOPED_TRACE(::testing::Message() << job.examples << " in batches of " << job.batch << " for " << job.steps
                                        << " steps, " << toString(last));
      const Visits visits = visitsOf(dealt(job, last), job.examples);
      const bool carried = last == LastBatch::CarriedOver;
      const Scenario scenario = scenarioOf(job, carried ? batchings::minSeparation : batchings::fixedEpoch, last);
      EXPECT_TRUE(scenario.problems().empty());
      EXPECT_EQ(batchSizeOf(scenario), job.batch);
      const Participation own = scenario.participation();
      // No step more than there are: the sensitivity of independent noise is the root of the most visits.
      EXPECT_DOUBLE_EQ(sensitivityOf(IdentityStrategy(job.steps), own).value,
                       std::sqrt(static_cast<double>(visits.most)));
      if (visits.distances.empty()) continue;
      EXPECT_EQ(*visits.distances.begin(), own.separation);
      EXPECT_TRUE(carried || visits.distances.size() == 1);
    }
  }
}

TEST(AnyJob, BatchesAreThoseOfTheLoader) {
  for (const Job& job : someJobs()) {
    if (job.steps > 200) continue;
    for (const LastBatch last : {LastBatch::Smaller, LastBatch::Dropped, LastBatch::CarriedOver}) {
      const bool carried = last == LastBatch::CarriedOver;
      for (const Batching* batching :
           {&batchings::fixedEpoch, &batchings::shuffledEachEpoch, &batchings::minSeparation}) {
        if (carried && batching != &batchings::minSeparation) continue;
        const Scenario scenario = scenarioOf(job, *batching, last);
        // Of whole epochs the batches are parts whose sizes differ by one.
        if (last == LastBatch::Smaller && scenario.epochs == std::floor(scenario.epochs)) continue;
        SCOPED_TRACE(::testing::Message() << job.examples << " in batches of " << job.batch << " for " << job.steps
                                          << " steps, " << toString(last) << ", " << batching->id);
        const auto sampler = samplerOf(scenario, 1, job.examples);
        const auto loader = dealt(job, last);
        std::vector<std::vector<Index>> drawn;
        double sum = 0;
        for (Index step = 0; step < job.steps; ++step) {
          drawn.push_back(sampler->batch(step));
          EXPECT_EQ(drawn.back().size(), loader[static_cast<std::size_t>(step)].size()) << step;
          sum += static_cast<double>(drawn.back().size());
        }
        const Visits visits = visitsOf(drawn, job.examples);
        EXPECT_LE(visits.most, scenario.effectiveParticipations());
        EXPECT_TRUE(visits.distances.empty() || *visits.distances.begin() >= scenario.effectiveMinSeparation());
        if (job.steps % scenario.stepsPerEpoch() != 0) continue;
        EXPECT_NEAR(sum / static_cast<double>(job.steps), sampler->expectedBatch(), 1e-9);
      }
    }
  }
}

TEST(AnyJob, IsSampledAtTheRateOfItsBatches) {
  for (const Job& job : someJobs()) {
    const double rate = static_cast<double>(job.batch) / static_cast<double>(job.examples);
    const Scenario scenario = scenarioOf(job, batchings::cyclicPoisson);
    EXPECT_EQ(*samplingOf(scenario, 1).probability, rate);
    EXPECT_EQ(scenario.mostParts(), job.examples / job.batch);
    EXPECT_NEAR(samplerOf(scenario, 1, job.examples)->expectedBatch(), static_cast<double>(job.batch),
                1e-12 * static_cast<double>(job.batch));
  }
}

TEST(AnyJob, WholeEpochsAreWhatTheyWere) {
  for (const Index n : {Index{1}, Index{10}, Index{48}, Index{703}, Index{2000}}) {
    for (Index k = 1; k <= std::min<Index>(n, 60); ++k) {
      const Scenario scenario({.iterations = n, .epochs = static_cast<double>(k)});
      EXPECT_EQ(scenario.stepsPerEpoch(), (n + k - 1) / k);
      EXPECT_EQ(scenario.mostParts(), n / k);
      EXPECT_EQ(scenario.effectiveParticipations(), k);
      EXPECT_EQ(scenario.samplingRate(), static_cast<double>(k) / static_cast<double>(n));
    }
  }
}

// A last batch that was chosen for another batching.
TEST(AnyJob, OnePassTakesNobodyTwiceWhateverTheIdleLastBatchSays) {
  for (const LastBatch last : valuesOf<LastBatch>()) {
    const Scenario scenario = scenarioOf({.examples = 100, .batch = 30, .steps = 4}, batchings::single, last);
    EXPECT_TRUE(scenario.problems().empty());
    const auto sampler = samplerOf(scenario, 1, 100);
    std::multiset<Index> taken;
    for (Index step = 0; step < 4; ++step) {
      for (const Index example : sampler->batch(step)) taken.insert(example);
    }
    EXPECT_EQ(taken.size(), 100);
    EXPECT_EQ(std::set<Index>(taken.begin(), taken.end()).size(), 100);
  }
}

// Steps that end within an epoch tell less than the whole epochs around them.
TEST(AnyJob, AllocationCountsAnEpochThatEndsEarlyWhole) {
  const auto noise = [](Index steps, const Batching& batching) {
    const Scenario scenario = scenarioOf({.examples = 1200, .batch = 100, .steps = steps}, batching);
    const IdentityStrategy independent(steps);
    return accountingOf(scenario, independent, sensitivityOf(independent, scenario.participation()))
        ->calibrate({})
        .noiseMultiplier.value;
  };
  for (const Batching* batching : {&batchings::randomAllocation, &batchings::cyclicAllocation}) {
    EXPECT_EQ(noise(25, *batching), noise(36, *batching));
    EXPECT_GT(noise(25, *batching), noise(24, *batching));
  }
  const Scenario scenario = scenarioOf({.examples = 1200, .batch = 100, .steps = 25}, batchings::randomAllocation);
  EXPECT_EQ(samplingOf(scenario, 1).compositions, 3);
}

TEST(AnyJob, BinsNeedEveryStepOfAnEpoch) {
  const Scenario part = scenarioOf({.examples = 1000, .batch = 10, .steps = 99}, batchings::ballsInBins);
  ASSERT_FALSE(part.problems().empty());
  EXPECT_EQ(part.problems().front().argument(), "epochs");
  const Scenario more = scenarioOf({.examples = 1000, .batch = 10, .steps = 101}, batchings::ballsInBins);
  EXPECT_TRUE(more.problems().empty());
  EXPECT_EQ(samplingOf(more, 1).bins, 100);
}

TEST(AnyJob, CarriedOverBatchesAreThoseOfOneOrder) {
  Scenario scenario =
      scenarioOf({.examples = 100, .batch = 30, .steps = 20}, batchings::minSeparation, LastBatch::CarriedOver);
  scenario.jobBatching = &jobs::shuffledEachEpoch;
  EXPECT_EQ(coverageOf(scenario, 1).status, AssumptionStatus::Violated);
  scenario.jobBatching = &jobs::shuffledOnce;
  EXPECT_EQ(coverageOf(scenario, 1).status, AssumptionStatus::Satisfied);
  for (const Batching* batching : {&batchings::fixedEpoch, &batchings::shuffledEachEpoch}) {
    scenario.batching = batching;
    ASSERT_FALSE(scenario.problems().empty());
    EXPECT_EQ(scenario.problems().front().argument(), "last_batch");
  }
  scenario = with(scenario, {.batching = &batchings::minSeparation, .datasetSize = std::nullopt});
  ASSERT_FALSE(scenario.problems().empty());
  EXPECT_EQ(scenario.problems().front().argument(), "last_batch");
}

TEST(AnyJob, StepsAreThoseThatALoaderTakes) {
  Scenario scenario({.epochs = 3, .datasetSize = 1000});
  EXPECT_EQ(iterationsForBatchSize(scenario, 64), 48);
  scenario = with(scenario, {.lastBatch = LastBatch::Dropped, .batching = &batchings::fixedEpoch});
  EXPECT_EQ(iterationsForBatchSize(scenario, 64), 45);
  scenario = with(scenario, {.epochs = 2.5, .lastBatch = LastBatch::Smaller});
  EXPECT_EQ(iterationsForBatchSize(scenario, 64), 39);
}

// Whatever follows, the batch size stays, and whole epochs of a loader stay whole.
TEST(AnyJob, LinkedValuesKeepTheBatchSize) {
  Scenario scenario = scenarioOf({.examples = 1000, .batch = 64, .steps = 48}, batchings::cyclicPoisson);
  for (const Index examples : {2000, 1500, 777, 1000}) {
    scenario = withValue(scenario, Field::DatasetSize, static_cast<double>(examples), Field::Iterations);
    EXPECT_EQ(batchSizeOf(scenario), 64);
    EXPECT_EQ(scenario.iterations, 3 * ((examples + 63) / 64));
  }
  EXPECT_EQ(scenario.iterations, 48);
  scenario = withValue(scenario, Field::Iterations, 2.0e3, Field::Epochs);
  EXPECT_EQ(batchSizeOf(scenario), 64);
  EXPECT_DOUBLE_EQ(scenario.epochs, 128);
  scenario = withValue(scenario, Field::BatchSize, 50, Field::Epochs);
  EXPECT_DOUBLE_EQ(scenario.epochs, 100);
  scenario = withValue(scenario, Field::Epochs, 30.5, Field::DatasetSize);
  EXPECT_EQ(scenario.datasetSize, 3279);
  EXPECT_EQ(batchSizeOf(scenario), 50);
}

// Figures that were known before this code, at q = 64 / 1000.
TEST(AnyJob, NoiseOfThreeEpochsOfALoader) {
  for (const auto& [steps, sigma] : {std::pair<Index, double>{47, 0.912201}, {48, 0.915494}}) {
    const Scenario scenario =
        with(scenarioOf({.examples = 1000, .batch = 64, .steps = steps}, batchings::cyclicPoisson),
             {.epsilon = 4, .delta = 1e-5});
    const IdentityStrategy independent(steps);
    const double found = accountingOf(scenario, independent, sensitivityOf(independent, scenario.participation()))
                             ->calibrate({})
                             .noiseMultiplier.value;
    EXPECT_NEAR(found, sigma, 1e-6);
  }
}

}  // namespace
}  // namespace noiseloom
