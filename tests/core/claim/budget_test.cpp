#include "core/claim/budget.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/accounting/calibration/calibration.h"
#include "core/accounting/losses/analytic_gaussian.h"
#include "core/base/errors.h"
#include "core/batching/list.h"
#include "core/search/designer.h"
#include "tests/calls.h"
#include "tests/matchers.h"

namespace noiseloom {
namespace {

using Designs = std::vector<std::shared_ptr<const Design>>;

std::shared_ptr<const Design> run(const Batching* batching, double epsilon, const char* mechanism = "dp-sgd") {
  Scenario scenario({.iterations = 64,
                     .epochs = 4,
                     .epsilon = epsilon,
                     .delta = 1e-6,
                     .mechanism = *mechanismFromName(mechanism),
                     .batching = batching});
  return design(scenario);
}

TEST(Budget, OfGaussianMechanismsIsOneGaussianMechanism) {
  const Designs designs{run(&batchings::fixedEpoch, 1), run(&batchings::fixedEpoch, 2, "square-root"),
                        run(&batchings::single, 0.5)};
  double square = 0;
  for (const auto& each : designs) square += std::pow(gaussianMuFor(each->scenario.epsilon, 1e-6), 2);
  const Budget budget = budgetOf({designs, 1e-5});
  const double exact = gaussianEpsilon(std::sqrt(square), 1e-5);
  EXPECT_NEAR(budget.epsilon / exact, 1, 1e-8);
  EXPECT_EQ(budget.gaussian, 3);
  EXPECT_EQ(budget.sumOfEpsilons, 3.5);
  EXPECT_NEAR(budget.sumOfDeltas, 3e-6, 1e-18);
  EXPECT_EQ(budget.failureProbability, 0);
  EXPECT_LT(budget.epsilon, budget.sumOfEpsilons);
}

TEST(Budget, OfOneDesignIsItsClaim) {
  for (const Batching* batching : {&batchings::fixedEpoch, &batchings::cyclicPoisson, &batchings::randomAllocation}) {
    const auto once = run(batching, 2);
    const Budget budget = budgetOf({{once}, 1e-6});
    EXPECT_GE(budget.epsilon, 2 * (1 - 1e-3)) << batching->id;  // noise is a little larger than needed
    EXPECT_LE(budget.epsilon, 2) << batching->id;
  }
  // Few points of a profile say less than the claim; and a claim says nothing of a smaller delta.
  const auto drawn = run(&batchings::bMinSep, 2, "bsr");
  const Budget budget = budgetOf({{drawn}, 1e-6});
  EXPECT_LE(budget.epsilon, 2);
  EXPECT_GE(budget.failureProbability, Scenario().failureProbability);
  EXPECT_GT(budgetOf({{run(&batchings::fixedEpoch, 2)}, 0.9e-6}).epsilon, 2);
}

TEST(Budget, OfSampledRunsIsTheLongerRun) {
  const auto once = run(&batchings::cyclicPoisson, 2);
  const Budget budget = budgetOf({{once, once, once}, 1e-6});
  const double exact = PoissonSteps(4.0 / 64, 192).certifiedEpsilon(once->noiseMultiplier.value, 1e-6).value;
  EXPECT_GE(budget.epsilon, exact * (1 - 1e-4));
  EXPECT_NEAR(budget.epsilon / exact, 1, 0.01);
  EXPECT_EQ(budget.profiles, 3);
}

// A few certified points are a safe bound, and what they may fail by is said.
TEST(Budget, OfDrawsRestsOnFewPoints) {
  const auto drawn = run(&batchings::bMinSep, 2, "bsr");
  const auto known = run(&batchings::fixedEpoch, 1);
  const Budget budget = budgetOf({{drawn, known, drawn}, 1e-5});
  EXPECT_EQ(budget.points, 2);
  EXPECT_EQ(budget.gaussian, 1);
  EXPECT_GT(budget.epsilon, 2);
  EXPECT_LE(budget.epsilon, 5 * (1 + 1e-6));
  EXPECT_GT(budget.failureProbability, 0);
  EXPECT_LE(budget.failureProbability, 8 * drawn->scenario.failureProbability * (1 + 1e-12));
}

TEST(Budget, GrowsWithEveryDesignAndFallsWithDelta) {
  const auto one = run(&batchings::cyclicPoisson, 1), other = run(&batchings::fixedEpoch, 0.5);
  const double alone = budgetOf({{one}, 1e-5}).epsilon;
  EXPECT_GT(budgetOf({{one, other}, 1e-5}).epsilon, alone);
  EXPECT_LT(budgetOf({{one, other}, 1e-4}).epsilon, budgetOf({{one, other}, 1e-5}).epsilon);
}

TEST(Budget, OfOtherReleasesIsWhatTheyAddUpTo) {
  const auto one = run(&batchings::fixedEpoch, 1);
  const double mu = gaussianMuFor(1, 1e-6);
  const auto others = [](std::initializer_list<const char*> texts) {
    std::vector<OtherRelease> all;
    for (const char* text : texts) all.push_back(otherReleaseFromText(text));
    return all;
  };
  // Gaussian noise adds up exactly, and nine releases of three times the noise are one.
  const Budget gaussian = budgetOf({{one}, 1e-5, others({"9xgaussian:3"})});
  EXPECT_NEAR(gaussian.epsilon / gaussianEpsilon(std::hypot(mu, 1.0), 1e-5), 1, 1e-8);
  EXPECT_EQ(gaussian.others, 9);
  EXPECT_FALSE(std::isfinite(gaussian.sumOfEpsilons));
  // So does rho.
  const Budget zcdp = budgetOf({{}, 1e-5, others({"2xzcdp:0.05", "zcdp:0.1"})});
  EXPECT_NEAR(zcdp.epsilon / zcdpEpsilon(0.2, 1e-5), 1, 1e-9);
  EXPECT_GT(zcdp.epsilon, gaussianEpsilon(std::sqrt(0.4), 1e-5));
  const Budget mixed = budgetOf({{one}, 1e-5, others({"zcdp:0.1"})});
  EXPECT_LE(mixed.epsilon, zcdpEpsilon(0.1 + mu * mu / 2, 1e-5) * (1 + 1e-9));
  EXPECT_GE(mixed.epsilon, gaussianEpsilon(std::hypot(mu, std::sqrt(0.2)), 1e-5));
  // Plain claims are never worse than their sum, and are better together.
  const Budget plain = budgetOf({{one}, 1e-5, others({"dp:0.5:1e-6"})});
  EXPECT_EQ(plain.sumOfEpsilons, 1.5);
  EXPECT_NEAR(plain.sumOfDeltas, 2e-6, 1e-18);
  EXPECT_LT(plain.epsilon, 1.5);
  EXPECT_LT(budgetOf({{}, 1e-6, others({"64xdp:0.05"})}).epsilon, 64 * 0.05 / 1.4);
  // Laplace noise tells less than its epsilon alone.
  EXPECT_LT(budgetOf({{one}, 1e-5, others({"10xlaplace:4"})}).epsilon,
            budgetOf({{one}, 1e-5, others({"10xdp:0.25"})}).epsilon);
}

TEST(Budget, OfTheBestOfSomeTrialsIsBetweenOneAndAll) {
  const auto one = run(&batchings::cyclicPoisson, 1);
  const double once = budgetOf({{one}, 1e-5}).epsilon;
  const double all = budgetOf({std::vector(20, one), 1e-5}).epsilon;
  const BestTrial of20{20};
  const double best = budgetOf({{one}, 1e-5, {}, of20}).epsilon;
  EXPECT_GT(best, once);
  EXPECT_LT(best, all);
  // With another release, which is no part of a trial, it is composed from its profile.
  const double tiny = budgetOf({{one}, 1e-5, {otherReleaseFromText("gaussian:1e6")}, of20}).epsilon;
  EXPECT_GE(tiny, best * (1 - 1e-9));
  EXPECT_LE(tiny, best * 1.01);
}

TEST(Budget, RefusesWhatPromisesNothingTogether) {
  const auto good = run(&batchings::cyclicPoisson, 1);
  const auto changed = [&](auto change) {
    auto made = std::make_shared<Design>(*good);
    change(*made);
    return made;
  };
  const auto refusal = [&](const Designs& designs, double delta = 1e-5) {
    return messageOf<InvalidArgument>([&] { budgetOf({designs, delta}); });
  };
  EXPECT_THAT(refusal({}), HasSubstr("designs"));
  EXPECT_THROW(budgetOf({{}, 1e-5, {otherReleaseFromText("300xlaplace:9")}}), InvalidArgument);
  EXPECT_THROW(budgetOf({{}, 1e-5, {otherReleaseFromText("laplace:9")}, BestTrial{2}}), InvalidArgument);
  EXPECT_THAT(refusal({good}, 0), HasSubstr("delta"));
  EXPECT_THAT(refusal({good, changed([](Design& d) { d.estimated = true; })}), HasSubstr("estimated"));
  EXPECT_THAT(refusal({good, changed([](Design& d) { d.scenario.jobBatching = &jobs::shuffledOnce; })}),
              HasSubstr("as accounted"));
  EXPECT_THAT(refusal({good, changed([](Design& d) { d.scenario.adjacency = Adjacency::ZeroOut; })}),
              HasSubstr("adjacency"));
  EXPECT_THAT(refusal({good, changed([](Design& d) { d.scenario.unit = PrivacyUnit::User; })}), HasSubstr("unit"));
  EXPECT_NO_THROW(budgetOf({{good}, 1e-5}));
}

TEST(Budget, StoppedIsNoPromise) {
  const Budget budget = budgetOf({{run(&batchings::cyclicPoisson, 1)}, 1e-5}, stoppedAtOnce());
  EXPECT_TRUE(budget.stopped);
  EXPECT_EQ(budget.epsilon, std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace noiseloom
