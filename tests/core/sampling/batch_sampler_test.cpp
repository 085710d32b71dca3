#include "core/sampling/batch_sampler.h"

#include <algorithm>
#include <numeric>

#include "core/base/memory.h"
#include "tests/calls.h"
#include "tests/core/io/scratch_folder.h"
#include "tests/core/sampling/sampling_fixture.h"
#include "tests/core/scenarios.h"
#include "tests/matchers.h"

namespace noiseloom {
namespace {

// Bands that a batching runs at n = 24, k = 4.
Index bandsOf(const Batching& batching) {
  return &batching == &batchings::randomAllocation || &batching == &batchings::balancedIterations ? 1 : 3;
}

class EveryBatching : public ::testing::TestWithParam<const Batching*> {};

TEST_P(EveryBatching, HasASamplerWhoseAnswersDependOnKeyAndStepOnly) {
  const Scenario scenario = scenarioOf(*GetParam(), 24, 4);
  const Index bands = bandsOf(*GetParam());
  const auto sampler = samplerOf(scenario, bands, 500);
  EXPECT_EQ(sampler->iterations(), 24);
  EXPECT_EQ(sampler->datasetSize(), 500);
  EXPECT_EQ(&sampler->batching(), GetParam());
  std::vector<std::vector<Index>> batches;
  Index taken = 0;
  for (Index step = 0; step < 24; ++step) {
    batches.push_back(sampler->batch(step));
    const auto& batch = batches.back();
    taken += static_cast<Index>(batch.size());
    EXPECT_TRUE(std::ranges::is_sorted(batch, std::less_equal<>{})) << "step " << step;
    EXPECT_TRUE(batch.empty() || (batch.front() >= 0 && batch.back() < 500));
  }
  // 24 batches of B = k N / n on average: 2000 participations, of which Poisson sampling varies by 45 a standard
  // deviation, or 500 where nobody comes twice.
  if (GetParam()->once) {
    EXPECT_EQ(taken, 500);
  } else {
    EXPECT_NEAR(static_cast<double>(taken), 2000, 220);
    EXPECT_DOUBLE_EQ(sampler->expectedBatch(), GetParam() == &batchings::fixedSize ? 83 : 500.0 / 6);
  }
  // Another process, any order.
  const auto again = samplerOf(scenario, bands, 500);
  for (const Index step : {23, 0, 11, 12, 5, 23, 22, 1, 1, 17}) {
    EXPECT_EQ(again->batch(step), batches[static_cast<std::size_t>(step)]) << "step " << step;
  }
  const auto other = samplerOf(scenario, bands, 500, 2);
  Index same = 0;
  for (Index step = 0; step < 24; ++step) same += other->batch(step) == batches[static_cast<std::size_t>(step)];
  EXPECT_LT(same, 3);
}

TEST_P(EveryBatching, RefusesStepsBeyondTheDesign) {
  const auto sampler = samplerOf(scenarioOf(*GetParam(), 24, 4), bandsOf(*GetParam()), 500);
  EXPECT_THAT(messageOf<InvalidArgument>([&] { sampler->batch(24); }), HasSubstr("step"));
  EXPECT_THAT(messageOf<InvalidArgument>([&] { sampler->batch(-1); }), HasSubstr("step"));
}

TEST_P(EveryBatching, HoldsToTheDataSetOfTheDesign) {
  Scenario scenario = with(scenarioOf(*GetParam(), 24, 4), {.datasetSize = 500});
  EXPECT_NO_THROW(samplerOf(scenario, bandsOf(*GetParam()), 500));
  EXPECT_THAT(messageOf<InvalidArgument>([&] { samplerOf(scenario, bandsOf(*GetParam()), 501); }),
              AllOf(HasSubstr("dataset_size"), HasSubstr("500")));
  scenario.datasetSize.reset();
  EXPECT_THROW(samplerOf(scenario, bandsOf(*GetParam()), 0), InvalidArgument);
}

TEST(BatchSampler, AsksForTheExamplesOfUsersInPartsWhereThereAreSeveral) {
  Scenario scenario = scenarioOf(batchings::cyclicPoisson, 24, 4);
  scenario.unit = PrivacyUnit::User;
  scenario.examplesPerUser = 3;
  const auto made = [&](Index bands, bool inParts) {
    return batchSampler(scenario, strategyOf(24, bands), 500, keyNumber(1), inParts);
  };
  EXPECT_NO_THROW(made(1, false));
  EXPECT_THAT(messageOf<InvalidArgument>([&] { made(3, false); }), HasSubstr("examples_per_user = 3"));
  const auto sampler = made(3, true);
  for (Index step = 0; step < 24; ++step)
    for (const Index example : sampler->batch(step)) EXPECT_EQ(example % 3, step % 3);
  scenario.examplesPerUser.reset();
  EXPECT_NO_THROW(made(3, false));
}

TEST_P(EveryBatching, CutsWhereTheAccountingKnowsItAndNowhereElse) {
  Scenario scenario = with(scenarioOf(*GetParam(), 24, 4), {.datasetSize = 500, .largestBatch = 85});
  const auto made = [&] { return samplerOf(scenario, bandsOf(*GetParam()), 500); };
  if (!GetParam()->batchLaw) {
    EXPECT_THAT(messageOf<InvalidArgument>(made), HasSubstr("largest_batch"));
    return;
  }
  const auto cut = made();
  scenario.largestBatch.reset();
  const auto whole = made();
  Index shorter = 0;
  for (Index step = 0; step < 24; ++step) {
    const auto all = whole->batch(step);
    const auto kept = cut->batch(step);
    EXPECT_EQ(kept.size(), std::min<std::size_t>(85, all.size()));
    EXPECT_TRUE(std::ranges::includes(all, kept));
    shorter += kept.size() < all.size() ? 1 : 0;
  }
  EXPECT_GT(shorter, 0);
  scenario = with(scenario, {.datasetSize = std::nullopt, .largestBatch = 85});
  EXPECT_THAT(messageOf<InvalidArgument>(made), HasSubstr("largest_batch"));
}

TEST_P(EveryBatching, StopsWhenAsked) {
  std::stop_source stop;
  stop.request_stop();
  const auto sampler = samplerOf(scenarioOf(*GetParam(), 24, 4), bandsOf(*GetParam()), 100000);
  const auto whole = sampler->batch(7);
  sampler->batch(9, {stop.get_token(), {}});
  EXPECT_EQ(sampler->batch(7), whole);  // what was stopped leaves nothing half-made behind
  EXPECT_EQ(sampler->batch(9), samplerOf(scenarioOf(*GetParam(), 24, 4), bandsOf(*GetParam()), 100000)->batch(9));
}

INSTANTIATE_TEST_SUITE_P(Offered, EveryBatching, ::testing::ValuesIn(batchings::kOffered), [](const auto& info) {
  std::string name(info.param->id);
  std::erase(name, '-');
  return name;
});

TEST(BatchSampler, RefusesStrategiesThatTheBatchingDoesNotRun) {
  EXPECT_THAT(messageOf<InvalidArgument>([] { samplerOf(scenarioOf(batchings::cyclicPoisson, 24, 4), 7, 500); }),
              HasSubstr("n/k = 6"));
  EXPECT_THROW(samplerOf(scenarioOf(batchings::cyclicAllocation, 24, 4), 4, 500), InvalidArgument);
  EXPECT_THROW(samplerOf(scenarioOf(batchings::randomAllocation, 24, 4), 2, 500), InvalidArgument);
  EXPECT_THROW(samplerOf(scenarioOf(batchings::balancedIterations, 24, 4), 2, 500), InvalidArgument);
  EXPECT_THROW(samplerOf(scenarioOf(batchings::cyclicAllocation, 25, 4), 2, 500), InvalidArgument);  // of 7 steps
  EXPECT_THROW(batchSampler(scenarioOf(batchings::fixedEpoch, 24, 4), strategyOf(25, 1), 500, keyNumber(1)),
               InvalidArgument);
  EXPECT_THAT(messageOf<InvalidArgument>([] { samplerOf(scenarioOf(batchings::fixedSize, 24, 4), 3, 3); }),
              HasSubstr("more examples"));
}

// The accounting of samples of a fixed size divides ceil(B) by the smallest part.
TEST(BatchSampler, FixedSizesAreThoseOfTheAccounting) {
  for (const Index size : {100, 101, 503, 1000, 9999}) {
    for (const Index bands : {1, 3, 6}) {
      Scenario scenario = scenarioOf(batchings::fixedSize, 24, 4);
      const auto open = samplerOf(scenario, bands, size);
      const auto accountedOpen = *samplingOf(scenario, bands).probability;
      scenario.datasetSize = size;
      const auto sampler = samplerOf(scenario, bands, size);
      const Index part = size / bands;
      for (Index step = 0; step < 24; ++step) {
        EXPECT_EQ(static_cast<Index>(sampler->batch(step).size()), std::min((size + 5) / 6, part));
        const auto taken = static_cast<double>(open->batch(step).size());
        EXPECT_LE(taken / static_cast<double>(part), accountedOpen);
        EXPECT_GT(taken + 1, accountedOpen * static_cast<double>(part));
      }
    }
  }
}

TEST(BatchSampler, OrdersReturnAsAccounted) {
  // 23 steps: the last epoch is not whole. ceil(23 / 4) = 6 steps.
  const auto repeated = samplerOf(scenarioOf(batchings::fixedEpoch, 23, 4), 1, 100);
  std::vector<Index> epoch;
  for (Index step = 0; step < 6; ++step) {
    const auto batch = repeated->batch(step);
    EXPECT_THAT(batch.size(), AnyOf(16, 17));
    epoch.insert(epoch.end(), batch.begin(), batch.end());
    for (Index later = step + 6; later < 23; later += 6) EXPECT_EQ(repeated->batch(later), batch);
  }
  std::ranges::sort(epoch);
  std::vector<Index> all(100);
  std::iota(all.begin(), all.end(), 0);
  EXPECT_EQ(epoch, all);

  const auto anew = samplerOf(scenarioOf(batchings::shuffledEachEpoch, 23, 4), 1, 100);
  for (const Index first : {0, 6, 12}) {
    std::vector<Index> whole;
    for (Index step = first; step < first + 6; ++step) {
      const auto batch = anew->batch(step);
      whole.insert(whole.end(), batch.begin(), batch.end());
    }
    std::ranges::sort(whole);
    EXPECT_EQ(whole, all);
  }
  EXPECT_NE(anew->batch(0), anew->batch(6));
  EXPECT_DOUBLE_EQ(anew->expectedBatch(), 100.0 / 6);

  Scenario apart = scenarioOf(batchings::minSeparation, 40, 4);
  for (const Index separation : {3, 10, 17}) {
    apart.minSeparation = separation;
    const auto sampler = samplerOf(apart, 1, 100);
    std::vector<Index> last(100, -1000);
    std::vector<Index> times(100, 0);
    for (Index step = 0; step < 40; ++step) {
      for (const Index example : sampler->batch(step)) {
        const auto x = static_cast<std::size_t>(example);
        EXPECT_GE(step - last[x], separation);
        last[x] = step;
        EXPECT_LE(++times[x], 4);
      }
    }
  }
  const auto once = samplerOf(scenarioOf(batchings::single, 24, 4), 1, 100);
  std::vector<Index> met;
  for (Index step = 0; step < 24; ++step) {
    const auto batch = once->batch(step);
    met.insert(met.end(), batch.begin(), batch.end());
  }
  std::ranges::sort(met);
  EXPECT_EQ(met, all);
}

// 10^9 examples: batches of thousands, nothing that is kept for each example.
TEST(BatchSampler, AThousandMillionExamplesOfPoissonSampling) {
  for (const Batching* batching : {&batchings::cyclicPoisson, &batchings::cyclicPoissonRandom}) {
    const Scenario scenario = scenarioOf(*batching, 1000000, 4);
    const auto sampler = samplerOf(scenario, 4, 1000000000);
    for (const Index step : {0, 999999}) {
      const auto batch = sampler->batch(step);
      EXPECT_NEAR(static_cast<double>(batch.size()), 4000, 400);
      EXPECT_TRUE(std::ranges::is_sorted(batch));
      EXPECT_LT(batch.back(), 1000000000);
    }
  }
  // And orders, at any step.
  const auto order = samplerOf(scenarioOf(batchings::fixedEpoch, 1000000, 4), 1, 1000000000);
  EXPECT_EQ(order->batch(999999).size(), 4000U);
  const auto sample = samplerOf(scenarioOf(batchings::fixedSize, 1000000, 4), 4, 1000000000);
  EXPECT_EQ(sample->batch(777777).size(), 4000U);
}

TEST(BatchSampler, DistantStepsOfSpacedSamplingAreTheSameWithoutThoseBefore) {
  for (const Index epochs : {20, 100, 124}) {  // p = 0.03, 0.2, 0.78 at a separation of 8
    const Scenario scenario = scenarioOf(batchings::bMinSep, 1000, epochs);
    const auto straight = samplerOf(scenario, 8, 400);
    std::vector<std::vector<Index>> batches;
    for (Index step = 0; step < 1000; ++step) batches.push_back(straight->batch(step));
    for (const Index step : {999, 3, 500, 501, 520, 998, 64, 63}) {
      EXPECT_EQ(samplerOf(scenario, 8, 400)->batch(step), batches[static_cast<std::size_t>(step)]);
      EXPECT_EQ(straight->batch(step), batches[static_cast<std::size_t>(step)]);
    }
  }
}

}  // namespace
}  // namespace noiseloom
