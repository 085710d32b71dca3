#include "core/accounting/losses/rare_participation.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <string>

#include "core/accounting/calibration/calibration.h"
#include "core/accounting/fourier/approximate_delta.h"
#include "core/accounting/grid/grid_accountant.h"
#include "core/accounting/losses/analytic_gaussian.h"
#include "core/linalg/gauss_legendre.h"
#include "tests/processor_time.h"
#include "tests/thorough.h"

namespace noiseloom {
namespace {

/// delta to remove of one step at any epsilon, by the tails above the outcome whose loss is epsilon.
double oneStepDelta(const SubsampledGaussian& step, double epsilon) {
  if (epsilon <= step.leastLoss()) return -std::expm1(epsilon);
  const double x = step.positionOfExcess(epsilon - step.leastLoss());
  return step.upperTailOfP(x) - std::exp(epsilon) * step.upperTailOfQ(x);
}

/// delta to remove of two steps: the mean of the second's over the outcome of the first, in panels that begin and end
/// where the first alone gets to epsilon.
double twoStepDelta(const SubsampledGaussian& step, double epsilon) {
  const double s = step.sigma, width = 0.05 * std::min(s, s * s), alone = step.positionOfExcess(epsilon);
  double sum = 0;
  for (double from = alone - width * std::ceil((alone + 10 * s) / width); from < 2 + 40 * s; from += width) {
    sum += GaussLegendre<6>::rule().integrate(from, from + width, [&](double x) {
      const double density = std::exp(step.loss(x) - 0.5 * (x / s) * (x / s)) / (s * std::sqrt(2 * std::numbers::pi));
      return density * oneStepDelta(step, epsilon - step.loss(x));
    });
  }
  return sum;
}

TEST(RareParticipation, TwoStepsAgreeWithQuadrature) {
  for (const SubsampledGaussian& step :
       {SubsampledGaussian{0.42, 1e-8}, {0.8, 1e-8}, {0.89, 1e-8}, {1.2, 1e-8}, {0.7, 1e-5}}) {
    const double truth = std::log(twoStepDelta(step, 1e-3));
    const auto bounds = rareDelta(step, 1e-3, 2);
    ASSERT_TRUE(bounds);
    SCOPED_TRACE(std::to_string(step.sigma));
    EXPECT_GE(bounds->logRemove, truth - 3e-8);  // the quadrature's own error
    EXPECT_LE(bounds->logLeast, truth + 3e-8);
    EXPECT_LE(bounds->excess(), step.q > 1e-6 ? 1e-3 : 2e-6);
    // The certified accountant, and the uncertified value.
    const auto bound = gridDelta(step, 1e-3, 2, 1e-5, -70, {});
    EXPECT_LE(bound->logDelta, truth + bounds->excess() + 3e-8);
    EXPECT_GE(bound->logDelta, truth - 3e-8);
    EXPECT_NEAR(*ApproximateDelta(-70, {})({step, 1e-3, 2}), truth, 1e-5);
  }
  EXPECT_NEAR(std::log(twoStepDelta({0.89, 1e-8}, 1e-3)), std::log(3.56e-31), 0.01);
}

// Where both apply, the grid with its tilt and the partition by rare outcomes share no code past the step's loss.
TEST(RareParticipation, AgreesWithTheInversionAndTheGrid) {
  for (const Index compositions : {Index{5}, Index{100}}) {
    const SubsampledGaussian step{1, 1e-4};
    const auto bounds = rareDelta(step, 1, compositions);
    ASSERT_TRUE(bounds);
    const auto inverted = fourierDelta(step, Direction::Remove, 1, compositions, -60, -1e300);
    if (inverted) {
      EXPECT_LE(bounds->logLeast, inverted->logDelta + 1e-7);
      EXPECT_GE(bounds->logRemove, inverted->logDelta - 1e-7);
    }
    // Two kinds of step that are alike all but exactly are composed on the grid.
    const Steps apart{{step, compositions - 1}, {{1 + 1e-12, 1e-4}, 1}};
    const auto grid = gridDelta(apart, 1, 1e-4, -60, {});
    EXPECT_GE(grid->logDelta, bounds->logLeast);
    EXPECT_LE(grid->logDelta - grid->excess, bounds->logRemove + 1e-3);
  }
}

// log delta of one step falls ever faster with epsilon: what the sum of the others moves it by is no gain on average.
TEST(RareParticipation, TheLowerBoundIsBelowTheInversionWhereDeltaFallsEverFaster) {
  const SubsampledGaussian step{0.872411564300499, 0.00215807765136447};
  for (const double epsilon : {1.0, 1.5, 2.0, 2.27356170835367, 2.5, 3.0, 4.0}) {
    SCOPED_TRACE(epsilon);
    const auto bounds = rareDelta(step, epsilon, 216);
    const auto inverted = fourierDelta(step, Direction::Remove, epsilon, 216, -40, -1e300, {}, 1 << 16);
    ASSERT_TRUE(bounds && inverted);
    EXPECT_LE(bounds->logLeast, inverted->logDelta + 1e-7);
    EXPECT_GE(bounds->logRemove, inverted->logDelta - 1e-7);
  }
}

TEST(RareParticipation, IsNotForParticipationsThatAddUp) {
  EXPECT_FALSE(rareDelta({1, 0.1}, 1, 1000));
  EXPECT_FALSE(rareDelta({1, 1e-8, Adjacency::ReplaceOne}, 1e-3, 2));
  EXPECT_FALSE(rareDelta({1, 1e-8}, 1e-3, 1));
}

// Ten million steps of which a tenth of one is seen: the spread of the others' losses matters.
TEST(RareParticipation, BoundsAreCloseForMillionsOfSteps) {
  const auto bounds = rareDelta({1.0031, 1e-8}, 1e-3, 10'000'000);
  ASSERT_TRUE(bounds);
  EXPECT_LE(bounds->excess(), 0.01);
  const SubsampledGaussian step{1.0031, 1e-8};
  EXPECT_GT(bounds->logLeast, std::log(1e7) + step.oneStepLogDelta(1e-3));
}

TEST(RareParticipation, CalibrationIsTightAndItsErrorBoundTrue) {
  const Certified two = PoissonSteps(1e-8, 2).certifiedNoiseMultiplier(1e-3, 1e-30);
  EXPECT_LE(std::log(twoStepDelta({two.value, 1e-8}, 1e-3)), std::log(1e-30));
  EXPECT_GE(std::log(twoStepDelta({two.value * (1 - two.errorBound), 1e-8}, 1e-3)), std::log(1e-30) - 1e-9);
  EXPECT_LE(two.errorBound, 5e-5);
  for (const Index compositions : {Index{100}, Index{10'000}}) {
    const Certified sigma = PoissonSteps(1e-8, compositions).certifiedNoiseMultiplier(1e-3, 1e-30);
    EXPECT_LE(sigma.errorBound, 5e-5);
    EXPECT_NEAR(PoissonSteps(1e-8, compositions).approximateNoiseMultiplier(1e-3, 1e-30) / sigma.value, 1, 5e-5);
  }
  EXPECT_LE(PoissonSteps(1e-8, thorough<Index>(1'000'000, 10'000'000)).certifiedNoiseMultiplier(1e-3, 1e-30).errorBound,
            2e-4);
  // An inversion that settles on a value outside of the bounds once gave 2.36 here.
  const Certified tiny = PoissonSteps(1e-8, 10'000'000).certifiedNoiseMultiplier(1e-3, 1e-100);
  EXPECT_LE(tiny.value, 1.848);
  EXPECT_LE(tiny.errorBound, 5e-5);
}

TEST(RareParticipation, NoDirectionIsAboveTheCertifiedDelta) {
  int at = 0;
  for (const double epsilon : {1e-3, 0.01, 1.0}) {
    for (const Index compositions : {Index{2}, Index{100}, Index{10'000'000}}) {
      for (const double sigma : {0.6, 0.89, 3.17}) {
        if (at++ % thorough(5, 1) != 0) continue;  // meets every value of each argument
        const DirectionalDelta both = approximateDirections(PoissonSteps(1e-8, compositions), sigma, epsilon);
        const double certified = PoissonSteps(1e-8, compositions).certifiedDelta(sigma, epsilon).value;
        EXPECT_LE(both.remove.value_or(0), certified * 1.001) << sigma << " " << epsilon << " " << compositions;
        EXPECT_LE(both.add.value_or(0), certified * 1.001) << sigma << " " << epsilon << " " << compositions;
      }
    }
  }
  const SubsampledGaussian step{0.89, 1e-8};
  EXPECT_NEAR(std::log(approximateDirections(PoissonSteps(1e-8, 2), 0.89, 1e-3).remove.value()),
              std::log(twoStepDelta(step, 1e-3)), 1e-5);
}

TEST(RareParticipation, CompositionsAreAllThatTheCertificateAllows) {
  for (const auto& [sigma, delta, q] : {std::array{1.0, 1e-5, 1e-4}, std::array{0.6, 1e-12, 1e-8}}) {
    const CertifiedCount count = certifiedCompositions(sigma, 1e-3, delta, q);
    EXPECT_LE(PoissonSteps(q, count.value).certifiedDelta(sigma, 1e-3).value, delta * (1 + 1e-3));
    const auto more = static_cast<Index>(std::ceil(1.01 * static_cast<double>(count.value)));
    EXPECT_GT(PoissonSteps(q, more).certifiedDelta(sigma, 1e-3).value, delta);
  }
}

// The path of a slider: the worst of these took more than 100 s before rare outcomes had bounds of their own.
TEST(RareParticipation, ApproximateNoiseMultipliersTakeBoundedWork) {
  for (const double delta : {1e-12, 1e-30, 1e-100}) {
    for (const Index compositions : {Index{2}, Index{5}, Index{100}, Index{10'000}}) {
      const double start = processorSeconds();
      EXPECT_GT(PoissonSteps(1e-8, compositions).approximateNoiseMultiplier(1e-3, delta), kLeastSigma);
      EXPECT_LT(processorSeconds() - start, 2) << delta << " " << compositions;
    }
  }
}

}  // namespace
}  // namespace noiseloom
