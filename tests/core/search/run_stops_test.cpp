#include "core/search/run_stops.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/batching/list.h"
#include "core/search/designer.h"
#include "tests/calls.h"
#include "tests/core/dense.h"
#include "tests/core/scenarios.h"

namespace noiseloom {
namespace {

Scenario jobOf(const char* mechanism, Workload workload = Workload::prefix()) {
  Scenario scenario({.iterations = 96, .epochs = 4, .epsilon = 4, .delta = 1e-6, .bands = 6});
  scenario.mechanism = *mechanismFromName(mechanism);
  scenario.batching = &batchings::fixedEpoch;
  scenario.workload = std::move(workload);
  return scenario;
}

// Against rows of the dense matrix, and a design of the leading block's job.
TEST(RunStops, ErrorsAreThoseOfTheFirstStepsWithTheNoiseForAll) {
  std::vector<double> eta(96);
  for (std::size_t i = 0; i < eta.size(); ++i) eta[i] = 1 - 0.005 * static_cast<double>(i);
  for (const char* mechanism : {"banded-toeplitz", "dp-sgd", "bisr", "tree"}) {
    for (const Workload& workload :
         {Workload::prefix(), Workload::sgd(1, 0.5).withAveraging(1), Workload::learningRates(eta, 0.3)}) {
      const auto whole = design(jobOf(mechanism, workload));
      const std::vector<Index> steps{1, 30, 48, 96};
      const std::vector<RunStop> stops = runStops(*whole, steps);
      ASSERT_EQ(stops.size(), steps.size());
      const Eigen::VectorXd v = entryVariances(whole->strategy, denseOf(workload, 96));
      const double scale = whole->noiseMultiplier.value * whole->sensitivity.value;
      for (std::size_t i = 0; i < stops.size(); ++i) {
        SCOPED_TRACE(testing::Message() << mechanism << steps[i]);
        const Eigen::VectorXd first = v.head(steps[i]);
        EXPECT_NEAR(stops[i].error.mean, scale * std::sqrt(first.mean()), 1e-9 * stops[i].error.mean);
        EXPECT_NEAR(stops[i].error.max, scale * std::sqrt(first.maxCoeff()), 1e-9 * stops[i].error.max);
        EXPECT_NEAR(stops[i].error.last, scale * std::sqrt(first.tail(1)[0]), 1e-9 * stops[i].error.max);
        ASSERT_TRUE(stops[i].own) << stops[i].problem.english();
        EXPECT_EQ(stops[i].own->scenario.iterations, steps[i]);
        EXPECT_NEAR(stops[i].own->scenario.epochs, static_cast<double>(steps[i]) / 24, 1e-12);
        EXPECT_NEAR(stops[i].price(), stops[i].error.mean / stops[i].own->error.mean - 1, 1e-12);
        EXPECT_GT(stops[i].price(), -1e-9);
      }
      // All steps are the design itself.
      EXPECT_NEAR(stops.back().error.mean, whole->error.mean, 1e-9 * whole->error.mean);
      EXPECT_NEAR(stops.back().price(), 0, 1e-6);
    }
  }
}

TEST(RunStops, ShorterJobsKeepWhatTheyCan) {
  const Scenario windowed = jobOf("banded-toeplitz", Workload::prefix().withWindow(20));
  const Scenario own = scenarioOfStop(windowed, 5);
  EXPECT_EQ(own.workload.window(), 5);
  EXPECT_EQ(*own.bands, 5);
  EXPECT_NEAR(own.epochs, 5.0 / 24, 1e-15);
  const Scenario rates = scenarioOfStop(jobOf("bsr", Workload::learningRates(std::vector<double>(96, 0.5), 0)), 7);
  EXPECT_EQ(rates.workload.fixedIterations(), 7);
  EXPECT_EQ(rates.schedule.kind, ScheduleKind::File);
}

TEST(RunStops, StopsAndRefuses) {
  const auto whole = design(jobOf("bsr"));
  EXPECT_THROW(runStops(*whole, std::vector<Index>{0}), InvalidArgument);
  EXPECT_THROW(runStops(*whole, std::vector<Index>{97}), InvalidArgument);
  EXPECT_TRUE(runStops(*whole, std::vector<Index>{10}, stoppedAtOnce()).empty());
}

}  // namespace
}  // namespace noiseloom
