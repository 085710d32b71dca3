#include "core/participation/participation.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/errors.h"
#include "core/mechanism/square_root.h"
#include "tests/core/reference.h"

namespace noiseloom {
namespace {

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
    const double rtol = c.at("rtol");
    const Sensitivity found = sensitivityOf(strategy, Participation::minSeparation(k, s));
    const double truth = c.at("exact_scalar_plus_minus_one");
    // At this size the largest sum of |X_ij| is found itself.
    const double absolute = c.at("bound_sum_abs_gram");
    EXPECT_NEAR(found.value, absolute, rtol * absolute);
    if (found.kind == BoundKind::Exact) ++exact;
    EXPECT_EQ(found.kind == BoundKind::Exact, std::abs(absolute - truth) <= rtol * truth);
    if (c.contains("exact_banded_dp")) {
      EXPECT_EQ(found.kind, BoundKind::Exact);
      EXPECT_NEAR(found.value, c.at("exact_banded_dp").get<double>(), rtol * truth);
    }
    const double epoch = sensitivityOf(strategy, Participation::fixedEpochOrder(k, s)).value;
    EXPECT_NEAR(epoch, c.at("epoch_sum_abs_gram").get<double>(), rtol * epoch);
    EXPECT_NEAR(sensitivityOf(strategy, Participation::single()).value, c.at("single").get<double>(), rtol * epoch);
  }
  EXPECT_GT(exact, 16);
}

TEST(Sensitivity, ReferenceEnumerationOfToeplitzStrategies) {
  for (const auto& c : mechanismReference().at("min_sep_toeplitz_enumeration")) {
    const ToeplitzStrategy strategy(c.at("n"), c.at("strategy_coefs").get<std::vector<double>>());
    const Index k = c.at("max_participations"), s = c.at("min_sep");
    const Sensitivity found = sensitivityOf(strategy, Participation::minSeparation(k, s));
    const double truth = c.at("exact");
    EXPECT_EQ(found.kind, BoundKind::Exact);
    EXPECT_NEAR(found.value, truth, c.at("rtol").get<double>() * truth);
    const Sensitivity epoch = sensitivityOf(strategy, Participation::fixedEpochOrder(k, s));
    EXPECT_EQ(epoch.kind, BoundKind::Exact);
    EXPECT_NEAR(epoch.value, c.at("comb_formula").get<double>(), c.at("rtol").get<double>() * truth);
  }
}

// The same sensitivity under both schemas, exact.
void expectMulti(const Strategy& strategy, const nlohmann::json& entry) {
  const double rtol = entry.at("rtol");
  EXPECT_NEAR(sensitivityOf(strategy, Participation::single()).value, entry.at("sens_single").get<double>(), rtol * 10);
  for (const auto& m : entry.at("multi")) {
    const Index k = m.at("max_participations"), s = m.at("min_sep");
    const double known = m.at("sens");
    for (const Participation& participation :
         {Participation::minSeparation(k, s), Participation::fixedEpochOrder(k, s)}) {
      const Sensitivity found = sensitivityOf(strategy, participation);
      EXPECT_NEAR(found.value, known, rtol * known);
      EXPECT_EQ(found.kind, BoundKind::Exact);
    }
  }
}

TEST(Sensitivity, ReferenceExplicitFactorizations) {
  const nlohmann::json& reference = mechanismReference();
  for (const auto& c : reference.at("identity")) expectMulti(IdentityStrategy(c.at("n")), c);
  for (const char* mechanism : {"sqrt_full", "bsr"}) {
    for (const auto& c : reference.at(mechanism)) {
      const Index n = c.at("n");
      // The coefficients of A^(1/2); the reference lists the first and the last of long series.
      std::vector<double> coefficients =
          squareRootCoefficients(workloadOf(c.at("workload")), c.contains("bands") ? c.at("bands").get<Index>() : n);
      expectMulti(ToeplitzStrategy(n, std::move(coefficients)), c);
    }
  }
  for (const auto& c : reference.at("bisr")) {
    if (!c.at("noising_coefs").contains("values")) continue;
    expectMulti(InverseToeplitzStrategy(c.at("n"), c.at("noising_coefs").at("values").get<std::vector<double>>()), c);
  }
}

