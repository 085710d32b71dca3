#include "core/participation/participation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "core/base/errors.h"
#include "tests/core/dense.h"
#include "tests/core/reference.h"

namespace noiseloom {
namespace {

// Every pattern of at most k participations at least s apart (exactly s apart when fixed), and every choice of signs:
// the largest ||C u|| over contributions of +-1 in the pattern.
double enumerated(const Eigen::MatrixXd& c, const Participation& participation) {
  const Index n = c.rows();
  const bool fixed = participation.schema == Participation::Schema::FixedEpochOrder;
  const Index hits = participation.schema == Participation::Schema::Single ? 1 : participation.participations;
  double best = 0;
  const std::function<void(Index, Index, const Eigen::VectorXd&)> extend = [&](Index next, Index used,
                                                                               const Eigen::VectorXd& sum) {
    best = std::max(best, sum.norm());
    if (used == hits) return;
    for (Index j = next; j < n; ++j) {
      if (fixed && used > 0 && j != next) break;
      extend(j + participation.separation, used + 1, sum + c.col(j));
      extend(j + participation.separation, used + 1, sum - c.col(j));
    }
  };
  extend(0, 0, Eigen::VectorXd::Zero(n));
  return best;
}

BandedStrategy fromDense(const nlohmann::json& rows) {
  const auto n = static_cast<Index>(rows.size());
  std::vector<double> values;
  for (const auto& row : rows) {
    // n bands: row i holds columns i-n+1 .. i.
    const auto entries = row.get<std::vector<double>>();
    const auto i = static_cast<Index>(values.size()) / n;
    for (Index p = 0; p < n; ++p) {
      const Index column = i - n + 1 + p;
      values.push_back(column < 0 ? 0 : entries[static_cast<std::size_t>(column)]);
    }
  }
  return {n, n, std::move(values)};
}

// The same strategy stored with as few bands as it has.
BandedStrategy trimmed(const BandedStrategy& wide) {
  const Index n = wide.iterations();
  Index bands = 1;
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j <= i; ++j) {
      if (wide.entry(i, j) != 0) bands = std::max(bands, i - j + 1);
    }
  }
  std::vector<double> rows;
  for (Index i = 0; i < n; ++i) {
    for (Index p = 0; p < bands; ++p) rows.push_back(i - bands + 1 + p < 0 ? 0 : wide.entry(i, i - bands + 1 + p));
  }
  return {n, bands, std::move(rows)};
}

TEST(Sensitivity, ReferenceEnumerationOfDenseStrategies) {
  int exact = 0;
  for (const auto& c : mechanismReference().at("min_sep_dense_enumeration")) {
    const BandedStrategy strategy = trimmed(fromDense(c.at("strategy")));
    const Index k = c.at("max_participations"), s = c.at("min_sep");
    const Sensitivity found = sensitivityOf(strategy, Participation::minSeparation(k, s));
    const double truth = c.at("exact_scalar_plus_minus_one");
    EXPECT_GE(found.value, truth * (1 - 1e-12));
    EXPECT_LE(found.value, c.at("bound_two_stage_vecsens").get<double>() * (1 + 1e-12));
    if (found.kind == BoundKind::Exact) {
      ++exact;
      EXPECT_NEAR(found.value, truth, 1e-10 * truth);
      EXPECT_NEAR(found.value, c.value("exact_banded_dp", truth), 1e-10 * truth);
    }
    const Sensitivity epoch = sensitivityOf(strategy, Participation::fixedEpochOrder(k, s));
    EXPECT_GE(epoch.value, c.at("epoch_all_plus_one").get<double>() * (1 - 1e-12));
    EXPECT_NEAR(sensitivityOf(strategy, Participation::single()).value, c.at("single").get<double>(), 1e-10);
  }
  EXPECT_GT(exact, 4);
}

