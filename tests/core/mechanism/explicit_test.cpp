#include <gtest/gtest.h>

#include <cmath>

#include "core/base/errors.h"
#include "core/error/error_summary.h"
#include "core/error/lower_bound.h"
#include "core/mechanism/band_inv_mf.h"
#include "core/mechanism/bisr.h"
#include "core/mechanism/square_root.h"
#include "core/participation/comb_energy.h"
#include "core/participation/participation.h"
#include "core/strategy/full_tree.h"
#include "tests/core/dense.h"
#include "tests/core/reference.h"
#include "tests/thorough.h"

namespace noiseloom {
namespace {

void compareErrors(const ErrorSummary& error, const nlohmann::json& c) {
  ASSERT_TRUE(error.valid);
  const double rtol = c.at("rtol"), mean = c.at("mean_unit"), most = c.at("max_unit");
  EXPECT_NEAR(std::sqrt(error.variance.mean), mean, rtol * mean);
  EXPECT_NEAR(std::sqrt(error.variance.max), most, rtol * most);
}

void compareCoefficients(std::span<const double> found, const nlohmann::json& known, double rtol) {
  for (const auto& [lag, value] : coefficientsOf(known)) EXPECT_NEAR(found[lag], value, rtol * std::abs(value)) << lag;
}

// sens and the scaled errors of `multi` entries.
void compareMulti(double sens, const ErrorSummary& error, const nlohmann::json& m, double rtol) {
  EXPECT_NEAR(sens, m.at("sens").get<double>(), rtol * sens);
  const double mean = m.at("mean_rmse"), most = m.at("max_err");
  EXPECT_NEAR(sens * std::sqrt(error.variance.mean), mean, rtol * mean);
  EXPECT_NEAR(sens * std::sqrt(error.variance.max), most, rtol * most);
}

// Errors, and exact sensitivities.
void compareFigures(const ToeplitzStrategy& strategy, const Workload& workload, const nlohmann::json& c) {
  const double rtol = c.at("rtol"), single = c.at("sens_single");
  const ErrorSummary error = errorOf(strategy, workload);
  compareErrors(error, c);
  EXPECT_NEAR(sensitivityOf(strategy, Participation::single()).value, single, rtol * single);
  for (const auto& m : c.at("multi")) {
    const Index k = m.at("max_participations"), s = m.at("min_sep");
    const Sensitivity sensitivity = sensitivityOf(strategy, Participation::minSeparation(k, s));
    EXPECT_EQ(sensitivity.kind, BoundKind::Exact);
    compareMulti(sensitivity.value, error, m, rtol);
    const double comb = std::sqrt(combEnergy(strategy.coefficients(), strategy.iterations(), k, s));
    EXPECT_NEAR(comb, sensitivity.value, 1e-12 * comb);
  }
}

TEST(SquareRoot, ReferenceErrorsAndSensitivities) {
  for (const auto& c : mechanismReference().at("sqrt_full")) {
    const Index n = c.at("n");
    SCOPED_TRACE(c.at("workload").dump() + " " + std::to_string(n));
    const Workload workload = workloadOf(c.at("workload"));
    const std::vector<double> coefficients = squareRootCoefficients(workload, n);
    compareCoefficients(coefficients, c.at("strategy_coefs"), 1e-12);
    compareFigures(ToeplitzStrategy(n, coefficients), workload, c);
  }
}

TEST(SquareRoot, SquaresToTheWorkload) {
  for (const Workload& workload : {Workload::prefix(), Workload::sgd(1, 0.9), Workload::sgd(0.99, 0.98)}) {
    const std::vector<double> root = squareRootCoefficients(workload, 300);
    const std::vector<double> inverse = bisrCoefficients(workload, 300);
    for (std::size_t i = 0; i < root.size(); ++i) {
      double square = 0, unit = 0;
      for (std::size_t l = 0; l <= i; ++l) {
        square += root[l] * root[i - l];
        unit += root[l] * inverse[i - l];
      }
      const double known = workload.coefficient(static_cast<Index>(i));
      EXPECT_NEAR(square, known, 1e-11 * known);
      EXPECT_NEAR(unit, i == 0 ? 1 : 0, 1e-13);
    }
  }
}

TEST(Bsr, ReferenceErrorsAndSensitivities) {
  for (const auto& c : mechanismReference().at("bsr")) {
    const Index n = c.at("n"), bands = c.at("bands");
    SCOPED_TRACE(c.at("workload").dump() + " " + std::to_string(n) + " " + std::to_string(bands));
    const Workload workload = workloadOf(c.at("workload"));
    const ToeplitzStrategy strategy(n, squareRootCoefficients(workload, bands));
    compareCoefficients(strategy.coefficients(), c.at("strategy_coefs"), 1e-12);
    compareFigures(strategy, workload, c);
  }
}

TEST(Bisr, ReferenceErrorsAndSensitivities) {
  for (const auto& c : mechanismReference().at("bisr")) {
    const Index n = c.at("n"), bands = c.at("bands");
    SCOPED_TRACE(c.at("workload").dump() + " " + std::to_string(n) + " " + std::to_string(bands));
    const Workload workload = workloadOf(c.at("workload"));
    const double rtol = c.at("rtol"), single = c.at("sens_single");
    const InverseToeplitzStrategy strategy(n, bisrCoefficients(workload, bands));
    compareCoefficients(strategy.noisingCoefficients(), c.at("noising_coefs"), 1e-10);
    for (const auto& [lag, value] : coefficientsOf(c.at("strategy_coefs")))
      EXPECT_NEAR(strategy.entry(static_cast<Index>(lag), 0), value, 1e-10 * value + 1e-15) << lag;
    const auto series = strategy.strategyCoefficients();
    for (std::size_t j = 1; j < series.size(); ++j) EXPECT_LE(series[j], series[j - 1]) << j;
    EXPECT_GT(series.back(), 0);
    const ErrorSummary error = errorOf(strategy, workload);
    compareErrors(error, c);
    EXPECT_NEAR(sensitivityOf(strategy, Participation::single()).value, single, rtol * single);
    for (const auto& m : c.at("multi")) {
      const double sens = std::sqrt(combEnergy(series, n, m.at("max_participations"), m.at("min_sep")));
      compareMulti(sens, error, m, rtol);
    }
  }
}

TEST(Bisr, ReferenceBestBands) {
  for (const auto& c : mechanismReference().at("bisr_best_bands")) {
    const Index n = c.at("n"), k = c.at("max_participations"), s = c.at("min_sep");
    SCOPED_TRACE(c.at("workload").dump() + " " + std::to_string(n) + " " + std::to_string(k));
    const Workload workload = workloadOf(c.at("workload"));
    const std::vector<double> coefficients = bisrCoefficients(workload, n);
    Index best = 0;
    double least = 0;
    for (Index bands = 1; bands <= n; ++bands) {
      const InverseToeplitzStrategy strategy(n, {coefficients.begin(), coefficients.begin() + bands});
      const double rmse =
          std::sqrt(combEnergy(strategy.strategyCoefficients(), n, k, s) * errorOf(strategy, workload).variance.mean);
      const auto& known = c.at("mean_rmse_at_bands");
      if (const auto at = known.find(std::to_string(bands)); at != known.end()) {
        EXPECT_NEAR(rmse, at->get<double>(), c.at("rtol").get<double>() * rmse);
      }
      if (best == 0 || rmse < least) {
        best = bands;
        least = rmse;
      }
    }
    EXPECT_EQ(best, c.at("best_bands").get<Index>());
    EXPECT_NEAR(least, c.at("best_mean_rmse").get<double>(), c.at("rtol").get<double>() * least);
  }
}

TEST(Bisr, PublishedCoefficients) {
  EXPECT_EQ(bisrCoefficients(Workload::prefix(), 5), (std::vector<double>{1, -0.5, -0.125, -0.0625, -5.0 / 128}));
  EXPECT_THROW(bisrCoefficients(Workload::prefix(), 0), InvalidArgument);
}

TEST(Explicit, NoErrorIsBelowTheLowerBound) {
  int at = 0;
  for (const Index n : {1, 2, 16, 100}) {
    for (const auto& [k, s] : std::vector<std::pair<Index, Index>>{{1, 1}, {2, n / 2 + 1}, {4, n / 4 + 1}}) {
      const Participation participation = Participation::minSeparation(k, s);
      for (const Workload& workload : someWorkloads(n)) {
        if (at++ % thorough(5, 1) != 0) continue;  // another workload for each participation
        const double bound = meanErrorLowerBound(workload, n, participation) * (1 - 1e-12);
        const auto check = [&](const Strategy& strategy, double sens) {
          const ErrorSummary error = errorOf(strategy, workload);
          ASSERT_TRUE(error.valid);
          EXPECT_GE(sens * std::sqrt(error.variance.mean), bound) << strategy.kindName() << " " << n << " " << k;
        };
        check(IdentityStrategy(n), sensitivityOf(IdentityStrategy(n), participation).value);
        const ToeplitzStrategy root(n, squareRootCoefficients(workload, n));
        check(root, sensitivityOf(root, participation).value);
        check(TreeStrategy(n), sensitivityOf(fullTreeStrategy(n), participation).value);
        check(fullTreeStrategy(n), sensitivityOf(fullTreeStrategy(n), participation).value);
        for (const Index bands : {Index{1}, std::min<Index>(n, 3), n}) {
          const InverseToeplitzStrategy bisr(n, bisrCoefficients(workload, bands));
          check(bisr, combSensitivity(bisr.strategyCoefficients(), n, participation).value);
          const Solution optimum = optimizeBandInvMf({workload, n, participation}, std::min<Index>(bands, 16));
          check(optimum.strategy, sensitivityOf(optimum.strategy, participation).value);
        }
      }
    }
  }
}

}  // namespace
}  // namespace noiseloom
