#include <gtest/gtest.h>

#include <algorithm>

#include "core/batching/list.h"
#include "core/mechanism/bisr.h"
#include "core/mechanism/parts/unit_error.h"
#include "core/mechanism/square_root.h"
#include "core/scenario/scenario.h"
#include "core/search/designer.h"
#include "tests/core/dense.h"
#include "tests/core/scenarios.h"

namespace noiseloom {
namespace {

Scenario scenarioOf(const Workload& workload, const Batching* batching, Index bands) {
  return Scenario({.iterations = 18,
                   .epochs = 3,
                   .mechanism = *mechanismFromName("bifr"),
                   .bands = bands,
                   .batching = batching,
                   .workload = workload});
}

InverseToeplitzStrategy strategyOf(double gamma, const Scenario& scenario) {
  return {scenario.iterations, workloadPowerCoefficients(scenario.workload, -gamma, *scenario.bands)};
}

// Of prefix: g_1 = -gamma. In general from the second coefficient of A^-gamma, -gamma (alpha + beta).
double gammaOf(const Strategy& strategy, const Workload& workload) {
  return -strategy.as<InverseToeplitzStrategy>()->noisingCoefficients()[1] / (workload.alpha() + workload.beta());
}

TEST(Bifr, ErrorAndSensitivityAreThoseOfDenseAlgebraAndEnumeration) {
  for (const Workload& workload : someWorkloads(18)) {
    for (const Batching* batching : {&batchings::single, &batchings::fixedEpoch, &batchings::minSeparation}) {
      const Scenario scenario = scenarioOf(workload, batching, 4);
      const auto found = design(scenario);
      const Eigen::VectorXd variances = denseVariances(found->strategy, workload);
      const double sensitivity = enumeratedSensitivity(found->strategy, scenario.participation());
      EXPECT_NEAR(found->sensitivity.value, sensitivity, 1e-12 * sensitivity);
      EXPECT_NEAR(found->loss.mean, sensitivity * sensitivity * variances.mean(), 1e-11 * found->loss.mean);
      EXPECT_NEAR(found->loss.max, sensitivity * sensitivity * variances.maxCoeff(), 1e-11 * found->loss.max);
    }
  }
}

TEST(Bifr, TheExponentIsTheBestOne) {
  for (const Workload& workload : {Workload::prefix(), Workload::sgd(0.99, 0.5)}) {
    for (const ErrorObjective objective : {ErrorObjective::Mean, ErrorObjective::Max, ErrorObjective::Last}) {
      for (const Index bands : {2, 3, 8}) {
        const Scenario scenario = with(scenarioOf(workload, &batchings::fixedEpoch, bands), {.objective = objective});
        const Solution solution = solveMechanism(scenario, bands, {}, {});
        EXPECT_EQ(solution.summary.termination, Termination::Converged) << solution.summary.message;
        const double gamma = gammaOf(solution.strategy, workload);
        const double error = unitError(scenario, solution.strategy);
        EXPECT_NEAR(error, solution.summary.objective, 1e-12 * error);
        for (int i = 0; i <= 40; ++i) {
          const double other = unitError(scenario, strategyOf(0.0245 * i, scenario));
          EXPECT_LE(error, other * (1 + 1e-9)) << gamma << " against " << 0.0245 * i;
        }
      }
    }
  }
}

TEST(Bifr, HalfIsBisrAndNeverBetter) {
  for (const Workload& workload : someWorkloads(18)) {
    const Scenario scenario = scenarioOf(workload, &batchings::minSeparation, 5);
    const InverseToeplitzStrategy bisr(18, bisrCoefficients(workload, 5));
    const InverseToeplitzStrategy half = strategyOf(0.5, scenario);
    EXPECT_TRUE(std::ranges::equal(half.noisingCoefficients(), bisr.noisingCoefficients()));
    EXPECT_LE(unitError(scenario, solveMechanism(scenario, 5, {}, {}).strategy), unitError(scenario, bisr));
  }
}

TEST(Bifr, OneCoefficientIsIndependentNoise) {
  const Scenario scenario = scenarioOf(Workload::prefix(), &batchings::fixedEpoch, 1);
  const auto found = design(scenario);
  EXPECT_NEAR(found->error.mean, found->dpSgdRmse, 1e-12 * found->error.mean);
}

}  // namespace
}  // namespace noiseloom
