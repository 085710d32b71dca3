#include "core/accounting/grid/grid_accountant.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "core/accounting/fourier/approximate_delta.h"
#include "core/accounting/fourier/fourier_accountant.h"
#include "core/accounting/grid/loss_grid.h"
#include "core/accounting/grid/tilted_lattice.h"
#include "core/accounting/losses/analytic_gaussian.h"
#include "core/linalg/gauss_legendre.h"
#include "tests/calls.h"

namespace noiseloom {
namespace {

constexpr double kNone = -1e300;  // nothing is negligible

struct Case {
  double sigma, q, epsilon;
  Index compositions;
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all = {
      {1.0, 0.01, 1.0, 1000},   {0.8, 0.004, 2.0, 2048},   {2.5, 0.25, 1.0, 16},
      {9.8, 0.01, 0.1, 1000},   {16.8, 0.25, 1.0, 128},    {1.9, 0.06, 8.0, 1024},
      {0.79, 0.125, 16.0, 128}, {13.4, 0.01, 1.0, 100000}, {2.2, 1e-3, 8.0, 10000000}};
  return all;
}

TEST(GridAccountant, IsAboveTheFourierValueByItsStatedExcess) {
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.sigma);
    const SubsampledGaussian step{c.sigma, c.q};
    const auto remove = fourierDelta(step, Direction::Remove, c.epsilon, c.compositions, -60, kNone);
    const auto add = fourierDelta(step, Direction::Add, c.epsilon, c.compositions, -60, kNone);
    ASSERT_TRUE(remove && add);
    const double exact = std::max(remove->logDelta, add->logDelta);
    for (const double tolerance : {1e-3, 1e-5}) {
      const auto bound = gridDelta(step, c.epsilon, c.compositions, tolerance, exact, {});
      ASSERT_TRUE(bound);
      EXPECT_GE(bound->logDelta, exact - 3e-8);
      EXPECT_LE(bound->logDelta, exact + 2 * bound->excess + 1e-7);
      EXPECT_LE(bound->excess, 1.05 * tolerance);
    }
  }
}

// Participations so rare that few, large losses make the tilted mass: how fast delta falls with epsilon, known from the
// inversion, plans a grid that costs little and is no more than what it states too large.
TEST(GridAccountant, AKnownFallPlansTheGridOfRareParticipation) {
  const SubsampledGaussian step{0.7615, 1e-6};
  constexpr Index kCompositions = 1000000;
  ApproximateDelta inversion(-21, {});
  inversion.refine();
  const ComposedSteps composed{step, 0.01, kCompositions};
  const auto exact = inversion(composed);
  const double fall = inversion.fallOfRemove(composed);
  ASSERT_TRUE(exact && inversion.isIndependent());
  EXPECT_NEAR(fall, 2180, 20);
  const auto known = gridDelta(step, 0.01, kCompositions, 1e-4, {*exact, fall}, {});
  const auto unknown = gridDelta(step, 0.01, kCompositions, 1e-4, *exact, {});
  ASSERT_TRUE(known && unknown);
  EXPECT_GE(known->logDelta, *exact);
  EXPECT_LE(known->logDelta, *exact + 2 * known->excess);
  EXPECT_LT(known->logDelta, unknown->logDelta);
  EXPECT_GT(unknown->logDelta, *exact + 10 * unknown->excess);
  EXPECT_LT(known->gridNodes, 600000);
}

TEST(GridAccountant, AFinerGridIsLower) {
  for (const Case& c : {Case{0.64, 1.0 / 2048, 1.0, 2048}, Case{0.73, 1e-4, 0.5, 1000}, Case{2.9, 0.4, 2.0, 3}}) {
    const SubsampledGaussian step{c.sigma, c.q};
    double coarser = 0;
    for (const double tolerance : {1e-2, 1e-3, 1e-4, 1e-5}) {
      const auto bound = gridDelta(step, c.epsilon, c.compositions, tolerance, -25, {});
      ASSERT_TRUE(bound);
      EXPECT_LE(bound->logDelta, coarser);  // rare outcomes need no grid at all
      // The excess that it states holds the value of the finer grid.
      const auto finer = gridDelta(step, c.epsilon, c.compositions, tolerance / 10, -25, {});
      EXPECT_GE(finer->logDelta, bound->logDelta - 2 * bound->excess - 1e-7) << c.sigma << " " << tolerance;
      coarser = bound->logDelta;
    }
  }
}

