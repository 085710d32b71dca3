#include "core/claim/privacy_profile.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "core/batching/list.h"
#include "core/search/designer.h"
#include "tests/core/scenarios.h"

namespace noiseloom::test {
namespace {

double phi(double x) {
  return 0.5 * std::erfc(-x / std::sqrt(2.0));
}

std::shared_ptr<const Design> dpSgd(const Batching& batching, Index iterations, double epochs, double epsilon = 2) {
  Scenario scenario({.iterations = iterations,
                     .epochs = epochs,
                     .epsilon = epsilon,
                     .delta = epsilon > 0 ? 1e-5 : 0.05,
                     .mechanism = &baselineMechanism(),
                     .batching = &batching});
  return design(scenario);
}

std::map<double, double> profileOf(const Design& design, const ProfileOf& of = {}) {
  std::map<double, double> points;
  certifyProfile(
      design, {}, [&points](ProfilePoint point) { points.insert(point); }, of);
  return points;
}

TEST(PrivacyProfile, OfAGroupIsThatOfItsSumWhereNothingIsSampled) {
  const auto built = dpSgd(batchings::fixedEpoch, 30, 3);
  ASSERT_TRUE(accountsGroups(*built, 4));
  const auto group = profileOf(*built, {.members = 4});
  EXPECT_NEAR(group.at(0), 2 * phi(2 / built->noiseMultiplier.value) - 1, 1e-12);
  EXPECT_TRUE(group.contains(8));  // four times the epsilon of one
}

// One step: with probabilities of a binomial law j members are in the batch.
TEST(PrivacyProfile, OfASampledGroupIsNeverBelowTheTruth) {
  for (const auto& [q, members] : {std::pair(0.1, 3), std::pair(0.5, 2), std::pair(0.02, 10)}) {
    const auto built = dpSgd(batchings::cyclicPoisson, 1, q);
    ASSERT_TRUE(accountsGroups(*built, members));
    const double sigma = built->noiseMultiplier.value;
    double total = 0;
    const int cells = 100'000;
    const double low = -9 * sigma, width = (members + 18 * sigma) / cells;
    for (int i = 0; i < cells; ++i) {
      const double from = low + i * width, to = from + width;
      const double without = phi(to / sigma) - phi(from / sigma);
      double with = 0;
      double ways = std::pow(1 - q, members);
      for (int j = 0; j <= members; ++j) {
        with += ways * (phi((to - j) / sigma) - phi((from - j) / sigma));
        ways *= (members - j) / (j + 1.0) * q / (1 - q);
      }
      total += 0.5 * std::abs(with - without);
    }
    const double advantage = profileOf(*built, {.members = members}).at(0);
    EXPECT_GE(advantage, total * (1 - 1e-9)) << q;
    EXPECT_LE(advantage, total * 1.001) << q;
    // Neighbours in a row say less.
    const double chained = profileOf(*built).at(0) * members;
    EXPECT_LE(advantage, chained * (1 + 1e-4)) << q;
  }
}

TEST(PrivacyProfile, SaysWhichGroupsItIsNotFor) {
  EXPECT_FALSE(accountsGroups(*dpSgd(batchings::ballsInBins, 20, 4), 2));
  Scenario banded = with(dpSgd(batchings::cyclicPoisson, 40, 4)->scenario, {.mechanism = &standardMechanism()});
  banded.bands = 4;  // members in several parts of the data: another law than that of one user's examples
  EXPECT_FALSE(accountsGroups(*design(banded), 2));
}

TEST(PrivacyProfile, HasWhatLimitsTestsOfARate) {
  const auto built = dpSgd(batchings::fixedEpoch, 30, 3);
  double least = 1;
  for (const auto& [epsilon, delta] : profileOf(*built, {.falsePositives = 1e-3}))
    least = std::min(least, delta + std::exp(epsilon) * 1e-3);
  constexpr double kUpperThousandth = 3.090232306167814;
  const double exact = phi(1 / built->noiseMultiplier.value - kUpperThousandth);
  EXPECT_GE(least, exact);
  EXPECT_LE(least, exact * 1.0005);
}

TEST(PrivacyProfile, OfAnEpsilonOfZeroHasOtherPointsToo) {
  const auto built = dpSgd(batchings::cyclicPoisson, 30, 3, 0);
  const auto points = profileOf(*built);
  EXPECT_EQ(points.at(0), 0.05);
  EXPECT_GT(points.size(), 5U);
}

}  // namespace
}  // namespace noiseloom::test
