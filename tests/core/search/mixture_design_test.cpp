// Scenarios under cyclic Poisson sampling with random groups and b-min-sep sampling, to their claims.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/batching/list.h"
#include "core/claim/claim.h"
#include "core/mechanism/list.h"
#include "core/mechanism/square_root.h"
#include "core/optimize/endings.h"
#include "core/participation_mixture/certificate.h"
#include "core/search/band_search.h"
#include "core/search/designer.h"
#include "core/search/sweep.h"
#include "tests/core/scenarios.h"
#include "tests/matchers.h"
#include "tests/thorough.h"

namespace noiseloom {
namespace {

constexpr const Batching* kMixed[] = {&batchings::cyclicPoissonRandom, &batchings::bMinSep};

Scenario mixed(const Batching* batching) {
  return Scenario({.iterations = 64,
                   .epochs = 4,
                   .epsilon = 2,
                   .delta = 1e-5,
                   .mechanism = *mechanismFromName("bsr"),
                   .bands = 8,
                   .batching = batching,
                   .clipNorm = 0.5});
}

TEST(MixtureDesign, FiguresFollowFromTheCertificate) {
  Scenario composed = mixed(&batchings::cyclicPoisson);
  const auto known = design(composed);
  for (const Batching* batching : kMixed) {
    const auto found = design(mixed(batching));
    ASSERT_TRUE(found->certificate);
    EXPECT_EQ(found->certificate->method, SampledMethod::MonteCarlo);
    EXPECT_NEAR(found->noiseMultiplier.value * found->sensitivity.value, found->certificate->value, 1e-13);
    EXPECT_NEAR(found->stddev, 0.5 * found->certificate->value, 1e-13);
    EXPECT_NEAR(found->error.mean, found->noiseMultiplier.value * std::sqrt(found->loss.mean), 1e-12);
    EXPECT_LT(found->noiseMultiplier.value, known->noiseMultiplier.value);
    EXPECT_EQ(found->lowerBound, 0);  // none is known
    EXPECT_GT(found->dpSgdRmse, 0);
    const ParticipationMixture::Law law = batching == &batchings::bMinSep
                                              ? ParticipationMixture::Law(SpacedSampling::ofRate(8, 4.0 / 64))
                                              : ParticipationMixture::Law(RandomGroups{8, 0.5});
    EXPECT_EQ(certifiedNoise(ParticipationMixture(found->strategy, law), 2, 1e-5).value, found->certificate->value);
  }
}

TEST(MixtureDesign, CountsEveryCertificateThatItChoseFrom) {
  const Scenario scenario({.iterations = 2000,
                           .epochs = 1,
                           .epsilon = 0.3,
                           .delta = 1e-6,
                           .mechanism = *mechanismFromName("banded-toeplitz"),
                           .batching = &batchings::bMinSep});
  // The first certificate is so far above its estimate that another is looked at.
  const auto chosen = design(scenario);
  ASSERT_TRUE(chosen->certificate);
  const auto alone = evaluate(scenario, chosen->strategy);
  EXPECT_EQ(alone->certificate->value, chosen->certificate->value);
  EXPECT_GE(chosen->certificate->failureProbability, 1.99 * alone->certificate->failureProbability);
  EXPECT_LE(chosen->certificate->failureProbability, 16 * alone->certificate->failureProbability);
}

TEST(MixtureDesign, BestBandsAreSoughtAmongStrategiesOfTheirOwn) {
  // Without amplification few bands would be best here, and the curve over such strategies ends early.
  Scenario scenario = with(mixed(&batchings::bMinSep), {.iterations = thorough(64, 128),
                                                        .epochs = 4,
                                                        .epsilon = 0.5,
                                                        .mechanism = *mechanismFromName("banded-toeplitz"),
                                                        .bands = std::nullopt});
  const auto best = design(scenario);
  EXPECT_THAT(searchedBandsNote(*best).english(),
              HasSubstr("best of those tried, of 1 to " + std::to_string(scenario.iterations / 4)));
  int at = 0;
  for (const Index bands : {1, 2, 4, 8, 16, 32}) {
    if (bands > scenario.iterations / 4 || at++ % thorough(2, 1) != 0) continue;
    scenario.bands = bands;
    // Certified ones, each with an error of its own.
    EXPECT_LT(best->error.mean, 1.02 * design(scenario)->error.mean) << bands << " bands, and not " << best->bands;
  }
}

// Beyond an epsilon of 50 nothing is drawn, and the bound that certifies is far above the truth of steep strategies.
TEST(MixtureDesign, WhatNoDrawsCertifyGivesWayToWhatIsBoundClosely) {
  const Scenario scenario = with(mixed(&batchings::bMinSep), {.iterations = 200,
                                                              .epochs = 10,
                                                              .epsilon = 60,
                                                              .delta = 1e-6,
                                                              .mechanism = &mechanisms::bandedToeplitz,
                                                              .bands = 16});
  const auto solvedAs = [&](const Scenario& solved) {
    return evaluate(scenario, solveMechanism(solved, 16, {}, {}).strategy);
  };
  Solution steep = solveMechanism(scenario, 16, {}, {});
  for (double& c : steep.coefficients = squareRootCoefficients(Workload::prefix(), 16)) c = std::pow(c, 3.5);
  steep.strategy = ToeplitzStrategy(200, steep.coefficients, ColumnScaling::Normalized);
  const auto optimised = evaluate(scenario, steep.strategy), unamplified = solvedAs(asSolved(scenario)),
             squareRoot = solvedAs(with(scenario, {.mechanism = &mechanisms::bsr}));
  ASSERT_GT(optimised->certificate->errorBound, 0.03);
  const auto found = design(scenario, {}, {.solution = &steep});
  EXPECT_EQ(found->error.mean, std::min({optimised->error.mean, unamplified->error.mean, squareRoot->error.mean}));
  EXPECT_LT(found->error.mean, 0.99 * optimised->error.mean);
  EXPECT_EQ(found->optimizer.message.phrase(),
            squareRoot->error.mean < unamplified->error.mean ? endings::kSquareRoot : endings::kUnamplified);
  EXPECT_EQ(found->optimizer.iterations, steep.summary.iterations);  // of the one that gave way
}

// Where draws certify, a steep strategy too is certified close to its estimate.
TEST(MixtureDesign, DrawsCertifySteepStrategiesClosely) {
  const Scenario scenario =
      with(mixed(&batchings::bMinSep), {.iterations = 300, .epochs = 20, .epsilon = 2, .delta = 1e-6, .bands = 12});
  std::vector<double> steep = squareRootCoefficients(Workload::prefix(), 12);
  for (double& c : steep) c = std::pow(c, 3.5);
  const auto certified = evaluate(scenario, ToeplitzStrategy(300, steep, ColumnScaling::Normalized));
  EXPECT_LT(certified->certificate->errorBound, 0.03);
  EXPECT_EQ(certified->certificate->method, SampledMethod::MonteCarlo);
}

TEST(MixtureDesign, IsSafeWhenItWasStopped) {
  std::stop_source source;
  source.request_stop();
  for (const Batching* batching : kMixed) {
    const auto certified = design(mixed(batching));
    const auto stopped = design(mixed(batching), {source.get_token(), {}});
    ASSERT_TRUE(stopped);
    EXPECT_TRUE(std::isfinite(stopped->error.mean));
    EXPECT_TRUE(std::isfinite(stopped->dpSgdRmse));
    EXPECT_GE(stopped->noiseMultiplier.value, certified->noiseMultiplier.value);
  }
}

TEST(MixtureDesign, IndependentNoiseIsPoissonSampled) {
  Scenario scenario =
      with(mixed(&batchings::cyclicPoisson), {.mechanism = *mechanismFromName("dp-sgd"), .bands = std::nullopt});
  const auto composed = design(scenario);
  for (const Batching* batching : kMixed) {
    scenario.batching = batching;
    const auto found = design(scenario);
    EXPECT_DOUBLE_EQ(found->noiseMultiplier.value, composed->noiseMultiplier.value);
    EXPECT_EQ(claimOf(*found).accountant.failureProbability, 0);
    EXPECT_THAT(claimOf(*found).accountant.method.english(), HasSubstr("composition"));
  }
}

TEST(MixtureDesign, OptimisedStrategiesAndOpenBandsAreCertifiedToo) {
  for (const Batching* batching : kMixed) {
    Scenario scenario = with(mixed(batching), {.bands = std::nullopt});
    const auto searched = design(scenario);
    EXPECT_LE(searched->bands, 16);
    for (const Index bands : {1, 4, 16}) {
      scenario.bands = bands;
      EXPECT_LT(searched->error.mean, 1.03 * design(scenario)->error.mean) << bands;
    }
    scenario = with(scenario, {.mechanism = *mechanismFromName("banded-toeplitz"), .bands = 8});
    EXPECT_TRUE(design(scenario)->certificate);
  }
}

TEST(MixtureDesign, ClaimSaysWhatIsSampled) {
  for (const Batching* batching : kMixed) {
    Scenario scenario = mixed(batching);
    scenario.jobBatching = batching == &batchings::bMinSep ? &jobs::bMinSep : &jobs::cyclicPoissonRandom;
    const auto found = design(scenario);
    const PrivacyClaim claim = claimWithProfile(*found);
    EXPECT_EQ(claim.accountant.name, batching->id);
    EXPECT_EQ(claim.accountant.tau, 1.25);
    EXPECT_EQ(claim.accountant.failureProbability, 1e-9);
    EXPECT_EQ(claim.accountant.samples, found->certificate->samples);
    EXPECT_TRUE(claim.accountant.sampling.probability);
    EXPECT_FALSE(claim.gdpMu || claim.zcdpRho);
    ASSERT_EQ(claim.profile.size(), 3u);
    EXPECT_GT(claim.profile[0].second, claim.profile[1].second);
    EXPECT_GT(claim.profile[1].second, claim.profile[2].second);
    for (const Assumption& each : claim.assumptions) EXPECT_NE(each.status, AssumptionStatus::Violated) << each.name;
    scenario.jobBatching = &jobs::cyclicPoisson;
    bool violated = false;
    for (const Assumption& each : claimOf(*evaluate(scenario, found->strategy)).assumptions)
      violated |= each.status == AssumptionStatus::Violated;
    EXPECT_TRUE(violated) << "known groups";
  }
}

// Nothing stands in for draws without a word, in claims and along curves.
TEST(MixtureDesign, WhatStandsInForDrawsIsSaid) {
  for (const Batching* batching : kMixed) {
    Scenario scenario = mixed(batching);
    EXPECT_EQ(accountedInstead(*design(scenario)), "");
    EXPECT_EQ(standInOf(scenario, 8), "");
    const bool groups = batching == &batchings::cyclicPoissonRandom;
    scenario.iterations = 140'000;
    const std::string bound = accountedInstead(*design(scenario)).english();
    EXPECT_THAT(bound, HasSubstr("draws end at 100000 steps and epsilon 50"));
    EXPECT_EQ(standInOf(scenario, 8).english(),
              "a bound of moments stands in for draws: draws end at 100000 steps and epsilon 50");
    scenario.bands = 128;
    const auto wide = design(scenario);
    const std::string instead = accountedInstead(*wide).english();
    EXPECT_EQ(instead, standInOf(scenario, 128).english());
    EXPECT_THAT(instead, HasSubstr(groups ? "groups are taken for known"
                                          : "the sampling is not credited, as that of cyclic Poisson would be: "));
    EXPECT_THAT(instead, HasSubstr("140000 steps with 128 bands"));
    EXPECT_THAT(claimSentence(*wide).english(), HasSubstr(instead));
    EXPECT_THAT(claimText(claimOf(*wide)), HasSubstr(instead));
    EXPECT_EQ(standInOf(scenario, 1), "");  // which is composed exactly
    std::vector<SweepPoint> curve(3);
    for (const Index at : {0, 1, 2}) curve[static_cast<std::size_t>(at)].bands = at == 0 ? 1 : 128;
    EXPECT_EQ(standInAlong(scenario, Field::Bands, curve).english(), "at 2 of 3 points " + instead);
    curve.erase(curve.begin());
    EXPECT_EQ(standInAlong(scenario, Field::Bands, curve).english(), instead);
    // Two reasons, the more frequent one first.
    curve.resize(3);
    curve.back().bands = 8;
    EXPECT_EQ(standInAlong(scenario, Field::Bands, curve).english(),
              "at 2 of 3 points " + instead + "; at 1 of 3 points " + standInOf(scenario, 8).english());
  }
}

TEST(MixtureDesign, ReplaceOneAndWideStrategiesAreRefused) {
  for (const Batching* batching : kMixed) {
    Scenario scenario = with(mixed(batching), {.adjacency = Adjacency::ReplaceOne});
    EXPECT_FALSE(scenario.problems().empty());
    scenario = with(mixed(batching), {.bands = 17});
    EXPECT_FALSE(scenario.problems().empty());
    scenario = with(mixed(batching), {.mechanism = *mechanismFromName("blt"), .bands = std::nullopt});
    EXPECT_FALSE(scenario.problems().empty());
  }
}

}  // namespace
}  // namespace noiseloom
