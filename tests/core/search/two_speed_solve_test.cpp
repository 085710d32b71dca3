#include "core/search/two_speed_solve.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/errors.h"
#include "core/batching/list.h"
#include "core/mechanism/list.h"
#include "core/search/band_curve.h"
#include "core/search/sketch.h"
#include "tests/core/scenarios.h"

namespace noiseloom {
namespace {

SolveRequest smallRequest(const char* mechanism = "banded-toeplitz") {
  SolveRequest request;
  Scenario& scenario = request.scenario;
  scenario =
      with(scenario,
           {.iterations = 120, .epochs = 4, .epsilon = 4, .delta = 1e-6, .mechanism = *mechanismFromName(mechanism)});
  if (scenario.usesBands()) scenario.bands = 6;
  return request;
}

// What a run hands over.
struct Seen {
  std::vector<std::shared_ptr<const Design>> designs;
  std::vector<bool> finals;
  std::vector<BandPoint> points;
  bool whole = false;

  const Design& last() const { return *designs.back(); }
};

Seen run(
    const SolveRequest& request, const RunControl& control = {},
    const std::function<void(std::size_t)>& at = [](std::size_t) {}) {
  Seen seen;
  const SolveSink sink{[&](std::shared_ptr<const Design> design, bool final) {
                         seen.designs.push_back(std::move(design));
                         seen.finals.push_back(final);
                         at(seen.designs.size());
                       },
                       [&](const BandPoint& point) { seen.points.push_back(point); }};
  seen.whole = runSolve(request, control, sink, [](SolvePhase) {});
  return seen;
}

TEST(TwoSpeedSolve, EndsWithTheCertifiedDesignAndTheCurve) {
  for (const char* mechanism : {"banded-toeplitz", "banded", "bsr", "dp-sgd"}) {
    SCOPED_TRACE(mechanism);
    SolveRequest request = smallRequest(mechanism);
    const Seen seen = run(request);
    EXPECT_TRUE(seen.whole);
    ASSERT_FALSE(seen.designs.empty());
    EXPECT_TRUE(seen.finals.back());
    EXPECT_EQ(std::ranges::count(seen.finals, true), 1);
    EXPECT_FALSE(seen.last().estimated);
    EXPECT_TRUE(seen.last().scenario == request.scenario);
    const auto known = design(request.scenario);
    EXPECT_NEAR(seen.last().error.mean, known->error.mean, 1e-6 * known->error.mean);
    EXPECT_NEAR(seen.last().noiseMultiplier.value, known->noiseMultiplier.value, 1e-9 * known->noiseMultiplier.value);
    // What is seen first is near.
    EXPECT_NEAR(seen.designs.front()->error.mean, known->error.mean, 0.05 * known->error.mean);
    request.sweepComplete = true;
    EXPECT_TRUE(run(request).points.empty());
  }
}

TEST(TwoSpeedSolve, TheBestNumberOfBandsIsTheLeastOfItsCurve) {
  SolveRequest request = smallRequest();
  request.scenario.bands.reset();
  const Seen seen = run(request);
  ASSERT_TRUE(seen.whole);
  ASSERT_GT(seen.points.size(), 4U);
  double least = 1e300;
  for (const BandPoint& point : seen.points) least = std::min(least, point.error.mean);
  EXPECT_LE(seen.last().error.mean, least * (1 + 1e-5));
  EXPECT_FALSE(seen.last().scenario.bands) << "as asked for";
}

// Participations are so rare that a close estimate takes draws: no frame of a drag waits for them.
TEST(TwoSpeedSolve, UnderASampledBatchingDrawsWaitUntilTheSliderRests) {
  for (const Batching* batching : {&batchings::cyclicPoissonRandom, &batchings::bMinSep}) {
    SCOPED_TRACE(batching->id);
    SolveRequest request = smallRequest();
    request.scenario =
        with(request.scenario, {.iterations = 240, .epochs = 1.5, .epsilon = 6, .bands = 2, .batching = batching});
    std::size_t atRest = 0;
    Seen seen;
    request.waitForRest = [&](const std::stop_token&) { atRest = seen.designs.size(); };
    const SolveSink sink{[&](std::shared_ptr<const Design> design, bool) { seen.designs.push_back(std::move(design)); },
                         [](const BandPoint&) {}};
    EXPECT_TRUE(runSolve(request, {}, sink));
    EXPECT_EQ(atRest, 1U);
    ASSERT_GE(seen.designs.size(), 3U);
    const Design &first = *seen.designs[0], &close = *seen.designs[1];
    EXPECT_TRUE(first.estimated && close.estimated);
    EXPECT_EQ(first.noiseMultiplier.value, accountingOf(first.scenario, first.strategy, first.sensitivity)->atOnce({}));
    EXPECT_EQ(close.noiseMultiplier.value,
              accountingOf(close.scenario, close.strategy, close.sensitivity)->approximate({}));
    EXPECT_NE(first.noiseMultiplier.value, close.noiseMultiplier.value);
    EXPECT_NEAR(first.error.mean, seen.last().error.mean, 0.2 * seen.last().error.mean);
  }
}

// While a slider of the claim moves; then what rests is solved as ever.
TEST(TwoSpeedSolve, TheCurveComesWithItsSketchWhichLiesOnItAtItsBest) {
  for (const char* mechanism : {"banded-toeplitz", "banded", "dp-sgd"}) {
    for (const bool best : {false, true}) {
      SCOPED_TRACE(std::string(mechanism) + (best ? ", best" : ""));
      SolveRequest request = smallRequest(mechanism);
      if (best) request.scenario.bands.reset();
      request.lastSwept = sweepScenario(request.scenario);
      request.lastSweep = sweepBands(*request.lastSwept);
      request.scenario.epsilon = 1;
      request.trail = std::make_shared<SketchTrail>();
      std::vector<BandPoint> moved;
      std::shared_ptr<const Design> sketch;
      std::vector<std::shared_ptr<const Design>> designs;
      const SolveSink sink{[&](std::shared_ptr<const Design> design, bool) {
                             EXPECT_TRUE(!designs.empty() || !moved.empty());
                             designs.push_back(std::move(design));
                           },
                           [](const BandPoint&) {}, [&](std::vector<BandPoint> curve) { moved = std::move(curve); }};
      EXPECT_TRUE(runSolve(request, {}, sink, [](SolvePhase) {}));
      ASSERT_GT(designs.size(), 1U);
      const Design& first = *designs.front();
      EXPECT_TRUE(first.estimated);
      if (mechanism != std::string_view("dp-sgd")) {
        const auto at = std::ranges::find(moved, first.bands, &BandPoint::bands);
        ASSERT_NE(at, moved.end());
        EXPECT_NEAR(at->error.mean, first.error.mean, 1e-3 * first.error.mean);
        EXPECT_TRUE(!best || at->bands == bestPoint(moved, ErrorObjective::Mean)->bands);
      }
      const auto alone = design(request.scenario);
      EXPECT_FALSE(designs.back()->estimated);
      EXPECT_NEAR(designs.back()->error.mean, alone->error.mean, 1e-6 * alone->error.mean);
    }
  }
}

// While epsilon moves nothing is solved: the curve's own strategies stand there, also where a solve would take so long
// that another mechanism's would have to stand in.
TEST(TwoSpeedSolve, SketchesTakeOverTheStrategiesOfTheCurve) {
  SolveRequest request;
  request.scenario = Scenario({.iterations = 16'384,
                               .epochs = 8,
                               .epsilon = 0.5,
                               .delta = 1e-6,
                               .mechanism = &mechanisms::bandedToeplitz,
                               .batching = &batchings::cyclicPoisson});
  request.swept = std::make_shared<SolvedStrategies>();
  std::stop_source stop;
  const SolveSink stopping{[](const std::shared_ptr<const Design>&, bool) {},
                           [&](const BandPoint&) { stop.request_stop(); }};
  EXPECT_FALSE(runSolve(request, {stop.get_token(), {}}, stopping, {}));
  EXPECT_TRUE(request.swept->empty()) << "of a curve that was stopped";
  request.lastSwept = sweepScenario(request.scenario);
  request.lastSweep = run(request).points;
  std::ranges::sort(request.lastSweep, {}, &BandPoint::bands);
  for (const BandPoint& point : request.lastSweep)
    EXPECT_TRUE(request.swept->find(request.scenario, point.bands)) << point.bands;
  const auto sketchOf = [](SolveRequest asked) {
    std::shared_ptr<const Design> sketch;
    std::stop_source abandon;
    asked.abandon = abandon.get_token();
    const SolveSink sink{[&](std::shared_ptr<const Design> design, bool) { sketch = std::move(design); },
                         [](const BandPoint&) {}};
    runSolve(asked, {}, sink, [&](SolvePhase phase) {
      if (phase == SolvePhase::Refining) abandon.request_stop();
    });
    return sketch;
  };
  request.trail = std::make_shared<SketchTrail>();
  for (const double epsilon : {1.0, 4.0, 16.0}) {
    SCOPED_TRACE(epsilon);
    request.scenario.epsilon = epsilon;
    const std::shared_ptr<const Design> sketch = sketchOf(request);
    ASSERT_TRUE(sketch);
    EXPECT_TRUE(sketch->estimated);
    EXPECT_EQ(sketch->mechanism, &mechanisms::bandedToeplitz);
    const SolvedStrategy* solved = request.swept->find(request.scenario, sketch->bands);
    ASSERT_TRUE(solved);
    EXPECT_EQ(sketch->strategy.as<ToeplitzStrategy>()->coefficients().data(),
              solved->solution.strategy.as<ToeplitzStrategy>()->coefficients().data());
    const Scenario fixed = with(request.scenario, {.bands = sketch->bands});
    EXPECT_NEAR(sketch->error.mean / design(fixed)->error.mean, 1, 1e-5);
  }
  // Whatever number of bands a slow machine finds in its time, one that takes long is asked for.
  SolveRequest without = request;
  without.scenario.bands = request.scenario.mostBands();
  without.swept = nullptr;
  without.trail = std::make_shared<SketchTrail>();
  EXPECT_EQ(sketchOf(without)->mechanism, &mechanisms::bsr);
  // Of another number of iterations it is none.
  request.scenario.iterations = 16'000;
  EXPECT_FALSE(request.swept->find(request.scenario, request.lastSweep.front().bands));
}

TEST(TwoSpeedSolve, StoppedItHandsOverTheBestSoFarCertified) {
  for (const char* mechanism : {"banded-toeplitz", "banded", "dense"}) {
    SCOPED_TRACE(mechanism);
    SolveRequest request = smallRequest(mechanism);
    request.scenario = with(request.scenario, {.bands = 20, .batching = &batchings::fixedEpoch});
    request.waitForRest = [](const std::stop_token&) {};
    std::stop_source stop;
    const Seen seen = run(request, {stop.get_token(), {}, {}}, [&](std::size_t) { stop.request_stop(); });
    EXPECT_FALSE(seen.whole);
    ASSERT_FALSE(seen.designs.empty());
    EXPECT_TRUE(seen.finals.back());
    EXPECT_FALSE(seen.last().estimated);
    EXPECT_TRUE(std::isfinite(seen.last().error.mean) && seen.last().noiseMultiplier.value > 0);
    EXPECT_TRUE(seen.points.empty());
  }
}

TEST(TwoSpeedSolve, AbandonedItKeepsNothing) {
  SolveRequest request = smallRequest();
  std::stop_source abandon, stop;
  request.abandon = abandon.get_token();
  const Seen seen = run(request, {stop.get_token(), {}, {}}, [&](std::size_t) {
    abandon.request_stop();
    stop.request_stop();
  });
  EXPECT_FALSE(seen.whole);
  EXPECT_EQ(std::ranges::count(seen.finals, true), 0);
}

TEST(TwoSpeedSolve, TheBestMechanismIsShownLastAndRefusalsArrive) {
  SolveRequest request = smallRequest("best");
  request.scenario =
      with(request.scenario, {.iterations = 32, .bands = std::nullopt, .batching = &batchings::fixedEpoch});
  const Seen seen = run(request);
  ASSERT_FALSE(seen.designs.empty());
  EXPECT_TRUE(seen.finals.back());
  for (const auto& each : seen.designs) EXPECT_LE(seen.last().error.mean, each->error.mean * (1 + 1e-9));
  request.scenario.epsilon = -1;
  EXPECT_THROW(run(request), InvalidArgument);
}

}  // namespace
}  // namespace noiseloom
