#include "core/claim/post_hoc.h"
#include "core/batching/list.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/accounting/losses/analytic_gaussian.h"
#include "core/search/designer.h"
#include "tests/calls.h"
#include "tests/core/scenarios.h"
#include "tests/matchers.h"

namespace noiseloom {
namespace {

// Built for at most 3 participations, 20 steps apart.
Scenario federated(const Mechanism* mechanism = *mechanismFromName("banded-toeplitz")) {
  Scenario scenario({.iterations = 60, .epochs = 3, .epsilon = 2, .delta = 1e-6, .mechanism = mechanism});
  if (mechanism == *mechanismFromName("banded-toeplitz")) scenario.bands = 10;
  return with(scenario, {.batching = &batchings::minSeparation, .unit = PrivacyUnit::Device});
}

TEST(PostHoc, WhatItWasBuiltForIsWhatItWasBuiltFor) {
  for (const Mechanism* mechanism :
       {*mechanismFromName("banded-toeplitz"), *mechanismFromName("blt"), *mechanismFromName("tree")}) {
    const auto built = design(federated(mechanism));
    const PostHocClaim same = claimAt(*built, Participation::minSeparation(3, 20));
    EXPECT_EQ(same.sensitivity.value, built->sensitivity.value);
    EXPECT_NEAR(same.epsilon.value, 2, 1e-9);
    EXPECT_NEAR(same.delta.value, 1e-6, 1e-14);
    // Never less than what was certified.
    EXPECT_GE(same.noiseMultiplier, built->noiseMultiplier.value * (1 - 1e-15));
  }
}

TEST(PostHoc, BandedStrategiesKeepTheirPromiseUntilColumnsOverlap) {
  const auto built = design(federated());
  for (const Index separation : {10, 11, 19, 25}) {
    const PostHocClaim claim = claimAt(*built, Participation::minSeparation(3, separation));
    EXPECT_EQ(claim.sensitivity.kind, BoundKind::Exact);
    EXPECT_NEAR(claim.epsilon.value, 2, 1e-9) << separation;
  }
  const PostHocClaim overlapping = claimAt(*built, Participation::minSeparation(3, 9));
  EXPECT_GT(overlapping.epsilon.value, 2 + 1e-3);
  EXPECT_GT(overlapping.delta.value, 1e-6);
  EXPECT_GE(overlapping.sensitivity.value, std::sqrt(3.0));
}

TEST(PostHoc, SensitivityCoversEveryPatternOfTheUse) {
  const Scenario scenario = with(federated(), {.iterations = 14, .bands = 4});
  const auto built = design(scenario);
  for (const Index separation : {1, 2, 3}) {
    const PostHocClaim claim = claimAt(*built, Participation::minSeparation(3, separation));
    // The comb of equal contributions at separation s, from each offset.
    double reached = 0;
    for (Index offset = 0; offset < 14; ++offset) {
      std::vector<double> comb(14), image(14);
      for (Index hit = 0; hit < 3 && offset + hit * separation < 14; ++hit)
        comb[static_cast<std::size_t>(offset + hit * separation)] = 1;
      built->strategy.multiply(comb, image);
      double square = 0;
      for (const double value : image) square += value * value;
      reached = std::max(reached, std::sqrt(square));
    }
    EXPECT_GE(claim.sensitivity.value, reached * (1 - 1e-12));
    const double mu = claim.sensitivity.value * scenario.clipNorm / built->stddev;
    EXPECT_LE(gaussianEpsilon(mu, scenario.delta), claim.epsilon.value * (1 + 1e-12));
  }
}

TEST(PostHoc, GrowsWithParticipationsAndShrinksWithSeparation) {
  const auto built = design(federated(*mechanismFromName("blt")));
  double last = std::numeric_limits<double>::infinity();
  for (const Index separation : {1, 2, 5, 10, 20, 30, 60}) {
    const double epsilon = claimAt(*built, Participation::minSeparation(3, separation)).epsilon.value;
    EXPECT_LE(epsilon, last);
    last = epsilon;
  }
  last = 0;
  for (const Index participations : {1, 2, 3, 4, 6}) {
    const double epsilon = claimAt(*built, Participation::minSeparation(participations, 5)).epsilon.value;
    EXPECT_GT(epsilon, last);
    last = epsilon;
  }
}

TEST(PostHoc, ClaimIsOfTheUse) {
  const auto built = design(federated());
  const PostHocClaim result = claimAt(*built, Participation::minSeparation(4, 9));
  const PrivacyClaim& claim = result.claim;
  EXPECT_EQ(claim.epsilon, result.epsilon.value);
  EXPECT_EQ(claim.delta, 1e-6);
  EXPECT_EQ(claim.accountant.sensitivity, result.sensitivity.value);
  EXPECT_EQ(claim.assumptions.front().name, "batching");
  EXPECT_THAT(claim.assumptions.front().text.english(),
              HasSubstr("Every device took part at most 4 times, at least 9 steps apart"));
  EXPECT_THAT(claim.statement.english(), HasSubstr("one device"));
  ASSERT_EQ(claim.profile.size(), 2u);
  EXPECT_EQ(claim.profile.front(), std::pair(2.0, result.delta.value));
}

// Noise that sampling amplified, used without any: the promise is what one Gaussian mechanism gives.
TEST(PostHoc, NothingIsAmplifiedAfterwards) {
  Scenario sampled = with(federated(), {.batching = &batchings::cyclicPoisson});
  const auto built = design(sampled);
  const PostHocClaim claim = claimAt(*built, Participation::fixedEpochOrder(3, 20));
  EXPECT_GT(claim.epsilon.value, 2);
  EXPECT_NEAR(claim.epsilon.value, gaussianEpsilon(std::sqrt(3.0) / built->noiseMultiplier.value, 1e-6), 1e-6);
  sampled.adjacency = Adjacency::ZeroOut;
  Design replaced = *built;
  replaced.scenario.adjacency = Adjacency::ReplaceOne;
  EXPECT_NEAR(claimAt(replaced, Participation::fixedEpochOrder(3, 20)).epsilon.value,
              gaussianEpsilon(2 * std::sqrt(3.0) / built->noiseMultiplier.value, 1e-6), 1e-6);
}

TEST(PostHoc, RefusesByName) {
  const auto built = design(federated());
  const auto refused = [&](const Design& design, const Participation& participation) {
    return refusedArgument([&] { claimAt(design, participation); });
  };
  EXPECT_EQ(refused(*built, Participation::minSeparation(0, 5)), "participations");
  EXPECT_EQ(refused(*built, Participation::minSeparation(61, 1)), "participations");
  EXPECT_EQ(refused(*built, Participation::minSeparation(3, 0)), "separation");
  EXPECT_EQ(refused(*built, Participation::fixedEpochOrder(3, 61)), "separation");
  Design silent = *built;
  silent.stddev = 0;
  EXPECT_EQ(refused(silent, Participation::minSeparation(3, 5)), "stddev");
}

TEST(PostHoc, StoppedPromisesNothing) {
  const PostHocClaim claim = claimAt(*design(federated()), Participation::minSeparation(3, 5), stoppedAtOnce());
  EXPECT_TRUE(std::isinf(claim.epsilon.value));
  EXPECT_EQ(claim.delta.value, 1);
  EXPECT_TRUE(claim.epsilon.stopped);
}

TEST(PostHoc, TheCurveOverSeparationsIsThatOfTheClaims) {
  const auto built = design(federated());
  const std::vector<Index> separations = observedSeparations(*built);
  EXPECT_TRUE(std::ranges::is_sorted(separations));
  EXPECT_EQ(separations.front(), 1);
  EXPECT_EQ(separations.back(), 40);
  for (const Index marked : {built->scenario.effectiveMinSeparation(), built->bands})
    EXPECT_TRUE(std::ranges::binary_search(separations, marked)) << marked;
  std::vector<SeparationPoint> points;
  epsilonAgainstSeparation(*built, 3, separations, [&](const SeparationPoint& point) { points.push_back(point); });
  ASSERT_EQ(points.size(), separations.size());
  for (const SeparationPoint& point : points) {
    const PostHocClaim claim = claimAt(*built, Participation::minSeparation(3, point.separation));
    EXPECT_EQ(point.epsilon.value, claim.epsilon.value) << point.separation;
    EXPECT_EQ(point.sensitivity.kind, claim.sensitivity.kind);
  }
  // It never promises more at a smaller separation.
  for (std::size_t i = 1; i < points.size(); ++i) EXPECT_GE(points[i - 1].epsilon.value, points[i].epsilon.value);
  EXPECT_GT(points.front().epsilon.value, 1.5 * points.back().epsilon.value);
}

TEST(PostHoc, TheCurveStopsWhenAskedTo) {
  const auto built = design(federated());
  std::stop_source stop;
  int points = 0;
  epsilonAgainstSeparation(*built, 3, observedSeparations(*built),
                           [&](const SeparationPoint&) {
                             if (++points == 2) stop.request_stop();
                           },
                           {stop.get_token(), {}});
  EXPECT_EQ(points, 2);
  EXPECT_THAT([&] { epsilonAgainstSeparation(*built, 0, {1}, [](const SeparationPoint&) {}); },
              ThrowsMessage<InvalidArgument>(HasSubstr("participations = 0")));
}

}  // namespace
}  // namespace noiseloom
