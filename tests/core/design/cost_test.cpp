#include "core/design/cost.h"
#include "core/batching/list.h"

#include <gtest/gtest.h>

#include <thread>

#include "core/base/errors.h"
#include "core/noise/noise_stream.h"
#include "core/scenario/scenario_fields.h"
#include "core/search/designer.h"
#include "tests/calls.h"
#include "tests/core/scenarios.h"

namespace noiseloom {
namespace {

Scenario smallScenario(const Mechanism* kind) {
  Scenario scenario({.iterations = 48,
                     .epochs = 4,
                     .epsilon = 4,
                     .delta = 1e-6,
                     .mechanism = kind,
                     .batching = &batchings::fixedEpoch,
                     .deployment = {1'000'003, 7, NumberType::Float32}});
  if (scenario.usesBands()) scenario.bands = 5;
  if (kind->uses(Field::Buffers)) scenario.buffers = 3;
  return scenario;
}

TEST(Cost, ShapesOfMechanismsAreThoseOfTheirStrategies) {
  std::vector<Scenario> scenarios;
  for (const Mechanism* kind : allMechanisms()) scenarios.push_back(smallScenario(kind));
  scenarios.push_back(smallScenario(*mechanismFromName("tree")));
  scenarios.back().treeDecoder = TreeDecoder::Full;
  scenarios.push_back(smallScenario(*mechanismFromName("dense")));
  scenarios.back().bands = 48;
  for (const Scenario& scenario : scenarios) {
    const auto solved = design(scenario);
    const NoiseShape built = noiseShapeOf(solved->strategy);
    const Index size = scenario.mechanism->uses(Field::Buffers) ? *scenario.buffers : scenario.bands.value_or(1);
    const auto foreseen = noiseShapeOf(scenario, size);
    ASSERT_TRUE(foreseen);
    EXPECT_EQ(foreseen->route, built.route) << toString(scenario.mechanism);
    EXPECT_EQ(foreseen->rows, built.rows) << toString(scenario.mechanism);
    EXPECT_EQ(foreseen->rowsRead, built.rowsRead) << toString(scenario.mechanism);
    EXPECT_EQ(built.rows, solved->strategy.noiseRows());
    // The bytes that a real stream of the largest shard keeps.
    const NoiseMemory memory = noiseMemoryOf(built.rows, scenario.deployment);
    EXPECT_EQ(memory.coordinates, 142'858);
    EXPECT_EQ(memory.perMachine, static_cast<double>(noiseBufferBytes(built.rows, 142'858, NumberType::Float32)));
    EXPECT_EQ(memory.wholeModel, static_cast<double>(noiseBufferBytes(built.rows, 1'000'003, NumberType::Float32)));
  }
  EXPECT_FALSE(noiseShapeOf(smallScenario(*mechanismFromName("best")), 4));
}

TEST(Cost, TheMostBandsThatFitDoFitAndOneMoreDoesNot) {
  Scenario scenario = with(smallScenario(*mechanismFromName("banded-toeplitz")), {.iterations = 4000});
  scenario.deployment = {1'000'000, 4, NumberType::Float64};  // 2 MB a row
  for (const Index bytes : {Index{0}, Index{1'999'999}, Index{2'000'000}, Index{63'000'000}, Index{64'000'000}}) {
    const Index most = *mostSizeIn(bytes, scenario);
    EXPECT_LE(noiseMemoryOf(most - 1, scenario.deployment).perMachine, static_cast<double>(bytes));
    EXPECT_GT(noiseMemoryOf(most, scenario.deployment).perMachine, static_cast<double>(bytes));
  }
  EXPECT_EQ(mostSizeIn(62'000'000, scenario), 32);
  // Never more than the scenario allows.
  EXPECT_EQ(mostSizeIn(Index{1} << 60, scenario), scenario.mostBands());
  scenario.mechanism = *mechanismFromName("blt");
  EXPECT_EQ(mostSizeIn(1'999'999, scenario), 0);
  EXPECT_EQ(mostSizeIn(8'000'000, scenario), 4);
  scenario.mechanism = *mechanismFromName("tree");
  EXPECT_FALSE(mostSizeIn(8'000'000, scenario));
}

TEST(Cost, HugeModelsDoNotOverflow) {
  Deployment deployment{1'000'000'000'000'000, 1, NumberType::Float64};
  EXPECT_EQ(noiseMemoryOf(1'000'000, deployment).perMachine, 8e21);
  EXPECT_EQ(mostRowsIn(1, deployment), 0);
  deployment.machines = 0;
  EXPECT_THROW(noiseMemoryOf(1, deployment), InvalidArgument);
  EXPECT_THROW(noiseMemoryOf(-1, {}), InvalidArgument);
}

TEST(Cost, RatesAreMeasuredOnceAndGrowWithTheRows) {
  EXPECT_FALSE(measuredNoiseRates(NumberType::Float64, stoppedAtOnce()));
  const auto first = measuredNoiseRates(NumberType::Float32);
  ASSERT_TRUE(first);
  EXPECT_GT(first->fresh, 0);
  EXPECT_GT(first->bandedRow, 0);
  EXPECT_GT(first->convolutionRow, 0);
  EXPECT_GT(first->buffer, 0);
  EXPECT_GT(first->tree, first->fresh);
  const NoiseShape narrow{NoiseRoute::Banded, 3, 3}, wide{NoiseRoute::Banded, 63, 63};
  EXPECT_NEAR(first->secondsPerMillion(wide) - first->secondsPerMillion(narrow), 60 * first->bandedRow,
              1e-9 * first->secondsPerMillion(wide));
  EXPECT_DOUBLE_EQ(first->secondsPerStep(wide, 5'000'000), 5 * first->secondsPerMillion(wide));
  EXPECT_EQ(first->secondsPerMillion({NoiseRoute::Banded, 0, 0}), first->fresh);
  // Remembered: the same digits, from any thread, though nothing is measured once a stop was asked for.
  std::optional<NoiseRates> second;
  std::thread([&] { second = measuredNoiseRates(NumberType::Float32, stoppedAtOnce()); }).join();
  ASSERT_TRUE(second);
  EXPECT_EQ(second->bandedRow, first->bandedRow);
  EXPECT_EQ(second->tree, first->tree);
}

}  // namespace
}  // namespace noiseloom
