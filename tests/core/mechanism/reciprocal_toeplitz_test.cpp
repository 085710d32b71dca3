#include "core/mechanism/reciprocal_toeplitz.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/errors.h"
#include "core/mechanism/banded_toeplitz.h"
#include "core/mechanism/parts/robust_taper.h"
#include "core/participation/participation.h"
#include "tests/calls.h"
#include "tests/core/dense.h"
#include "tests/core/reference.h"

namespace noiseloom {
namespace {

// c of theta_i = 1 / (i + 1) + c, of which the coefficients are multiples.
double constantOf(const Solution& solution) {
  const double ratio = solution.coefficients[1] / solution.coefficients[0];
  return (ratio - 0.5) / (1 - ratio);
}

TEST(ReciprocalToeplitz, ReferenceOptima) {
  for (const auto& c : mechanismReference().at("reciprocal_plus_constant")) {
    const Index n = c.at("n"), bands = c.at("bands");
    SCOPED_TRACE(n);
    const Solution optimum = optimizeReciprocalToeplitz({Workload::prefix(), n}, bands);
    EXPECT_EQ(optimum.summary.termination, Termination::Converged);
    const double constant = c.at("best_c"), rmse = c.at("mean_rmse_single"), rtol = c.at("rtol");
    EXPECT_NEAR(constantOf(optimum), constant, c.at("rtol_c").get<double>() * constant);
    EXPECT_NEAR(optimum.summary.objective, rmse, rtol * rmse);
    const ToeplitzStrategy strategy(n, optimum.coefficients);
    EXPECT_NEAR(strategy.columnNormSquared(0), 1, 1e-12);
    EXPECT_NEAR(std::sqrt(errorOf(strategy, Workload::prefix()).variance.mean), rmse, rtol * rmse);
    const Solution free = optimizeBandedToeplitz({Workload::prefix(), n}, bands);
    const double ratio = c.at("suboptimality");
    EXPECT_NEAR(optimum.summary.objective / free.summary.objective, ratio, rtol * 10);
  }
}

TEST(ReciprocalToeplitz, IsTheBestConstantUnderEveryWorkloadAndObjective) {
  const Index n = 60, bands = 6;
  for (const Workload& workload : someWorkloads(n)) {
    for (const ErrorObjective objective : {ErrorObjective::Mean, ErrorObjective::Max, ErrorObjective::Last}) {
      const Solution optimum =
          optimizeReciprocalToeplitz({.workload = workload, .iterations = n, .objective = objective}, bands);
      EXPECT_EQ(optimum.summary.termination, Termination::Converged);
      double best = optimum.summary.objective * 2;
      for (double x = -14; x < 8; x += 0.01) {
        const double c = std::exp(x) - 1 / static_cast<double>(bands);
        std::vector<double> theta;
        double norm = 0;
        for (Index i = 0; i < bands; ++i) {
          theta.push_back(1 / static_cast<double>(i + 1) + c);
          norm += theta.back() * theta.back();
        }
        best = std::min(best, std::sqrt(norm * errorOf(ToeplitzStrategy(n, theta), workload).variance[objective]));
      }
      EXPECT_LE(optimum.summary.objective, best * (1 + 1e-12));
      EXPECT_NEAR(optimum.summary.objective, best, 1e-4 * best);
    }
  }
}

// Between the sizes that the recurrence and those that the closed form were made for, too.
TEST(ReciprocalToeplitz, IsNearTheOptimumAtEverySize) {
  for (const Index n : {100'001, 131'072, 300'000, 1'000'000, 10'000'000, 1'000'000'000}) {
    for (const Index bands : {2, 64, 256, 512}) {
      const auto optimum = optimizeReciprocalToeplitz({Workload::prefix(), n}, bands);
      EXPECT_EQ(optimum.summary.termination, Termination::Converged) << n << ", " << bands;
      const double best = optimizeBandedToeplitz({Workload::prefix(), n}, bands).summary.objective;
      EXPECT_GE(optimum.summary.objective, best * (1 - 1e-9)) << n << ", " << bands;
      EXPECT_LE(optimum.summary.objective, best * 1.02) << n << ", " << bands;
    }
  }
}

TEST(ReciprocalToeplitz, OneBandHugeNAndStops) {
  const Solution one = optimizeReciprocalToeplitz({Workload::prefix(), 10}, 1);
  EXPECT_EQ(one.coefficients, std::vector<double>{1});
  const Solution huge = optimizeReciprocalToeplitz({Workload::prefix(), 1'000'000'000'000}, 16);
  EXPECT_EQ(huge.summary.termination, Termination::Converged);
  EXPECT_NEAR(huge.summary.objective, std::sqrt(1e12 / 32), 1e-5 * huge.summary.objective);
  const Solution stopped = optimizeReciprocalToeplitz({Workload::prefix(), 1000}, 16, stoppedAtOnce());
  EXPECT_EQ(stopped.summary.termination, Termination::Stopped);
  EXPECT_EQ(stopped.coefficients.size(), 16U);
  EXPECT_NEAR(ToeplitzStrategy(1000, stopped.coefficients).columnNormSquared(0), 1, 1e-12);
  EXPECT_THROW(optimizeReciprocalToeplitz({Workload::prefix(), 4}, 5), InvalidArgument);
}

TEST(RobustTaper, ReferenceSensitivitiesAndErrors) {
  for (const auto& c : mechanismReference().at("min_sep_fragility")) {
    const Index n = c.at("n"), bands = c.at("bands");
    const Solution optimum = optimizeBandedToeplitz({Workload::prefix(), n}, bands);
    const ToeplitzStrategy tapered(n, robustTaper(optimum.coefficients, c.at("lower_min_sep")));
    const auto& known = c.at("strategies").at("tapered_zero_indexed");
    const double rtol = c.at("rtol"), unit = known.at("mean_unit_at_given_scale");
    const double rms = std::sqrt(errorOf(tapered, Workload::prefix()).variance.mean);
    EXPECT_NEAR(rms, unit, 10 * rtol * unit);
    const auto separations = c.at("min_seps").get<std::vector<Index>>();
    for (std::size_t i = 0; i < separations.size(); ++i) {
      const Sensitivity sensitivity =
          sensitivityOf(tapered, Participation::minSeparation(c.at("max_participations"), separations[i]));
      EXPECT_EQ(sensitivity.kind, BoundKind::Exact);
      const double sens = known.at("sens").at(i), rmse = known.at("mean_rmse").at(i);
      EXPECT_NEAR(sensitivity.value, sens, 10 * rtol * sens);
      EXPECT_NEAR(sensitivity.value * rms, rmse, 10 * rtol * rmse);
    }
  }
}

TEST(RobustTaper, KeepsWhatIsBelowTheLeastSeparation) {
  const std::vector<double> tapered = robustTaper(std::vector<double>{1, 1, 1, 1}, 2);
  EXPECT_EQ(tapered, (std::vector<double>{1, 1, 1, 0.5}));
  EXPECT_EQ(robustTaper(std::vector<double>{1, 0.5}, 2), (std::vector<double>{1, 0.5}));
  EXPECT_THROW(robustTaper(std::vector<double>{1, 0.5}, 0), InvalidArgument);
  EXPECT_THROW(robustTaper(std::vector<double>{1, 0.5}, 3), InvalidArgument);
  EXPECT_THROW(robustTaper(std::vector<double>{std::nan("")}, 1), InvalidArgument);
}

}  // namespace
}  // namespace noiseloom
