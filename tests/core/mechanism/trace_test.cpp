#include <gtest/gtest.h>

#include <cmath>

#include "core/batching/list.h"
#include "core/scenario/scenario.h"
#include "tests/core/scenarios.h"

namespace noiseloom {
namespace {

Scenario scenarioOf(const Mechanism* kind) {
  Scenario scenario({.iterations = 20, .epochs = 4, .mechanism = kind, .batching = &batchings::fixedEpoch});
  if (scenario.usesBands()) scenario.bands = 4;
  if (kind == *mechanismFromName("blt")) scenario.buffers = 2;
  return scenario;
}

// What a mechanism traces while it is solved, split where another solve opens.
struct Live {
  std::vector<std::vector<TracePoint>> solves;

  RunControl control() {
    RunControl control;
    control.onTrace = [this](const TracePoint& point) {
      if (solves.empty() || point.evaluations <= solves.back().back().evaluations) solves.emplace_back();
      solves.back().push_back(point);
    };
    return control;
  }
};

TEST(Trace, EveryIteratedMechanismTellsHowItComesToItsDesign) {
  for (const ErrorObjective objective : {ErrorObjective::Mean, ErrorObjective::Max}) {
    for (const Mechanism* kind : allMechanisms()) {
      const Scenario scenario = with(scenarioOf(kind), {.objective = objective});
      Live live;
      const Solution solved = solveMechanism(scenario, 4, {}, live.control());
      const auto& trace = solved.summary.trace;
      if (solved.summary.termination == Termination::NotRun) {
        EXPECT_TRUE(live.solves.empty()) << toString(kind);
        continue;
      }
      ASSERT_FALSE(live.solves.empty()) << toString(kind);
      ASSERT_FALSE(trace.empty()) << toString(kind);
      for (std::size_t i = 1; i < trace.size(); ++i) EXPECT_GT(trace[i].evaluations, trace[i - 1].evaluations);
      EXPECT_LE(trace.size(), 1000u);
      // What was seen at the end of a solve is what the design keeps: the same point, in the same units. A BLT tries
      // several starts and keeps the best of them.
      bool found = false;
      for (const auto& points : live.solves) {
        const bool thinned = points.size() > 1000;
        found |=
            points.back().relativeGradient == solved.summary.relativeGradient &&
            (thinned || std::abs(points.back().objective - trace.back().objective) <= 1e-9 * trace.back().objective);
      }
      EXPECT_TRUE(found) << toString(kind) << " of " << live.solves.size() << " solves";
      if (kind == *mechanismFromName("blt")) continue;
      // Evaluations are counted as the finished trace counts them.
      EXPECT_LE(live.solves.back().back().evaluations, solved.summary.evaluations) << toString(kind);
      EXPECT_GE(live.solves.back().back().evaluations, trace.back().evaluations) << toString(kind);
    }
  }
}

TEST(Trace, ABlockOfAStampedStrategyKeepsItsTrace) {
  const Scenario scenario = with(scenarioOf(*mechanismFromName("stamped")), {.stamps = 4});
  Live live;
  const Solution solved = solveMechanism(scenario, 1, {}, live.control());
  ASSERT_FALSE(solved.summary.trace.empty());
  EXPECT_EQ(live.solves.back(), solved.summary.trace);
}

}  // namespace
}  // namespace noiseloom
