#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "core/accounting/calibration/calibration.h"
#include "core/accounting/fourier/approximate_delta.h"
#include "core/accounting/fourier/atom_free_accountant.h"
#include "core/accounting/grid/grid_accountant.h"
#include "core/accounting/losses/analytic_gaussian.h"
#include "core/base/errors.h"
#include "tests/thorough.h"

namespace noiseloom {
namespace {

struct Case {
  double epsilon, delta, q;
  Index compositions;
};

std::string toText(const Case& c) {
  return "epsilon " + std::to_string(c.epsilon) + ", log delta " + std::to_string(std::log(c.delta)) + ", q " +
         std::to_string(c.q) + ", T " + std::to_string(c.compositions);
}

/// Log-uniform over the range that design tools are asked about; only where noise is needed at all.
std::vector<Case> randomCases(int count) {
  std::mt19937_64 generator(20261121);
  const auto drawn = [&](double least, double most) {
    const double unit = static_cast<double>(generator() >> 11) * 0x1p-53;
    return std::exp(std::log(least) + unit * (std::log(most) - std::log(least)));
  };
  std::vector<Case> cases;
  while (static_cast<int>(cases.size()) < count) {
    const double epsilon = drawn(0.1, 16), delta = drawn(1e-12, 1e-5), q = drawn(1e-4, 1);
    const Case c{epsilon, delta, q, std::llround(drawn(1, 1e5))};
    if (c.delta < -std::expm1(static_cast<double>(c.compositions) * std::log1p(-c.q))) cases.push_back(c);
  }
  return cases;
}

/// Uncertified log delta of the worse direction, refined.
double inverted(double sigma, const Case& c) {
  ApproximateDelta delta(std::log(c.delta), {});
  delta.refine();
  return *delta({{sigma, c.q}, c.epsilon, c.compositions});
}

// Two routes that share no code past the step's loss: numerical inversion of the transform, and the certified grid.
TEST(RandomCases, FourierInversionAndTheCertifiedGridAgree) {
  for (const Case& c : randomCases(thorough(12, 60))) {
    SCOPED_TRACE(toText(c));
    const double approximate = PoissonSteps(c.q, c.compositions).approximateNoiseMultiplier(c.epsilon, c.delta);
    const Certified certified = PoissonSteps(c.q, c.compositions).certifiedNoiseMultiplier(c.epsilon, c.delta);
    EXPECT_GE(certified.value, approximate * (1 - 1e-7));
    EXPECT_LE(certified.value, approximate * (1 + 5e-5));
    EXPECT_LE(certified.value * (1 - certified.errorBound), approximate * (1 + 1e-9));
    EXPECT_LE(certified.errorBound, 5e-4);
    if (c.compositions == 1) continue;
    // The grid itself, beside the search that made use of the inversion.
    const SubsampledGaussian step{approximate, c.q};
    const auto bound = gridDelta(step, c.epsilon, c.compositions, 1e-5, std::log(c.delta), {});
    ASSERT_TRUE(bound);
    EXPECT_GE(bound->logDelta, std::log(c.delta) - 1e-7);
    EXPECT_LE(bound->logDelta, std::log(c.delta) + 2e-3);
  }
}

TEST(RandomCases, EpsilonAndDeltaLeadBack) {
  for (const Case& c : randomCases(thorough(5, 20))) {
    SCOPED_TRACE(toText(c));
    const double sigma = PoissonSteps(c.q, c.compositions).approximateNoiseMultiplier(c.epsilon, c.delta);
    const Certified epsilon = PoissonSteps(c.q, c.compositions).certifiedEpsilon(sigma, c.delta);
    EXPECT_GE(epsilon.value, c.epsilon * (1 - 2e-6));
    EXPECT_LE(epsilon.value, c.epsilon * (1 + 2e-4));
    EXPECT_LE(epsilon.value * (1 - epsilon.errorBound), c.epsilon * (1 + 1e-6));
    const Certified delta = PoissonSteps(c.q, c.compositions).certifiedDelta(sigma, c.epsilon);
    EXPECT_GE(delta.value, c.delta * (1 - 1e-5));
    EXPECT_LE(delta.value, c.delta * (1 + 3e-3));
    EXPECT_LE(delta.value * (1 - delta.errorBound), c.delta * (1 + 1e-5));
  }
}

TEST(RandomCases, SamplingProbabilityAndCompositionsLeadBack) {
  for (const Case& c : randomCases(thorough(5, 20))) {
    SCOPED_TRACE(toText(c));
    const double sigma = PoissonSteps(c.q, c.compositions).certifiedNoiseMultiplier(c.epsilon, c.delta).value;
    const Certified q = certifiedSamplingProbability(sigma, c.epsilon, c.delta, c.compositions);
    EXPECT_GE(q.value, c.q * (1 - 1e-6));
    EXPECT_LE(q.value, c.q * (1 + 1e-3));
    // q is safe: delta there, by the other route.
    EXPECT_LE(inverted(sigma, {c.epsilon, c.delta, q.value, c.compositions}), std::log(c.delta));
    // and at the end of its error bound it no longer is.
    const double beyond = q.value * (1 + q.errorBound) * (1 + 1e-9);
    if (beyond < 1) {
      EXPECT_GT(inverted(sigma, {c.epsilon, c.delta, beyond, c.compositions}), std::log(c.delta) - 1e-8);
    }
    const CertifiedCount count = certifiedCompositions(sigma, c.epsilon, c.delta, c.q);
    EXPECT_GE(count.value, c.compositions);
    EXPECT_LE(static_cast<double>(count.value), static_cast<double>(c.compositions) * 1.001 + 1);
    EXPECT_GE(count.largest, count.value);
    EXPECT_LE(static_cast<double>(count.largest - count.value), 1 + 1e-4 * static_cast<double>(count.value));
    EXPECT_LE(inverted(sigma, {c.epsilon, c.delta, c.q, count.value}), std::log(c.delta) + 1e-8);
    EXPECT_GT(inverted(sigma, {c.epsilon, c.delta, c.q, count.largest + 1}), std::log(c.delta) - 1e-7);
  }
}

// Where both inversions settle they integrate different functions along different contours.
TEST(AtomFreeAccountant, AgreesWithThePlainInversion) {
  int settled = 0;
  for (const Case& c : randomCases(60)) {
    if (c.compositions == 1) continue;
    SCOPED_TRACE(toText(c));
    const double sigma = PoissonSteps(c.q, c.compositions).approximateNoiseMultiplier(c.epsilon, c.delta);
    for (const Direction direction : {Direction::Remove, Direction::Add}) {
      const SubsampledGaussian step{sigma, c.q};
      const auto plain = fourierDelta(step, direction, c.epsilon, c.compositions, std::log(c.delta), -1e300);
      const auto split = atomFreeDelta(step, direction, c.epsilon, c.compositions, std::log(c.delta), 1e-9);
      if (!plain || !split || !(plain->logDelta > std::log(c.delta) - 3)) continue;
      ++settled;
      EXPECT_NEAR(split->logDelta, plain->logDelta, 3e-7);
    }
  }
  EXPECT_GE(settled, 40);
}

TEST(AtomFreeAccountant, ErrsByItsAccuracyAndAgreesWithTheGrid) {
  // Rare participations: here the plain inversion does not settle, or is slow.
  for (const Case& c :
       {Case{0.1689, 5.73e-12, 1.11e-4, 3}, Case{0.104, 5.86e-10, 3.43e-4, 107}, Case{0.173, 6.89e-7, 8.66e-3, 6}}) {
    SCOPED_TRACE(toText(c));
    const double sigma = PoissonSteps(c.q, c.compositions).approximateNoiseMultiplier(c.epsilon, c.delta);
    const auto at = [&](double accuracy) {
      return atomFreeDelta({sigma, c.q}, Direction::Remove, c.epsilon, c.compositions, std::log(c.delta), accuracy)
          .value()
          .logDelta;
    };
    const double best = at(1e-9);
    for (const double accuracy : {1e-3, 1e-5, 1e-7}) EXPECT_NEAR(at(accuracy), best, accuracy);
    const auto bound = gridDelta({sigma, c.q}, c.epsilon, c.compositions, 1e-6, std::log(c.delta), {});
    EXPECT_GE(bound->logDelta, best - 1e-8);
    EXPECT_LE(bound->logDelta, best + 2e-5);
  }
}

TEST(Corners, AreRightOrRefusedByName) {
  int right = 0, refused = 0, at = 0;
  for (const double epsilon : {1e-3, 100.0}) {
    for (const double delta : {1e-30, 1e-6}) {
      for (const double q : {1e-8, 1e-4, 0.5}) {
        for (const Index compositions : {Index{1}, Index{100}, Index{10'000'000}}) {
          if (at++ % thorough(5, 1) != 0) continue;  // meets every value of each argument
          const Case c{epsilon, delta, q, compositions};
          SCOPED_TRACE(toText(c));
          const double atAll = -std::expm1(static_cast<double>(compositions) * std::log1p(-q));
          if (delta >= atAll) {
            ++refused;
            EXPECT_THROW(PoissonSteps(q, compositions).certifiedNoiseMultiplier(epsilon, delta), InvalidArgument);
            continue;
          }
          const Certified sigma = PoissonSteps(q, compositions).certifiedNoiseMultiplier(epsilon, delta);
          const double unsampled = gaussianNoiseMultiplier(epsilon, delta) * std::sqrt(double(compositions));
          EXPECT_LE(sigma.value, unsampled * (1 + 2e-12));
          EXPECT_TRUE(std::isfinite(sigma.value));
          // Never too small, by the other route; and too large by no more than it says.
          EXPECT_LE(inverted(sigma.value, c), std::log(delta) + 1e-8);
          const double least = sigma.value * (1 - sigma.errorBound);
          if (least > kLeastSigma) {
            EXPECT_GE(inverted(least, c), std::log(delta) - 1e-6);
          }
          ++right;
        }
      }
    }
  }
  EXPECT_GT(right, thorough(5, 25));
  EXPECT_GT(refused, thorough(0, 2));
}

}  // namespace
}  // namespace noiseloom
