#include "core/accounting/composition/attack_risk.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/accounting/losses/analytic_gaussian.h"
#include "tests/calls.h"

namespace noiseloom {
namespace {

double upperTail(double x) {
  return 0.5 * std::erfc(x / std::sqrt(2.0));
}

/// The x with upperTail(x) = p, by bisection.
double quantile(double p) {
  double low = -40, high = 40;
  for (int i = 0; i < 200; ++i) {
    const double middle = 0.5 * (low + high);
    (upperTail(middle) > p ? low : high) = middle;
  }
  return low;
}

AttackRisk gaussian(double mu, int points) {
  std::vector<AttackRisk::Point> profile;
  for (int i = 0; i < points; ++i) {
    const double epsilon = 12 * mu * i / points;
    profile.emplace_back(epsilon, gaussianDelta(mu, epsilon));
  }
  return AttackRisk(profile);
}

// A Gaussian mechanism is as private as telling N(0, 1) from N(mu, 1): true positives at a rate a are Phi(mu - z_a).
TEST(AttackRisk, OfTheGaussianMechanismIsItsClosedForm) {
  for (const double mu : {0.1, 0.7, 2.0}) {
    const AttackRisk risk = gaussian(mu, 2000);
    for (const double rate : {1e-9, 1e-4, 0.01, 0.1, 0.5, 0.9, 0.999}) {
      const double exact = upperTail(quantile(rate) - mu);
      EXPECT_GE(risk.truePositives(rate), exact * (1 - 1e-12)) << mu << " " << rate;
      EXPECT_NEAR(risk.truePositives(rate) / exact, 1, 1e-4) << mu << " " << rate;
      const double posterior = 0.1 * exact / (0.1 * exact + 0.9 * rate);
      EXPECT_NEAR(risk.posterior(0.1, rate) / posterior, 1, 1e-4) << mu << " " << rate;
    }
    EXPECT_NEAR(risk.advantage(), 1 - 2 * upperTail(mu / 2), 1e-12) << mu;
    for (const double prior : {0.01, 0.3, 0.5, 0.8, 0.99}) {
      const double point = mu / 2 + std::log((1 - prior) / prior) / mu;  // from which on the answer is yes
      const double exact = (1 - prior) * upperTail(-point) + prior * upperTail(point - mu);
      EXPECT_GE(risk.rightGuesses(prior), exact * (1 - 1e-12)) << mu << " " << prior;
      EXPECT_NEAR(risk.rightGuesses(prior), exact, 1e-4) << mu << " " << prior;
      const AttackRisk only({{guessEpsilon(prior), gaussianDelta(mu, guessEpsilon(prior))}});
      EXPECT_NEAR(only.rightGuesses(prior), exact, 1e-12) << mu << " " << prior;
      EXPECT_GE(only.rightGuesses(prior), exact * (1 - 1e-14)) << mu << " " << prior;
    }
    EXPECT_NEAR(risk.rightGuesses(0.5), (1 + risk.advantage()) / 2, 1e-12) << mu;
  }
}

TEST(AttackRisk, FewPointsAreASafeBound) {
  const AttackRisk many = gaussian(1, 2000);
  const AttackRisk few({many.profile()[350], many.profile()[80]});
  for (double rate = 0; rate <= 1; rate += 0.01)
    EXPECT_GE(few.truePositives(rate), many.truePositives(rate) * (1 - 1e-13)) << rate;
  EXPECT_GE(few.advantage(), many.advantage());
  for (double prior = 0; prior <= 1; prior += 0.01)
    EXPECT_GE(few.rightGuesses(prior), many.rightGuesses(prior) * (1 - 1e-13)) << prior;
}

// Randomised response attains a single point without delta.
TEST(AttackRisk, OfOnePointIsAttained) {
  const AttackRisk risk({{1.0, 0.0}});
  const double truth = std::exp(1) / (1 + std::exp(1));  // said with that probability
  EXPECT_NEAR(risk.truePositives(1 - truth), truth, 1e-12);
  EXPECT_NEAR(risk.advantage(), 2 * truth - 1, 1e-12);
  EXPECT_NEAR(risk.posterior(0.5, 1 - truth), truth, 1e-12);
  // It is believed where that is the more probable.
  EXPECT_NEAR(risk.rightGuesses(0.5), truth, 1e-12);
  EXPECT_NEAR(risk.rightGuesses(0.3), truth, 1e-12);
  EXPECT_NEAR(risk.rightGuesses(0.2), 0.8, 1e-12);
  EXPECT_NEAR(risk.rightGuesses(0.9), 0.9, 1e-12);
  EXPECT_EQ(risk.rightGuesses(0), 1);
  EXPECT_EQ(risk.rightGuesses(1), 1);
  EXPECT_EQ(risk.truePositives(0), 0);
  EXPECT_EQ(risk.truePositives(1), 1);
  EXPECT_EQ(AttackRisk({{1.0, 1e-5}}).posterior(0.01, 0), 1);
  EXPECT_EQ(AttackRisk({{1.0, 1e-5}}).posterior(0, 0.1), 0);
}

// A group of g under the Gaussian mechanism is g times as far apart, which no chain of neighbours can beat.
TEST(AttackRisk, OfAGroupIsNeverBelowTheTruth) {
  const AttackRisk one = gaussian(0.2, 400);
  for (const Index members : {2, 5}) {
    const AttackRisk group = one.ofGroup(members);
    const double mu = 0.2 * static_cast<double>(members);
    for (const auto& [epsilon, delta] : group.profile())
      EXPECT_GE(delta, gaussianDelta(mu, epsilon) * (1 - 1e-12)) << members << " " << epsilon;
    EXPECT_GE(group.truePositives(0.01), upperTail(quantile(0.01) - mu) * (1 - 1e-12)) << members;
    EXPECT_GT(group.advantage(), one.advantage());
  }
  EXPECT_EQ(one.ofGroup(1).profile(), one.profile());
  EXPECT_EQ(one.ofGroup(1'000'000'000).truePositives(0.01), 1);
}

TEST(AttackRisk, RefusesWhatIsNoProfileByName) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(refusedArgument([] { AttackRisk({}); }), "profile");
  EXPECT_EQ(refusedArgument([] { AttackRisk({{-1, 0.1}}); }), "profile");
  EXPECT_EQ(refusedArgument([nan] { AttackRisk({{1, nan}}); }), "profile");
  const AttackRisk risk({{1, 1e-5}});
  EXPECT_EQ(refusedArgument([&] { static_cast<void>(risk.truePositives(1.5)); }), "false_positive_rate");
  EXPECT_EQ(refusedArgument([&] { static_cast<void>(risk.posterior(nan, 0.1)); }), "prior");
  EXPECT_EQ(refusedArgument([&] { static_cast<void>(risk.rightGuesses(-0.1)); }), "prior");
  EXPECT_EQ(refusedArgument([&] { static_cast<void>(risk.ofGroup(0)); }), "group");
}

}  // namespace
}  // namespace noiseloom