TEST(GridAccountant, TwoStagesAgreeWithTheGaussianLimit) {
  // q^2 T / sigma^2 fixed: as T grows the composition tends to the Gaussian mechanism.
  const double mu = 0.25, epsilon = 1, q = 0.3;
  for (const Index compositions : {Index{1000000}, Index{100000000}}) {
    const double sigma = q * std::sqrt(double(compositions)) / mu;
    const auto bound = gridDelta({sigma, q}, epsilon, compositions, 1e-4, std::log(1e-5), {});
    ASSERT_TRUE(bound);
    EXPECT_NEAR(bound->logDelta, gaussianLogDelta(mu, epsilon), 100 / std::sqrt(double(compositions)) + 2e-4);
  }
}

TEST(GridAccountant, StoppingReturnsNothing) {
  EXPECT_FALSE(gridDelta({1.0, 0.01}, 1, 1000, 1e-4, -14, stoppedAtOnce()));
}

TEST(FourierAccountant, OneStepMatchesTheClosedForm) {
  int settled = 0;
  for (const double q : {0.5, 0.9}) {
    for (const double epsilon : {0.1, 0.4}) {
      const SubsampledGaussian step{1.3, q};
      for (const Direction direction : {Direction::Remove, Direction::Add}) {
        const auto value = fourierDelta(step, direction, epsilon, 1, -60, kNone);
        if (!value) continue;  // a single step may not settle, but must not be wrong
        ++settled;
        EXPECT_NEAR(value->logDelta, step.oneStepLogDelta(direction, epsilon), 1e-7) << q << " " << epsilon;
      }
    }
  }
  EXPECT_GE(settled, 4);
}

TEST(SubsampledGaussian, OneStepClosedFormMatchesQuadrature) {
  for (const double q : {1e-3, 0.3, 0.99}) {
    for (const double epsilon : {0.0, 0.1, 2.0}) {
      const SubsampledGaussian step{0.9, q};
      double remove = 0, add = 0;
      for (int i = 0; i < 26000; ++i) {
        const double x = -12 + 0.001 * i;
        const auto integrate = [&](auto payoff) {
          return GaussLegendre<6>::rule().integrate(x, x + 0.001, [&](double t) {
            return payoff(step.loss(t)) * std::exp(-0.5 * t * t / 0.81) / (0.9 * std::sqrt(2 * 3.14159265358979324));
          });
        };
        remove += integrate([&](double l) { return std::max(0.0, std::exp(l) - std::exp(epsilon)); });
        add += integrate([&](double l) { return std::max(0.0, 1 - std::exp(epsilon + l)); });
      }
      EXPECT_NEAR(std::exp(step.oneStepLogDelta(Direction::Remove, epsilon)), remove, 1e-6 * remove);
      EXPECT_NEAR(std::exp(step.oneStepLogDelta(Direction::Add, epsilon)), add, 1e-6 * add + 1e-300);
    }
  }
}

TEST(LossGrid, KeepsMassAndTheMeanLikelihoodRatioAndSpreads) {
  for (const double sigma : {0.3, 1.0, 5.0}) {
    for (const double q : {1e-4, 0.2, 0.999}) {
      const SubsampledGaussian step{sigma, q};
      const auto grid = LossGrid::build({step}, {0.01, -12 * sigma, 4 + 12 * sigma}, {});
      ASSERT_TRUE(grid);
      double p = 0, weighted = 0;
      for (Index i = 0; i < grid->size(); ++i) {
        const double mass = grid->masses()[std::size_t(i)];
        p += mass;
        weighted += mass * std::exp(-grid->loss(i));
      }
      EXPECT_NEAR(p, 1, 1e-14);         // E_Q e^L = 1
      EXPECT_NEAR(weighted, 1, 1e-11);  // E_Q 1 = 1
      // Convex functions of e^L grow.
      EXPECT_GT(grid->logTransform(3), LossTransform(step, 3).moments(3).logTransform);
      EXPECT_GT(grid->logTransform(-2), LossTransform(step, -2).moments(-2).logTransform);
    }
  }
}

TEST(LossGrid, SlicesAreDistributionsOfTheirOwn) {
  for (const Adjacency adjacency : {Adjacency::AddRemove, Adjacency::ReplaceOne}) {
    for (const double q : {1e-4, 0.2}) {
      const SubsampledGaussian step{0.8, q, adjacency};
      const double from = 0.9, to = 2.5;
      for (const OutcomeSlice& slice : {OutcomeSlice{-1e300, from}, OutcomeSlice{from, to}, OutcomeSlice{to, 1e300}}) {
        RepeatedStep part{step, 1, slice};
        if (slice.from < -1) part.slice.from = -std::numeric_limits<double>::infinity();
        const auto grid = LossGrid::build(part, {0.01, -10, 11}, {});
        ASSERT_TRUE(grid);
        double p = 0, weighted = 0;
        for (Index i = 0; i < grid->size(); ++i) {
          p += grid->masses()[std::size_t(i)];
          weighted += grid->masses()[std::size_t(i)] * std::exp(-grid->loss(i));
        }
        EXPECT_NEAR(p, 1, 1e-14);
        EXPECT_NEAR(weighted, 1, 1e-11);
        const double planned = LossTransform(part, 3, {11}).moments(3).logTransform;
        EXPECT_GT(grid->logTransform(3), planned);
        EXPECT_NEAR(grid->logTransform(3), planned, 1e-3 * std::max(1.0, planned) + 0.02 * std::abs(planned));
      }
    }
  }
}

