#include "core/mechanism/recursive_blt.h"

#include <gtest/gtest.h>

#include "core/batching/list.h"
#include "core/error/lower_bound.h"
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
                   .mechanism = *mechanismFromName("recursive-blt"),
                   .objective = objective,
                   .batching = &batchings::single});
}

TEST(RecursiveBlt, KeepsAsManyRowsAsAreAllowed) {
  for (const Index rows : {3, 5, 8, 12}) {
    Scenario scenario = with(scenarioOf(1000, ErrorObjective::Mean), {.buffers = rows});
    const auto found = design(scenario);
    ASSERT_TRUE(found->strategy.as<RecursiveBltStrategy>());
    EXPECT_LE(found->strategy.noiseRows(), rows);
    EXPECT_EQ(found->sensitivity.kind, BoundKind::Exact);
    scenario = with(scenario, {.buffers = std::nullopt, .mostNoiseRows = rows});
    EXPECT_LE(design(scenario)->strategy.noiseRows(), rows);
  }
  Scenario scenario = with(scenarioOf(1000, ErrorObjective::Mean), {.buffers = 2});
  ASSERT_FALSE(scenario.problems().empty());
  EXPECT_EQ(scenario.problems().front().argument(), "buffers");
  scenario = with(scenario, {.buffers = std::nullopt, .mostNoiseRows = 2});
  ASSERT_FALSE(scenario.problems().empty());
  EXPECT_EQ(scenario.problems().front().argument(), "most_noise_rows");
}

// Proposition 6.5 and the paper's section 1.2: with large blocks near the optimum, far below the binary tree.
TEST(RecursiveBlt, LiesBetweenTheOptimumAndTheTree) {
  for (const ErrorObjective objective : {ErrorObjective::Mean, ErrorObjective::Max}) {
    for (const Index n : {100, 2000, 100'000}) {
      Scenario scenario = scenarioOf(n, objective);
      const double recursive = unitError(scenario, design(scenario)->strategy);
      scenario.mechanism = *mechanismFromName("tree");
      const double tree = unitError(scenario, design(scenario)->strategy);
      scenario.mechanism = *mechanismFromName("blt");
      const double blt = unitError(scenario, design(scenario)->strategy);
      EXPECT_GT(recursive, blt) << n;
      EXPECT_LT(recursive, tree) << n;
    }
  }
}

// Lemma 6.2 with weights: no others make the product of the levels' sens^2 and of their mean errors smaller.
TEST(RecursiveBlt, WeightsAreTheBest) {
  const Solution found = optimizeRecursiveBlt({Workload::prefix(), 900}, 2, 2);
  const auto* best = found.strategy.as<RecursiveBltStrategy>();
  const Scenario scenario = scenarioOf(900, ErrorObjective::Mean);
  const double least = unitError(scenario, found.strategy);
  EXPECT_NEAR(found.summary.objective, least, 1e-12 * least);
  for (const double by : {0.5, 0.9, 0.99, 1.01, 1.1, 2.0}) {
    std::vector<double> weights = best->weights();
    weights[1] *= by;
    const RecursiveBltStrategy other(900, best->blockSize(), weights, best->theta(), best->inverseTheta());
    EXPECT_GE(unitError(scenario, other), least * (1 - 1e-12)) << by;
  }
}

TEST(RecursiveBlt, EveryParticipationAndWorkload) {
  for (const char* batching : {"fixed-epoch", "min-sep", "balls-in-bins"}) {
    Scenario scenario =
        with(scenarioOf(240, ErrorObjective::Mean), {.epochs = 4, .batching = *batchingFromName(batching)});
    const auto found = design(scenario);
    ASSERT_TRUE(found) << batching;
    EXPECT_GT(found->error.mean, 0);
    scenario.workload = Workload::sgd(1, 0.9);
    EXPECT_GT(design(scenario)->error.mean, 0);
  }
}

TEST(RecursiveBlt, SmallestNumbersOfSteps) {
  for (Index n = 1; n <= 12; ++n) {
    const auto found = design(scenarioOf(n, ErrorObjective::Max));
    EXPECT_TRUE(found->strategy.as<RecursiveBltStrategy>());
    EXPECT_EQ(found->strategy.iterations(), n);
  }
}

TEST(RecursiveBlt, StopsWithAStrategy) {
  const Solution found = solveMechanism(scenarioOf(1000, ErrorObjective::Mean), 1, {}, stoppedAtOnce());
  EXPECT_TRUE(found.strategy.as<RecursiveBltStrategy>());
}

}  // namespace
}  // namespace noiseloom
