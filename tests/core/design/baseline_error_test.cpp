#include "core/design/baseline_error.h"

#include <gtest/gtest.h>

#include "core/batching/list.h"
#include "core/mechanism/list.h"
#include "core/search/designer.h"
#include "core/search/quick_error.h"
#include "tests/core/scenarios.h"

namespace noiseloom {
namespace {

// A design is compared with the error that DP-SGD's own design for the scenario has, of the kind of the objective.
TEST(BaselineError, IsThatOfDpSgdInTheMeasureOfTheObjective) {
  Scenario scenario({.iterations = 64, .epochs = 4, .epsilon = 2, .bands = 4, .batching = &batchings::fixedEpoch});
  for (const ErrorObjective objective : valuesOf<ErrorObjective>()) {
    scenario = with(scenario, {.objective = objective, .workload = Workload::prefix()});
    if (ofCurvatures(objective)) scenario.workload = scenario.workload.withSpectrum(Spectrum({{0.01, 1}, {0.5, 3}}));
    scenario.mechanism = &mechanisms::dpSgd;
    const auto independent = design(scenario);
    scenario.mechanism = &mechanisms::bandedToeplitz;
    const auto found = design(scenario);
    const double expected = independent->objectiveError();
    EXPECT_NEAR(baselineError(*found), expected, 1e-12 * expected) << toString(objective);
    EXPECT_NEAR(gainOverBaseline(*found), 1 - found->objectiveError() / expected, 1e-12) << toString(objective);
    EXPECT_NEAR(gainOverBaseline(*independent), 0, 1e-12) << toString(objective);
    QuickError quick({});
    const auto point = quick.at(scenario);
    ASSERT_TRUE(point);
    EXPECT_NEAR(point->improvement, gainOverBaseline(*found), 2e-3) << toString(objective);
  }
  Design unknown(scenario, IdentityStrategy(64));
  EXPECT_EQ(baselineError(unknown), 0);
  EXPECT_EQ(gainOverBaseline(unknown), 0);
}

}  // namespace
}  // namespace noiseloom
