// Sketches that go on from the one before, as while a slider moves.

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

#include "core/accounting/calibration/calibration.h"
#include "core/batching/list.h"
#include "core/mechanism/list.h"
#include "core/search/designer.h"
#include "core/search/sketch.h"
#include "tests/core/scenarios.h"

namespace noiseloom {
namespace {

constexpr double kAnyTime = 3600;  // tests do not look at the clock

Scenario dragged() {
  return Scenario({.iterations = 4096,
                   .epochs = 8,
                   .epsilon = 8,
                   .delta = 1e-6,
                   .mechanism = &mechanisms::bandedToeplitz,
                   .bands = 64,
                   .batching = &batchings::cyclicPoisson});
}

/// A slider's way there and, faster, back; `at` from 0 to 1.
std::vector<Scenario> way(const std::function<void(Scenario&, double at)>& move) {
  std::vector<Scenario> scenarios;
  const auto add = [&](double at) { move(scenarios.emplace_back(dragged()), at); };
  for (int i = 0; i <= 24; ++i) add(i / 24.0);
  for (int i = 5; i >= 0; --i) add(i / 6.0);
  return scenarios;
}

Index whole(double from, double to, double at) {
  return static_cast<Index>(std::lround(from * std::pow(to / from, at)));
}

// Whatever way the slider came, what it shows is what a sketch of its own shows, as far as anybody can see.
TEST(SketchTrail, ShowsWhatEachSketchAloneWouldShow) {
  const std::vector<std::function<void(Scenario&, double)>> drags{
      [](Scenario& s, double at) { s.epsilon = 0.5 * std::pow(32.0, at); },
      [](Scenario& s, double at) { s.bands = whole(1, 64, at); },
      [](Scenario& s, double at) { s.iterations = whole(1024, 16'384, at); },
      [](Scenario& s, double at) { s.epochs = static_cast<double>(whole(2, 64, at)); }};
  for (const auto& drag : drags) {
    SketchTrail trail;
    for (const Scenario& scenario : way(drag)) {
      const Sketch alone = sketchDesign(scenario, *scenario.bands, {}, nullptr, kAnyTime);
      const Sketch next = sketchDesign(scenario, *scenario.bands, {}, nullptr, kAnyTime, nullptr, &trail);
      ASSERT_TRUE(alone.design && next.design);
      const auto expectSame = [&](double figure, double expected) { EXPECT_NEAR(figure / expected, 1, 1e-5); };
      expectSame(next.design->noiseMultiplier.value, alone.design->noiseMultiplier.value);
      expectSame(next.design->dpSgdRmse, alone.design->dpSgdRmse);
      expectSame(next.design->error.mean, alone.design->error.mean);
      expectSame(next.design->error.max, alone.design->error.max);
      expectSame(next.design->lowerBound, alone.design->lowerBound);
      EXPECT_TRUE(next.design->estimated);
    }
  }
}

/// Where a strategy's coefficients lie: the same place in copies, another one in what is solved anew.
const double* placeOf(const Sketch& sketch) {
  return sketch.design->strategy.as<ToeplitzStrategy>()->coefficients().data();
}

Sketch next(const Scenario& scenario, SketchTrail& trail, double mostSeconds = kAnyTime) {
  return sketchDesign(scenario, scenario.bands.value_or(1), {}, nullptr, mostSeconds, nullptr, &trail);
}

// As when the best number of bands moves to and fro with epsilon.
TEST(SketchTrail, SolvesNoStrategyTwice) {
  SketchTrail trail;
  std::vector<const double*> places;
  for (const Index bands : {32, 38, 64}) {
    const Scenario scenario = with(dragged(), {.bands = bands});
    places.push_back(placeOf(next(scenario, trail)));
  }
  for (std::size_t i = 0; i < 3; ++i) {
    const Scenario scenario = with(dragged(), {.epsilon = 1 + static_cast<double>(i),
                                               .delta = 1e-7,
                                               .bands = std::vector<Index>{32, 38, 64}[i],
                                               .adjacency = Adjacency::ReplaceOne});
    const Sketch found = next(scenario, trail);
    EXPECT_EQ(placeOf(found), places[i]);
    const Sketch alone = sketchDesign(scenario, *scenario.bands, {}, nullptr, kAnyTime);
    EXPECT_NEAR(found.design->error.mean / alone.design->error.mean, 1, 1e-5);
    EXPECT_NEAR(found.design->noiseMultiplier.value / alone.design->noiseMultiplier.value, 1, 1e-5);
  }
}

// Nor is one taken for that of another problem.
TEST(SketchTrail, SolvesAnewWhatAnythingButTheGuaranteeChanges) {
  std::vector<double> rates(4096, 1.0);
  rates.back() = 0.5;
  const std::vector<Changes> changes{{.iterations = 4095},
                                     {.epochs = 7},
                                     {.bands = 63},
                                     {.workload = Workload::sgd(1, 0.9)},
                                     {.workload = Workload::sgd(0.9999, 0)},
                                     {.workload = Workload::learningRates(rates, 0)},
                                     {.objective = ErrorObjective::Max},
                                     {.columnNormalize = false},
                                     {.robustFrom = 48},
                                     {.batching = &batchings::fixedEpoch},
                                     {.mechanism = &mechanisms::bsr}};
  for (std::size_t i = 0; i < changes.size(); ++i) {
    SCOPED_TRACE(i);
    Scenario scenario = dragged();
    SketchTrail trail;
    const Sketch before = next(scenario, trail);
    scenario = with(scenario, changes[i]);
    const Sketch after = next(scenario, trail);
    const Sketch alone = sketchDesign(scenario, *scenario.bands, {}, nullptr, kAnyTime);
    EXPECT_NE(placeOf(after), placeOf(before));
    EXPECT_NEAR(after.design->error.mean / alone.design->error.mean, 1, 1e-5);
    EXPECT_NEAR(after.design->error.max / alone.design->error.max, 1, 1e-5);
    EXPECT_NEAR(after.design->noiseMultiplier.value / alone.design->noiseMultiplier.value, 1, 1e-5);
  }
}

TEST(SketchTrail, GoesOnWithWhatHadNoTimeToSettle) {
  const Scenario scenario = dragged();
  const Sketch alone = sketchDesign(scenario, *scenario.bands, {}, nullptr, kAnyTime);
  SketchTrail trail;
  const Sketch cut = next(scenario, trail, 0);
  EXPECT_GT(cut.design->error.mean, (1 + 1e-4) * alone.design->error.mean);
  const Sketch found = next(scenario, trail);
  EXPECT_NEAR(found.design->error.mean / alone.design->error.mean, 1, 1e-5);
  EXPECT_EQ(placeOf(next(scenario, trail)), placeOf(found));
}

TEST(SolvedStrategies, KeepsAFewAndThoseThatAreNear) {
  const Scenario scenario = dragged();
  SolvedStrategies solved;
  const auto keep = [&](Index bands) {
    const ToeplitzStrategy strategy(4096, std::vector<double>(static_cast<std::size_t>(bands), 1.0));
    solved.keep(scenario, bands, {{strategy, {}, std::vector<double>(static_cast<std::size_t>(bands), 1.0)}});
  };
  const auto most = static_cast<Index>(SolvedStrategies::kMost);
  for (Index bands = 1; bands <= most + 10; ++bands) keep(bands);
  EXPECT_FALSE(solved.find(scenario, 10));
  EXPECT_TRUE(solved.find(scenario, 11));
  EXPECT_TRUE(solved.find(scenario, most + 10));
  keep(1);
  EXPECT_TRUE(solved.find(scenario, 1));
  EXPECT_FALSE(solved.find(scenario, most + 10));
  EXPECT_EQ(solved.start(scenario, 3).size(), 1U);
  EXPECT_EQ(solved.start(scenario, 20).size(), 20U);
  EXPECT_EQ(solved.start(scenario, 500).size(), static_cast<std::size_t>(most + 9));
  const Scenario other = with(scenario, {.mechanism = &mechanisms::reciprocalToeplitz});
  EXPECT_TRUE(solved.start(other, 20).empty());
}

TEST(SketchTrail, CostsAFractionOfTheEvaluations) {
  Index alone = 0;
  Index next = 0;
  SketchTrail trail;
  for (const Scenario& scenario : way([](Scenario&s, double at) { s.iterations = whole(8192, 16'384, at); })) {
    alone += sketchDesign(scenario, 64, {}, nullptr, kAnyTime).design->optimizer.evaluations;
    next += sketchDesign(scenario, 64, {}, nullptr, kAnyTime, nullptr, &trail).design->optimizer.evaluations;
  }
  EXPECT_LT(3 * next, alone);
}

// What rests is certified, of a strategy that does not depend on the way there.
TEST(SketchTrail, LeavesNothingToTheCertifiedDesign) {
  Scenario scenario = dragged();
  scenario.bands = 512;  // so many that nothing is left to refine
  SketchTrail trail;
  EXPECT_TRUE(sketchDesign(scenario, 512, {}, nullptr, kAnyTime, nullptr, &trail).design);
  scenario.iterations = 4100;
  EXPECT_FALSE(sketchDesign(scenario, 512, {}, nullptr, kAnyTime, nullptr, &trail).solution);
  // Another mechanism does not set out from its coefficients.
  scenario.mechanism = &mechanisms::reciprocalToeplitz;
  const Sketch other = sketchDesign(scenario, 32, {}, nullptr, kAnyTime, nullptr, &trail);
  const Sketch alone = sketchDesign(scenario, 32, {}, nullptr, kAnyTime);
  EXPECT_EQ(other.design->optimizer.evaluations, alone.design->optimizer.evaluations);
}

TEST(SigmaTrail, FindsTheSameNoiseMultiplierWhereverItComesFrom) {
  for (const Adjacency adjacency : {Adjacency::AddRemove, Adjacency::ReplaceOne}) {
    SigmaTrail trail;
    const auto expectSame = [&](double epsilon, double q, Index compositions) {
      const double alone = PoissonSteps(q, compositions, adjacency).approximateNoiseMultiplier(epsilon, 1e-6);
      EXPECT_NEAR(nextNoiseMultiplier(PoissonSteps(q, compositions, adjacency), epsilon, 1e-6, trail) / alone, 1, 4e-6)
          << epsilon << " " << q << " " << compositions;
    };
    for (int i = 0; i <= 40; ++i) expectSame(0.5 * std::pow(32.0, i / 40.0), 0.001, 8000);
    for (const double epsilon : {0.1, 16.0, 15.9, 0.5, 0.5, 1.0}) expectSame(epsilon, 0.001, 8000);
    for (const double q : {0.001, 0.01, 0.1, 0.9, 1.0, 0.9}) expectSame(1, q, 50);
    for (const Index compositions : {50, 1, 2, 1000, 1'000'000}) expectSame(2, 0.002, compositions);
  }
}

SigmaTrail::Problem posed() {
  return {.epsilon = 2, .delta = 1e-6, .samplingProbability = 0.001, .compositions = 8000};
}

double searched(const SigmaTrail::Problem& problem, SigmaTrail& trail, double tolerance = kSigmaOfASketch) {
  return nextNoiseMultiplier(PoissonSteps(problem.samplingProbability, problem.compositions, problem.adjacency),
                             problem.epsilon, problem.delta, trail, tolerance);
}

double alone(const SigmaTrail::Problem& problem) {
  return PoissonSteps(problem.samplingProbability, problem.compositions, problem.adjacency)
      .approximateNoiseMultiplier(problem.epsilon, problem.delta);
}

TEST(SigmaTrail, DoesNotSearchForTheSameProblemTwice) {
  SigmaTrail trail;
  const double first = searched(posed(), trail);
  for (const double epsilon : {3.0, 4.0}) {
    SigmaTrail::Problem other = posed();
    other.epsilon = epsilon;
    searched(other, trail);
  }
  EXPECT_EQ(trail.roots.size(), 3U);
  EXPECT_EQ(searched(posed(), trail), first);
  // Not by chance: what is known is believed.
  ASSERT_EQ(trail.last->problem, posed());
  for (SigmaTrail::Root& root : trail.roots) root.logSigma += 0.25;
  EXPECT_NEAR(searched(posed(), trail) / first, std::exp(0.25), 1e-12);
  EXPECT_EQ(trail.roots.size(), 3U);
}

TEST(SigmaTrail, TakesNoRootForThatOfAnotherProblem) {
  const std::vector<std::function<void(SigmaTrail::Problem&)>> changes{
      [](SigmaTrail::Problem& p) { p.epsilon = 2.0000001; }, [](SigmaTrail::Problem& p) { p.delta = 1.01e-6; },
      [](SigmaTrail::Problem& p) { p.samplingProbability = 0.00101; },
      [](SigmaTrail::Problem& p) { p.compositions = 8001; },
      [](SigmaTrail::Problem& p) { p.adjacency = Adjacency::ReplaceOne; }};
  for (std::size_t i = 0; i < changes.size(); ++i) {
    SCOPED_TRACE(i);
    SigmaTrail trail;
    searched(posed(), trail);
    trail.roots.front().logSigma += 0.25;
    SigmaTrail::Problem other = posed();
    changes[i](other);
    EXPECT_NEAR(searched(other, trail) / alone(other), 1, 4e-6);
    EXPECT_EQ(trail.roots.size(), 2U);
  }
}

TEST(SigmaTrail, SearchesOnWhereARootIsTooCoarse) {
  SigmaTrail trail;
  searched(posed(), trail, kSigmaOfAPlot);
  SigmaTrail::Root& root = trail.roots.front();
  root.logSigma = std::log(alone(posed())) + 0.9 * kSigmaOfAPlot;
  EXPECT_EQ(searched(posed(), trail, kSigmaOfAPlot), std::exp(root.logSigma));
  EXPECT_NEAR(searched(posed(), trail) / alone(posed()), 1, 4e-6);
  // Which then is the finer one.
  EXPECT_EQ(trail.roots.size(), 1U);
  EXPECT_NEAR(searched(posed(), trail, kSigmaOfAPlot) / alone(posed()), 1, 4e-6);
}

// A slider's positions lie apart by a third at times: no reason to search from the beginning, which forgets the way.
TEST(SigmaTrail, GoesOnOverWideSteps) {
  for (const double factor : {1.25, 1.5, 2.0}) {
    SigmaTrail trail;
    for (SigmaTrail::Problem problem{0.6, 1e-6, 8.0 / 16'384, 16'384}; problem.epsilon < 16;
         problem.epsilon *= factor) {
      const bool isFirst = !trail.last;
      EXPECT_NEAR(searched(problem, trail) / alone(problem), 1, 4e-6) << problem.epsilon;
      EXPECT_TRUE(isFirst || trail.before) << problem.epsilon;
    }
  }
}

TEST(SigmaTrail, KeepsAFewRoots) {
  SigmaTrail trail;
  for (std::size_t i = 0; i < SigmaTrail::kMostRoots + 5; ++i) {
    SigmaTrail::Problem problem = posed();
    problem.epsilon += static_cast<double>(i);
    trail.goOn({.problem = problem});
  }
  EXPECT_EQ(trail.roots.size(), SigmaTrail::kMostRoots);
  EXPECT_FALSE(trail.rootOf(posed()));
  EXPECT_TRUE(trail.rootOf(trail.last->problem));
  EXPECT_TRUE(trail.rootOf(trail.before->problem));
}

}  // namespace
}  // namespace noiseloom
