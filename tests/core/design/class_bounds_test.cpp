#include "core/design/class_bounds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/batching/list.h"
#include "core/mechanism/list.h"
#include "core/search/designer.h"
#include "tests/calls.h"
#include "tests/core/scenarios.h"

namespace noiseloom {
namespace {

Scenario scenarioOf(std::string_view mechanism, std::string_view batching, Index bands) {
  return Scenario({.iterations = 64,
                   .epochs = 4,
                   .epsilon = 4,
                   .mechanism = *mechanismFromName(mechanism),
                   .bands = bands,
                   .batching = *batchingFromName(batching)});
}

std::map<std::string, double> boundsOf(const Design& design) {
  std::map<std::string, double> bounds;
  for (const ClassBound& bound : classBounds(design)) {
    bounds[std::string(bound.id)] = bound.value;
    EXPECT_GE(bound.value, design.lowerBound) << bound.id;
  }
  return bounds;
}

// The bound of a class is below the best of it, and near to it where the design is that best.
TEST(ClassBounds, DesignsOfAClassAreAbove) {
  for (const char* batching : {"fixed-epoch", "min-sep", "cyclic-poisson", "cyclic-allocation"}) {
    for (const Index bands : {Index{2}, Index{8}}) {
      Scenario scenario = with(scenarioOf("banded-toeplitz", batching, bands), {.columnNormalize = false});
      const auto plain = design(scenario);
      auto bounds = boundsOf(*plain);
      EXPECT_GE(plain->error.mean, bounds.at("banded-toeplitz")) << batching << bands;
      EXPECT_LE(plain->error.mean, bounds.at("banded-toeplitz") * (1 + 1e-3)) << batching << bands;
      EXPECT_GE(plain->error.mean, bounds.at("banded"));
      EXPECT_EQ(bounds.contains("toeplitz"), !scenario.batching->amplified());
      scenario = scenarioOf("dense", batching, bands);
      const auto dense = design(scenario);
      bounds = boundsOf(*dense);
      EXPECT_GE(dense->error.mean, bounds.at("banded"));
      EXPECT_GE(dense->error.mean, bounds.at("equal-norms"));
      EXPECT_LE(dense->error.mean, bounds.at("banded") * (scenario.batching->amplified() ? 1 + 5e-4 : 1.1));
    }
  }
}

TEST(ClassBounds, NoneWhereTheNoiseIsThatOfOneStrategy) {
  for (const char* batching : {"balls-in-bins", "b-min-sep", "cyclic-poisson-random"}) {
    EXPECT_TRUE(classBounds(*design(scenarioOf("banded-toeplitz", batching, 4))).empty()) << batching;
  }
}

TEST(ClassBounds, FewerHitsThanStepsOfACombBoundEqualNormsOnly) {
  Scenario scenario = scenarioOf("banded-toeplitz", "min-sep", 4);
  scenario.minSeparation = 8;  // of a comb of eight steps four
  const auto bounds = boundsOf(*design(scenario));
  EXPECT_TRUE(bounds.contains("banded-equal-norms"));
  EXPECT_FALSE(bounds.contains("banded"));
}

TEST(ClassBounds, BeyondTheSolvesIterationsNoneIsKnownOfAllBandedStrategies) {
  Scenario scenario = scenarioOf("banded-toeplitz", "cyclic-poisson", 4);
  scenario.iterations = kMostDenseClass + 1;
  std::vector<double> fractions;
  const auto bounds =
      classBounds(*design(scenario), {{}, [&](const Progress& progress) { fractions.push_back(progress.fraction); }});
  ASSERT_EQ(bounds.size(), 3U);
  EXPECT_EQ(bounds[1].bands, 4);  // more would take another noise multiplier
  EXPECT_GT(bounds[1].value, 0);
  EXPECT_EQ(bounds[2].id, "banded");
  EXPECT_EQ(bounds[2].value, 0);
  EXPECT_GE(fractions.size(), 3U);
  EXPECT_TRUE(std::is_sorted(fractions.begin(), fractions.end()));
}

TEST(ClassBounds, StopsAtOnce) {
  const auto known = design(scenarioOf("banded-toeplitz", "min-sep", 4));
  EXPECT_TRUE(classBounds(*known, stoppedAtOnce()).empty());
}

}  // namespace
}  // namespace noiseloom
