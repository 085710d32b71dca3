#include "core/participation_mixture/mixture_noise.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/batching/list.h"
#include "core/batching/mixture_law.h"
#include "core/error/error_summary.h"
#include "core/mechanism/amplified/problem.h"
#include "core/mechanism/banded_toeplitz.h"
#include "core/mechanism/list.h"
#include "core/mechanism/square_root.h"
#include "core/optimize/endings.h"
#include "core/participation_mixture/joined_steps.h"
#include "core/scenario/scenario.h"
#include "tests/calls.h"
#include "tests/core/scenarios.h"
#include "tests/thorough.h"

namespace noiseloom {
namespace {

using Vector = std::vector<double>;
using Law = ParticipationMixture::Law;

TEST(MixtureNoise, GradientIsThatOfTheEstimator) {
  for (const Law& law : {Law(RandomGroups{6, 0.4}), Law(RandomGroups{6, 1}), Law(SpacedSampling::ofRate(6, 0.05)),
                         Law(SpacedSampling{6, 1}), Law(SpacedSampling{8, 0.3})}) {
    Vector c = squareRootCoefficients(Workload::prefix(), 6);
    MixtureNoise noise(61, law, 4, 1e-5, 7);
    ASSERT_TRUE(noise.draw(c, 256, {}));
    Vector gradient(c.size());
    const double value = noise(c, gradient, {});
    ASSERT_TRUE(std::isfinite(value));
    double euler = 0;
    for (std::size_t d = 0; d < c.size(); ++d) {
      constexpr double h = 1e-6;
      Vector moved = c;
      moved[d] = c[d] + h;
      const double above = noise(moved, {}, {});
      moved[d] = c[d] - h;
      const double below = noise(moved, {}, {});
      EXPECT_NEAR(gradient[d], (above - below) / (2 * h), 1e-4) << d;
      euler += gradient[d] * c[d];
    }
    EXPECT_NEAR(euler, 1, 1e-9);  // sigma grows in proportion to C
  }
}

TEST(MixtureNoise, AgreesWithTheCertificate) {
  const Vector c = squareRootCoefficients(Workload::prefix(), 8);
  for (const Law& law : {Law(RandomGroups{8, 0.5}), Law(SpacedSampling::ofRate(8, 1.0 / 16))}) {
    MixtureNoise noise(128, law, 8, 1e-5, 3);
    ASSERT_TRUE(noise.draw(c, 2048, {}));
    SampledOptions options;
    options.tau = 1.1;
    const double certified =
        certifiedNoise(ParticipationMixture(ToeplitzStrategy(128, c), law), 8, 1e-5, options).value;
    EXPECT_NEAR(std::exp(noise(c, {}, {})), certified, 0.025 * certified);
    EXPECT_LT(noise.standardError(), 0.01);
  }
}

TEST(MixtureNoise, IsKnownOnlyNearItsProposals) {
  Vector c = squareRootCoefficients(Workload::prefix(), 4);
  MixtureNoise noise(40, RandomGroups{4, 0.5}, 4, 1e-5, 1);
  EXPECT_TRUE(std::isinf(noise(c, {}, {})));  // nothing drawn
  ASSERT_TRUE(noise.draw(c, 256, {}));
  for (double& value : c) value *= 2;
  EXPECT_TRUE(std::isinf(noise(c, {}, {})));
  EXPECT_FALSE(noise.draw(c, 256, stoppedAtOnce()));
}

double rmseOf(const Strategy& strategy, const Law& law) {
  return certifiedNoise(ParticipationMixture(strategy, law), 8, 1e-5).value *
         std::sqrt(errorOf(strategy, Workload::prefix()).variance.mean);
}

TEST(PatternOptimum, IsBetterThanSquareRootBandsAndThanTheUnamplifiedOptimum) {
  // Certified: 4.762 and 4.856, 4.185 and 4.515 at 32 bands; 5.131 and 5.069, 4.552 and 4.793 at 16.
  struct Case {
    Index bands;
    const Batching* batching;
    double most;
  };
  int at = 0;
  for (const auto& [bands, batching, most] :
       {Case{32, &batchings::cyclicPoissonRandom, 4.74}, Case{32, &batchings::bMinSep, 4.13},
        Case{16, &batchings::cyclicPoissonRandom, 5.02}, Case{16, &batchings::bMinSep, 4.57}}) {
    if (at++ % thorough(3, 1) != 0) continue;  // both batchings, both numbers of bands
    Scenario scenario({.iterations = 512,
                       .epochs = 8,
                       .epsilon = 8,
                       .delta = 1e-5,
                       .mechanism = &mechanisms::bandedToeplitz,
                       .bands = bands,
                       .batching = batching});
    const Solution solution = solveMechanism(scenario, bands, {}, {});
    ASSERT_EQ(std::ssize(solution.coefficients), bands);
    for (const double c : solution.coefficients) EXPECT_GE(c, 0);
    const Law law = *mixtureLaw(scenario, bands);
    const double found = rmseOf(solution.strategy, law);
    EXPECT_LT(found, most) << bands << ' ' << batching->id;
    const ToeplitzStrategy root(512, squareRootCoefficients(Workload::prefix(), bands), ColumnScaling::Normalized);
    // Two certificates of nearly the same noise differ by a few thousandths.
    EXPECT_LE(found, 1.003 * rmseOf(root, law)) << bands << ' ' << batching->id;
  }
}

TEST(PatternOptimum, SaysWhereItHoldsBackAndWhereItKeepsTheStart) {
  BinnedProblem problem;
  problem.iterations = 1758;
  problem.epochs = 6;
  problem.epsilon = 3;
  problem.delta = 1e-8;
  problem.law = SpacedSampling::ofRate(108, 6.0 / 1758);
  const Vector root = squareRootCoefficients(Workload::prefix(), 108);
  const Solution held = optimizePatternToeplitz(problem, root);
  EXPECT_EQ(held.summary.message.phrase(), endings::kHeldBack);
  EXPECT_LT(held.summary.objective, 9.1);  // 9.53 of the square root, 8.91 of the optimum
  // Steeper than the square root's, not as steep as the optimum's 0.36.
  EXPECT_LT(held.coefficients[1] / held.coefficients[0], 0.49);
  EXPECT_GT(held.coefficients[1] / held.coefficients[0], 0.37);
  EXPECT_EQ(optimizePatternToeplitz(problem, root, stoppedAtOnce()).summary.message.phrase(), endings::kStopped);
  // By draws, and of more of them than there is memory for.
  problem.iterations = Index{1} << 14;
  problem.law = RandomGroups{32, 0.001};
  const Vector start(32, 1.0);
  const Solution kept = optimizePatternToeplitz(problem, start);
  EXPECT_EQ(kept.coefficients, squareRootCoefficients(Workload::prefix(), 32));
  EXPECT_EQ(kept.summary.message.phrase(), endings::kSquareRootForSteps);
}

// More steps than draws of balls-in-bins are made for.
TEST(PatternOptimum, IsFoundForManySteps) {
  BinnedProblem problem;
  problem.iterations = 86604;
  problem.epochs = 13;
  problem.epsilon = 0.54;
  problem.law = SpacedSampling::ofRate(64, 13.0 / 86604);
  const Solution found = optimizePatternToeplitz(problem, Vector(64, 1.0));
  EXPECT_EQ(std::ssize(found.coefficients), 64);
  EXPECT_LT(found.summary.objective, found.summary.initialObjective);
}

TEST(PatternOptimum, LeavesTheLastCoefficientsAtZeroWhereDrawsJoinSteps) {
  BinnedProblem problem;
  problem.iterations = 16384;
  problem.epochs = 2;
  problem.epsilon = 3;
  problem.law = SpacedSampling::ofRate(800, 2.0 / 16384);
  const Solution found = optimizePatternToeplitz(problem, squareRootCoefficients(Workload::prefix(), 800));
  const Index tail = joinedTail(problem.iterations, *problem.law);
  ASSERT_GT(tail, 0);
  ASSERT_EQ(std::ssize(found.coefficients), 800);
  EXPECT_GT(found.coefficients[static_cast<std::size_t>(799 - tail)], 0);
  for (Index i = 800 - tail; i < 800; ++i) EXPECT_EQ(found.coefficients[static_cast<std::size_t>(i)], 0);
  EXPECT_TRUE(canJoin(ToeplitzStrategy(problem.iterations, found.coefficients), *problem.law));
}

TEST(PatternOptimum, LeavesAloneWhatItCannotImprove) {
  Scenario scenario({.iterations = 512,
                     .epochs = 8,
                     .mechanism = &mechanisms::bandedToeplitz,
                     .bands = 1,
                     .batching = &batchings::bMinSep});
  EXPECT_EQ(solveMechanism(scenario, 1, {}, {}).coefficients, Vector{1});
  // A taper is asked for of the unamplified optimum.
  scenario = with(scenario, {.bands = 8, .robustFrom = 4});
  const Vector tapered = solveMechanism(scenario, 8, {}, {}).coefficients;
  scenario.batching = &batchings::cyclicPoisson;
  EXPECT_EQ(solveMechanism(scenario, 8, {}, {}).coefficients, tapered);
}

}  // namespace
}  // namespace noiseloom
