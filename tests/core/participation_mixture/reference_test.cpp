#include <gmock/gmock.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/monte_carlo/weight_sample.h"
#include "tests/core/participation_mixture/mixtures.h"
#include "tests/reference_file.h"
#include "tests/thorough.h"

namespace noiseloom {
namespace {

TEST(MixtureReference, EstimatesLieWithinFourStandardErrors) {
  const auto all = referenceFile("batching.json");
  int count = 0;
  for (const auto& each : all.at("cases")) {
    const bool groups = each.at("scheme") == "cyclic_poisson_random_groups";
    if (!groups && each.at("scheme") != "b_min_sep_stationary_start") continue;
    if (count++ % thorough(7, 1) != 0) continue;
    const auto n = each.at("n").get<Index>();
    const ToeplitzStrategy strategy(n, each.at("coefficients").get<std::vector<double>>());
    ParticipationMixture::Law law;
    if (groups) {
      law = RandomGroups{each.at("cycle").get<Index>(), each.at("q").get<double>()};
    } else {
      law = SpacedSampling{each.at("min_sep").get<Index>(), each.at("p").get<double>()};
    }
    const ParticipationMixture mixture(strategy, law);
    const auto own = lawOf(mixture);
    const MixtureWeights weights(mixture.columns(), *own);
    const Direction direction = each.at("direction") == "remove" ? Direction::Remove : Direction::Add;
    const double stddev = each.at("sigma"), epsilon = each.at("epsilon");
    const double expected = each.at("delta"), error = each.at("standard_error");
    const BoundedTilt best = weights.boundedTilt(direction, stddev, epsilon);
    const WeightSample sample(weights.sampler(best.tilt, stddev, {}), 0, 3, 60'000, 1e12, {});
    const WeightEstimate estimate = sample.at(stddev, epsilon);
    const double mean = std::exp(estimate.logDelta);
    const double ownError = mean * std::sqrt(estimate.relativeVariance / static_cast<double>(sample.count()));
    EXPECT_LT(ownError, 0.05 * mean);
    EXPECT_NEAR(mean, expected, 4 * std::hypot(error, ownError)) << each.dump();
    EXPECT_GT(std::exp(best.logBound), expected - 4 * error) << "the bound without draws";
    EXPECT_GE(certifiedDelta(mixture, stddev, epsilon).value, expected - 4 * error);
  }
  EXPECT_EQ(count, 29);
}

}  // namespace
}  // namespace noiseloom
