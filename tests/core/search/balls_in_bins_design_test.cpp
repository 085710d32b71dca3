// Scenarios under balls-in-bins batching, from their problems to their claims.

#include <gtest/gtest.h>

#include <cmath>

#include "core/accounting/losses/analytic_gaussian.h"
#include "core/balls_in_bins/certificate.h"
#include "core/batching/list.h"
#include "core/claim/claim.h"
#include "core/search/designer.h"
#include "core/search/mechanism_ranking.h"
#include "tests/core/scenarios.h"
#include "tests/matchers.h"

namespace noiseloom {
namespace {

Scenario binned(const Mechanism* mechanism = *mechanismFromName("bsr")) {
  Scenario scenario({.iterations = 60, .epochs = 3, .epsilon = 2, .delta = 1e-4, .mechanism = mechanism});
  if (scenario.usesBands()) scenario.bands = 5;
  return with(scenario, {.batching = &batchings::ballsInBins, .clipNorm = 0.5});
}

TEST(BallsInBinsDesign, FiguresFollowFromTheCertificate) {
  const auto found = design(binned());
  ASSERT_TRUE(found->certificate);
  const SampledCertificate& certificate = *found->certificate;
  EXPECT_EQ(certificate.method, SampledMethod::MonteCarlo);
  EXPECT_EQ(certificate.failureProbability, 1e-9);
  EXPECT_EQ(found->sensitivity.kind, BoundKind::Exact);
  const BinGram gram = binGram(found->strategy, 3);
  EXPECT_NEAR(found->sensitivity.value, gram.greatestNorm(), 1e-12);
  EXPECT_NEAR(found->noiseMultiplier.value * found->sensitivity.value, certificate.value, 1e-13);
  EXPECT_NEAR(found->stddev, 0.5 * certificate.value, 1e-13);
  EXPECT_NEAR(found->error.mean, found->noiseMultiplier.value * std::sqrt(found->loss.mean), 1e-12);
  EXPECT_LE(certifiedDelta(gram, found->stddev / 0.5 * (1 + 1e-4), 2).value, 1e-4 * 1.001);
  EXPECT_LT(found->noiseMultiplier.value, gaussianNoiseMultiplier(2, 1e-4));
  EXPECT_EQ(found->lowerBound, 0);  // none is known
  EXPECT_GT(found->dpSgdRmse, 0);
}

TEST(BallsInBinsDesign, NeverTakesMoreNoiseThanWithoutAmplification) {
  for (const Mechanism* mechanism :
       {*mechanismFromName("dp-sgd"), *mechanismFromName("tree"), *mechanismFromName("square-root"),
        *mechanismFromName("bsr"), *mechanismFromName("bisr"), *mechanismFromName("stamped")}) {
    Scenario scenario = binned(mechanism);
    const auto amplified = design(scenario);
    scenario.batching = &batchings::fixedEpoch;
    const auto plain = evaluate(scenario, amplified->strategy);
    EXPECT_LT(amplified->noiseMultiplier.value, plain->noiseMultiplier.value) << toString(mechanism);
    EXPECT_EQ(amplified->sensitivity.value, plain->sensitivity.value) << toString(mechanism);
    EXPECT_EQ(amplified->loss.mean, plain->loss.mean) << toString(mechanism);
  }
}

// Every step an epoch: one bin, which every example is in.
TEST(BallsInBinsDesign, OneBinIsNoAmplification) {
  const Scenario scenario = with(binned(), {.iterations = 12, .epochs = 12});
  const auto found = design(scenario);
  EXPECT_EQ(found->certificate->method, SampledMethod::Unamplified);
  EXPECT_NEAR(found->noiseMultiplier.value, gaussianNoiseMultiplier(2, 1e-4), 1e-6);
  EXPECT_GE(found->noiseMultiplier.value, gaussianNoiseMultiplier(2, 1e-4) * (1 - 1e-13));
}

TEST(BallsInBinsDesign, OptimisedStrategiesBeatTheUnamplifiedOptimum) {
  for (const Mechanism* mechanism : {*mechanismFromName("banded-toeplitz"), *mechanismFromName("blt")}) {
    Scenario scenario = with(binned(mechanism), {.bands = std::nullopt});
    if (mechanism == *mechanismFromName("blt")) scenario.buffers = 2;
    const auto amplified = design(scenario);
    EXPECT_LE(amplified->bands, mechanism == *mechanismFromName("blt") ? 60 : 20);
    scenario.batching = &batchings::fixedEpoch;
    const auto plain = design(scenario);
    scenario.batching = &batchings::ballsInBins;
    EXPECT_LT(amplified->error.mean, evaluate(scenario, plain->strategy)->error.mean * 1.003) << toString(mechanism);
    EXPECT_LT(amplified->error.mean, amplified->dpSgdRmse) << toString(mechanism);
  }
}

TEST(BallsInBinsDesign, BeyondTheDrawsThatFitTheUnamplifiedOptimumStandsAndSaysSo) {
  Scenario scenario = with(binned(*mechanismFromName("banded-toeplitz")),
                           {.iterations = Scenario::kMostAmplified + 64, .epochs = 1025});
  EXPECT_FALSE(scenario.optimisesAmplified());
  const auto found = design(scenario);
  EXPECT_THAT(found->optimizer.message.english(), HasSubstr("too many iterations"));
  scenario.bands = 1;
  EXPECT_LT(found->error.mean, design(scenario)->error.mean);
}

TEST(BallsInBinsDesign, BestBandsAreSearchedForWithAmplificationInView) {
  Scenario scenario = with(binned(), {.bands = std::nullopt});
  const auto best = design(scenario);
  EXPECT_GT(best->bands, 1);
  for (const Index bands : {1, 4, 20}) {
    scenario.bands = bands;
    EXPECT_LE(best->error.mean, design(scenario)->error.mean * 1.02) << bands;
  }
  scenario.bands.reset();
  for (const BandPoint& point : sweepBands(scenario)) {
    EXPECT_TRUE(std::isfinite(point.error.mean)) << point.bands;
    EXPECT_EQ(point.lowerBound, 0);
  }
}

TEST(BallsInBinsDesign, TheSameScenarioGivesTheSameBits) {
  const auto first = design(binned());
  const auto second = design(binned());
  EXPECT_EQ(first->stddev, second->stddev);
  EXPECT_EQ(first->dpSgdRmse, second->dpSgdRmse);
}

TEST(BallsInBinsDesign, IndependentNoiseIsAccountedForWithoutSampling) {
  const auto found = design(binned(*mechanismFromName("dp-sgd")));
  EXPECT_EQ(found->certificate->method, SampledMethod::Deterministic);
  EXPECT_EQ(found->certificate->failureProbability, 0);
  EXPECT_EQ(found->dpSgdRmse, found->error.mean);
  const PrivacyClaim claim = claimOf(*found);
  EXPECT_THAT(claim.accountant.method.english(), HasSubstr("nothing sampled"));
  EXPECT_FALSE(claim.accountant.tau || claim.accountant.samples);
  EXPECT_THAT(claimSentence(*found).english(), HasSubstr("balls-in-bins, PLD"));
}

TEST(BallsInBinsDesign, RefusesByName) {
  const auto named = [](const Scenario& scenario) {
    const auto problems = scenario.problems();
    return problems.empty() ? std::string() : problems.front().argument();
  };
  EXPECT_EQ(named(binned()), "");
  Scenario scenario = with(binned(), {.adjacency = Adjacency::ReplaceOne});
  EXPECT_EQ(named(scenario), "adjacency");
  scenario = binned();
  scenario.iterations = 100'000;  // 33334 bins
  EXPECT_EQ(named(scenario), "epochs");
  for (const double tau : {1.0, 0.5, -1.0, 1e9, std::nan("")}) {
    scenario = with(binned(), {.tau = tau});
    EXPECT_EQ(named(scenario), "tau") << tau;
    scenario.batching = &batchings::fixedEpoch;  // where it means nothing
    EXPECT_EQ(named(scenario), "");
  }
  for (const double beta : {0.0, 1.0, -1e-9, std::nan("")}) {
    scenario = with(binned(), {.failureProbability = beta});
    EXPECT_EQ(named(scenario), "failure_probability") << beta;
  }
  scenario = with(binned(*mechanismFromName("banded-toeplitz")), {.robustFrom = 2});
  EXPECT_EQ(named(scenario), "robust_from");
}

TEST(BallsInBinsDesign, RefusesNegativeStrategies) {
  for (const Strategy& strategy :
       {Strategy(ToeplitzStrategy(60, {1, -0.1})), Strategy(InverseToeplitzStrategy(60, {1, 0.5}))}) {
    try {
      evaluate(binned(), strategy);
      FAIL() << strategy.kindName();
    } catch (const InvalidArgument& error) {
      EXPECT_EQ(error.argument(), "mechanism");  // which it stands for
      EXPECT_THAT(error.allowed().english(), HasSubstr("negative"));
    }
  }
}

TEST(BallsInBinsDesign, StoppedIsSafe) {
  std::stop_source source;
  source.request_stop();
  const auto found = design(binned(), {source.get_token(), {}});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->optimizer.termination, Termination::Stopped);
  EXPECT_TRUE(found->certificate->stopped);
  EXPECT_EQ(found->certificate->method, SampledMethod::Unamplified);
  EXPECT_NEAR(found->noiseMultiplier.value, gaussianNoiseMultiplier(2, 1e-4), 1e-12);
  EXPECT_EQ(found->noiseMultiplier.errorBound, 1);
  EXPECT_THAT(claimOf(*found).accountant.method.english(), HasSubstr("random bins are not credited"));
  EXPECT_EQ(claimOf(*found).accountant.name, "analytic-gaussian");
}

TEST(BallsInBinsDesign, ClaimHoldsTheCertificate) {
  const auto found = design(binned());
  const PrivacyClaim claim = claimWithProfile(*found);
  EXPECT_EQ(claim.accountant.name, "balls-in-bins");
  EXPECT_EQ(claim.accountant.sampling.bins, 20);
  EXPECT_EQ(claim.accountant.tau, 1.25);
  EXPECT_EQ(claim.accountant.failureProbability, 1e-9);
  EXPECT_EQ(claim.accountant.samples, found->certificate->samples);
  EXPECT_FALSE(claim.gdpMu || claim.zcdpRho);
  ASSERT_EQ(claim.profile.size(), 3u);
  EXPECT_GT(claim.profile[0].second, claim.profile[1].second);
  EXPECT_GT(claim.profile[1].second, claim.profile[2].second);
  EXPECT_THAT(claimSentence(*found).english(), HasSubstr("balls-in-bins, Monte Carlo certificate"));
  bool bins = false;
  for (const Assumption& each : claim.assumptions)
    bins |= each.text.english().find("one of 20 bins") != std::string::npos;
  EXPECT_TRUE(bins);
}

TEST(BallsInBinsDesign, TheBestMechanismCountsEveryCertificateItChoseFrom) {
  Scenario scenario = binned(*mechanismFromName("best"));
  const auto ranking = rankMechanisms(scenario);
  int certified = 0;
  for (const RankedMechanism& entry : ranking) {
    EXPECT_NE(entry.design == nullptr, entry.leftOut.empty()) << toString(entry.mechanism);
    certified += entry.design ? 1 : 0;
  }
  EXPECT_GE(bestOf(scenario, ranking)->certificate->failureProbability, (1 - 1e-9) * certified * 1e-9);
}

}  // namespace
}  // namespace noiseloom
