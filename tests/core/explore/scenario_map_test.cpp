#include "core/explore/scenario_map.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/accounting/calibration/calibration.h"
#include "core/base/errors.h"
#include "core/batching/list.h"
#include "core/mechanism/banded_toeplitz.h"
#include "core/mechanism/list.h"
#include "core/search/band_search.h"
#include "core/search/designer.h"
#include "tests/calls.h"
#include "tests/core/scenarios.h"
#include "tests/thorough.h"

namespace noiseloom {
namespace {

// The map of the best number of bands, over epsilons and epochs.
MapRequest bandsMap(Index iterations, std::vector<double> epsilons, std::vector<double> epochs) {
  MapRequest request;
  request.scenario.iterations = iterations;
  request.across = {Field::Epsilon, std::move(epsilons)};
  request.up = {Field::Epochs, std::move(epochs)};
  request.comparesUnamplified = true;
  return request;
}

// Error of the banded optimum under cyclic Poisson sampling.
double poissonError(const Scenario& problem, double epsilon, Index epochs, Index bands) {
  const Index n = problem.iterations;
  const std::vector<double> c =
      optimizeBandedToeplitz({.workload = problem.workload, .iterations = n, .objective = problem.objective}, bands)
          .coefficients;
  const double error = std::sqrt(
      errorOf(ToeplitzStrategy(n, c, ColumnScaling::Normalized), problem.workload).variance[problem.objective]);
  const double q = static_cast<double>(bands * epochs) / static_cast<double>(n);
  return error * PoissonSteps(q, (n + bands - 1) / bands).approximateNoiseMultiplier(epsilon, problem.delta);
}

TEST(BestBandsMap, NoOtherNumberOfBandsIsClearlyBetter) {
  const MapRequest request = bandsMap(240, {0.3, 1, 3, 10, 40}, {1, 4, 7, 240});
  const std::vector<MapCell> map = scenarioMap(request);
  for (std::size_t i = 0; i < map.size(); ++i) {
    const MapCell& cell = map[i];
    ASSERT_TRUE(cell.known);
    const Scenario at = scenarioOfCell(request, i);
    const auto error = [&](Index bands) { return poissonError(at, at.epsilon, at.effectiveParticipations(), bands); };
    EXPECT_LE(cell.bands, at.mostParts());
    EXPECT_NEAR(cell.error, error(cell.bands), 1e-6 * cell.error);
    double least = std::numeric_limits<double>::infinity();
    for (Index bands = 1; bands <= at.mostParts(); bands += thorough(7, 1)) least = std::min(least, error(bands));
    EXPECT_LE(cell.error, 1.005 * least) << at.epsilon << ' ' << at.epochs;
    EXPECT_NEAR(cell.error / cell.toDpSgd, error(1), 1e-6 * cell.error / cell.toDpSgd);
    EXPECT_LE(cell.toUnamplified, 240 % at.effectiveParticipations() == 0 ? 1 + 1e-6 : 1.1)
        << at.epsilon << ' ' << at.epochs;
    EXPECT_LE(cell.toDpSgd, 1 + 1e-9);
    EXPECT_TRUE(cell.estimated);
  }
}

// amplified-bandmf, Table 5: n = 2052, k = 6, delta = 1e-6; 9, 18, 32 and 64 bands for epsilon 1 to 8, and no
// amplification at 16.
TEST(BestBandsMap, AgreesWithThePublishedBandsOfTableFive) {
  MapRequest request = bandsMap(2052, {1, 2, 4, 8, 16}, {6});
  request.scenario.delta = 1e-6;
  const std::vector<Index> published{9, 18, 32, 64, 342};
  const std::vector<MapCell> map = scenarioMap(request);
  for (std::size_t i = 0; i < map.size(); ++i) {
    const double epsilon = request.across.values[i];
    const double theirs = poissonError(request.scenario, epsilon, 6, published[i]);
    EXPECT_LE(map[i].error, theirs * (1 + 1e-6)) << epsilon;
    EXPECT_GE(map[i].error, 0.985 * theirs) << epsilon;
  }
  EXPECT_EQ(map.back().bands, 342);
  EXPECT_NEAR(map.back().toUnamplified, 1, 1e-6);
}

// near-exact-amplification, Figure 29: n = 2000, k = 20, delta = 1e-5, bands of powers of two.
TEST(BestBandsMap, AgreesWithThePublishedBandsOfFigure29) {
  const MapRequest request = bandsMap(2000, {0.5, 1, 2, 4, 8}, {20});
  const std::vector<Index> published{2, 4, 8, 16, 32};
  const std::vector<MapCell> map = scenarioMap(request);
  for (std::size_t i = 0; i < map.size(); ++i) {
    const double epsilon = request.across.values[i];
    EXPECT_GE(map[i].error, 0.98 * poissonError(request.scenario, epsilon, 20, published[i])) << epsilon;
    EXPECT_LE(std::abs(std::log2(static_cast<double>(map[i].bands) / static_cast<double>(published[i]))), 0.51);
  }
}

TEST(BestBandsMap, FollowsTheRuleOfThumbAndRisesWithEpsilon) {
  std::vector<double> epsilons(9);
  for (int i = 0; i < 9; ++i) epsilons[i] = 0.25 * std::exp2(0.5 * i);
  const MapRequest request = bandsMap(2000, epsilons, {4, 8, 16});
  const std::vector<MapCell> map = scenarioMap(request);
  for (std::size_t i = 0; i < map.size(); ++i) {
    const double rule = epsilons[i % 9] * std::sqrt(2000.0) / request.up.values[i / 9];
    const double ratio = static_cast<double>(map[i].bands) / std::max(rule, 1.0);
    EXPECT_GT(ratio, 0.5);
    EXPECT_LT(ratio, 2.5);
    EXPECT_GE(map[i].bands, i % 9 > 0 ? map[i - 1].bands : 1);
  }
}

TEST(BestBandsMap, BallsInBinsTakesMoreBandsAndAlwaysAmplifies) {
  MapRequest request = bandsMap(512, {1, 4}, {8});
  const std::vector<MapCell> poisson = scenarioMap(request);
  request.scenario.batching = &batchings::ballsInBins;
  const std::vector<MapCell> bins = scenarioMap(request);
  for (std::size_t i = 0; i < bins.size(); ++i) {
    ASSERT_TRUE(bins[i].known) << bins[i].problem.english();
    EXPECT_GT(bins[i].bands, poisson[i].bands);
    EXPECT_LT(bins[i].toUnamplified, 0.99);  // near-exact-amplification, section 5.1: at any epsilon
  }
  request.mostStepsPerEpoch = 63;
  for (const MapCell& cell : scenarioMap(request)) {
    EXPECT_FALSE(cell.known);
    EXPECT_NE(cell.problem.english().find("at most 63 steps an epoch"), std::string::npos);
  }
}

TEST(BestBandsMap, CoarseCellsComeFirstAndEachOnce) {
  const MapRequest request = bandsMap(200, {0.5, 1, 2, 3, 4, 5, 6}, {2, 4, 5, 8, 10});
  std::vector<std::pair<std::size_t, MapCell>> seen;
  const auto map = scenarioMap(request, {}, [&](std::size_t at, const MapCell& cell) { seen.emplace_back(at, cell); });
  ASSERT_EQ(seen.size(), 35U);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_TRUE(seen[i].first % 7 % 4 == 0 && seen[i].first / 7 % 4 == 0);
  for (const auto& [at, cell] : seen) {
    EXPECT_EQ(cell.bands, map[at].bands);
    EXPECT_EQ(cell.error, map[at].error);
  }
}

TEST(BestBandsMap, StopsWithTheCellsSoFar) {
  const MapRequest request = bandsMap(2000, {1, 2, 3, 4, 5, 6, 7, 8}, {5, 10, 20, 40});
  std::stop_source source;
  Index seen = 0;
  const auto map = scenarioMap(request, {source.get_token(), {}}, [&](std::size_t, const MapCell&) {
    if (++seen == 3) source.request_stop();
  });
  EXPECT_EQ(std::ranges::count(map, true, &MapCell::known), 3);
  EXPECT_EQ(seen, 3);
}

// What a cell says is what a design of its scenario says.
void expectDesigns(const MapRequest& request, double tolerance) {
  const std::vector<MapCell> map = scenarioMap(request);
  for (std::size_t i = 0; i < map.size(); ++i) {
    ASSERT_TRUE(map[i].known) << i << ": " << map[i].problem.english();
    const auto certified = design(scenarioOfCell(request, i));
    EXPECT_NEAR(map[i].error, certified->error[request.scenario.objective], tolerance * map[i].error) << i;
    if (map[i].bands == certified->bands) {
      EXPECT_NEAR(map[i].noiseMultiplier, certified->noiseMultiplier.value, 1e-4 * map[i].noiseMultiplier) << i;
    }
    // Never more than what is optimal.
    EXPECT_GE(map[i].error, (1 - 1e-4) * certified->error[request.scenario.objective]) << i;
  }
}

Scenario smallScenario() {
  return Scenario({.iterations = 240, .epochs = 6, .epsilon = 2});
}

TEST(ScenarioMap, CellsAreDesignsOfTheirScenarios) {
  MapRequest request;
  request.scenario = with(smallScenario(), {.bands = 8});
  request.across = {Field::Iterations, {120, 240, 480}};
  request.up = {Field::Momentum, {0, 0.5, 0.9}};
  expectDesigns(request, 3e-4);
  request.across = {Field::Delta, {1e-8, 1e-6}};
  request.up = {Field::Bands, {1, 5, 40}};
  expectDesigns(request, 3e-4);
  request.scenario.batching = &batchings::minSeparation;
  request.across = {Field::MinSeparation, {10, 40}};
  request.up = {Field::WeightDecay, {0.99, 1}};
  expectDesigns(request, 3e-4);
}

// Strategies that neighbours of other iterations lend to the search must not move its answer.
TEST(ScenarioMap, BestBandsOverIterationsAreThoseOfDesigns) {
  MapRequest request;
  request.scenario = smallScenario();
  request.across = {Field::Iterations, {200, 300, 450, 700, 1000}};
  request.up = {Field::Epochs, {2, 4, 8}};
  expectDesigns(request, 5e-3);
}

TEST(ScenarioMap, APromiseIsTheEpsilonThatNeedsThatNoise) {
  for (const Batching* batching : {&batchings::cyclicPoisson, &batchings::fixedEpoch}) {
    MapRequest request;
    request.scenario = with(smallScenario(), {.bands = 4, .batching = batching});
    request.noiseMultiplier = 1.5;
    request.across = {Field::Iterations, {120, 240, 480}};
    request.up = {Field::Epochs, {2, 6, 20}};
    const std::vector<MapCell> map = scenarioMap(request);
    for (std::size_t i = 0; i < map.size(); ++i) {
      ASSERT_TRUE(map[i].known) << map[i].problem.english();
      const Scenario at = with(scenarioOfCell(request, i), {.epsilon = map[i].epsilon});
      EXPECT_NEAR(design(at)->noiseMultiplier.value, 1.5, 1e-3) << i;
      EXPECT_NEAR(map[i].error, design(at)->error.mean, 1e-3 * map[i].error);
      EXPECT_TRUE(map[i].estimated);
      if (i % 3 > 0 && batching->amplified()) {
        EXPECT_LT(map[i].epsilon, map[i - 1].epsilon);  // rarer participation
      }
    }
  }
}

TEST(ScenarioMap, WhatCannotBeSolvedSaysWhy) {
  MapRequest request;
  request.scenario = smallScenario();
  request.across = {Field::Bands, {10, 30, 100}};
  request.up = {Field::Epochs, {2, 6}};
  const std::vector<MapCell> map = scenarioMap(request);
  for (std::size_t at = 0; at < 5; ++at) EXPECT_TRUE(map[at].known) << map[at].problem.english();
  EXPECT_FALSE(map[5].known);
  EXPECT_NE(map[5].problem.english().find("bands = 100 is not allowed"), std::string::npos);
  // What would take too long is left out, by name.
  request.scenario.mechanism = &mechanisms::dense;
  request.mostSeconds = 1e-9;
  EXPECT_NE(scenarioMap(request)[0].problem.english().find("mechanism = dense"), std::string::npos);
}

TEST(ScenarioMap, SampledPatternsAreMappedUpToALimitThatIsSaid) {
  MapRequest request = bandsMap(64, {1, 4}, {4});
  request.comparesUnamplified = false;
  request.scenario =
      with(request.scenario, {.mechanism = *mechanismFromName("bsr"), .bands = 4, .batching = &batchings::bMinSep});
  for (const MapCell& cell : scenarioMap(request)) EXPECT_TRUE(cell.known);  // no limit asked for
  request.mostStepsPerEpoch = 1;
  for (const MapCell& cell : scenarioMap(request)) {
    EXPECT_FALSE(cell.known);
    EXPECT_NE(cell.problem.english().find("at most 4 iterations"), std::string::npos) << cell.problem.english();
  }
}

TEST(ScenarioMap, OnlyTheNoiseOfSampledBatchesIsAnEstimate) {
  MapRequest request;
  request.scenario = with(smallScenario(), {.batching = &batchings::fixedEpoch});
  request.across = {Field::Epsilon, {1, 2}};
  request.up = {Field::Epochs, {2, 6}};
  for (const MapCell& cell : scenarioMap(request)) EXPECT_FALSE(cell.estimated);
}

TEST(ScenarioMap, RefusesByName) {
  const auto refused = [](const MapRequest& request) { return refusedArgument([&] { scenarioMap(request); }); };
  MapRequest request = bandsMap(100, {1, 2}, {2});
  EXPECT_EQ(refused(request), "nothing was refused");
  request.up = request.across;
  EXPECT_EQ(refused(request), "over");
  request.up = {Field::Mechanism, {1}};
  EXPECT_EQ(refused(request), "over");
  request.up = {Field::Epochs, {2, 2}};
  EXPECT_EQ(refused(request), "over");
  request.up = {Field::Epochs, {}};
  EXPECT_EQ(refused(request), "over");
  request = bandsMap(100, {1, 2}, {2});
  request.noiseMultiplier = 1;
  EXPECT_EQ(refused(request), "over");
  request.across = {Field::Delta, {1e-6}};
  EXPECT_EQ(refused(request), "bands");
  request.scenario.bands = 2;
  EXPECT_EQ(refused(request), "nothing was refused");
  request.noiseMultiplier = -1;
  EXPECT_EQ(refused(request), "noise_multiplier");
  request.noiseMultiplier.reset();
  request.scenario.mechanism = &bestMechanism();
  EXPECT_EQ(refused(request), "mechanism");
}

TEST(ScenarioMap, ValuesLieBetweenTheirLimitsWithTheScenariosOwn) {
  const std::vector<double> epsilons = mapValues(Field::Epsilon, 0.25, 16, 20, 8);
  ASSERT_EQ(epsilons.size(), 20U);
  EXPECT_EQ(epsilons.front(), 0.25);
  EXPECT_EQ(epsilons.back(), 16);
  EXPECT_TRUE(std::ranges::is_sorted(epsilons));
  EXPECT_EQ(std::ranges::count(epsilons, 8), 1);
  // Whole numbers each once.
  EXPECT_EQ(mapValues(Field::Epochs, 1, 5, 12), (std::vector<double>{1, 2, 3, 4, 5}));
  EXPECT_EQ(mapValues(Field::Momentum, 0, 1, 3), (std::vector<double>{0, 0.5, 1}));
  for (const auto& [from, to] : {std::pair(2.0, 1.0), std::pair(-1.0, 1.0), std::pair(0.0, 1.0), std::pair(1.0, 1.0)})
    EXPECT_THROW(mapValues(Field::Epsilon, from, to, 20), InvalidArgument) << from;
  EXPECT_THROW(mapValues(Field::Epochs, 0.5, 4, 20), InvalidArgument);
  const Scenario scenario = smallScenario();
  for (const Field axis : mapAxes(scenario)) {
    const auto [from, to] = mapLimits(scenario, axis);
    const std::vector<double> values = mapValues(axis, from, to, 12, placeOn(scenario, axis));
    EXPECT_GE(values.size(), 2U) << optionName(axis);
    const auto own = placeOn(scenario, axis);
    EXPECT_EQ(std::ranges::count(values, own.value_or(values.front())), 1) << optionName(axis);
  }
  const auto axes = mapAxes(scenario);
  EXPECT_EQ(std::ranges::count(axes, Field::MinSeparation), 0);
  EXPECT_EQ(std::ranges::count(axes, Field::Bands), 1);
}

}  // namespace
}  // namespace noiseloom