TEST(GridAccountant, SlicesDominateTheirStepAndHardlyMoreWhereTheyAreRare) {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  for (const Adjacency adjacency : {Adjacency::AddRemove, Adjacency::ReplaceOne}) {
    const SubsampledGaussian step{0.8, 0.05, adjacency};
    const double epsilon = 0.5, exact = step.oneStepLogDelta(epsilon);
    for (const double cut : {0.3, 1.5, 3.0}) {
      const Steps slices{{step, 1, {-kFar, cut}}, {step, 1, {cut, kFar}}};
      const auto bound = gridDelta(slices, epsilon, 1e-7, exact, {});
      ASSERT_TRUE(bound);
      EXPECT_GE(bound->logDelta, exact - 1e-8) << cut;
      // At most a body told in vain, which happens as often as the rare slice tells something.
      EXPECT_LE(bound->logDelta, cut == 3.0 ? exact + 0.01 : gridDelta(step, epsilon, 2, 1e-7, exact, {})->logDelta)
          << cut;
    }
  }
}

TEST(GridAccountant, RareLossesOnGridsOfTheirOwnAgreeWithTheFourierValue) {
  // So many steps, so rare, that one grid would need a hundred million nodes.
  const Index compositions = 1'000'000'000;
  for (const auto& [step, epsilon] :
       {std::pair{SubsampledGaussian{0.56, 1e-5}, 8.0}, {SubsampledGaussian{0.65, 1e-5, Adjacency::ReplaceOne}, 4.0}}) {
    const auto remove = fourierDelta(step, Direction::Remove, epsilon, compositions, -14, kNone);
    const auto add = fourierDelta(step, Direction::Add, epsilon, compositions, -14, kNone);
    ASSERT_TRUE(remove && add);
    const auto bound = gridDelta(step, epsilon, compositions, 1e-4, remove->logDelta, {});
    ASSERT_TRUE(bound);
    EXPECT_GE(bound->logRemove, remove->logDelta - 1e-6);
    EXPECT_LE(bound->logRemove, remove->logDelta + 4e-4);
    EXPECT_GE(bound->logAdd, add->logDelta - 1e-6);
    EXPECT_LE(bound->logAdd, add->logDelta + 4e-4);
    EXPECT_LE(bound->gridNodes, 2 << 20);
  }
}

TEST(TiltedLattice, WrappedSumIsTheConvolutionPower) {
  TiltedLattice one{-0.3, 0.1, -1, -0.02, {0.2, 0.5, 0.3}, 0};
  const std::vector<RepeatedLattice> parts{{one, 3}};
  const auto sum = wrappedSum(parts, -4, 10, {});
  ASSERT_TRUE(sum);
  std::vector<double> expected(10, 0.0);
  for (std::size_t a = 0; a < 3; ++a) {
    for (std::size_t b = 0; b < 3; ++b) {
      for (std::size_t c = 0; c < 3; ++c) {
        expected[a + b + c + 1] += one.masses[a] * one.masses[b] * one.masses[c];
      }
    }
  }
  for (std::size_t i = 0; i < 10; ++i) EXPECT_NEAR(sum->masses[i], expected[i], 1e-15);
  EXPECT_DOUBLE_EQ(sum->anchor, -0.9);
  EXPECT_DOUBLE_EQ(sum->logTransform, -0.06);
}

TEST(TiltedLattice, CoarseningKeepsTheUntiltedMeanOfTheExponential) {
  const double z = 2.5;
  TiltedLattice fine{0.05, 0.01, -3, 0, {0.1, 0.2, 0.1, 0.05, 0.15, 0.2, 0.2}, 0};
  const TiltedLattice coarse = coarsened(fine, 4, z);
  const auto moment = [&](const TiltedLattice& lattice, double power) {
    double sum = 0;
    for (std::size_t i = 0; i < lattice.masses.size(); ++i) {
      sum += lattice.masses[i] * std::exp((power - z) * lattice.loss(Index(i)));
    }
    return sum * std::exp(lattice.logTransform);
  };
  EXPECT_NEAR(moment(coarse, 0) / moment(fine, 0), 1, 1e-14);
  EXPECT_NEAR(moment(coarse, 1) / moment(fine, 1), 1, 1e-14);
  EXPECT_GT(moment(coarse, 2), moment(fine, 2));
}

}  // namespace
}  // namespace noiseloom
