#include "core/accounting/composition/profile_composition.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/accounting/calibration/calibration.h"
#include "core/accounting/losses/analytic_gaussian.h"
#include "tests/calls.h"

namespace noiseloom {
namespace {

using Profile = ProfileComposition::Profile;

Profile gaussian(double mu, int points) {
  Profile profile;
  const double most = gaussianEpsilon(mu, 1e-14);
  for (int i = 0; i <= points; ++i) {
    const double epsilon = most * i / points;
    profile.emplace_back(epsilon, gaussianDelta(mu, epsilon));
  }
  return profile;
}

double binomial(int k, int l) {
  return std::exp(std::lgamma(k + 1.0) - std::lgamma(l + 1.0) - std::lgamma(k - l + 1.0));
}

/// Delta at (k - 2 i) epsilon of k times (epsilon, delta): composition-theorem, theorem 3.3.
double optimalDelta(int k, int i, double epsilon, double delta) {
  double sum = 0;
  for (int l = 0; l < i; ++l)
    sum += binomial(k, l) * (std::exp((k - l) * epsilon) - std::exp((k - 2 * i + l) * epsilon));
  return 1 - std::pow(1 - delta, k) * (1 - sum / std::pow(1 + std::exp(epsilon), k));
}

TEST(ProfileComposition, OfOneReleaseIsThatRelease) {
  const ProfileComposition one({{{1.5, 1e-6}}});
  EXPECT_GE(one.delta(1.5), 1e-6);
  EXPECT_NEAR(one.delta(1.5) / 1e-6, 1, 1e-5);
  EXPECT_NEAR(one.epsilon(1.01e-6), 1.5, 1e-6);
  EXPECT_NEAR(one.delta(0), std::tanh(0.75) + 2e-6 / (1 + std::exp(1.5)), 1e-7);
  EXPECT_EQ(one.epsilon(1e-7), std::numeric_limits<double>::infinity());
}

TEST(ProfileComposition, OfEqualClaimsIsTheOptimalCompositionTheorem) {
  for (const double epsilon : {0.1, 1.0}) {
    for (const double delta : {0.0, 1e-5}) {
      for (const int k : {2, 5, 8}) {
        const ProfileComposition all(std::vector<Profile>(static_cast<std::size_t>(k), {{epsilon, delta}}));
        for (int i = 0; i <= k / 2; ++i) {
          const double exact = optimalDelta(k, i, epsilon, delta);
          const double found = all.delta((k - 2 * i) * epsilon);
          EXPECT_GE(found, exact * (1 - 1e-12)) << k << " " << i;
          EXPECT_NEAR(found, exact, 1e-6 * exact + 1e-10) << k << " " << i;
        }
      }
    }
  }
}

TEST(ProfileComposition, OfAMinuteReleaseBesideALargeOneTakesNoMoreRoom) {
  const ProfileComposition both({{{1.0, 0.0}}, {{1e-12, 0.0}}});
  EXPECT_GE(both.delta(0.5), ProfileComposition({{{1.0, 0.0}}}).delta(0.5));
  EXPECT_LE(both.epsilon(1e-9), 1.001);
  EXPECT_GE(both.epsilon(1e-9), ProfileComposition({{{1.0, 0.0}}}).epsilon(1e-9));
}

// Two randomised responses have four outcomes.
TEST(ProfileComposition, OfUnequalClaimsIsTheSumOverOutcomes) {
  const double a = 0.6, b = 1.1;
  const ProfileComposition both({{{a, 0.0}}, {{b, 0.0}}});
  for (const double epsilon : {0.0, 0.3, 0.9, 1.6}) {
    double exact = 0;
    for (const int x : {1, -1}) {
      for (const int y : {1, -1}) {
        const double probability = 1 / (1 + std::exp(-x * a)) / (1 + std::exp(-y * b));
        exact += std::max(0.0, probability * (1 - std::exp(epsilon - x * a - y * b)));
      }
    }
    EXPECT_GE(both.delta(epsilon), exact * (1 - 1e-12)) << epsilon;
    EXPECT_NEAR(both.delta(epsilon), exact, 1e-4 * exact) << epsilon;
  }
}

TEST(ProfileComposition, OfGaussiansIsOneGaussian) {
  const std::vector<double> mus{0.3, 0.8, 0.5, 1.2};
  std::vector<Profile> profiles;
  profiles.reserve(mus.size());
  for (const double mu : mus) profiles.push_back(gaussian(mu, 400));
  const ProfileComposition all(profiles);
  const double mu = gaussianComposedMu(mus);
  for (const double delta : {1e-3, 1e-5, 1e-8, 1e-10}) {
    const double exact = gaussianEpsilon(mu, delta);
    EXPECT_GE(all.epsilon(delta), exact * (1 - 1e-12)) << delta;
    EXPECT_NEAR(all.epsilon(delta) / exact, 1, 1e-3) << delta;
  }
  for (const double epsilon : {0.0, 1.0, 4.0, 8.0})
    EXPECT_GE(all.delta(epsilon), gaussianDelta(mu, epsilon) * (1 - 1e-12)) << epsilon;
}

TEST(ProfileComposition, OfManySmallReleasesStaysNearTheirSum) {
  const std::vector<Profile> profiles(100, gaussian(0.05, 200));
  const ProfileComposition all(profiles);
  const double exact = gaussianEpsilon(0.5, 1e-6);
  EXPECT_GE(all.epsilon(1e-6), exact);
  EXPECT_NEAR(all.epsilon(1e-6) / exact, 1, 0.01);
}

// Runs of subsampled steps compose to more steps.
TEST(ProfileComposition, OfSampledRunsIsTheLongerRun) {
  Profile run;
  for (int i = 0; i <= 64; ++i) run.emplace_back(0.1 * i, PoissonSteps(0.01, 500).certifiedDelta(0.8, 0.1 * i).value);
  const ProfileComposition twice({run, run});
  const double exact = PoissonSteps(0.01, 1000).certifiedEpsilon(0.8, 1e-5).value;
  EXPECT_GE(twice.epsilon(1e-5), exact * (1 - 1e-4));  // that is certified from above itself
  EXPECT_NEAR(twice.epsilon(1e-5) / exact, 1, 0.01);
}

TEST(ProfileComposition, FewerPointsAndUselessOnesAreSafe) {
  const Profile fine = gaussian(1, 400);
  Profile few{fine[30], fine[100], fine[220]};
  const ProfileComposition tight({fine, fine}), loose({few, few});
  for (const double epsilon : {0.0, 0.5, 2.0, 6.0}) EXPECT_GE(loose.delta(epsilon), tight.delta(epsilon) * (1 - 1e-9));
  Profile more = few;
  more.emplace_back(fine[120].first, 0.9);  // says less than its neighbours
  more.emplace_back(0, 1);
  const ProfileComposition same({more, more});
  for (const double epsilon : {0.0, 0.5, 2.0, 6.0}) EXPECT_DOUBLE_EQ(same.delta(epsilon), loose.delta(epsilon));
}

TEST(ProfileComposition, OfNothingPromisedPromisesNothing) {
  const ProfileComposition none({{{1.0, 1.0}}, {{0.5, 1e-9}}});
  EXPECT_EQ(none.delta(300), 1);
  EXPECT_EQ(none.epsilon(0.5), std::numeric_limits<double>::infinity());
  const ProfileComposition perfect({{{0.0, 0.0}}});
  EXPECT_EQ(perfect.delta(0), 0);
  EXPECT_EQ(perfect.epsilon(1e-300), 0);
}

TEST(ProfileComposition, StoppedPromisesNothing) {
  const ProfileComposition all({gaussian(1, 100)}, stoppedAtOnce());
  EXPECT_EQ(all.delta(5), 1);
}

TEST(ProfileComposition, NamesWhatIsWrong) {
  EXPECT_EQ(refusedArgument([] { ProfileComposition{std::vector<Profile>{}}; }), "profiles");
  EXPECT_EQ(refusedArgument([] { ProfileComposition{std::vector<Profile>{{}}}; }), "profile");
  EXPECT_EQ(refusedArgument([] { ProfileComposition{std::vector<Profile>{{{-1, 0.1}}}}; }), "profile");
  EXPECT_EQ(refusedArgument([] { ProfileComposition{std::vector<Profile>{{{1, 1.1}}}}; }), "profile");
  EXPECT_EQ(refusedArgument([] { ProfileComposition{std::vector<Profile>{{{1e9, 0.1}}}}; }), "profile");
  const ProfileComposition one({{{1.0, 0.1}}});
  EXPECT_EQ(refusedArgument([&] { one.delta(std::nan("")); }), "epsilon");
  EXPECT_EQ(refusedArgument([&] { one.epsilon(0); }), "delta");
}

}  // namespace
}  // namespace noiseloom
