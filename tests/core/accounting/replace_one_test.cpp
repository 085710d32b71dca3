#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <tuple>
#include <vector>

#include "core/accounting/calibration/calibration.h"
#include "core/accounting/fourier/fourier_accountant.h"
#include "core/accounting/grid/grid_accountant.h"
#include "core/accounting/losses/analytic_gaussian.h"
#include "core/accounting/losses/loss_transform.h"

namespace noiseloom {
namespace {

using Real = long double;

SubsampledGaussian replaceOne(double sigma, double q) {
  return {sigma, q, Adjacency::ReplaceOne};
}

/// Densities of the dominating pair, from their definition.
Real densityOfP(Real x, Real sigma, Real q) {
  const auto normal = [&](Real centre) {
    return std::exp(-(x - centre) * (x - centre) / (2 * sigma * sigma)) /
           (sigma * std::sqrt(2 * std::numbers::pi_v<Real>));
  };
  return (1 - q) * normal(0) + q * normal(1);
}
Real densityOfQ(Real x, Real sigma, Real q) {
  return densityOfP(-x, sigma, q);
}

/// delta of one step by its definition, the integral of (P - e^epsilon Q)_+, by Simpson's rule between the threshold,
/// found by bisection, and far out.
double oneStepDelta(double sigma, double q, double epsilon) {
  const auto difference = [&](Real x) {
    return densityOfP(x, sigma, q) - std::exp(Real(epsilon)) * densityOfQ(x, sigma, q);
  };
  Real low = -40 * Real(sigma) - 1, high = 40 * Real(sigma) * (1 + epsilon * Real(sigma)) + 2;
  for (int i = 0; i < 200; ++i) {
    const Real middle = (low + high) / 2;
    (difference(middle) > 0 ? high : low) = middle;
  }
  constexpr int kSteps = 40000;
  const Real from = high, h = (std::max(high, Real(1)) + 14 * Real(sigma) - from) / kSteps;
  Real sum = 0;
  for (int i = 0; i <= kSteps; ++i) {
    const Real weight = i == 0 || i == kSteps ? 1 : i % 2 == 1 ? 4 : 2;
    sum += weight * std::max(Real(0), difference(from + h * i));
  }
  return static_cast<double>(sum * h / 3);
}

// Where two participations are all but impossible the closed form of one step is all, at T times the probability.
TEST(ReplaceOne, RareParticipationsAreCalibratedAsClosely) {
  struct Case {
    double q, epsilon;
    Index steps;
  };
  for (const auto& [q, epsilon, steps] : {Case{1e-12, 0.0339, 2}, Case{1e-9, 0.5, 1000}}) {
    const double delta = 0.0421 * q * static_cast<double>(steps);
    const double one = PoissonSteps(q, 1, Adjacency::ReplaceOne).certifiedNoiseMultiplier(epsilon, 0.0421 * q).value;
    const Certified sigma = PoissonSteps(q, steps, Adjacency::ReplaceOne).certifiedNoiseMultiplier(epsilon, delta);
    EXPECT_NEAR(sigma.value / one, 1, 1e-5) << q << ' ' << epsilon << ' ' << steps;
    EXPECT_GE(sigma.value, one * (1 - 1e-6));
    EXPECT_LT(sigma.errorBound, 1e-3);
    EXPECT_NEAR(PoissonSteps(q, steps, Adjacency::ReplaceOne).certifiedEpsilon(sigma.value, delta).value / epsilon, 1,
                1e-3);
    EXPECT_NEAR(PoissonSteps(q, steps, Adjacency::ReplaceOne).certifiedDelta(sigma.value, epsilon).value / delta, 1,
                1e-3);
  }
}

/// delta of two steps by its definition, a sum over a grid of both outcomes.
double twoStepDelta(double sigma, double q, double epsilon) {
  constexpr int kPoints = 4001;
  const double from = -1 - 7 * sigma, width = (2 + 14 * sigma) / (kPoints - 1);
  std::vector<double> p, other;
  for (int i = 0; i < kPoints; ++i) {
    const Real x = from + i * width;
    p.push_back(width * static_cast<double>(densityOfP(x, sigma, q)));
    other.push_back(width * std::exp(0.5 * epsilon) * static_cast<double>(densityOfQ(x, sigma, q)));
  }
  double sum = 0;
  for (int i = 0; i < kPoints; ++i) {
    for (int j = 0; j < kPoints; ++j) sum += std::max(0.0, p[i] * p[j] - other[i] * other[j]);
  }
  return sum;
}

TEST(ReplaceOne, DirectionsAreNoLargerThanWhatIsCertified) {
  const double sigma = 0.47688303142033206, q = 0.0005583205451061588, epsilon = 0.033483849667408784;
  const double exact = twoStepDelta(sigma, q, epsilon);
  const Certified certified = PoissonSteps(q, 2, Adjacency::ReplaceOne).certifiedDelta(sigma, epsilon);
  EXPECT_GE(certified.value, exact * (1 - 1e-5));
  const DirectionalDelta told = approximateDirections(PoissonSteps(q, 2, Adjacency::ReplaceOne), sigma, epsilon);
  ASSERT_TRUE(told.remove && told.add);
  EXPECT_LE(*told.remove, certified.value);
  EXPECT_NEAR(*told.remove / exact, 1, 1e-3);
  EXPECT_EQ(*told.remove, *told.add);
}

TEST(ReplaceOne, LossIsOddAndItsInverseInverts) {
  for (const double sigma : {0.4, 1.0, 30.0}) {
    for (const double q : {1e-8, 0.01, 0.6, 1 - 1e-9, 1.0}) {
      const SubsampledGaussian step = replaceOne(sigma, q);
      EXPECT_EQ(step.loss(0), 0);
      for (const double x : {1e-3 * sigma, 0.3 * sigma, 2 * sigma, 0.5 + 5 * sigma}) {
        const double loss = step.loss(x);
        EXPECT_GT(loss, 0);
        EXPECT_DOUBLE_EQ(step.loss(-x), -loss);
        EXPECT_NEAR(step.positionOfExcess(loss), x, 1e-9 * x) << sigma << " " << q;
        EXPECT_DOUBLE_EQ(step.positionOfExcess(-loss), -step.positionOfExcess(loss));
        const double expected = double(std::log(densityOfP(x, sigma, q)) - std::log(densityOfQ(x, sigma, q)));
        EXPECT_NEAR(loss, expected, 1e-14 * std::max(1.0, expected)) << sigma << " " << q;
      }
    }
  }
}

TEST(ReplaceOne, OneStepIsTheIntegralOfItsDefinition) {
  for (const double sigma : {0.4, 1.0, 5.0}) {
    for (const double q : {1e-6, 0.01, 0.5, 0.999}) {
      for (const double epsilon : {0.0, 0.1, 1.0, 6.0}) {
        const double expected = oneStepDelta(sigma, q, epsilon);
        if (expected < 1e-280) continue;
        const double delta = std::exp(replaceOne(sigma, q).oneStepLogDelta(epsilon));
        EXPECT_NEAR(delta / expected, 1, 1e-9) << sigma << " " << q << " " << epsilon;
      }
    }
  }
}

TEST(ReplaceOne, WithoutSamplingItIsTheGaussianMechanismOfTwiceTheSensitivity) {
  for (const double sigma : {0.5, 2.0, 40.0}) {
    for (const double epsilon : {0.0, 0.3, 5.0}) {
      const double exact = gaussianLogDelta(2 / sigma, epsilon);
      EXPECT_NEAR(replaceOne(sigma, 1).oneStepLogDelta(epsilon), exact, 1e-11 * std::max(1.0, -exact));
      if (exact < -500) continue;
      const auto bound = gridDelta(replaceOne(3 * sigma, 1), epsilon, 9, 1e-5, exact, {});
      ASSERT_TRUE(bound);
      EXPECT_GE(bound->logDelta, exact - 1e-9);
      EXPECT_LE(bound->logDelta, exact + 2 * bound->excess + 1e-9);
    }
  }
}

TEST(ReplaceOne, GridBoundsOneStepCloselyFromAbove) {
  for (const double sigma : {0.4, 1.0, 5.0}) {
    for (const double q : {1e-4, 0.01, 0.5, 0.999}) {
      for (const double epsilon : {0.1, 1.0, 4.0}) {
        const SubsampledGaussian step = replaceOne(sigma, q);
        const double exact = step.oneStepLogDelta(epsilon);
        if (exact < -30) continue;
        // The excess of a single step depends on where the barrier lies in its cell, which the estimate averages over.
        const auto bound = gridDelta(step, epsilon, 1, 1e-8, exact, {});
        ASSERT_TRUE(bound);
        EXPECT_GE(bound->logDelta, exact - 1e-9) << sigma << " " << q << " " << epsilon;
        EXPECT_LE(bound->logDelta, exact + 1e-5) << sigma << " " << q << " " << epsilon;
        EXPECT_EQ(bound->logAdd, bound->logRemove);
      }
    }
  }
}

/// delta of two steps to remove by its definition: the outer outcome by Simpson's rule, the inner step in closed form
/// at what is left of epsilon; to remove at a negative epsilon follows from to add at a positive one.
double twoStepLogDelta(const SubsampledGaussian& step, double epsilon) {
  const auto inner = [&](Real threshold) -> Real {
    if (threshold >= 0) return std::exp(Real(step.oneStepLogDelta(Direction::Remove, double(threshold))));
    const Real add = std::exp(Real(step.oneStepLogDelta(Direction::Add, double(-threshold))));
    return 1 - std::exp(threshold) + std::exp(threshold) * add;
  };
  constexpr int kSteps = 80000;
  const Real sigma = step.sigma, from = -1 - 9 * sigma, h = (2 + 18 * sigma) / kSteps;
  Real sum = 0;
  for (int i = 0; i <= kSteps; ++i) {
    const Real x = from + h * i, weight = i == 0 || i == kSteps ? 1 : i % 2 == 1 ? 4 : 2;
    sum += weight * densityOfP(x, sigma, step.q) * inner(epsilon - Real(step.loss(double(x))));
  }
  return double(std::log(sum * h / 3));
}

TEST(ReplaceOne, TwoStepsAgreeWithQuadrature) {
  for (const Adjacency adjacency : {Adjacency::AddRemove, Adjacency::ReplaceOne}) {
    for (const auto& [sigma, q, epsilon] :
         {std::tuple{0.6, 1e-3, 0.3}, {0.6, 0.2, 2.0}, {1.5, 0.2, 0.3}, {1.5, 0.9, 2.0}}) {
      SCOPED_TRACE(std::to_string(sigma) + " " + std::to_string(q));
      const SubsampledGaussian step{sigma, q, adjacency};
      const double exact = twoStepLogDelta(step, epsilon);
      const auto bound = gridDelta(step, epsilon, 2, 1e-8, exact, {});
      ASSERT_TRUE(bound);
      EXPECT_GE(bound->logRemove, exact - 1e-8);
      EXPECT_LE(bound->logRemove, exact + 1e-6);
    }
  }
}

struct Case {
  double sigma, q, epsilon;
  Index compositions;
};

TEST(ReplaceOne, FourierValueIsBelowTheGridByItsStatedExcess) {
  int settled = 0;
  for (const Case& c :
       {Case{1.2, 0.01, 1.5, 1000}, Case{0.9, 0.004, 3, 2048}, Case{4, 0.25, 1, 16}, Case{20, 0.01, 0.1, 1000},
        Case{3, 0.06, 8, 1024}, Case{1.1, 0.125, 20, 128}, Case{25, 0.01, 1, 100000}, Case{0.75, 1e-4, 1, 100000}}) {
    SCOPED_TRACE(c.sigma);
    const SubsampledGaussian step = replaceOne(c.sigma, c.q);
    const auto fourier = fourierDelta(step, Direction::Remove, c.epsilon, c.compositions, -60, -1e300);
    if (!fourier) continue;
    ++settled;
    const auto bound = gridDelta(step, c.epsilon, c.compositions, 1e-5, fourier->logDelta, {});
    ASSERT_TRUE(bound);
    EXPECT_GE(bound->logDelta, fourier->logDelta - 3e-8);
    EXPECT_LE(bound->logDelta, fourier->logDelta + 2 * bound->excess + 1e-7);
    EXPECT_LE(bound->excess, 2e-5);
    // The mirrored contour gives the same.
    const auto mirrored = fourierDelta(step, Direction::Add, c.epsilon, c.compositions, -60, -1e300);
    ASSERT_TRUE(mirrored);
    EXPECT_NEAR(mirrored->logDelta, fourier->logDelta, 1e-7);
  }
  EXPECT_GE(settled, 6);
}

TEST(ReplaceOne, LiesBetweenAddRemoveAndItsGroupPrivacyAndBelowNoSampling) {
  for (const Case& c : {Case{1.2, 0.01, 1.5, 1000}, Case{0.9, 0.2, 4, 12}, Case{4, 0.25, 1, 16}, Case{2, 0.9, 3, 5}}) {
    SCOPED_TRACE(c.sigma);
    const auto delta = [&](double epsilon, Adjacency adjacency) {
      return *gridDelta(SubsampledGaussian{c.sigma, c.q, adjacency}, epsilon, c.compositions, 1e-5, -60, {});
    };
    const GridDelta replaced = delta(c.epsilon, Adjacency::ReplaceOne);
    EXPECT_GE(replaced.logDelta, delta(c.epsilon, Adjacency::AddRemove).logDelta);
    EXPECT_LE(replaced.logDelta - 2 * replaced.excess,
              gaussianLogDelta(2 * std::sqrt(double(c.compositions)) / c.sigma, c.epsilon));
    // Replacing is removing and then adding: delta(a + b) <= delta_remove(a) + e^a delta_add(b).
    for (const double share : {0.3, 0.5, 0.7}) {
      const double a = share * c.epsilon;
      const double group = std::exp(delta(a, Adjacency::AddRemove).logRemove) +
                           std::exp(a + delta(c.epsilon - a, Adjacency::AddRemove).logAdd);
      EXPECT_LE(replaced.logDelta - 2 * replaced.excess, std::log(group));
    }
  }
}

TEST(ReplaceOne, TransformIsItsOwnMirrorImage) {
  for (const double sigma : {0.3, 1.0, 6.0}) {
    for (const double q : {1e-4, 0.3, 0.98}) {
      const SubsampledGaussian step = replaceOne(sigma, q);
      for (const double z : {1.5, 3.0, 7.0}) {
        const TiltedMoments up = LossTransform(step, z).moments(z), down = LossTransform(step, 1 - z).moments(1 - z);
        EXPECT_NEAR(up.logTransform, down.logTransform, 1e-12 * std::max(1.0, up.logTransform));
        EXPECT_NEAR(up.mean, -down.mean, 1e-9 * up.mean);
        EXPECT_NEAR(up.variance, down.variance, 1e-9 * up.variance);
      }
    }
  }
}

}  // namespace
}  // namespace noiseloom
