#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/accounting/calibration/calibration.h"
#include "core/monte_carlo/direction_search.h"
#include "core/participation_mixture/equivalent_noise.h"
#include "core/participation_mixture/fallback.h"
#include "core/participation_mixture/sampling/joint_patterns.h"
#include "core/participation_mixture/sampling/mixture_weights.h"
#include "tests/processor_time.h"
#include "tests/thorough.h"

namespace noiseloom {
namespace {

using Law = ParticipationMixture::Law;

std::vector<double> rootCoefficients(Index bands) {
  std::vector<double> c{1};
  for (Index i = 1; i < bands; ++i) c.push_back(c.back() * (static_cast<double>(i) - 0.5) / static_cast<double>(i));
  return c;
}

Law lawOfRate(bool groups, Index period, double perStep) {
  if (groups) return RandomGroups{period, std::min(1.0, static_cast<double>(period) * perStep)};
  return SpacedSampling::ofRate(period, perStep);
}

// By many draws, in the direction of removing.
double drawnNoise(const ParticipationMixture& mixture, double epsilon, double delta, double relativeError) {
  const auto law = lawOf(mixture);
  const MixtureWeights weights(mixture.columns(), *law);
  const RunControl control;
  const NoiseAxis axis(NoiseUnknown::Stddev, {approximateFallbackNoise(mixture, epsilon, delta).value, epsilon});
  return std::exp(
      findRoot({&weights, Direction::Remove, 77, 0x1p29, &control}, axis, std::log(delta), relativeError).x);
}

TEST(Equivalent, TheRateIsThatOfAStepWithTheseMoments) {
  for (const double q : {1e-3, 0.05, 0.4, 1.0}) {
    for (const double excess : {1e-2, 0.3, 5.0}) {  // A = e^{1/sigma^2} - 1
      const double second = q * q * excess;
      const double third = 3 * second + q * q * q * excess * excess * (3 + excess);
      const auto rate = matchedRate(12.5 * std::log1p(second), 12.5 * std::log1p(third), 12.5);
      ASSERT_TRUE(rate);
      EXPECT_NEAR(*rate, q, 1e-6 * q) << excess;
    }
  }
  EXPECT_FALSE(matchedRate(0, 0, 3));
}

TEST(Equivalent, OneBandIsPoissonSampling) {
  for (const bool groups : {true, false}) {
    const Law law = lawOfRate(groups, 1, 0.04);
    const auto composition = equivalentOf(std::vector<double>{1.7}, 300, law, 1.3);
    ASSERT_TRUE(composition);
    EXPECT_NEAR(composition->rate, 0.04, 1e-6);
    EXPECT_EQ(composition->steps, 300);
    const ParticipationMixture mixture(ToeplitzStrategy(300, {3.0}), law);
    const auto noise = equivalentNoise(mixture, 2, 1e-6);
    ASSERT_TRUE(noise);
    const double composed = 3 * PoissonSteps(0.04, 300).approximateNoiseMultiplier(2, 1e-6);
    EXPECT_NEAR(*noise, composed, 2e-5 * composed);
  }
}

TEST(Equivalent, BetweenWholeNumbersOfStepsNoiseGrowsEvenly) {
  SigmaTrail trail;
  for (const double steps : {1.0, 4.0, 40.0}) {
    const auto at = [&](double more) { return *composedNoiseMultiplier({0.3, steps + more}, 1, 1e-6, trail); };
    const double whole = PoissonSteps(0.3, static_cast<Index>(steps)).approximateNoiseMultiplier(1, 1e-6);
    EXPECT_NEAR(at(0), whole, 2e-5 * whole);
    EXPECT_NEAR(at(1 - 1e-7), at(1), 3e-5 * at(1));
    for (const double more : {0.0, 0.25, 0.5, 0.75}) EXPECT_LT(at(more), at(more + 0.25)) << steps;
  }
  // All take part: Gaussian, at any number.
  EXPECT_NEAR(*composedNoiseMultiplier({1, 2.25}, 1, 1e-6, trail),
              1.5 * PoissonSteps(1, 1).approximateNoiseMultiplier(1, 1e-6), 1e-12);
  EXPECT_FALSE(composedNoiseMultiplier({1e-9, 3}, 1, 1e-6, trail));
}

TEST(Equivalent, PairMomentsAreThoseOfTheLawAndTheirGradientTheirs) {
  for (const bool groups : {true, false}) {
    for (const Index period : {1, 2, 5, 16}) {
      std::vector<double> exponents;
      for (Index d = 0; d < period; ++d) exponents.push_back(0.7 / static_cast<double>(1 + d));
      const Law law = lawOfRate(groups, period, 0.4 / static_cast<double>(period));
      for (const Index steps : {20, 37, 403}) {
        const auto rules = std::visit([&](const auto& own) { return makeLaw(own, steps); }, law);
        const double expected = rules->logPairMoment(MixtureColumns::ofProducts(exponents, steps), 1);
        PairMoment moment(law, static_cast<double>(steps));
        std::vector<double> gradient(exponents.size());
        EXPECT_NEAR(moment(exponents, gradient), expected, 1e-9 * expected) << groups << period << ' ' << steps;
        for (std::size_t d = 0; d < exponents.size(); ++d) {
          std::vector<double> moved = exponents;
          moved[d] += 1e-5;
          const double above = moment(moved, {});
          moved[d] -= 2e-5;
          EXPECT_NEAR(gradient[d], (above - moment(moved, {})) / 2e-5, 1e-6 * (1 + gradient[d]));
        }
      }
    }
  }
}

TEST(Equivalent, FewStepsAPeriodTellTheRateOfMany) {
  // Of 40 steps, exactly, against the lattice of 16.
  std::vector<double> products;
  for (Index d = 0; d < 40; ++d) products.push_back(1 / std::sqrt(static_cast<double>(1 + d)));
  for (const bool groups : {true, false}) {
    const Law law = lawOfRate(groups, 40, 0.3 / 40);
    const auto rules = std::visit([&](const auto& own) { return makeLaw(own, 800); }, law);
    const MixtureColumns columns = MixtureColumns::ofProducts(products, 800);
    const double logThird = JointPatterns(columns, rules->rhythm(), 3, 1, 1.5, false).logMoment();
    const auto exact = matchedRate(rules->logPairMoment(columns, 1 / 2.25), logThird, 20);
    ASSERT_TRUE(exact);
    EXPECT_NEAR(equivalentOf(products, 800, law, 1.5)->rate, *exact, 0.03 * *exact);
  }
}

TEST(Equivalent, NoiseIsThatOfManyDraws) {
  std::vector<double> errors;
  for (const auto& [steps, bands, epochs] : {std::tuple{Index{512}, Index{32}, 8.0}, {512, 8, 16.0}, {300, 16, 12.0}}) {
    for (const auto& [epsilon, delta] : {std::pair{1.0, 1e-5}, {3.0, 1e-8}, {8.0, 1e-5}}) {
      for (const bool groups : {true, false}) {
        const Law law = lawOfRate(groups, bands, epochs / static_cast<double>(steps));
        const ToeplitzStrategy strategy(steps, rootCoefficients(bands), ColumnScaling::Normalized);
        const ParticipationMixture mixture(strategy, law);
        const auto noise = equivalentNoise(mixture, epsilon, delta);
        if (!noise) continue;
        errors.push_back(std::abs(*noise / drawnNoise(mixture, epsilon, delta, thorough(0.04, 0.02)) - 1));
        EXPECT_LT(errors.back(), 0.015) << steps << ' ' << bands << ' ' << epsilon << ' ' << groups;
      }
    }
  }
  ASSERT_GE(errors.size(), 12U);
  std::ranges::sort(errors);
  EXPECT_LT(errors[errors.size() / 2], 0.003);
}

TEST(Equivalent, SaysNothingWhereMeetingsAreALawOfTheirOwn) {
  const auto known = [](const Law& law, std::vector<double> c, double epsilon) {
    return equivalentNoise(ParticipationMixture(ToeplitzStrategy(600, std::move(c)), law), epsilon, 1e-8).has_value();
  };
  EXPECT_TRUE(known(SpacedSampling::ofRate(8, 0.02), rootCoefficients(8), 2));
  EXPECT_TRUE(known(RandomGroups{8, 0.16}, rootCoefficients(8), 2));
  EXPECT_FALSE(known(SpacedSampling::ofRate(8, 0.002), {1, 0.1, 0.05, 0.01, 0.01, 0.01, 0.01, 0.01}, 4));
  EXPECT_FALSE(known(RandomGroups{8, 0.9}, {1, 0.1, 0.05, 0.01, 0.01, 0.01, 0.01, 0.01}, 4));
}

// Draws of so many steps are few, and scatter by more.
TEST(Equivalent, OfManyStepsRareParticipationIsEquivalentToo) {
  constexpr double kEpsilon = 1, kDelta = 1e-5;
  const auto mixtureOf = [](Index steps) {
    return ParticipationMixture(ToeplitzStrategy(steps, rootCoefficients(64)),
                                RandomGroups{64, 128 / static_cast<double>(steps)});
  };
  EXPECT_FALSE(equivalentNoise(mixtureOf(4096), kEpsilon, kDelta));
  const ParticipationMixture many = mixtureOf(8192);
  const auto noise = equivalentNoise(many, kEpsilon, kDelta);
  ASSERT_TRUE(noise);
  const SampledCertificate certified = certifiedNoise(many, kEpsilon, kDelta);
  EXPECT_LT(*noise, certified.value);
  EXPECT_GT(*noise, 0.8 * certified.value);
}

TEST(Equivalent, AtOnceNothingIsDrawnAndTheNoiseIsNear) {
  for (const bool groups : {true, false}) {
    SCOPED_TRACE(groups);
    // Rare participations, where estimates are drawn, and frequent ones.
    for (const bool drawn : {true, false}) {
      const ParticipationMixture mixture(ToeplitzStrategy(600, rootCoefficients(8)),
                                         lawOfRate(groups, 8, (drawn ? 2 : 12) / 600.0));
      const double epsilon = drawn ? 6 : 2;
      SampledOptions other;
      other.stream = 5;
      const double atOnce = noiseAtOnce(mixture, epsilon, 1e-6);
      EXPECT_EQ(noiseAtOnce(mixture, epsilon, 1e-6, other), atOnce);
      const double close = approximateNoise(mixture, epsilon, 1e-6);
      EXPECT_EQ(drawn, close != approximateNoise(mixture, epsilon, 1e-6, other));
      EXPECT_EQ(drawn, close != atOnce);
      EXPECT_NEAR(atOnce / close, 1, 0.1);
    }
  }
}

TEST(Equivalent, NoiseScalesWithTheStrategyAndItsGradientIsItsOwn) {
  for (const bool groups : {true, false}) {
    for (const Index bands : {1, 7, 200}) {
      const Law law = lawOfRate(groups, bands, 0.5 / static_cast<double>(std::max<Index>(bands, 4)));
      EquivalentNoise noise({law, 1200, 3, 1e-6});
      std::vector<double> c = rootCoefficients(bands);
      ASSERT_TRUE(noise.draw(c, 0, {}));
      std::vector<double> gradient(c.size());
      const double logSigma = noise(c, gradient, {});
      double scale = 0;
      for (std::size_t d = 0; d < c.size(); ++d) scale += c[d] * gradient[d];
      EXPECT_NEAR(scale, 1, 1e-6);
      for (std::size_t d = 0; d < c.size(); d += 1 + c.size() / 5) {
        std::vector<double> moved = c;
        moved[d] += 1e-4;
        const double above = noise(moved, {}, {});
        moved[d] -= 2e-4;
        EXPECT_NEAR(gradient[d], (above - noise(moved, {}, {})) / 2e-4, 1e-5 * (0.1 + std::abs(gradient[d])));
      }
      for (double& value : c) value *= 2;
      EXPECT_NEAR(noise(c, {}, {}), logSigma + std::log(2), 1e-8);
    }
  }
}

TEST(Equivalent, AMillionStepsAndACurveTakeNoTime) {
  // 0.945, 1.327: the study's own, of a lattice of 200 steps a period.
  const double start = processorSeconds();
  for (const auto& [bands, multiplier] : {std::pair{Index{16'000}, 0.9453}, {40'000, 1.3276}}) {
    const std::vector<double> c = rootCoefficients(bands);
    double square = 0;
    for (const double value : c) square += value * value;
    EquivalentNoise noise({SpacedSampling::ofRate(bands, 6e-6), 1'000'000, 3, 1e-8});
    ASSERT_TRUE(noise.draw(c, 0, {}));
    EXPECT_NEAR(std::exp(noise(c, {}, {})) / std::sqrt(square), multiplier, 1e-3);
  }
  EXPECT_LT(processorSeconds() - start, 1);  // 0.03 on two shared cores
  const double between = processorSeconds();
  for (Index bands = 8; bands <= 208; bands += 8) {
    EquivalentNoise noise({SpacedSampling::ofRate(bands, 8.0 / 2000), 2000, 2, 1e-6});
    EXPECT_TRUE(noise.draw(rootCoefficients(bands), 0, {}));
  }
  EXPECT_LT(processorSeconds() - between, 0.5);  // 0.06
}

}  // namespace
}  // namespace noiseloom
