// Runs on quadratics against their closed form, which is derived here from C alone: while nothing is clipped and all
// examples agree, coordinate j goes
//   theta_(t+1) = a_t theta_t - eta w_t,   a_t = 1 - eta lambda_j m_t / B,   w = (stddev / B) C^-1 z,
// m_t being the size of batch t. Given the sizes theta_n is normal with the mean theta_0 prod a_t and the variance
// (eta stddev / B)^2 |g C^-1|^2, g_t = prod of a_s over s > t.

#include <Eigen/Dense>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/scenario/scenario_fields.h"
#include "core/train/seeded_numbers.h"
#include "core/train/training_study.h"
#include "tests/core/scenarios.h"
#include "tests/core/train/training_fixture.h"
#include "tests/matchers.h"

namespace noiseloom {
namespace {

constexpr Index kSteps = 24, kEpochs = 4, kExamples = 120, kSeeds = 1000;
constexpr double kExpected = 20, kRate = 0.3;
const std::vector<double> kCurvatures{0, 0.5, 2};

Scenario scenarioOf(const Mechanism& mechanism, const Batching& batching) {
  Scenario scenario = trainingScenario(kSteps, kEpochs, kExamples, mechanism, batching);
  scenario.clipNorm = 10;  // far above any gradient that comes up
  if (scenario.usesBands()) scenario.bands = 3;
  if (mechanism.uses(Field::Buffers)) scenario.buffers = 3;
  if (mechanism.uses(Field::Stamps)) scenario.stamps = 6;
  return with(scenario, {.tau = 2, .failureProbability = 1e-3});
}

std::shared_ptr<const Design> designOf(const Mechanism& mechanism, const Batching& batching) {
  return design(scenarioOf(mechanism, batching));
}

// From the entries of C; the tree's noising matrix stands for its inverse.
Eigen::MatrixXd inverseOf(const Strategy& strategy) {
  const Index n = strategy.iterations();
  if (strategy.rows() != n) {
    Eigen::MatrixXd inverse(n, strategy.rows());
    for (Index r = 0; r < strategy.rows(); ++r) {
      std::vector<double> unit(static_cast<std::size_t>(strategy.rows()), 0.0), out(static_cast<std::size_t>(n));
      unit[static_cast<std::size_t>(r)] = 1;
      strategy.solve(unit, out);
      for (Index i = 0; i < n; ++i) inverse(i, r) = out[static_cast<std::size_t>(i)];
    }
    return inverse;
  }
  Eigen::MatrixXd c(n, n);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) c(i, j) = strategy.entry(i, j);
  }
  return c.inverse();
}

std::shared_ptr<const QuadraticTask> quadratic() {
  return std::make_shared<QuadraticTask>(QuadraticTask::Shape{.curvatures = kCurvatures, .examples = kExamples});
}

struct Case {
  const Mechanism* mechanism;
  const Batching* batching;
};

// Every mechanism under every batching that it runs under.
const std::vector<const Batching*> kBatchings{&batchings::fixedEpoch, &batchings::cyclicPoisson,
                                              &batchings::ballsInBins};
std::vector<Case> everyCase() {
  std::vector<Case> cases;
  for (const Batching* batching : kBatchings) {
    for (const Mechanism* mechanism : allMechanisms()) {
      if (!mechanism->solve || !scenarioOf(*mechanism, *batching).problems().empty()) continue;
      cases.push_back({mechanism, batching});
    }
  }
  return cases;
}

std::string nameOf(const ::testing::TestParamInfo<Case>& info) {
  std::string name = std::string(info.param.mechanism->id) + "_" + std::string(info.param.batching->id);
  std::ranges::replace(name, '-', '_');
  return name;
}

class QuadraticStatistics : public ::testing::TestWithParam<Case> {};

TEST_P(QuadraticStatistics, AreThoseOfTheClosedForm) {
  const auto solved = designOf(*GetParam().mechanism, *GetParam().batching);
  TrainingStudy study({{quadratic(), solved, kRate}}, 1, {.evaluateEvery = kSteps, .pathWeights = 3});
  ASSERT_TRUE(study.run(kSeeds));
  const Eigen::MatrixXd inverse = inverseOf(solved->strategy);
  for (const Index end : {Index{5}, kSteps / 2, kSteps}) {
    for (std::size_t j = 0; j < kCurvatures.size(); ++j) {
      double sum = 0, square = 0;
      for (Index seed = 0; seed < kSeeds; ++seed) {
        const TrainingHistory& run = study.of(0)[static_cast<std::size_t>(seed)];
        Eigen::RowVectorXd g(end);
        double product = 1;
        for (Index t = end - 1; t >= 0; --t) {
          g[t] = product;
          const StepRecord& step = run.steps[static_cast<std::size_t>(t)];
          ASSERT_EQ(step.clipped, 0);
          product *= 1 - kRate * kCurvatures[j] * static_cast<double>(step.batch) / kExpected;
        }
        const double stddev = kRate * solved->stddev / kExpected * (g * inverse.topRows(end)).norm();
        const double standard = (run.path[3 * static_cast<std::size_t>(end) + j] - product) / stddev;
        sum += standard;
        square += standard * standard;
      }
      const double mean = sum / kSeeds;
      const double variance = square / kSeeds - mean * mean;
      // A standard normal's, each within 4.5 standard deviations.
      EXPECT_LT(std::abs(mean), 4.5 / std::sqrt(kSeeds)) << "step " << end << ", curvature " << kCurvatures[j];
      EXPECT_LT(std::abs(variance - 1), 4.5 * std::sqrt(2.0 / kSeeds))
          << "step " << end << ", curvature " << kCurvatures[j];
    }
  }
}

