#include "core/accounting/samplings/user_sampling.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include "core/accounting/losses/analytic_gaussian.h"
#include "core/base/errors.h"
#include "core/batching/list.h"
#include "core/claim/claim.h"
#include "core/search/designer.h"
#include "tests/core/scenarios.h"

namespace noiseloom {
namespace {

struct Delta {
  double remove = 0, add = 0;
};

// By a sum over outcomes of one or two steps, written down for itself.
Delta summed(double sigma, double q, Index examples, int steps, double epsilon) {
  const double spacing = steps == 1 ? 1e-3 : 0.02;
  std::vector<double> p, n;
  const int places = static_cast<int>((static_cast<double>(examples) + 18 * sigma) / spacing);
  for (int i = 0; i <= places; ++i) {
    const double x = -9 * sigma + i * spacing;
    const auto density = [&](double at) {
      return std::exp(-0.5 * at * at / (sigma * sigma)) * spacing / (sigma * std::sqrt(2 * std::numbers::pi));
    };
    double mixed = 0;
    for (Index j = 0; j <= examples; ++j) {
      const auto k = static_cast<double>(j), m = static_cast<double>(examples);
      const double ways = std::exp(std::lgamma(m + 1) - std::lgamma(k + 1) - std::lgamma(m - k + 1));
      mixed += ways * std::pow(q, k) * std::pow(1 - q, m - k) * density(x - k);
    }
    p.push_back(mixed);
    n.push_back(density(x));
  }
  Delta delta;
  const auto pay = [&](double with, double without) {
    delta.remove += std::max(0.0, with - std::exp(epsilon) * without);
    delta.add += std::max(0.0, without - std::exp(epsilon) * with);
  };
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (steps == 1) {
      pay(p[i], n[i]);
      continue;
    }
    for (std::size_t j = 0; j < p.size(); ++j) pay(p[i] * p[j], n[i] * n[j]);
  }
  return delta;
}

TEST(UserSampling, IsNeverBelowTheSumOverOutcomesAndNear) {
  std::mt19937 random(3);
  const auto between = [&](double least, double most) { return std::uniform_real_distribution<>(least, most)(random); };
  for (int i = 0; i < 60; ++i) {
    const auto examples = static_cast<Index>(between(1, 9));
    const int steps = i % 6 == 0 ? 2 : 1;
    const double sigma = between(0.6, 4), q = between(0.01, 0.9), epsilon = between(0, 2);
    const Delta exact = summed(sigma, q, examples, steps, epsilon);
    SCOPED_TRACE(::testing::Message() << "sigma " << sigma << " q " << q << " G " << examples << " eps " << epsilon);
    SchemePrecision precision{96, std::log(std::max(exact.remove, 1e-12))};
    precision.both = true;
    const auto bound = UserSampling(q, steps, examples).bound(sigma, epsilon, precision, {});
    for (const auto& [found, truth] : {std::pair{bound->logRemove, exact.remove}, {bound->logAdd, exact.add}}) {
      // The sum of two steps is of few outcomes.
      EXPECT_GE(std::exp(found), truth * (1 - (steps == 1 ? 1e-6 : 1e-4)) - 1e-12);
      EXPECT_LE(std::exp(found), truth * 1.01 + 1e-6);
    }
  }
}

// Figures of three or four digits that were known before this code.
TEST(UserSampling, References) {
  for (const auto& [examples, sigma] : {std::pair<Index, double>{1, 1.0290}, {2, 1.632}, {10, 7.154}}) {
    const Certified found = UserSampling(0.01, 1000, examples).certifiedNoiseMultiplier(2, 1e-6);
    EXPECT_NEAR(found.value, sigma, 5e-4 * sigma);
    EXPECT_LE(found.errorBound, 1e-3);
  }
}

TEST(UserSampling, OneExampleIsPoissonSamplingAndAllAtOnceIsTheGaussianMechanism) {
  for (const auto& [q, steps] : {std::pair<double, Index>{0.01, 1000}, {1e-4, 20'000}, {0.5, 20}}) {
    const double plain = PoissonSteps(q, steps).certifiedNoiseMultiplier(2, 1e-6).value;
    const double found = UserSampling(q, steps, 1).certifiedNoiseMultiplier(2, 1e-6).value;
    EXPECT_GE(found, plain * (1 - 1e-6));
    EXPECT_LE(found, plain * 1.001);
  }
  EXPECT_NEAR(UserSampling(1, 9, 4).certifiedNoiseMultiplier(2, 1e-6).value, 12 * gaussianNoiseMultiplier(2, 1e-6),
              1e-4);
}

TEST(UserSampling, MoreExamplesNeedMoreNoise) {
  double before = 0;
  for (const Index examples : {1, 2, 3, 8, 50, 300}) {
    const double sigma = UserSampling(0.02, 200, examples).approximateNoiseMultiplier(3, 1e-6);
    EXPECT_GT(sigma, before);
    before = sigma;
  }
  EXPECT_THROW(UserSampling(0.01, 10, 0), InvalidArgument);
  EXPECT_THROW(UserSampling(0.01, 0, 1), InvalidArgument);
  EXPECT_THROW(UserSampling(1.5, 10, 1), InvalidArgument);
}

// Of so many examples that none of them is never drawn: (1 - q)^G is below the least double. Their number is nearly
// normal, and what is hidden is its mean and spread.
TEST(UserSampling, ManyExamplesAreNearTheGaussianMechanismOfTheirMean) {
  const double found = UserSampling(0.3, 10, 3000).certifiedNoiseMultiplier(2, 1e-6).value;
  const double ofMean = 900 * std::sqrt(10.0) * gaussianNoiseMultiplier(2, 1e-6);
  EXPECT_GT(found, ofMean);
  EXPECT_LT(found, 1.01 * ofMean);
}

Scenario ofUsers(const Batching& batching, std::optional<Index> examples) {
  return Scenario({.iterations = 1000,
                   .epochs = 10,
                   .epsilon = 2,
                   .delta = 1e-6,
                   .mechanism = &baselineMechanism(),
                   .batching = &batching,
                   .unit = PrivacyUnit::User,
                   .examplesPerUser = examples});
}

TEST(UsersWithSeveralExamples, AreInTheNoiseAndInTheClaim) {
  const auto ten = design(ofUsers(batchings::cyclicPoisson, 10));
  EXPECT_NEAR(ten->noiseMultiplier.value, 7.154, 4e-3);
  const PrivacyClaim claim = claimOf(*ten);
  EXPECT_EQ(claim.unitText.english(), "one user with all of their examples, at most 10");
  const auto users = std::ranges::find(claim.assumptions, "users", &Assumption::name);
  ASSERT_NE(users, claim.assumptions.end());
  EXPECT_EQ(users->status, AssumptionStatus::ToBeEnsured);
  EXPECT_TRUE(claim.assumptions[0].text.english().starts_with("Every example"));
  // A user of one example is as one that is clipped as a whole.
  EXPECT_EQ(design(ofUsers(batchings::cyclicPoisson, 1))->noiseMultiplier.value,
            design(ofUsers(batchings::cyclicPoisson, {}))->noiseMultiplier.value);
  // Without sampling it is as many times the noise.
  for (const Batching* batching : {&batchings::fixedEpoch, &batchings::minSeparation, &batchings::shuffledEachEpoch}) {
    const auto one = design(ofUsers(*batching, 1)), seven = design(ofUsers(*batching, 7));
    EXPECT_NEAR(seven->noiseMultiplier.value, 7 * one->noiseMultiplier.value, 1e-9);
    EXPECT_NEAR(*claimOf(*seven).gdpMu, *claimOf(*one).gdpMu, 1e-9);
    EXPECT_NEAR(claimWithProfile(*seven).profile.front().second, claimWithProfile(*one).profile.front().second, 1e-12);
  }
}

TEST(UsersWithSeveralExamples, AreRefusedWhereNoProofKnowsThem) {
  for (const Batching* batching : allBatchings()) {
    const Scenario scenario = ofUsers(*batching, 2);
    EXPECT_EQ(scenario.problems().empty(), batching != &batchings::fixedSize) << batching->id;
  }
  const Scenario scenario = with(ofUsers(batchings::cyclicPoisson, 2), {.datasetSize = 10'000, .largestBatch = 400});
  EXPECT_FALSE(scenario.problems().empty());
}

// Parts that are made of examples, whosever they are, are not those of the claim.
TEST(UsersWithSeveralExamples, BelongToOnePartEach) {
  Scenario scenario =
      with(ofUsers(batchings::cyclicPoisson, 3),
           {.mechanism = *mechanismFromName("banded-toeplitz"), .bands = 4, .jobBatching = &jobs::drawn});
  EXPECT_EQ(claimOf(*design(scenario)).severity, ClaimSeverity::Critical);
  scenario.bands = 1;
  EXPECT_EQ(claimOf(*design(scenario)).severity, ClaimSeverity::Ok);
}

}  // namespace
}  // namespace noiseloom