TEST(Sensitivity, ReferenceTrees) {
  int exact = 0;
  for (const auto& c : mechanismReference().at("binary_tree")) {
    const TreeStrategy tree(c.at("n"));
    const double rtol = c.at("rtol");
    EXPECT_NEAR(sensitivityOf(tree, Participation::single()).value, c.at("sens_single").get<double>(), rtol * 10);
    for (const auto& m : c.at("multi")) {
      const Index k = m.at("max_participations"), s = m.at("min_sep");
      const double epoch = m.at("epoch_sens");
      const Sensitivity fixed = sensitivityOf(tree, Participation::fixedEpochOrder(k, s));
      EXPECT_NEAR(fixed.value, epoch, rtol * epoch);
      EXPECT_EQ(fixed.kind, BoundKind::Exact);
      const Sensitivity found = sensitivityOf(tree, Participation::minSeparation(k, s));
      EXPECT_GE(found.value, epoch * (1 - rtol));
      if (m.contains("minsep_sens_exact")) {
        EXPECT_NEAR(found.value, m.at("minsep_sens_exact").get<double>(), rtol * epoch);
        EXPECT_EQ(found.kind, BoundKind::Exact);
      } else if (!m.at("minsep_upper_vecsens").is_null()) {
        EXPECT_LE(found.value, m.at("minsep_upper_vecsens").get<double>() * (1 + rtol));
      }
      exact += found.kind == BoundKind::Exact ? 1 : 0;
    }
  }
  EXPECT_GT(exact, 8);
}

TEST(Sensitivity, ReferenceUnsoundCombs) {
  for (const auto& c : mechanismReference().at("bandinvmf_objective_unsound")) {
    const InverseToeplitzStrategy strategy(c.at("n"), c.at("noising_coefs").get<std::vector<double>>());
    const Sensitivity found =
        sensitivityOf(strategy, Participation::minSeparation(c.at("max_participations"), c.at("min_sep")));
    EXPECT_LE(found.value, c.at("minsep_upper_vecsens").get<double>() * (1 + 1e-9));
    const Sensitivity epoch =
        sensitivityOf(strategy, Participation::fixedEpochOrder(c.at("max_participations"), c.at("min_sep")));
    EXPECT_NEAR(epoch.value, c.at("epoch_sum_abs_gram_sens").get<double>(), c.at("rtol").get<double>() * epoch.value);
    EXPECT_GE(found.value, epoch.value);
    EXPECT_GT(epoch.value, 1.01 * c.at("comb_sens").get<double>());
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

TEST(Sensitivity, RefusesWhatADoubleCannotHold) {
  const Strategy strategy = BandedStrategy(3, 2, {0, 1, 1e200, 1, 1e200, 1});
  for (const Participation& participation :
       {Participation::single(), Participation::minSeparation(3, 1), Participation::fixedEpochOrder(2, 2)})
    EXPECT_THROW(sensitivityOf(strategy, participation), InvalidArgument);
}

TEST(Sensitivity, ProgressNeverFalls) {
  std::vector<double> rows(20'000 * 8, 0.25);
  for (Index i = 0; i < 8; ++i) std::fill_n(rows.begin() + i * 8, 7 - i, 0.0);
  const BandedStrategy strategy(20'000, 8, std::move(rows));
  for (const Index separation : {2, 5}) {
    double last = 0;
    int reports = 0;
    sensitivityOf(strategy, Participation::minSeparation(100, separation), {{}, [&](const Progress& progress) {
                                                                              EXPECT_GE(progress.fraction, last);
                                                                              EXPECT_LE(progress.fraction, 1);
                                                                              last = progress.fraction;
                                                                              ++reports;
                                                                            }});
    EXPECT_GT(reports, 4);
  }
}

}  // namespace
}  // namespace noiseloom
