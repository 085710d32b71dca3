#include <gtest/gtest.h>

#include <cmath>

#include "core/batching/list.h"
#include "core/design/cost.h"
#include "core/mechanism/parts/unit_error.h"
#include "core/scenario/scenario.h"
#include "core/search/designer.h"
#include "tests/core/dense.h"
#include "tests/core/scenarios.h"

namespace noiseloom {
namespace {

constexpr Index kIterations = 18;

Scenario scenarioOf(const Workload& workload, const Batching* batching,
                    ErrorObjective objective = ErrorObjective::Mean) {
  return Scenario({.iterations = kIterations,
                   .epochs = 3,
                   .mechanism = *mechanismFromName("lambda-cgd"),
                   .objective = objective,
                   .batching = batching,
                   .workload = workload});
}

double lambdaOf(const Strategy& strategy) {
  const auto g = strategy.as<InverseToeplitzStrategy>()->noisingCoefficients();
  return g.size() < 2 ? 0 : -g[1] / g[0];  // of the identity workload nothing is taken back
}

// C[i, j] = lambda^(i-j) / ||column j||, from the definition.
Eigen::MatrixXd denseAt(double lambda) {
  Eigen::MatrixXd c = Eigen::MatrixXd::Zero(kIterations, kIterations);
  for (Index j = 0; j < kIterations; ++j) {
    for (Index i = j; i < kIterations; ++i) c(i, j) = std::pow(lambda, static_cast<double>(i - j));
  }
  c.colwise().normalize();
  return c;
}

double largestEntry(const Eigen::MatrixXd& matrix) {
  return matrix.cwiseAbs().maxCoeff();
}

TEST(LambdaCgd, IsTheMatrixOfItsDefinition) {
  for (const Workload& workload : someWorkloads(kIterations)) {
    const auto found = design(scenarioOf(workload, &batchings::fixedEpoch));
    const double lambda = lambdaOf(found->strategy);
    if (workload.name() == "identity") {
      EXPECT_EQ(lambda, 0);
      continue;
    }
    EXPECT_GT(lambda, 0);
    EXPECT_LT(lambda, 1);
    const Eigen::MatrixXd c = denseAt(lambda);
    EXPECT_LE(largestEntry(denseOf(found->strategy) - c), 1e-14);
    EXPECT_GE(denseOf(found->strategy).minCoeff(), 0);
    // C^-1 = D (I - lambda S).
    Eigen::MatrixXd inverse(kIterations, kIterations);
    for (Index i = 0; i < kIterations; ++i) {
      for (Index j = 0; j < kIterations; ++j) inverse(i, j) = found->strategy.inverseEntry(i, j);
    }
    EXPECT_LE(largestEntry(inverse * c - Eigen::MatrixXd::Identity(kIterations, kIterations)), 1e-13);
    for (Index i = 0; i < kIterations; ++i) {
      for (Index j = 0; j + 1 < i; ++j) EXPECT_EQ(inverse(i, j), 0);
    }
  }
}

TEST(LambdaCgd, ErrorAndSensitivityAreThoseOfDenseAlgebraAndEnumeration) {
  for (const Workload& workload : someWorkloads(kIterations)) {
    for (const Batching* batching : {&batchings::single, &batchings::fixedEpoch, &batchings::minSeparation}) {
      const Scenario scenario = scenarioOf(workload, batching);
      const auto found = design(scenario);
      const Eigen::VectorXd variances =
          (denseOf(workload, kIterations) * denseAt(lambdaOf(found->strategy)).inverse()).rowwise().squaredNorm();
      const double sensitivity = enumeratedSensitivity(found->strategy, scenario.participation());
      EXPECT_NEAR(found->sensitivity.value, sensitivity, 1e-12 * sensitivity);
      const double square = sensitivity * sensitivity;
      EXPECT_NEAR(found->loss.mean, square * variances.mean(), 1e-11 * found->loss.mean);
      EXPECT_NEAR(found->loss.max, square * variances.maxCoeff(), 1e-11 * found->loss.max);
      EXPECT_NEAR(found->loss.last, square * variances[kIterations - 1], 1e-11 * found->loss.last);
    }
  }
}

TEST(LambdaCgd, LambdaIsTheBestOne) {
  for (const Workload& workload : {Workload::prefix(), Workload::sgd(0.99, 0.5)}) {
    for (const ErrorObjective objective : {ErrorObjective::Mean, ErrorObjective::Max, ErrorObjective::Last}) {
      const Scenario scenario = scenarioOf(workload, &batchings::fixedEpoch, objective);
      const Solution solution = solveMechanism(scenario, 1, {}, {});
      EXPECT_EQ(solution.summary.termination, Termination::Converged) << solution.summary.message;
      const double error = unitError(scenario, solution.strategy);
      EXPECT_NEAR(error, solution.summary.objective, 1e-12 * error);
      for (int i = 1; i < 50; ++i) {
        const double lambda = 0.02 * i;
        const InverseToeplitzStrategy other(kIterations, {1, -lambda}, ColumnScaling::Normalized);
        EXPECT_LE(error, unitError(scenario, other) * (1 + 1e-9)) << lambda;
      }
    }
  }
}

TEST(LambdaCgd, KeepsNoRowAndDrawsOneAgain) {
  const Scenario scenario = scenarioOf(Workload::prefix(), &batchings::fixedEpoch);
  const auto found = design(scenario);
  EXPECT_EQ(found->strategy.noiseRows(), 0);
  const NoiseShape own = noiseShapeOf(found->strategy);
  const NoiseShape expected = *noiseShapeOf(scenario, 1);
  EXPECT_EQ(own.rows, expected.rows);
  EXPECT_EQ(own.redrawn, expected.redrawn);
  EXPECT_EQ(own.redrawn, 1);
  const NoiseRates rates{1, 10, 100, 1000, 10000};
  EXPECT_EQ(rates.secondsPerMillion(own), 2 * rates.fresh + rates.convolutionRow);
}

TEST(LambdaCgd, RefusesCyclicPoissonAndTakesOneStep) {
  EXPECT_TRUE(mechanismProblem(scenarioOf(Workload::prefix(), &batchings::cyclicPoisson)));
  const Scenario one = with(scenarioOf(Workload::prefix(), &batchings::single), {.iterations = 1, .epochs = 1});
  const auto found = design(one);
  EXPECT_NEAR(found->error.mean, found->dpSgdRmse, 1e-12 * found->error.mean);
}

}  // namespace
}  // namespace noiseloom
