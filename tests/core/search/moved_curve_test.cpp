// Curves of error against bands that move with epsilon and delta.

#include "core/search/moved_curve.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/accounting/calibration/calibration.h"
#include "core/batching/list.h"
#include "core/design/evaluator.h"
#include "core/search/band_curve.h"
#include "tests/core/scenarios.h"

namespace noiseloom {
namespace {

constexpr double kAnyTime = 3600;  // tests do not look at the clock

Scenario dragged(const Batching& batching) {
  return Scenario({.iterations = 1024, .epochs = 8, .epsilon = 1, .delta = 1e-6, .batching = &batching});
}

Scenario at(Scenario scenario, double epsilon) {
  scenario.epsilon = epsilon;
  return scenario;
}

const BandPoint& pointOf(const std::vector<BandPoint>& points, Index bands) {
  return *std::ranges::find(points, bands, &BandPoint::bands);
}

void expectSame(const BandPoint& point, const BandPoint& solved, double tolerance) {
  EXPECT_NEAR(point.noiseMultiplier.value / solved.noiseMultiplier.value, 1, tolerance) << point.bands;
  EXPECT_NEAR(point.error.mean / solved.error.mean, 1, tolerance) << point.bands;
  EXPECT_NEAR(point.error.max / solved.error.max, 1, tolerance) << point.bands;
  EXPECT_NEAR(point.error.last / solved.error.last, 1, tolerance) << point.bands;
  EXPECT_NEAR(point.lowerBound / solved.lowerBound, 1, tolerance) << point.bands;
  EXPECT_EQ(point.noiseMultiplier.errorBound, 1);  // nothing certifies it
}

TEST(MovedCurve, WithoutAmplificationIsTheCurveOfTheOtherEpsilon) {
  for (const Batching* batching : {&batchings::fixedEpoch, &batchings::minSeparation}) {
    SCOPED_TRACE(batching->id);
    const Scenario scenario = with(dragged(*batching), {.minSeparation = 100});
    const std::vector<BandPoint> known = sweepBands(scenario);
    const Scenario other = with(at(scenario, 7), {.delta = 1e-8});
    CurveTrail trail;
    const std::vector<BandPoint> moved = movedCurve(known, scenario, other, trail, 0);
    const std::vector<BandPoint> solved = sweepBands(other);
    ASSERT_EQ(moved.size(), solved.size());
    for (const BandPoint& point : moved) expectSame(point, pointOf(solved, point.bands), 1e-6);
  }
}

// A few points, and among them the one that is best at each epsilon.
TEST(MovedCurve, UnderCyclicPoissonItsPointsAreThoseOfTheOtherEpsilonAndItsBestIsTheBest) {
  const Scenario scenario = dragged(batchings::cyclicPoisson);
  const std::vector<BandPoint> known = sweepBands(scenario);
  CurveTrail trail;
  std::vector<BandPoint> moved;
  for (int step = 1; step <= 60; ++step) {
    const Scenario next = at(scenario, std::pow(16.0, step / 60.0));
    moved = movedCurve(known, scenario, next, trail, kAnyTime);
    EXPECT_GE(moved.size(), 6U);
    EXPECT_LT(moved.size(), known.size());
    EXPECT_TRUE(std::ranges::is_sorted(moved, {}, &BandPoint::bands));
    EXPECT_EQ(moved.front().bands, known.front().bands);
    EXPECT_EQ(moved.back().bands, known.back().bands);
    double least = 1e300;
    for (const BandPoint& point : known) {
      const Sampling sampling = samplingOf(next, point.bands);
      BandPoint exact = point;
      moveNoise(exact, next,
                PoissonSteps(*sampling.probability, *sampling.compositions)
                    .approximateNoiseMultiplier(next.epsilon, next.delta));
      least = std::min(least, exact.error.mean);
      const auto found = std::ranges::find(moved, point.bands, &BandPoint::bands);
      if (found != moved.end()) expectSame(*found, exact, kSigmaOfAPlot);
    }
    EXPECT_LE(bestPoint(moved, ErrorObjective::Mean)->error.mean, (1 + 1e-3) * least) << next.epsilon;
  }
  // What was solved at the other epsilon has the same errors.
  const std::vector<BandPoint> solved = sweepBands(at(scenario, 16));
  for (const BandPoint& point : moved) {
    const auto found = std::ranges::find(solved, point.bands, &BandPoint::bands);
    if (found != solved.end()) expectSame(point, *found, 1e-3);
  }
}

TEST(MovedCurve, LeavesOutWhatTakesTooLong) {
  const Scenario scenario = dragged(batchings::cyclicPoisson);
  const std::vector<BandPoint> known = sweepBands(scenario);
  CurveTrail trail;
  EXPECT_TRUE(movedCurve(known, scenario, at(scenario, 2), trail, 0).empty());
  for (const BandPoint& point : known) trail.noise[point.bands].seconds = point.bands > 4 ? 0 : 2 * kAnyTime;
  const std::vector<BandPoint> moved = movedCurve(known, scenario, at(scenario, 2), trail, kAnyTime);
  ASSERT_FALSE(moved.empty());
  EXPECT_GT(moved.front().bands, 4);
}

// A new number of bands sets out from the nearest one, but believes none of its roots.
TEST(MovedCurve, NoiseOfNewBandsSetsOutFromTheNearest) {
  CurveTrail trail;
  for (const Index bands : {4, 64}) {
    SigmaTrail& own = trail.noiseOf(bands);
    own.goOn({.logSigma = static_cast<double>(bands)});
  }
  EXPECT_EQ(trail.noiseOf(8).last->logSigma, 4);
  EXPECT_EQ(trail.noiseOf(32).last->logSigma, 64);
  EXPECT_TRUE(trail.noiseOf(8).roots.empty());
  EXPECT_EQ(trail.noiseOf(4).roots.size(), 1U);
  EXPECT_EQ(trail.noise.size(), 4U);
  for (Index bands = 1000; bands < 1000 + static_cast<Index>(CurveTrail::kMostNoise); ++bands) trail.noiseOf(bands);
  EXPECT_EQ(trail.noise.size(), CurveTrail::kMostNoise);
  EXPECT_FALSE(trail.noise.contains(4));
}

TEST(MovedCurve, OnlyMovesWithTheGuarantee) {
  const Scenario scenario = dragged(batchings::fixedEpoch);
  const std::vector<BandPoint> known = sweepBands(scenario);
  CurveTrail trail;
  const auto moves = [&](const Changes& change) {
    return !movedCurve(known, scenario, with(at(scenario, 2), change), trail, kAnyTime).empty();
  };
  EXPECT_TRUE(moves({.adjacency = Adjacency::ReplaceOne}));
  EXPECT_TRUE(moves({.bands = 3}));  // the same curve
  EXPECT_FALSE(moves({.iterations = 2048}));
  EXPECT_FALSE(moves({.epochs = 4}));
  EXPECT_FALSE(moves({.objective = ErrorObjective::Max}));
  EXPECT_FALSE(moves({.batching = &batchings::cyclicPoisson}));
  EXPECT_FALSE(moves({.batching = &batchings::ballsInBins}));
  // Noise that depends on more than the number of bands.
  const Scenario sampled = dragged(batchings::ballsInBins);
  EXPECT_TRUE(movedCurve(known, sampled, at(sampled, 2), trail, kAnyTime).empty());
  // Where no noise is needed there is no curve.
  const Scenario loose = with(dragged(batchings::cyclicPoisson), {.delta = 0.9999});
  EXPECT_TRUE(movedCurve(known, dragged(batchings::cyclicPoisson), loose, trail, kAnyTime).empty());
}

}  // namespace
}  // namespace noiseloom
