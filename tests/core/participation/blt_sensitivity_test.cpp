#include "core/participation/blt_sensitivity.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "core/base/errors.h"
#include "tests/core/dense.h"
#include "tests/core/reference.h"

namespace noiseloom {
namespace {

// The largest ||sum of +-columns||^2 over all patterns of the schema, by enumeration.
double enumerated(const BltStrategy& strategy, const Participation& participation) {
  const Index n = strategy.iterations();
  const Eigen::MatrixXd c = denseOf(Strategy(strategy));
  double most = 0;
  const bool fixed = participation.schema == Participation::Schema::FixedEpochOrder;
  const std::function<void(Index, Index, const Eigen::VectorXd&)> extend = [&](Index first, Index hits,
                                                                               const Eigen::VectorXd& sum) {
    most = std::max(most, sum.squaredNorm());
    if (hits == participation.participations) return;
    const Index last = fixed && hits > 0 ? std::min(n - 1, first) : n - 1;
    for (Index j = first; j <= last; ++j) {
      extend(j + participation.separation, hits + 1, sum + c.col(j));
      if (hits > 0) extend(j + participation.separation, hits + 1, sum - c.col(j));
    }
  };
  extend(0, 0, Eigen::VectorXd::Zero(n));
  return most;
}

std::vector<Participation> schemas() {
  return {Participation::single(),
          Participation::fixedEpochOrder(2, 5),
          Participation::fixedEpochOrder(4, 3),
          Participation::minSeparation(1, 4),
          Participation::minSeparation(2, 11),
          Participation::minSeparation(3, 2),
          Participation::minSeparation(4, 3),
          Participation::minSeparation(100, 3),
          Participation::minSeparation(5, 1)};
}

TEST(BltSensitivity, ExactWhereItSaysSoAgainstEnumeration) {
  constexpr Index n = 11;
  const std::vector<BltStrategy> monotone = {{n, {0.9}, {0.5}},
                                             {n, {0.99, 0.8, 0.3}, {0.97, 0.6, 0.1}},
                                             {n, {1, 0.7}, {0.9, 0.2}},
                                             {n, {0.7, 0.7 - 1e-9}, {0.7 - 5e-10, 0.1}}};
  for (const BltStrategy& strategy : monotone) {
    for (const Participation& participation : schemas()) {
      const Sensitivity found = bltSensitivity(strategy, participation);
      EXPECT_EQ(found.kind, BoundKind::Exact);
      const double known = std::sqrt(enumerated(strategy, participation));
      EXPECT_NEAR(found.value, known, 1e-13 * known)
          << toString(participation.schema) << " " << participation.participations << " " << participation.separation;
    }
  }
}

TEST(BltSensitivity, NeverBelowTheTruthOtherwise) {
  constexpr Index n = 10;
  std::mt19937_64 random(4);
  std::uniform_real_distribution<double> decay(0.05, 1);
  int bounds = 0;
  for (int i = 0; i < 100; ++i) {
    const BltStrategy strategy(n, {decay(random), decay(random)}, {decay(random), decay(random)});
    for (const Participation& participation : schemas()) {
      const Sensitivity found = bltSensitivity(strategy, participation);
      const double known = std::sqrt(enumerated(strategy, participation));
      EXPECT_GE(found.value, known * (1 - 1e-12));
      if (found.kind == BoundKind::UpperBound) {
        ++bounds;
      } else {
        EXPECT_NEAR(found.value, known, 1e-12 * known);
      }
    }
  }
  EXPECT_GT(bounds, 100);
}

TEST(BltSensitivity, RisingCoefficientsAreOnlyBounded) {
  const BltStrategy mixed(12, {1, 0.5}, {0.4, 0.1});
  ASSERT_LT(mixed.parameters().omega[1], 0);
  EXPECT_EQ(bltSensitivity(mixed, Participation::minSeparation(3, 2)).kind, BoundKind::UpperBound);
  const BltStrategy rising(12, {0.99, 0.95}, {0.1, 0.2});
  ASSERT_GT(rising.coefficient(1), 1);
  const Sensitivity found = bltSensitivity(rising, Participation::minSeparation(3, 2));
  EXPECT_EQ(found.kind, BoundKind::UpperBound);
  EXPECT_GE(found.value * found.value, enumerated(rising, Participation::minSeparation(3, 2)));
}

TEST(BltSensitivity, SumsOfManyEpochsAgreeWithAddingThemUp) {
  // Against the recurrence t_i = c_i + t_(i - s) in extended precision.
  const BltStrategy strategy(200'000, {0.99999, 0.999, 0.7}, {0.9999, 0.9, 0.3});
  for (const auto& [hits, separation] :
       std::vector<std::pair<Index, Index>>{{1000, 7}, {200'000, 1}, {7, 1000}, {3, 70'000}, {10, 19'999}}) {
    std::vector<long double> c(200'000), t(200'000);
    std::vector<long double> power(3, 1.0L);
    for (std::size_t i = 0; i < c.size(); ++i) {
      c[i] = i == 0 ? 1.0L : 0.0L;
      for (std::size_t l = 0; i > 0 && l < 3; ++l) {
        c[i] += strategy.parameters().omega[l] * power[l];
        power[l] *= strategy.parameters().theta[l];
      }
    }
    long double energy = 0;
    const auto s = static_cast<std::size_t>(separation), k = static_cast<std::size_t>(hits);
    for (std::size_t i = 0; i < c.size(); ++i) {
      t[i] = c[i] + (i >= s ? t[i - s] : 0) - (i >= k * s ? c[i - k * s] : 0);
      energy += t[i] * t[i];
    }
    const double known = static_cast<double>(std::sqrt(energy));
    EXPECT_NEAR(bltSensitivity(strategy, Participation::minSeparation(hits, separation)).value, known, 1e-12 * known);
  }
}

TEST(BltSensitivity, GradientMatchesCentralDifferences) {
  for (const CombPattern& pattern : {CombPattern{1, 50, 50}, CombPattern{4, 10, 23}, CombPattern{50, 1, 1},
                                     CombPattern{1000, 1000, 1000}, CombPattern{2, 3, 1'000'000}}) {
    std::vector<double> gaps{1e-5, 0.01, 0.4}, omega{0.01, 0.2, 0.3}, gapGradient(3), omegaGradient(3);
    const double f = bltCombEnergy(1, gaps, omega, pattern, gapGradient, omegaGradient);
    for (std::size_t k = 0; k < 3; ++k) {
      for (const bool byGap : {true, false}) {
        double& value = (byGap ? gaps : omega)[k];
        const double kept = value;
        value = kept * (1 + 1e-5);
        const double above = bltCombEnergy(1, gaps, omega, pattern);
        value = kept * (1 - 1e-5);
        const double below = bltCombEnergy(1, gaps, omega, pattern);
        value = kept;
        EXPECT_NEAR(kept * (byGap ? gapGradient : omegaGradient)[k], (above - below) / 2e-5, 1e-8 * f);
      }
    }
  }
}

TEST(BltSensitivity, CostsTheSameAtAnyLength) {
  // 10^12 steps and 10^6 epochs: as 10^6 epochs of a BLT that forgets within one, k (1 + omega^2 / (1 - theta^2)).
  const BltStrategy strategy(1'000'000'000'000, {0.5}, {0.2});
  const Sensitivity found = bltSensitivity(strategy, Participation::minSeparation(1'000'000, 1'000'000));
  EXPECT_NEAR(found.value * found.value, 1e6 * (1 + 0.09 / 0.75), 1e-6);
  EXPECT_THROW(bltSensitivity(strategy, Participation::minSeparation(0, 5)), InvalidArgument);
  EXPECT_THROW(bltSensitivity(strategy, Participation::minSeparation(5, 0)), InvalidArgument);
}

}  // namespace
}  // namespace noiseloom
