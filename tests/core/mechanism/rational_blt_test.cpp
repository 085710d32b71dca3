#include <gtest/gtest.h>

#include "core/batching/list.h"
#include "core/mechanism/blt.h"
#include "core/mechanism/parts/unit_error.h"
#include "core/scenario/scenario.h"
#include "core/search/designer.h"
#include "tests/calls.h"
#include "tests/core/scenarios.h"

namespace noiseloom {
namespace {

Scenario scenarioOf(Index iterations, ErrorObjective objective) {
  return Scenario({.iterations = iterations,
                   .epochs = 1,
                   .mechanism = *mechanismFromName("rational-blt"),
                   .objective = objective,
                   .batching = &batchings::single});
}

TEST(RationalBlt, OfSoManyBuffersIsTheExplicitOne) {
  for (const Index buffers : {1, 2, 5, 9}) {
    const Scenario scenario = with(scenarioOf(1000, ErrorObjective::Max), {.buffers = buffers});
    const auto found = design(scenario);
    const auto* blt = found->strategy.as<BltStrategy>();
    ASSERT_TRUE(blt);
    EXPECT_EQ(blt->parameters().theta, rationalBlt(1000, buffers).parameters().theta);
    EXPECT_EQ(blt->parameters().inverseTheta, rationalBlt(1000, buffers).parameters().inverseTheta);
    EXPECT_EQ(found->sensitivity.kind, BoundKind::Exact);
    EXPECT_EQ(found->strategy.noiseRows(), buffers);
  }
}

TEST(RationalBlt, LeftOpenTheBestNumberOfBuffers) {
  for (const ErrorObjective objective : {ErrorObjective::Mean, ErrorObjective::Max, ErrorObjective::Last}) {
    for (const Workload& workload : {Workload::prefix(), Workload::sgd(1, 0.9)}) {
      Scenario scenario = with(scenarioOf(5000, objective), {.workload = workload});
      const double best = unitError(scenario, design(scenario)->strategy);
      for (Index buffers = 1; buffers <= kMostAutomaticBltBuffers; ++buffers)
        EXPECT_LE(best, unitError(scenario, rationalBlt(5000, buffers))) << buffers;
      scenario.mostNoiseRows = 3;
      EXPECT_LE(design(scenario)->strategy.noiseRows(), 3);
    }
  }
}

// streaming-blt, section 1.3: an optimised BLT of 5 buffers is better than the rational one of 9, at every n.
TEST(RationalBlt, FiveOptimisedBuffersAreBetterThanNine) {
  for (const Index n : {100, 10'000, 1'000'000}) {
    Scenario scenario = with(scenarioOf(n, ErrorObjective::Max), {.buffers = 9});
    const double rational = unitError(scenario, design(scenario)->strategy);
    scenario = with(scenario, {.mechanism = *mechanismFromName("blt"), .buffers = 5});
    const double optimised = unitError(scenario, design(scenario)->strategy);
    EXPECT_LT(optimised, rational) << n;
    EXPECT_LT(rational, 1.5 * optimised) << n;
  }
}

TEST(RationalBlt, StopsWithAStrategy) {
  const Solution found = solveMechanism(scenarioOf(1000, ErrorObjective::Mean), 1, {}, stoppedAtOnce());
  EXPECT_TRUE(found.strategy.as<BltStrategy>());
}

}  // namespace
}  // namespace noiseloom
