#include "core/accounting/composition/composition.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "core/accounting/grid/grid_accountant.h"
#include "core/accounting/losses/analytic_gaussian.h"
#include "tests/calls.h"
#include "tests/core/scenarios.h"

namespace noiseloom {
namespace {

const double kNan = std::numeric_limits<double>::quiet_NaN();
const double kInfinity = std::numeric_limits<double>::infinity();

Composition compose(std::vector<Phase> phases, Adjacency adjacency = Adjacency::AddRemove) {
  return Composition(std::move(phases), adjacency);
}

TEST(Composition, OnePhaseIsTheCalibration) {
  for (const Adjacency adjacency : {Adjacency::AddRemove, Adjacency::ZeroOut}) {
    for (const double q : {0.01, 0.4, 1.0}) {
      const Composition one = compose({{2.5, q, 60}}, adjacency);
      EXPECT_NEAR(one.certifiedEpsilon(1, 1e-6).value / PoissonSteps(q, 60).certifiedEpsilon(2.5, 1e-6).value, 1,
                  1e-12);
      EXPECT_NEAR(one.certifiedDelta(1, 0.7).value / PoissonSteps(q, 60).certifiedDelta(2.5, 0.7).value, 1, 1e-12);
      EXPECT_NEAR(2.5 * one.certifiedNoiseMultiplier(1, 1e-6).value /
                      PoissonSteps(q, 60).certifiedNoiseMultiplier(1, 1e-6).value,
                  1, 1e-12);
    }
  }
}

TEST(Composition, APhaseInPiecesIsThePhase) {
  const Composition whole = compose({{1.5, 0.02, 300}}), pieces = compose({{1.5, 0.02, 100}, {1.5, 0.02, 200}});
  EXPECT_EQ(pieces.certifiedEpsilon(1, 1e-6).value, whole.certifiedEpsilon(1, 1e-6).value);
  EXPECT_EQ(pieces.certifiedDelta(1, 1).value, whole.certifiedDelta(1, 1).value);
}

TEST(Composition, WithoutSamplingItIsOneGaussianMechanism) {
  const Composition releases = compose({{5, 1, 3}, {2, 1, 1}, {30, 1, 400}});
  const double mu = std::sqrt(3 / 25.0 + 1 / 4.0 + 400 / 900.0);
  EXPECT_NEAR(releases.certifiedEpsilon(1, 1e-7).value / gaussianEpsilon(mu, 1e-7), 1, 1e-11);
  EXPECT_GE(releases.certifiedEpsilon(1, 1e-7).value, gaussianEpsilon(mu, 1e-7));
  EXPECT_NEAR(releases.certifiedDelta(1, 2).value / gaussianDelta(mu, 2), 1, 1e-10);
  EXPECT_NEAR(releases.certifiedNoiseMultiplier(2, 1e-7).value, mu / gaussianMuFor(2, 1e-7), 1e-10);
  const Composition replaced = compose(releases.phases, Adjacency::ReplaceOne);
  EXPECT_NEAR(replaced.certifiedEpsilon(1, 1e-7).value / gaussianEpsilon(2 * mu, 1e-7), 1, 1e-11);
}

/// delta to remove and to add of a Gaussian release after one sampled step: the step's outcome by Simpson's rule in
/// long double, what is left of epsilon to the Gaussian mechanism in closed form.
struct BothDirections {
  double remove;
  double add;
};
BothDirections oneStepAndARelease(const SubsampledGaussian& step, double mu, double epsilon) {
  using Real = long double;
  const auto gaussian = [&](Real threshold) -> Real {  // of either sign
    if (threshold >= 0) return std::exp(Real(gaussianLogDelta(mu, double(threshold))));
    return 1 - std::exp(threshold) + std::exp(threshold + Real(gaussianLogDelta(mu, double(-threshold))));
  };
  constexpr int kSteps = 20000;
  const Real sigma = step.sigma, from = -1 - 16 * sigma, h = (3 + 32 * sigma) / kSteps;
  const auto normal = [&](Real x, Real centre) {
    return std::exp(-(x - centre) * (x - centre) / (2 * sigma * sigma)) / (sigma * std::sqrt(2 * std::acos(-Real(1))));
  };
  Real remove = 0, add = 0;
  for (int i = 0; i <= kSteps; ++i) {
    const Real x = from + h * i, weight = (i == 0 || i == kSteps ? 1 : i % 2 == 1 ? 4 : 2) * h / 3;
    const Real p = (1 - Real(step.q)) * normal(x, 0) + Real(step.q) * normal(x, 1);
    const Real q = step.replacesOne() ? (1 - Real(step.q)) * normal(x, 0) + Real(step.q) * normal(x, -1) : normal(x, 0);
    const Real loss = std::log(p / q);
    remove += weight * p * gaussian(epsilon - loss);
    add += weight * q * gaussian(epsilon + loss);
  }
  return {double(std::log(remove)), double(std::log(add))};
}

TEST(Composition, AReleaseAndOneSampledStepAgreeWithQuadrature) {
  for (const Adjacency adjacency : {Adjacency::AddRemove, Adjacency::ReplaceOne}) {
    for (const double q : {0.01, 0.3, 0.95}) {
      for (const double release : {0.8, 5.0}) {
        for (const double epsilon : {0.2, 1.5}) {
          const SubsampledGaussian step{1.2, q, adjacency};
          const double mu = (adjacency == Adjacency::ReplaceOne ? 2 : 1) / release;
          const BothDirections exact = oneStepAndARelease(step, mu, epsilon);
          const double worse = std::max(exact.remove, exact.add);
          if (worse < -40) continue;
          SCOPED_TRACE(std::to_string(q) + " " + std::to_string(release) + " " + std::to_string(epsilon));
          const Certified delta = compose({{1.2, q, 1}, {release, 1, 1}}, adjacency).certifiedDelta(1, epsilon);
          EXPECT_GE(std::log(delta.value), worse);
          EXPECT_LE(std::log(delta.value), worse + 2e-4);
          EXPECT_LE(std::log(delta.value * (1 - delta.errorBound)), worse + 1e-4);
          const auto grid = gridDelta(Steps{{step, 1}, {{release, 1, adjacency}, 1}}, epsilon, 1e-6, worse, {});
          EXPECT_GE(grid->logRemove, exact.remove - 1e-8);
          EXPECT_GE(grid->logAdd, exact.add - 1e-8);
          EXPECT_NEAR(grid->logDelta, worse, 2e-5);
        }
      }
    }
  }
}

/// A step's loss spread over a fine lattice, either pessimistically (as LossGrid, but by plain sums over outcomes) or
/// optimistically (outcomes gathered at their nearest lower node, which shrinks every e^L to remove).
std::vector<double> spread(const SubsampledGaussian& step, double spacing, int half, bool pessimistic) {
  std::vector<double> masses(std::size_t(2 * half + 1), 0.0);  // of P
  constexpr int kOutcomes = 400000;
  const double from = -10 * step.sigma - 1, h = (20 * step.sigma + 3) / kOutcomes;
  for (int i = 0; i < kOutcomes; ++i) {
    const double x = from + (i + 0.5) * h, loss = step.loss(x);
    const double normal = std::exp(-x * x / (2 * step.sigma * step.sigma)) / (step.sigma * std::sqrt(2 * M_PI));
    const double p = normal * std::exp(step.participationLoss(x)) * h;
    const double at = std::clamp(std::floor(loss / spacing), double(-half), double(half - 1));
    const auto node = std::size_t(at + half);
    // The Q-mass e^{-loss} is kept by both nodes together.
    const double rise = std::expm1(loss - at * spacing) / std::expm1(spacing);
    const double upper = pessimistic ? rise * std::exp((at + 1) * spacing - loss) : 0;
    masses[node + 1] += p * upper;
    masses[node] += p * (1 - upper);
  }
  return masses;
}

TEST(Composition, ThreeDifferentStepsLieBetweenDirectConvolutions) {
  for (const Adjacency adjacency : {Adjacency::AddRemove, Adjacency::ReplaceOne}) {
    const std::vector<SubsampledGaussian> steps{{1.0, 0.2, adjacency}, {2.0, 0.5, adjacency}, {3.0, 1, adjacency}};
    const double epsilon = 1.0, spacing = 4e-3;
    const int half = 2500;  // losses up to 10
    double bracket[2];
    for (const bool pessimistic : {false, true}) {
      std::vector<double> sum{1.0};
      for (const SubsampledGaussian& step : steps) {
        const std::vector<double> one = spread(step, spacing, half, pessimistic);
        std::vector<double> next(sum.size() + one.size() - 1, 0.0);
        for (std::size_t i = 0; i < sum.size(); ++i) {
          if (sum[i] < 1e-17) continue;
          for (std::size_t j = 0; j < one.size(); ++j) next[i + j] += sum[i] * one[j];
        }
        sum = next;
      }
      double delta = 0;
      const double centre = double(sum.size() - 1) / 2;
      for (std::size_t i = 0; i < sum.size(); ++i) {
        const double loss = (double(i) - centre) * spacing;
        if (loss > epsilon) delta -= sum[i] * std::expm1(epsilon - loss);
      }
      bracket[pessimistic ? 1 : 0] = std::log(delta);
    }
    const auto grid = gridDelta(Steps{{steps[0], 1}, {steps[1], 1}, {steps[2], 1}}, epsilon, 1e-6, -10, {});
    EXPECT_GT(grid->logRemove, bracket[0]);
    EXPECT_LT(grid->logRemove, bracket[1] + 1e-5);
    EXPECT_LT(bracket[1] - bracket[0], 0.05);
  }
}

TEST(Composition, IsBetweenItsPhasesAndTheMoreIntenseOnes) {
  for (const Adjacency adjacency : {Adjacency::AddRemove, Adjacency::ReplaceOne}) {
    const Phase warmUp{2.0, 0.005, 400}, training{1.2, 0.01, 800}, release{20, 1, 1};
    const double all = compose({warmUp, training, release}, adjacency).certifiedEpsilon(1, 1e-6).value;
    EXPECT_GT(all, compose({training, release}, adjacency).certifiedEpsilon(1, 1e-6).value);
    EXPECT_GT(all, compose({warmUp, training}, adjacency).certifiedEpsilon(1, 1e-6).value);
    EXPECT_LT(all, compose({{1.2, 0.01, 1200}, release}, adjacency).certifiedEpsilon(1, 1e-6).value);
    EXPECT_EQ(all, compose({warmUp, training, release}, adjacency).certifiedEpsilon(1, 1e-6).value);
    EXPECT_NEAR(all, compose({release, training, warmUp}, adjacency).certifiedEpsilon(1, 1e-6).value, 1e-5 * all);
  }
}

TEST(Composition, ReplacingCostsMoreThanAdding) {
  const std::vector<Phase> phases{{2.0, 0.005, 400}, {1.2, 0.01, 800}, {20, 1, 1}};
  const double added = compose(phases).certifiedEpsilon(1, 1e-6).value;
  const double replaced = compose(phases, Adjacency::ReplaceOne).certifiedEpsilon(1, 1e-6).value;
  EXPECT_GT(replaced, added);
  EXPECT_LT(replaced, 3 * added);
}

TEST(Composition, AnyTwoGiveTheThird) {
  for (const Adjacency adjacency : {Adjacency::AddRemove, Adjacency::ReplaceOne}) {
    const std::vector<Phase> phases{{1.5, 0.01, 500}, {1.1, 0.002, 3000}, {8, 1, 2}};
    const Composition composition = compose(phases, adjacency);
    const Certified epsilon = composition.certifiedEpsilon(1, 1e-6);
    EXPECT_LE(epsilon.errorBound, 1e-3);
    EXPECT_NEAR(composition.certifiedDelta(1, epsilon.value).value / 1e-6, 1, 2e-3);
    const Certified scale = composition.certifiedNoiseMultiplier(epsilon.value, 1e-6);
    EXPECT_NEAR(scale.value, 1, 2e-4);
    EXPECT_LE(scale.errorBound, 1e-3);
    Composition scaled = composition;
    for (Phase& phase : scaled.phases) phase.noiseMultiplier *= scale.value;
    EXPECT_LE(scaled.certifiedDelta(1, epsilon.value).value, 1e-6 * (1 + 2e-4));
  }
}

TEST(Composition, OneSampledStepUnderReplaceOneIsExact) {
  const SubsampledGaussian step{1.3, 0.1, Adjacency::ReplaceOne};
  const Composition one = compose({{1.3, 0.1, 1}}, Adjacency::ReplaceOne);
  const double exact = std::exp(step.oneStepLogDelta(0.5));
  EXPECT_NEAR(one.certifiedDelta(1, 0.5).value / exact, 1, 3e-6);
  EXPECT_GE(one.certifiedDelta(1, 0.5).value, exact);
  EXPECT_NEAR(one.certifiedEpsilon(1, exact).value, 0.5, 1e-4);
  EXPECT_GE(one.certifiedEpsilon(1, exact).value, 0.5);
  EXPECT_NEAR(one.certifiedNoiseMultiplier(0.5, exact).value, 1, 1e-4);
}

TEST(Composition, ManyPhasesOfALongSchedule) {
  std::vector<Phase> phases;
  for (int p = 0; p < 20; ++p) phases.push_back({1.0 + 0.05 * p, 0.002 + 0.0005 * p, 500});
  const Certified epsilon = compose(phases).certifiedEpsilon(1, 1e-7);
  EXPECT_LE(epsilon.errorBound, 1e-3);
  EXPECT_GT(epsilon.value, PoissonSteps(0.002, 10000).certifiedEpsilon(1.95, 1e-7).value);
  EXPECT_LT(epsilon.value, PoissonSteps(0.0115, 10000).certifiedEpsilon(1.0, 1e-7).value);
}

TEST(Composition, StoppedItReturnsASafeValue) {
  const RunControl control = stoppedAtOnce();
  const Composition composition = compose({{1.5, 0.01, 500}, {8, 1, 2}});
  EXPECT_TRUE(composition.certifiedEpsilon(1, 1e-6, control).stopped);
  EXPECT_GE(composition.certifiedEpsilon(1, 1e-6, control).value, composition.certifiedEpsilon(1, 1e-6).value);
  EXPECT_TRUE(composition.certifiedDelta(1, 1, control).stopped);
  EXPECT_GE(composition.certifiedDelta(1, 1, control).value, composition.certifiedDelta(1, 1).value);
  EXPECT_TRUE(composition.certifiedNoiseMultiplier(1, 1e-6, control).stopped);
  EXPECT_GE(composition.certifiedNoiseMultiplier(1, 1e-6, control).value,
            composition.certifiedNoiseMultiplier(1, 1e-6).value);
}

TEST(Composition, RefusesByNameAndNumber) {
  const auto refused = [](const Composition& composition, double epsilon = 1, double delta = 1e-6) {
    const std::string name = refusedArgument([&] { composition.certifiedEpsilon(1, delta); });
    if (delta == 1e-6) {
      EXPECT_EQ(refusedArgument([&] { composition.certifiedDelta(1, epsilon); }), name);
    }
    EXPECT_EQ(refusedArgument([&] { composition.certifiedNoiseMultiplier(epsilon, delta); }), name);
    return name;
  };
  const Phase good{1.5, 0.01, 500};
  EXPECT_EQ(refused(compose({})), "phases");
  EXPECT_EQ(refused(compose(std::vector<Phase>(std::size_t(kMostPhases) + 1, good))), "phases");
  for (const double bad : {0.0, -1.0, kNan, kInfinity, 0.01}) {
    EXPECT_EQ(refused(compose({good, {bad, 0.1, 1}})), "noise_multiplier[1]");
  }
  for (const double bad : {0.0, -0.1, 1.0000001, kNan, kInfinity}) {
    EXPECT_EQ(refused(compose({{1, bad, 1}, good})), "sampling_probability[0]");
  }
  for (const Index bad : {Index{0}, Index{-3}, kMostCompositions - 499}) {
    EXPECT_EQ(refused(compose({good, {1, 0.1, bad}})), "steps[1]");
  }
  const Composition two = compose({good, {3, 1, 1}});
  for (const double bad : {0.0, -1.0, 1.0, 2.0, kNan, kInfinity, 1e-201}) {
    EXPECT_EQ(refused(two, 1, bad), "delta");
  }
  for (const double bad : {-1.0, kNan, kInfinity}) {
    EXPECT_EQ(refusedArgument([&] { two.certifiedDelta(1, bad); }), "epsilon");
    EXPECT_EQ(refusedArgument([&] { two.certifiedNoiseMultiplier(bad, 1e-6); }), "epsilon");
  }
  EXPECT_EQ(refusedArgument([&] {
              compose({{1, 1e-4, 10}, {1, 2e-4, 10}}).certifiedNoiseMultiplier(1, 0.02);
            }),
            "delta");
}

}  // namespace
}  // namespace noiseloom
