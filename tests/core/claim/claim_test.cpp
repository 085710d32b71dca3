#include "core/claim/claim.h"
#include "core/batching/list.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "core/accounting/losses/analytic_gaussian.h"
#include "core/search/designer.h"
#include "tests/calls.h"
#include "tests/core/scenarios.h"
#include "tests/matchers.h"

namespace noiseloom {
namespace {

const Assumption& assumption(const PrivacyClaim& claim, std::string_view name) {
  const auto found = std::find_if(claim.assumptions.begin(), claim.assumptions.end(),
                                  [&](const Assumption& each) { return each.name == name; });
  if (found == claim.assumptions.end()) throw std::runtime_error("no assumption " + std::string(name));
  return *found;
}

TEST(Claim, SaysWhatTheAccountantAssumed) {
  const std::shared_ptr<const Design> found = design(tiny());
  EXPECT_EQ(claimSentence(*found),
            "Banded Toeplitz, 5 bands: (4, 1e-5)-DP for one example (add/remove), cyclic Poisson, PLD");
  const PrivacyClaim claim = claimWithProfile(*found);
  EXPECT_THAT(claim.accountant.method.english(), HasSubstr("sampling probability 0.25, 12 compositions"));
  EXPECT_EQ(claim.accountant.sampling.probability, 0.25);
  EXPECT_EQ(claim.accountant.sampling.compositions, 12);
  EXPECT_EQ(claim.accountant.noiseMultiplier, found->noiseMultiplier.value);
  EXPECT_EQ(claim.severity, ClaimSeverity::Ok);
  EXPECT_THAT(claim.statement.english(), HasSubstr("exp(4)"));
  ASSERT_EQ(claim.profile.size(), 3u);
  EXPECT_GT(claim.profile[0].second, claim.profile[1].second);
  EXPECT_GT(claim.profile[1].second, claim.profile[2].second);
  EXPECT_THAT(assumption(claim, "batching").text.english(), HasSubstr("Shuffled batches do not"));
  EXPECT_EQ(assumption(claim, "bands").status, AssumptionStatus::Satisfied);
  EXPECT_FALSE(claim.gdpMu || claim.zcdpRho);
}

// A stopped design keeps noise that needs no certificate: far more than enough at half the epsilon, too.
TEST(Claim, ProfilesNeverRise) {
  Design noisy = *design(tiny());
  noisy.noiseMultiplier.value *= 5;
  const PrivacyClaim claim = claimWithProfile(noisy);
  ASSERT_EQ(claim.profile.size(), 3u);
  EXPECT_EQ(claim.profile[0].second, claim.delta);
  EXPECT_EQ(claim.profile[1].second, claim.delta);
  EXPECT_LT(claim.profile[2].second, claim.delta);
}

TEST(Claim, OfAnUnamplifiedDesignIsOneGaussianInEveryCurrency) {
  Scenario scenario = with(tiny(), {.batching = &batchings::minSeparation});
  for (const Adjacency adjacency : {Adjacency::AddRemove, Adjacency::ReplaceOne}) {
    scenario.adjacency = adjacency;
    const PrivacyClaim claim = claimOf(*design(scenario));
    ASSERT_TRUE(claim.gdpMu && claim.zcdpRho);
    EXPECT_NEAR(gaussianDelta(*claim.gdpMu, scenario.epsilon), scenario.delta, 1e-9 * scenario.delta);
    EXPECT_NEAR(*claim.zcdpRho, *claim.gdpMu * *claim.gdpMu / 2, 1e-14);
    EXPECT_EQ(claim.accountant.name, "analytic-gaussian");
    EXPECT_FALSE(claim.accountant.sampling.probability || claim.accountant.sampling.bins);
    EXPECT_EQ(claim.profile.size(), 1u);
  }
}

TEST(Claim, IsNotMadeForAJobThatBreaksIt) {
  Scenario scenario = with(tiny(), {.jobBatching = &jobs::shuffledEachEpoch});
  const auto found = design(scenario);
  const PrivacyClaim claim = claimOf(*found);
  EXPECT_EQ(claim.severity, ClaimSeverity::Critical);
  EXPECT_THAT(claim.statement.english(), StartsWith("NOT CLAIMED"));
  EXPECT_THAT(claimSentence(*found).english(), HasSubstr("NOT CLAIMED for batches of this job (shuffled every epoch)"));
  const Assumption& broken = assumption(claim, "batching");
  EXPECT_EQ(broken.status, AssumptionStatus::Violated);
  EXPECT_FALSE(broken.remedy.empty());
  const std::string text = claimText(claim);
  EXPECT_THAT(text, StartsWith("CRITICAL"));
  EXPECT_THAT(text, HasSubstr("[VIOLATED] Every example belongs"));
  // The same job under an accounting that covers it.
  scenario = with(scenario, {.bands = 1, .batching = &batchings::minSeparation, .minSeparation = 1});
  const PrivacyClaim covered = claimOf(*design(scenario));
  EXPECT_EQ(covered.severity, ClaimSeverity::Ok);
  EXPECT_EQ(assumption(covered, "batching").status, AssumptionStatus::Satisfied);
  EXPECT_THAT(claimText(covered), Not(HasSubstr("CRITICAL")));
}

TEST(Claim, NamesTheUnitOfPrivacyThroughout) {
  const Scenario scenario =
      with(tiny(), {.batching = &batchings::minSeparation, .adjacency = Adjacency::ZeroOut, .unit = PrivacyUnit::User});
  const auto found = design(scenario);
  const PrivacyClaim claim = claimOf(*found);
  EXPECT_THAT(claimSentence(*found).english(), HasSubstr("for one user (zero-out)"));
  EXPECT_THAT(claim.statement.english(), HasSubstr("unit: one user"));
  EXPECT_THAT(claim.adjacencyText.english(), HasSubstr("one user's gradients"));
  EXPECT_THAT(assumption(claim, "clipping").text.english(), HasSubstr("All that one user contributes"));
  EXPECT_THAT(assumption(claim, "batching").text.english(), HasSubstr("Every user takes part at most 3 times"));
}

TEST(Claim, TextHoldsEveryPart) {
  const PrivacyClaim claim = claimWithProfile(*design(tiny()));
  const std::string text = claimText(claim);
  for (const Text& part : {claim.statement, claim.setting, claim.dataAccesses, claim.notCovered, claim.outputs,
                           claim.unitText, claim.adjacencyText, claim.accountant.method, claim.howToVerify}) {
    EXPECT_FALSE(part.empty());
    EXPECT_THAT(text, HasSubstr(part.english()));
  }
  for (const Assumption& each : claim.assumptions) {
    EXPECT_THAT(text, HasSubstr(each.text.english()));
    EXPECT_THAT(text, HasSubstr(each.remedy.english()));
  }
}

TEST(Claim, SaysWhatTheEndOfTheNormalsMayCost) {
  const auto cautions = [](double epsilon, double delta, GaussianMethod method = GaussianMethod::Radius53,
                           Adjacency adjacency = Adjacency::AddRemove) {
    Scenario scenario({.iterations = 8,
                       .epochs = 1,
                       .epsilon = epsilon,
                       .delta = delta,
                       .batching = *batchingFromName("single"),
                       .adjacency = adjacency});
    std::string text;
    Design solved = *design(scenario);
    solved.gaussianMethod = method;
    for (const Text& each : claimOf(solved).cautions) text += each.english() + "\n";
    return text;
  };
  EXPECT_EQ(cautions(8, 1e-6), "");
  // A multiplier of 0.375: beyond 8.57 - 2.66 lies 1.8e-9, 18 times delta.
  EXPECT_THAT(cautions(20, 1e-10), HasSubstr("end at 8.57 standard deviations"));
  EXPECT_THAT(cautions(20, 1e-10), HasSubstr("1.8e-9"));
  // The shift in units of the noise is a property of epsilon and delta: twice as far at twice the multiplier.
  EXPECT_EQ(cautions(20, 1e-10, GaussianMethod::Radius53, Adjacency::ReplaceOne), cautions(20, 1e-10));
  for (const double epsilon : {0.1, 1.0, 8.0, 16.0, 20.0}) {
    for (const double delta : {1e-15, 1e-10, 1e-6, 1e-2, 0.4}) {
      EXPECT_EQ(cautions(epsilon, delta, GaussianMethod::Radius139), "") << epsilon << " " << delta;
    }
  }
}

TEST(Claim, StoppingLeavesPointsOutOfTheProfile) {
  EXPECT_EQ(claimWithProfile(*design(tiny()), stoppedAtOnce()).profile.size(), 1u);
}

}  // namespace
}  // namespace noiseloom
