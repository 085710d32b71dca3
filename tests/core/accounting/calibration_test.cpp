#include "core/accounting/calibration/calibration.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <thread>

#include "core/accounting/fourier/fourier_accountant.h"
#include "core/accounting/grid/grid_accountant.h"
#include "core/accounting/losses/analytic_gaussian.h"
#include "tests/calls.h"
#include "tests/core/scenarios.h"
#include "tests/thorough.h"

namespace noiseloom {
namespace {

const double kNan = std::numeric_limits<double>::quiet_NaN();
const double kInfinity = std::numeric_limits<double>::infinity();

TEST(Calibration, WithoutSamplingItIsTheGaussianMechanism) {
  const double sigma = gaussianNoiseMultiplier(2, 1e-6);
  for (const Index compositions : {1, 7, 1000}) {
    const double root = std::sqrt(double(compositions));
    const Certified certified = PoissonSteps(1, compositions).certifiedNoiseMultiplier(2, 1e-6);
    EXPECT_NEAR(certified.value / (sigma * root), 1, 3e-12);
    EXPECT_GE(certified.value, sigma * root);
    EXPECT_NEAR(PoissonSteps(1, compositions).certifiedEpsilon(sigma * root, 1e-6).value, 2, 1e-11);
    EXPECT_NEAR(PoissonSteps(1, compositions).certifiedDelta(sigma * root, 2).value / 1e-6, 1, 1e-9);
  }
}

TEST(Calibration, TendsToTheGaussianMechanismAsSamplingTendsToOne) {
  const double gaussian = PoissonSteps(1, 20).certifiedNoiseMultiplier(1, 1e-6).value;
  const double nearly = PoissonSteps(1 - 1e-7, 20).certifiedNoiseMultiplier(1, 1e-6).value;
  EXPECT_LE(nearly, gaussian);
  EXPECT_NEAR(nearly / gaussian, 1, 1e-5);
}

TEST(Calibration, IsMonotoneInEveryArgument) {
  const double base = PoissonSteps(0.02, 300).certifiedNoiseMultiplier(1, 1e-6).value;
  EXPECT_GT(PoissonSteps(0.02, 300).certifiedNoiseMultiplier(0.9, 1e-6).value, base);
  EXPECT_LT(PoissonSteps(0.02, 300).certifiedNoiseMultiplier(1.1, 1e-6).value, base);
  EXPECT_GT(PoissonSteps(0.02, 300).certifiedNoiseMultiplier(1, 5e-7).value, base);
  EXPECT_GT(PoissonSteps(0.021, 300).certifiedNoiseMultiplier(1, 1e-6).value, base);
  EXPECT_GT(PoissonSteps(0.02, 310).certifiedNoiseMultiplier(1, 1e-6).value, base);
  const double epsilon = PoissonSteps(0.02, 300).certifiedEpsilon(1.5, 1e-6).value;
  EXPECT_LT(PoissonSteps(0.02, 300).certifiedEpsilon(1.6, 1e-6).value, epsilon);
  EXPECT_LT(PoissonSteps(0.02, 300).certifiedEpsilon(1.5, 1e-5).value, epsilon);
  EXPECT_GT(PoissonSteps(0.03, 300).certifiedEpsilon(1.5, 1e-6).value, epsilon);
  EXPECT_GT(PoissonSteps(0.02, 400).certifiedEpsilon(1.5, 1e-6).value, epsilon);
  const double delta = PoissonSteps(0.02, 300).certifiedDelta(1.5, 0.5).value;
  EXPECT_LT(PoissonSteps(0.02, 300).certifiedDelta(1.6, 0.5).value, delta);
  EXPECT_LT(PoissonSteps(0.02, 300).certifiedDelta(1.5, 0.6).value, delta);
  EXPECT_GT(PoissonSteps(0.03, 300).certifiedDelta(1.5, 0.5).value, delta);
  EXPECT_GT(PoissonSteps(0.02, 400).certifiedDelta(1.5, 0.5).value, delta);
}

TEST(Calibration, AnyTwoGiveTheThird) {
  for (const double q : {0.003, 0.2}) {
    const Certified sigma = PoissonSteps(q, 200).certifiedNoiseMultiplier(1.5, 1e-6);
    const Certified epsilon = PoissonSteps(q, 200).certifiedEpsilon(sigma.value, 1e-6);
    const Certified delta = PoissonSteps(q, 200).certifiedDelta(sigma.value, 1.5);
    EXPECT_NEAR(epsilon.value, 1.5, 5e-5);
    EXPECT_LE(delta.value, 1e-6 * (1 + 5e-5));
    EXPECT_GE(delta.value, 1e-6 * (1 - 1e-3));
  }
}

TEST(Calibration, TheCertifiedIntervalHoldsTheFourierValue) {
  for (const double epsilon : {0.3, 2.0, 10.0}) {
    for (const double q : {0.01, 0.1, 0.6}) {
      const Index compositions = 400;
      const Certified sigma = PoissonSteps(q, compositions).certifiedNoiseMultiplier(epsilon, 1e-7);
      const auto logDelta = [&](double value) {
        const SubsampledGaussian step{value, q};
        const auto remove = fourierDelta(step, Direction::Remove, epsilon, compositions, -40, -1e300);
        const auto add = fourierDelta(step, Direction::Add, epsilon, compositions, -40, -1e300);
        return remove && add ? std::max(remove->logDelta, add->logDelta) : kNan;
      };
      EXPECT_LT(logDelta(sigma.value), std::log(1e-7)) << epsilon << " " << q;
      EXPECT_GT(logDelta(sigma.value * (1 - sigma.errorBound)), std::log(1e-7)) << epsilon << " " << q;
      EXPECT_NEAR(PoissonSteps(q, compositions).approximateNoiseMultiplier(epsilon, 1e-7) / sigma.value, 1, 1e-5);
    }
  }
}

TEST(Calibration, ASingleStepIsExact) {
  for (const double q : {1e-6, 0.01, 0.7}) {
    const double delta = 1e-9;
    const Certified sigma = PoissonSteps(q, 1).certifiedNoiseMultiplier(0.7, delta);
    const double logDelta = SubsampledGaussian{sigma.value, q}.oneStepLogDelta(0.7);
    EXPECT_LE(logDelta, std::log(delta));
    EXPECT_NEAR(logDelta, std::log(delta), 1e-6);
    EXPECT_NEAR(PoissonSteps(q, 1).certifiedEpsilon(sigma.value, delta).value, 0.7, 1e-7);
  }
}

struct Corner {
  double epsilon, delta, q;
  Index compositions;
};

TEST(Calibration, CornersAreSafeAndBelowTheUnsampledMechanism) {
  for (const Corner& c :
       {Corner{1e-3, 1e-6, 0.01, 1000}, Corner{100, 1e-30, 0.01, 1000}, Corner{1e-3, 1e-30, 0.5, 2},
        Corner{100, 1e-30, 0.5, 2}, Corner{100, 1e-30, 0.5, 10000000}, Corner{100, 1e-30, 1e-8, 10000000},
        Corner{1, 1e-6, 0.01, 10000000}, Corner{1, 0.9, 0.01, 1000}, Corner{1, 1e-200, 0.01, 1000},
        Corner{0.5, 1e-10, 1e-4, 1000}, Corner{100, 1e-6, 0.9999999, 1000}}) {
    SCOPED_TRACE("epsilon " + std::to_string(c.epsilon) + ", log delta " + std::to_string(std::log(c.delta)) + ", q " +
                 std::to_string(c.q) + ", T " + std::to_string(c.compositions));
    const Certified sigma = PoissonSteps(c.q, c.compositions).certifiedNoiseMultiplier(c.epsilon, c.delta);
    const double unsampled = gaussianNoiseMultiplier(c.epsilon, c.delta) * std::sqrt(double(c.compositions));
    EXPECT_LE(sigma.value, unsampled * (1 + 2e-12));
    EXPECT_LE(sigma.errorBound, 2e-4);
    // Exactness from outside: the Fourier value at sigma is below delta, and above it just below sigma.
    const auto logDelta = [&](double value) {
      const SubsampledGaussian step{value, c.q};
      const auto remove = fourierDelta(step, Direction::Remove, c.epsilon, c.compositions, std::log(c.delta), -1e300);
      const auto add = fourierDelta(step, Direction::Add, c.epsilon, c.compositions, std::log(c.delta), -1e300);
      if (remove && add) return std::max(remove->logDelta, add->logDelta);
      // Where the inversion does not settle, a ten times finer grid than the certificate's.
      const auto grid = gridDelta(step, c.epsilon, c.compositions, 1e-6, std::log(c.delta), {});
      return grid->logDelta - grid->excess;
    };
    EXPECT_LT(logDelta(sigma.value), std::log(c.delta));
    EXPECT_GT(logDelta(sigma.value * (1 - 2 * sigma.errorBound)), std::log(c.delta));
  }
}

TEST(Calibration, WhereTheGridCannotResolveTheStepsItIsSafeAtLeast) {
  // Millions of steps with a one in ten chance of ever taking part: far larger sigmas are needed for a trivial epsilon.
  const auto compositions = thorough<Index>(1'000'000, 10'000'000);
  const double q = thorough(1e-7, 1e-8);
  const Certified rare = PoissonSteps(q, compositions).certifiedNoiseMultiplier(1e-3, 1e-30);
  EXPECT_LE(rare.value, gaussianNoiseMultiplier(1e-3, 1e-30) * std::sqrt(double(compositions)) * (1 + 2e-12));
  EXPECT_GT(rare.value, PoissonSteps(q, compositions).certifiedNoiseMultiplier(1e-3, 1e-10).value);
  const Certified delta = PoissonSteps(q, compositions).certifiedDelta(rare.value, 1e-3);
  EXPECT_LE(delta.value * (1 - delta.errorBound), 1e-30);
  EXPECT_GE(delta.value, 1e-32);
}

TEST(Calibration, BeyondWhatItCanResolveItFallsBackToTheUnsampledMechanism) {
  const Certified sigma = PoissonSteps(0.9, 1000).certifiedNoiseMultiplier(1e-6, 1e-9);
  EXPECT_GE(sigma.value, PoissonSteps(0.9, 1000).certifiedNoiseMultiplier(1e-5, 1e-9).value);
  EXPECT_LE(sigma.value, gaussianNoiseMultiplier(1e-6, 1e-9) * std::sqrt(1000.0) * (1 + 2e-12));
  const Certified epsilon = PoissonSteps(0.5, 1000).certifiedEpsilon(2e6, 1e-9);
  EXPECT_NEAR(epsilon.value / gaussianEpsilon(std::sqrt(1000.0) / 2e6, 1e-9), 1, 1e-9);
  EXPECT_EQ(epsilon.errorBound, 1);
}

TEST(Calibration, DeltaIsNeverPromisedToBeNothing) {
  EXPECT_EQ(PoissonSteps(0.01, 10).certifiedDelta(50, 100).value, 1e-300);
  EXPECT_EQ(PoissonSteps(1, 1).certifiedDelta(1, 200).value, 1e-300);
}

TEST(Calibration, EpsilonIsZeroWhereDeltaAllowsIt) {
  EXPECT_EQ(PoissonSteps(1e-3, 100).certifiedEpsilon(1, 0.5).value, 0);
  EXPECT_EQ(PoissonSteps(0.5, 2).certifiedEpsilon(5, 0.9).value, 0);
}

// A single step is told from its neighbour with probability q (2 phi(1 / (2 sigma)) - 1).
TEST(Calibration, AtAnEpsilonOfZeroDeltaIsTheAdvantage) {
  const double q = 0.3, delta = 0.1;
  const auto advantage = [](double sigma) { return std::erf(1 / (2 * sigma * std::sqrt(2.0))); };
  const double sigma = PoissonSteps(q, 1).certifiedNoiseMultiplier(0, delta).value;
  EXPECT_LE(q * advantage(sigma), delta);
  EXPECT_NEAR(q * advantage(sigma), delta, 1e-6);
  EXPECT_NEAR(PoissonSteps(q, 1).approximateNoiseMultiplier(0, delta), sigma, 1e-5);
  const double probability = certifiedSamplingProbability(sigma, 0, delta, 1).value;
  EXPECT_LE(probability * advantage(sigma), delta * (1 + 1e-12));
  EXPECT_NEAR(probability, q, 1e-5);
  const double many = PoissonSteps(q, 20).certifiedNoiseMultiplier(0, delta).value;
  EXPECT_EQ(certifiedCompositions(many, 0, delta, q).value, 20);
}

TEST(Calibration, RefusesByName) {
  for (const double bad : {-1e-9, -1.0, kNan, kInfinity}) {
    EXPECT_EQ(refusedArgument([&] { PoissonSteps(0.1, 10).certifiedNoiseMultiplier(bad, 1e-6); }), "epsilon");
    EXPECT_EQ(refusedArgument([&] { PoissonSteps(0.1, 10).approximateNoiseMultiplier(bad, 1e-6); }), "epsilon");
    EXPECT_EQ(refusedArgument([&] { certifiedSamplingProbability(1, bad, 1e-6, 10); }), "epsilon");
    EXPECT_EQ(refusedArgument([&] { certifiedCompositions(1, bad, 1e-6, 0.1); }), "epsilon");
  }
  for (const double bad : {0.0, -1.0, kNan, kInfinity}) {
    EXPECT_EQ(refusedArgument([&] { PoissonSteps(0.1, 10).certifiedEpsilon(bad, 1e-6); }), "noise_multiplier");
    EXPECT_EQ(refusedArgument([&] { PoissonSteps(0.1, 10).certifiedDelta(bad, 1); }), "noise_multiplier");
  }
  EXPECT_EQ(refusedArgument([&] { PoissonSteps(0.1, 10).certifiedDelta(1, -0.1); }), "epsilon");
  EXPECT_EQ(refusedArgument([&] { PoissonSteps(0.1, 10).certifiedDelta(1, kNan); }), "epsilon");
  for (const double bad : {0.0, -1.0, 1.0, 2.0, kNan, kInfinity}) {
    EXPECT_EQ(refusedArgument([&] { PoissonSteps(0.1, 10).certifiedNoiseMultiplier(1, bad); }), "delta");
    EXPECT_EQ(refusedArgument([&] { PoissonSteps(0.1, 10).approximateNoiseMultiplier(1, bad); }), "delta");
    EXPECT_EQ(refusedArgument([&] { PoissonSteps(0.1, 10).certifiedEpsilon(1, bad); }), "delta");
  }
  for (const double bad : {0.0, -0.1, 1.0000001, kNan, kInfinity}) {
    EXPECT_EQ(refusedArgument([&] { PoissonSteps(bad, 10).certifiedNoiseMultiplier(1, 1e-6); }),
              "sampling_probability");
    EXPECT_EQ(refusedArgument([&] { PoissonSteps(bad, 10).approximateNoiseMultiplier(1, 1e-6); }),
              "sampling_probability");
    EXPECT_EQ(refusedArgument([&] { PoissonSteps(bad, 10).certifiedEpsilon(1, 1e-6); }), "sampling_probability");
    EXPECT_EQ(refusedArgument([&] { PoissonSteps(bad, 10).certifiedDelta(1, 1); }), "sampling_probability");
  }
  for (const Index bad : {Index{0}, Index{-3}, kMostCompositions + 1}) {
    EXPECT_EQ(refusedArgument([&] { PoissonSteps(0.1, bad).certifiedNoiseMultiplier(1, 1e-6); }), "compositions");
    EXPECT_EQ(refusedArgument([&] { PoissonSteps(0.1, bad).approximateNoiseMultiplier(1, 1e-6); }), "compositions");
    EXPECT_EQ(refusedArgument([&] { PoissonSteps(0.1, bad).certifiedEpsilon(1, 1e-6); }), "compositions");
    EXPECT_EQ(refusedArgument([&] { PoissonSteps(0.1, bad).certifiedDelta(1, 1); }), "compositions");
  }
  for (const double bad : {0.0, -1.0, kNan, kInfinity}) {
    EXPECT_EQ(refusedArgument([&] { certifiedSamplingProbability(bad, 1, 1e-6, 10); }), "noise_multiplier");
    EXPECT_EQ(refusedArgument([&] { certifiedCompositions(bad, 1, 1e-6, 0.1); }), "noise_multiplier");
    EXPECT_EQ(refusedArgument([&] { approximateDirections(PoissonSteps(0.1, 10), bad, 1); }), "noise_multiplier");
  }
  for (const double bad : {0.0, -1.0, 1.0, 2.0, kNan, kInfinity}) {
    EXPECT_EQ(refusedArgument([&] { certifiedSamplingProbability(1, 1, bad, 10); }), "delta");
    EXPECT_EQ(refusedArgument([&] { certifiedCompositions(1, 1, bad, 0.1); }), "delta");
  }
  for (const double bad : {0.0, -0.1, 1.0000001, kNan, kInfinity}) {
    EXPECT_EQ(refusedArgument([&] { certifiedCompositions(1, 1, 1e-6, bad); }), "sampling_probability");
    EXPECT_EQ(refusedArgument([&] { approximateDirections(PoissonSteps(bad, 10), 1, 1); }), "sampling_probability");
  }
  for (const Index bad : {Index{0}, Index{-3}, kMostCompositions + 1}) {
    EXPECT_EQ(refusedArgument([&] { certifiedSamplingProbability(1, 1, 1e-6, bad); }), "compositions");
    EXPECT_EQ(refusedArgument([&] { approximateDirections(PoissonSteps(0.1, bad), 1, 1); }), "compositions");
  }
  EXPECT_EQ(refusedArgument([&] { approximateDirections(PoissonSteps(0.1, 10), 1, -1); }), "epsilon");
  // Not even one composition; too little noise to be sampled, too small a delta.
  EXPECT_EQ(refusedArgument([&] { certifiedCompositions(0.3, 0.1, 1e-9, 0.5); }), "noise_multiplier");
  EXPECT_EQ(refusedArgument([&] { certifiedCompositions(0.3, 0.1, 1e-9, 1); }), "noise_multiplier");
  EXPECT_EQ(refusedArgument([&] { certifiedCompositions(0.01, 1, 1e-6, 0.1); }), "noise_multiplier");
  EXPECT_EQ(refusedArgument([&] { certifiedSamplingProbability(0.01, 1, 1e-6, 10); }), "noise_multiplier");
  EXPECT_EQ(refusedArgument([&] { certifiedSamplingProbability(1, 1, 1e-201, 10); }), "delta");
  // No noise is needed, too small a delta, too little noise: only where sampling is involved.
  EXPECT_EQ(refusedArgument([&] { PoissonSteps(1e-5, 10).certifiedNoiseMultiplier(1, 1e-3); }), "delta");
  EXPECT_EQ(refusedArgument([&] { PoissonSteps(0.1, 10).certifiedNoiseMultiplier(1, 1e-201); }), "delta");
  EXPECT_EQ(refusedArgument([&] { PoissonSteps(0.1, 10).certifiedEpsilon(0.01, 1e-6); }), "noise_multiplier");
  EXPECT_NO_THROW(PoissonSteps(1, 10).certifiedNoiseMultiplier(1, 1e-201));
  EXPECT_NO_THROW(PoissonSteps(1, 10).certifiedEpsilon(0.01, 1e-6));
}

TEST(Calibration, EveryAdjacencyWithoutSampling) {
  const double sigma = PoissonSteps(1, 7).certifiedNoiseMultiplier(2, 1e-6).value;
  EXPECT_EQ(PoissonSteps(1, 7, Adjacency::ZeroOut).certifiedNoiseMultiplier(2, 1e-6).value, sigma);
  EXPECT_EQ(PoissonSteps(1, 7, Adjacency::ReplaceOne).certifiedNoiseMultiplier(2, 1e-6).value, 2 * sigma);
  EXPECT_NEAR(PoissonSteps(1, 7, Adjacency::ReplaceOne).certifiedEpsilon(2 * sigma, 1e-6).value, 2, 1e-10);
  EXPECT_NEAR(PoissonSteps(1, 7, Adjacency::ReplaceOne).certifiedDelta(2 * sigma, 2).value / 1e-6, 1, 1e-9);
  EXPECT_EQ(certifiedCompositions(2 * sigma, 2, 1e-6, 1, {}, Adjacency::ReplaceOne).value, 7);
}

TEST(Calibration, ReplacingOneWithSampling) {
  for (const double q : {0.001, 0.2}) {
    const Certified sigma = PoissonSteps(q, 50, Adjacency::ReplaceOne).certifiedNoiseMultiplier(1, 1e-6);
    EXPECT_GT(sigma.value, PoissonSteps(q, 50).certifiedNoiseMultiplier(1, 1e-6).value);
    EXPECT_NEAR(PoissonSteps(q, 50, Adjacency::ReplaceOne).approximateNoiseMultiplier(1, 1e-6) / sigma.value, 1, 2e-5);
    EXPECT_NEAR(PoissonSteps(q, 50, Adjacency::ReplaceOne).certifiedEpsilon(sigma.value, 1e-6).value, 1, 1e-3);
    EXPECT_NEAR(certifiedSamplingProbability(sigma.value, 1, 1e-6, 50, {}, Adjacency::ReplaceOne).value / q, 1, 1e-3);
    EXPECT_EQ(certifiedCompositions(sigma.value, 1, 1e-6, q, {}, Adjacency::ReplaceOne).value, 50);
    const DirectionalDelta both = approximateDirections(PoissonSteps(q, 50, Adjacency::ReplaceOne), sigma.value, 1);
    EXPECT_EQ(both.remove, both.add);
    EXPECT_NEAR(both.remove.value() / 1e-6, 1, 2e-3);
  }
}

TEST(Calibration, SamplingProbabilityReachesItsEnds) {
  // Enough noise for no sampling at all; and hardly any, where being sampled is what delta allows.
  EXPECT_EQ(certifiedSamplingProbability(100, 1, 1e-6, 10).value, 1);
  EXPECT_EQ(certifiedSamplingProbability(100, 1, 1e-6, 10).errorBound, 0);
  const double safe = -std::expm1(std::log1p(-1e-6) / 10);
  const Certified little = certifiedSamplingProbability(0.02, 0.001, 1e-6, 10);
  EXPECT_GE(little.value, safe * (1 - 1e-11));
  EXPECT_LE(little.value, safe * 1.01);
}

TEST(Calibration, CompositionsReachTheirEnds) {
  EXPECT_EQ(certifiedCompositions(1e5, 1, 1e-6, 1e-9).value, kMostCompositions);
  EXPECT_EQ(certifiedCompositions(1e9, 1, 1e-6, 1).value, kMostCompositions);
  // As many as may sample the example at all with probability delta need no noise.
  EXPECT_GE(certifiedCompositions(0.02, 0.001, 1e-6, 1e-8).value, 99);
}

TEST(Calibration, DirectionsAreThoseOfTheInversion) {
  const DirectionalDelta both = approximateDirections(PoissonSteps(0.02, 300), 0.8, 1);
  const auto remove = fourierDelta({0.8, 0.02}, Direction::Remove, 1, 300, -60, -1e300);
  const auto add = fourierDelta({0.8, 0.02}, Direction::Add, 1, 300, -60, -1e300);
  EXPECT_NEAR(std::log(both.remove.value()), remove->logDelta, 1e-6);
  EXPECT_NEAR(std::log(both.add.value()), add->logDelta, 1e-6);
  EXPECT_GE(PoissonSteps(0.02, 300).certifiedDelta(0.8, 1).value, std::max(*both.remove, *both.add) * (1 - 1e-7));
  const DirectionalDelta never = approximateDirections(PoissonSteps(0.02, 2), 0.8, 1);
  EXPECT_EQ(never.add, 0);
}

TEST(Calibration, StoppedBeforehandItReturnsASafeValueAtOnce) {
  const RunControl control = stoppedAtOnce();
  const Certified sigma = PoissonSteps(0.001, 2048).certifiedNoiseMultiplier(1, 1e-6, control);
  EXPECT_TRUE(sigma.stopped);
  EXPECT_GE(sigma.value, PoissonSteps(0.001, 2048).certifiedNoiseMultiplier(1, 1e-6).value);
  EXPECT_TRUE(PoissonSteps(0.001, 2048).certifiedEpsilon(1, 1e-6, control).stopped);
  EXPECT_TRUE(PoissonSteps(0.001, 2048).certifiedDelta(1, 1, control).stopped);
  EXPECT_GE(PoissonSteps(0.001, 2048).certifiedDelta(1, 1, control).value,
            PoissonSteps(0.001, 2048).certifiedDelta(1, 1).value);
  const Certified q = certifiedSamplingProbability(1, 1, 1e-6, 2048, control);
  EXPECT_TRUE(q.stopped);
  EXPECT_GT(q.value, 0);
  EXPECT_LE(q.value, certifiedSamplingProbability(1, 1, 1e-6, 2048).value);
  const CertifiedCount count = certifiedCompositions(1, 1, 1e-6, 0.001, control);
  EXPECT_TRUE(count.stopped);
  EXPECT_GE(count.value, 1);
  EXPECT_LE(count.value, certifiedCompositions(1, 1, 1e-6, 0.001).value);
}

TEST(Calibration, StopsMidwayWithASafeValue) {
  // Stops from its own progress report, that is after the search has begun.
  std::stop_source source;
  RunControl control{source.get_token(), [&](const Progress&) { source.request_stop(); }};
  const Certified sigma = PoissonSteps(0.001, 2048).certifiedNoiseMultiplier(1, 1e-6, control);
  EXPECT_TRUE(sigma.stopped);
  EXPECT_GE(sigma.value, PoissonSteps(0.001, 2048).certifiedNoiseMultiplier(1, 1e-6).value * (1 - 1e-5));
}

TEST(Calibration, IsDeterministicAcrossThreads) {
  const double expected = PoissonSteps(0.05, 100).certifiedNoiseMultiplier(3, 1e-6).value;
  double first = 0, second = 0;
  {
    std::jthread a([&] { first = PoissonSteps(0.05, 100).certifiedNoiseMultiplier(3, 1e-6).value; });
    std::jthread b([&] { second = PoissonSteps(0.05, 100).certifiedNoiseMultiplier(3, 1e-6).value; });
  }
  EXPECT_EQ(first, expected);
  EXPECT_EQ(second, expected);
}

// Took 8 s of processor time: a search that stepped about within the grid's own error.
TEST(Calibration, RareParticipationIsCalibratedToItsStatedMargin) {
  const Certified sigma = PoissonSteps(1e-6, 1000000).certifiedNoiseMultiplier(0.01, 1e-9);
  EXPECT_LT(sigma.errorBound, 1.5e-4);
  const double least = PoissonSteps(1e-6, 1000000).approximateNoiseMultiplier(0.01, 1e-9);
  EXPECT_GE(sigma.value, least);
  EXPECT_LE(sigma.value, least * (1 + sigma.errorBound));
}

}  // namespace
}  // namespace noiseloom
