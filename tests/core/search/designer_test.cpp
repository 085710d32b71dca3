#include "core/search/designer.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/batching/list.h"
#include "core/error/lower_bound.h"
#include "core/mechanism/banded_toeplitz.h"
#include "tests/core/dense.h"
#include "tests/core/scenarios.h"

namespace noiseloom {
namespace {

TEST(Designer, FiguresFollowFromTheStrategy) {
  for (const Mechanism* mechanism :
       {*mechanismFromName("dp-sgd"), *mechanismFromName("banded-toeplitz"), *mechanismFromName("banded")}) {
    for (const Batching* batching :
         {&batchings::cyclicPoisson, &batchings::fixedEpoch, &batchings::minSeparation, &batchings::single}) {
      for (const bool normalize : {true, false}) {
        const Scenario scenario =
            with(tiny(), {.mechanism = mechanism, .batching = batching, .columnNormalize = normalize, .clipNorm = 0.5});
        const std::shared_ptr<const Design> found = design(scenario);
        ASSERT_NE(found, nullptr);
        const Eigen::VectorXd v = denseVariances(found->strategy, scenario.workload);
        const double sens = sensitivityOf(found->strategy, scenario.participation()).value;
        EXPECT_EQ(found->bands, mechanism == *mechanismFromName("dp-sgd") ? 1 : 5);
        EXPECT_EQ(found->sensitivity.value, sens);
        EXPECT_NEAR(found->loss.mean, sens * sens * v.mean(), 1e-10 * found->loss.mean);
        EXPECT_NEAR(found->loss.max, sens * sens * v.maxCoeff(), 1e-10 * found->loss.max);
        const double sigma = found->noiseMultiplier.value;
        EXPECT_NEAR(found->stddev, 0.5 * sigma * sens, 1e-14 * found->stddev);
        EXPECT_NEAR(found->error.mean, sigma * std::sqrt(found->loss.mean), 1e-14 * found->error.mean);
        EXPECT_NEAR(found->error.max, sigma * std::sqrt(found->loss.max), 1e-14 * found->error.max);
        EXPECT_LE(found->lowerBound, found->error.mean * (1 + 1e-12));
        if (mechanism == *mechanismFromName("dp-sgd")) {
          EXPECT_NEAR(found->dpSgdRmse, found->error.mean, 1e-9 * found->error.mean);
        } else {
          EXPECT_GT(found->dpSgdRmse, found->error.mean);
          EXPECT_EQ(found->optimizer.termination, Termination::Converged);
        }
        const bool sampled = batching == &batchings::cyclicPoisson;
        const Certified expected =
            PoissonSteps(sampled ? static_cast<double>(found->bands) * 3 / 60 : 1, sampled ? 60 / found->bands : 1)
                .certifiedNoiseMultiplier(4, 1e-5);
        EXPECT_EQ(sigma, expected.value);
      }
    }
  }
}

TEST(Designer, BestBandsBeatEveryFixedChoice) {
  Scenario scenario = with(tiny(), {.bands = std::nullopt});
  const std::shared_ptr<const Design> best = design(scenario);
  for (Index bands = 1; bands <= scenario.mostBands(); ++bands) {
    scenario.bands = bands;
    EXPECT_LE(best->error.mean, design(scenario)->error.mean * (1 + 1e-6)) << bands;
  }
}

TEST(Designer, SweepIsOrderedAndConsistent) {
  Scenario scenario;
  std::vector<Index> arrival;
  const std::vector<BandPoint> points =
      sweepBands(scenario, {}, [&](const BandPoint& point) { arrival.push_back(point.bands); });
  ASSERT_GT(points.size(), 8u);
  EXPECT_EQ(arrival.size(), points.size());
  for (const Index bands : {1, 2, 4, 8, 16, 32, 64, 100}) EXPECT_TRUE(std::ranges::count(arrival, bands) == 1) << bands;
  for (std::size_t i = 0; i < points.size(); ++i) {
    EXPECT_TRUE(i == 0 || points[i - 1].bands < points[i].bands);
    EXPECT_LE(points[i].lowerBound, points[i].error.mean);
    EXPECT_GE(points[i].error.max, points[i].error.mean);
  }
  scenario.bands = 32;
  const auto at = std::find_if(points.begin(), points.end(), [](const BandPoint& point) { return point.bands == 32; });
  ASSERT_NE(at, points.end());
  EXPECT_NEAR(at->error.mean, design(scenario)->error.mean, 5e-5 * at->error.mean);
}

TEST(Designer, SameInputSameResult) {
  const Scenario scenario = with(tiny(), {.mechanism = *mechanismFromName("banded")});
  const auto first = design(scenario), second = design(scenario);
  EXPECT_EQ(first->error.mean, second->error.mean);
  EXPECT_EQ(denseOf(first->strategy), denseOf(second->strategy));
}

TEST(Designer, StopKeepsTheBestSoFar) {
  Scenario scenario({.iterations = 8192, .epochs = 8, .mechanism = *mechanismFromName("banded"), .bands = 32});
  std::stop_source source;
  RunControl control{source.get_token(), [&](const Progress& progress) {
                       if (progress.fraction > 0.62) source.request_stop();
                     }};
  const std::shared_ptr<const Design> stopped = design(scenario, control);
  ASSERT_NE(stopped, nullptr);
  EXPECT_EQ(stopped->optimizer.termination, Termination::Stopped);
  EXPECT_GT(stopped->error.mean, 0);
  EXPECT_GE(stopped->noiseMultiplier.value,
            design([&] { return with(scenario, {.mechanism = *mechanismFromName("banded-toeplitz")}); }())
                    ->noiseMultiplier.value *
                (1 - 1e-12));
}

TEST(Designer, StoppedCertificateLeavesNoMoreThanOneBandNeeds) {
  const Scenario scenario({.iterations = 2000,
                           .epochs = 4,
                           .epsilon = 2,
                           .mechanism = *mechanismFromName("bsr"),
                           .batching = &batchings::bMinSep});
  std::stop_source source;
  const RunControl control{source.get_token(), [&](const Progress& progress) {
                             if (progress.stage.english() == "estimating") source.request_stop();
                           }};
  const std::shared_ptr<const Design> stopped = design(scenario, control);
  ASSERT_NE(stopped, nullptr);
  EXPECT_EQ(stopped->optimizer.termination, Termination::Stopped);
  EXPECT_LE(stopped->error.mean, design(with(scenario, {.bands = 1}))->error.mean * (1 + 1e-12));
}

// Its error takes n b^2 operations, half a minute of work and a thousand times what is allowed here: nobody who has
// stopped waits for that.
TEST(Designer, StopDoesNotEvaluateForLong) {
  Scenario scenario({.iterations = 40'000,
                     .epochs = 4,
                     .mechanism = *mechanismFromName("banded"),
                     .bands = 2000,
                     .batching = &batchings::fixedEpoch});
  std::stop_source source;
  source.request_stop();
  const RunControl stopped{source.get_token(), {}};
  EXPECT_EQ(design(scenario, stopped, {.secondsAfterStop = 0.03}), nullptr);
  EXPECT_EQ(design(tiny(), stopped, {.secondsAfterStop = 0}), nullptr);
  EXPECT_EQ(design(tiny(), stopped, {.abandon = source.get_token()}), nullptr);
  EXPECT_NE(design(tiny(), stopped, {.secondsAfterStop = 1e5}), nullptr);
}

TEST(Designer, ProgressNeverFalls) {
  double last = 0;
  RunControl control;
  control.onProgress = [&](const Progress& progress) {
    EXPECT_GE(progress.fraction, last - 1e-12) << progress.stage;
    EXPECT_LE(progress.fraction, 1 + 1e-12);
    EXPECT_FALSE(progress.stage.empty());
    last = progress.fraction;
  };
  design(Scenario(), control);
  EXPECT_GT(last, 0.9);
}

TEST(Designer, EvaluateRefusesStrategiesThatOnlyDecayUnderCyclicPoisson) {
  Scenario scenario({.mechanism = *mechanismFromName("banded-toeplitz")});
  const Index n = scenario.iterations;
  const InverseToeplitzStrategy decays(n, {1, -0.1});
  ASSERT_LE(decays.bands(), scenario.mostParts());
  EXPECT_THROW(evaluate(scenario, decays), InvalidArgument);
  EXPECT_THROW(evaluate(scenario, BltStrategy(n, {0.9}, {0.5})), InvalidArgument);
  EXPECT_THROW(evaluate(scenario, TreeStrategy(n)), InvalidArgument);
}

TEST(Designer, EvaluateRefusesWhatDoesNotFit) {
  const Scenario scenario = tiny();
  EXPECT_THROW(evaluate(scenario, IdentityStrategy(59)), InvalidArgument);
  EXPECT_THROW(evaluate(scenario, ToeplitzStrategy(60, std::vector<double>(21, 1.0))), InvalidArgument);
  // C^-1 grows without bound: no error figure may be given.
  EXPECT_THROW(evaluate(scenario, ToeplitzStrategy(60, {1e-200, 1.0})), InvalidArgument);
}

// Sampling is credited under replace-one too: more noise than add/remove, less than twice that of its group of two.
TEST(Designer, ReplaceOneIsAmplifiedByCyclicPoissonSampling) {
  Scenario scenario = tiny();
  const double removed = design(scenario)->noiseMultiplier.value;
  scenario.adjacency = Adjacency::ReplaceOne;
  const auto replaced = design(scenario);
  EXPECT_GT(replaced->noiseMultiplier.value, removed);
  scenario.batching = &batchings::fixedEpoch;
  const auto plain = evaluate(scenario, replaced->strategy);
  EXPECT_LT(replaced->stddev, plain->stddev);
}

TEST(Designer, ReplaceOneNeedsTwiceTheNoise) {
  Scenario scenario = with(tiny(), {.batching = &batchings::minSeparation});
  const double single = design(scenario)->noiseMultiplier.value;
  scenario.adjacency = Adjacency::ReplaceOne;
  EXPECT_NEAR(design(scenario)->noiseMultiplier.value, 2 * single, 1e-12);
  scenario.adjacency = Adjacency::ZeroOut;
  EXPECT_EQ(design(scenario)->noiseMultiplier.value, single);
}

}  // namespace
}  // namespace noiseloom