// All mechanisms under a fixed order; under sampling those that run there.
TEST(QuadraticStatisticsCases, AreAllThatThereAre) {
  const auto missing = [](const Batching& batching) {
    std::vector<std::string> names;
    for (const Mechanism* mechanism : allMechanisms()) {
      if (!scenarioOf(*mechanism, batching).problems().empty()) names.emplace_back(mechanism->id);
    }
    return names;
  };
  EXPECT_THAT(missing(batchings::fixedEpoch), IsEmpty());
  EXPECT_THAT(missing(batchings::cyclicPoisson), ElementsAre("tree", "square-root", "bisr", "bifr", "lambda-cgd",
                                                             "band-inv-mf", "blt", "rational-blt", "recursive-blt"))
      << "which are not banded";
  EXPECT_THAT(missing(batchings::ballsInBins), IsEmpty());
}

// Batch sizes of the runs are those of the samplers.
TEST_P(QuadraticStatistics, BatchesAreTheSamplers) {
  const auto solved = designOf(*GetParam().mechanism, *GetParam().batching);
  for (const std::uint64_t seed : {1, 2}) {
    TrainingRun run({quadratic(), solved, kRate}, seed);
    ASSERT_TRUE(run.advance(kSteps));
    EXPECT_DOUBLE_EQ(run.expectedBatch(), kExpected);
    const auto sampler = batchSampler(solved->scenario, solved->strategy, kExamples, exploringKey(seed));
    for (Index t = 0; t < kSteps; ++t)
      EXPECT_EQ(run.state().history.steps[static_cast<std::size_t>(t)].batch,
                static_cast<Index>(sampler->batch(t).size()));
  }
}

INSTANTIATE_TEST_SUITE_P(Designs, QuadraticStatistics, ::testing::ValuesIn(everyCase()), nameOf);

// Over the sizes as well, which are binomial under cyclic Poisson sampling and independent from step to step: with
//   E a = 1 - eta lambda,   E a^2 = (E a)^2 + (eta lambda / B)^2 N_g q (1 - q),
//   E theta_n = theta_0 prod E a,
//   E theta_n^2 = theta_0^2 prod E a^2 + sum over i, j of K_ij E[g_i g_j],   K = (eta stddev / B)^2 C^-1 C^-T,
//   E[g_i g_j] = prod of E a over the steps after the earlier, up to the later one, times prod of E a^2 over those
//   after.
TEST(QuadraticStatistics, HoldOverPoissonBatchesOfAnySize) {
  const auto solved = designOf(mechanisms::bandedToeplitz, batchings::cyclicPoisson);
  TrainingStudy study({{quadratic(), solved, kRate}}, 5000, {.evaluateEvery = kSteps, .pathWeights = 3});
  ASSERT_TRUE(study.run(kSeeds));
  const Eigen::MatrixXd inverse = inverseOf(solved->strategy);
  const Eigen::MatrixXd k = std::pow(kRate * solved->stddev / kExpected, 2) * inverse * inverse.transpose();
  const double group = kExamples / 3.0;
  const double q = kExpected / group;
  for (std::size_t j = 0; j < kCurvatures.size(); ++j) {
    const double first = 1 - kRate * kCurvatures[j];
    const double second = first * first + std::pow(kRate * kCurvatures[j] / kExpected, 2) * group * q * (1 - q);
    const double mean = std::pow(first, kSteps);
    double square = std::pow(second, kSteps);
    for (Index a = 0; a < kSteps; ++a) {
      for (Index b = 0; b < kSteps; ++b) {
        const Index later = std::max(a, b);
        square += k(a, b) * std::pow(first, std::abs(a - b)) * std::pow(second, kSteps - 1 - later);
      }
    }
    const double variance = square - mean * mean;
    double sum = 0, squares = 0;
    for (const TrainingHistory& run : study.of(0)) {
      const double theta = run.path[3 * kSteps + j];
      sum += theta;
      squares += (theta - mean) * (theta - mean);
    }
    EXPECT_LT(std::abs(sum / kSeeds - mean), 4.5 * std::sqrt(variance / kSeeds)) << kCurvatures[j];
    // A mixture of normals: its fourth moment is a little larger than a normal's.
    EXPECT_LT(std::abs(squares / kSeeds / variance - 1), 5.5 * std::sqrt(2.0 / kSeeds)) << kCurvatures[j];
  }
}

}  // namespace
}  // namespace noiseloom