TEST(Sensitivity, ReferenceEnumerationOfToeplitzStrategies) {
  for (const auto& c : mechanismReference().at("min_sep_toeplitz_enumeration")) {
    const ToeplitzStrategy strategy(c.at("n"), c.at("strategy_coefs").get<std::vector<double>>());
    const Sensitivity found =
        sensitivityOf(strategy, Participation::minSeparation(c.at("max_participations"), c.at("min_sep")));
    const double truth = c.at("exact");
    if (c.at("kind") == "nonincreasing") {
      EXPECT_EQ(found.kind, BoundKind::Exact);
      EXPECT_NEAR(found.value, truth, 1e-10 * truth);
      EXPECT_NEAR(found.value, c.at("comb_formula").get<double>(), 1e-10 * truth);
    } else {
      EXPECT_GE(found.value, truth * (1 - 1e-12));
      const double tighter =
          std::min(c.at("majorant_upper_bound").get<double>(), c.at("bound_two_stage_vecsens").get<double>());
      EXPECT_NEAR(found.value, tighter, 1e-10 * truth);
    }
  }
}

TEST(Sensitivity, KnownValues) {
  // The example's diagonal ends in -6; the sign of a row of C changes no norm.
  const BandedStrategy strategy =
      trimmed(fromDense(nlohmann::json::parse("[[1,0,0,0],[2,1,0,0],[0,1,1,0],[0,0,-1,6]]")));
  EXPECT_NEAR(sensitivityOf(strategy, Participation::minSeparation(1, 2)).value, 6, 1e-12);
  EXPECT_NEAR(sensitivityOf(strategy, Participation::minSeparation(4, 2)).value, std::sqrt(41.0), 1e-12);
  EXPECT_NEAR(sensitivityOf(strategy, Participation::minSeparation(4, 3)).value, std::sqrt(41.0), 1e-12);
}

TEST(Sensitivity, NeverBelowEnumerationAndExactWhereItSaysSo) {
  std::mt19937_64 random(7);
  const auto pick = [&](Index least, Index most) { return std::uniform_int_distribution<Index>(least, most)(random); };
  int exact = 0;
  for (int trial = 0; trial < 1500; ++trial) {
    const Index n = pick(1, 9);
    const Index b = pick(1, n);
    const double least = trial % 3 == 0 ? -1 : 0;
    const Participation participation = trial % 2 ? Participation::minSeparation(pick(1, 4), pick(1, n))
                                                  : Participation::fixedEpochOrder(pick(1, 4), pick(1, n));
    const bool toeplitz = trial % 5 < 2;
    Strategy strategy = randomBanded(random, n, b, least);
    if (toeplitz) {
      std::vector<double> c = strategy.column(0);
      strategy = ToeplitzStrategy(n, c, trial % 5 == 0 ? ColumnScaling::Normalized : ColumnScaling::None);
    }
    const double truth = enumerated(denseOf(strategy), participation);
    const Sensitivity found = sensitivityOf(strategy, participation);
    ASSERT_GE(found.value, truth * (1 - 1e-12)) << "trial " << trial;
    if (found.kind == BoundKind::Exact) {
      ++exact;
      ASSERT_NEAR(found.value, truth, 1e-11 * truth) << "trial " << trial;
    }
  }
  EXPECT_GT(exact, 700);
}

TEST(Sensitivity, LargeProblemsTakeNoWalkOverTheIterations) {
  const ToeplitzStrategy strategy(1'000'000'000'000, {0.8, 0.6}, ColumnScaling::Normalized);
  EXPECT_NEAR(sensitivityOf(strategy, Participation::minSeparation(16, 1'000'000)).value, 4, 1e-14);
  EXPECT_NEAR(sensitivityOf(IdentityStrategy(1'000'000'000'000), Participation::single()).value, 1, 0);
}

TEST(Sensitivity, RefusesEmptySchemas) {
  const Strategy strategy = IdentityStrategy(3);
  EXPECT_THROW(sensitivityOf(strategy, Participation::minSeparation(0, 1)), InvalidArgument);
  EXPECT_THROW(sensitivityOf(strategy, Participation::minSeparation(1, 0)), InvalidArgument);
}

}  // namespace
}  // namespace noiseloom
