// Users with several examples under batchings that account for them as a group, one example after another.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "core/accounting/losses/analytic_gaussian.h"
#include "core/batching/list.h"
#include "core/batching/mixture_law.h"
#include "core/claim/claim.h"
#include "core/claim/privacy_profile.h"
#include "core/scenario/group_accounting.h"
#include "core/search/designer.h"
#include "tests/core/batching/mixture_quadrature.h"
#include "tests/core/sampling/sampling_fixture.h"
#include "tests/core/scenarios.h"

namespace noiseloom {
namespace {

using ::testing::HasSubstr;

Scenario ofUsers(const Batching& batching, Index n, double epochs, std::optional<Index> examples) {
  return Scenario({.iterations = n,
                   .epochs = epochs,
                   .epsilon = 3,
                   .delta = 1e-5,
                   .mechanism = &baselineMechanism(),
                   .batching = &batching,
                   .unit = PrivacyUnit::User,
                   .examplesPerUser = examples});
}

std::unique_ptr<Accounting> accountingFor(const Scenario& scenario, const Strategy& strategy) {
  return accountingOf(scenario, strategy, sensitivityOf(strategy, scenario.participation()));
}

TEST(GroupAccounting, IsNeverBelowTheSumOverOutcomes) {
  std::mt19937 random(8);
  const auto between = [&](double least, double most) { return std::uniform_real_distribution<>(least, most)(random); };
  for (int i = 0; i < 60; ++i) {
    const Index n = 2, examples = 2 + i % 3;
    const double sigma = between(1, 6), epsilon = between(0.1, 3);
    const bool banded = i % 5 >= 3;
    const Batching& batching =
        *std::array{&batchings::randomAllocation, &batchings::ballsInBins, &batchings::balancedIterations,
                    &batchings::cyclicPoissonRandom, &batchings::bMinSep}[static_cast<std::size_t>(i % 5)];
    const double epochs = banded ? 0.6 : 1;
    const Scenario scenario = ofUsers(batching, n, epochs, examples);
    const Strategy strategy = banded ? strategyOf(n, 2) : Strategy(IdentityStrategy(n));
    Law law;
    if (!banded) law = allocationLaw(1, n, 1, true);
    if (&batching == &batchings::cyclicPoissonRandom) {
      for (Index group = 0; group < 2; ++group) add(law, coinsAt({group}, scenario.samplingRate(2), 0.5));
    } else if (&batching == &batchings::bMinSep) {
      law = spacedLaw(n, 2, spacedSampling(scenario, 2).probability);
    }
    SCOPED_TRACE(::testing::Message() << batching.id << ", G " << examples << ", sigma " << sigma << ", epsilon "
                                      << epsilon);
    const auto accounting = accountingFor(scenario, strategy);
    const Sensitivity sensitivity = sensitivityOf(strategy, scenario.participation());
    const SummedDelta exact = summedDelta(shiftsOf(law, n, examples, strategy), sigma * sensitivity.value, epsilon);
    EXPECT_GE(accounting->deltaAt(sigma, epsilon, {}), exact.worse() * (1 - 3e-3));
  }
}

TEST(GroupAccounting, OfReplacedUsersIsNeverBelowTheSumOverOutcomes) {
  std::mt19937 random(9);
  const auto between = [&](double least, double most) { return std::uniform_real_distribution<>(least, most)(random); };
  for (int i = 0; i < 60; ++i) {
    const Index examples = 2 + i % 3;
    const double sigma = between(1, 6), epsilon = between(0.1, 3), q = between(0.05, 0.9);
    Scenario scenario = ofUsers(batchings::cyclicPoisson, 1, q, examples);
    scenario.adjacency = Adjacency::ReplaceOne;
    ASSERT_EQ(problemOf(scenario), "");
    const Law law = coinsAt({0}, q, 1);
    std::vector<ShiftedNormal> p = shiftsOf(law, 1, examples, IdentityStrategy(1)), mirrored = p;
    for (ShiftedNormal& each : mirrored) each.shift[0] = -each.shift[0];
    const SummedDelta exact = summedDelta(p, mirrored, sigma, epsilon);
    EXPECT_GE(accountingFor(scenario, IdentityStrategy(1))->deltaAt(sigma, epsilon, {}), exact.worse() * (1 - 1e-5))
        << sigma << ' ' << epsilon << ' ' << q << ' ' << examples;
  }
}

TEST(GroupAccounting, OfOneExampleIsThatOfAnExample) {
  for (const Batching* batching : {&batchings::randomAllocation, &batchings::balancedIterations,
                                   &batchings::cyclicAllocation, &batchings::ballsInBins}) {
    const auto noise = [&](std::optional<Index> examples) {
      return design(ofUsers(*batching, 100, 5, examples))->noiseMultiplier.value;
    };
    EXPECT_EQ(noise(1), noise({}));
    EXPECT_GT(noise(2), noise(1));
  }
  const Scenario one = ofOneExample(ofUsers(batchings::randomAllocation, 100, 5, 1));
  EXPECT_EQ(one.epsilon, 3);
  EXPECT_EQ(one.delta, 1e-5);
}

// What one example is to have, passed on from one to the next, makes what is claimed.
TEST(GroupAccounting, ChainsOneExamplesPromise) {
  for (const double epsilon : {0.0, 0.5, 3.0, 20.0}) {
    for (const Index examples : {2, 10, 1000}) {
      const Scenario users = with(ofUsers(batchings::randomAllocation, 100, 5, examples), {.epsilon = epsilon});
      const Scenario one = ofOneExample(users);
      double delta = 0;
      for (Index i = 0; i < examples; ++i) delta = one.delta + std::exp(one.epsilon) * delta;
      EXPECT_LE(delta, users.delta * (1 + 1e-12));
      EXPECT_NEAR(delta, users.delta, 1e-9 * users.delta);
      EXPECT_NEAR(one.epsilon * static_cast<double>(examples), epsilon, 1e-12);
    }
  }
}

TEST(GroupAccounting, IsInTheNoiseAndInTheClaim) {
  const auto ten = design(ofUsers(batchings::randomAllocation, 1000, 10, 10));
  const auto accounting = accountingFor(ten->scenario, ten->strategy);
  EXPECT_LE(accounting->deltaAt(ten->noiseMultiplier.value, 3, {}), 1e-5 * (1 + 1e-9));
  EXPECT_GT(accounting->deltaAt(ten->noiseMultiplier.value * 0.99, 3, {}), 1e-5);
  const PrivacyClaim claim = claimOf(*ten);
  EXPECT_THAT(claim.accountant.method.english(), HasSubstr("a bound for groups of 10 examples"));
  EXPECT_THAT(claim.accountant.method.english(), HasSubstr("for about epsilon 0.3 and delta"));
  EXPECT_EQ(accountedInstead(*ten).english(), "a bound for groups of 10 examples, and not the loss of a user's own");
  EXPECT_EQ(claim.unitText.english(), "one user with all of their examples, at most 10");
  // Nobody has to be in one part with the rest of theirs.
  EXPECT_FALSE(needsMembersInParts(ten->scenario, ten->strategy));
  for (const Batching* batching : {&batchings::bMinSep, &batchings::cyclicPoissonRandom, &batchings::cyclicAllocation})
    EXPECT_EQ(samplerOf(ofUsers(*batching, 24, 4, 3), 3, 100)->bands(), 3);
  EXPECT_THROW(samplerOf(ofUsers(batchings::cyclicPoisson, 24, 4, 3), 3, 100), InvalidArgument);
  // Where the loss of all of a user's examples is known it says nothing of groups.
  EXPECT_EQ(accountedInstead(*design(ofUsers(batchings::cyclicPoisson, 1000, 10, 10))).english(), "");
  EXPECT_FALSE(accountsGroups(*design(ofUsers(batchings::randomAllocation, 1000, 10, {})), 2));
}

TEST(GroupAccounting, RefusesWhatIsNotProved) {
  Scenario users = ofUsers(batchings::fixedSize, 100, 5, 3);
  EXPECT_THAT(problemOf(users), HasSubstr("zero-out"));
  EXPECT_THAT(problemOf(with(users, {.adjacency = Adjacency::ReplaceOne})), HasSubstr("zero-out"));
  EXPECT_EQ(problemOf(with(users, {.adjacency = Adjacency::ZeroOut})), "");
  users = with(ofUsers(batchings::randomAllocation, 100, 5, 3), {.datasetSize = 1000, .largestBatch = 900});
  EXPECT_THAT(problemOf(users), HasSubstr("1 with a largest batch"));
  users = with(ofUsers(batchings::randomAllocation, 100, 5, 3), {.epsilon = 800, .delta = 1e-100});
  EXPECT_THAT(problemOf(users), HasSubstr("larger delta"));
}

}  // namespace
}  // namespace noiseloom
