#include "core/mechanism/banded_toeplitz.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/errors.h"
#include "core/error/toeplitz_error.h"
#include "core/mechanism/square_root.h"
#include "core/participation/participation.h"
#include "tests/core/dense.h"
#include "tests/core/reference.h"

namespace noiseloom {
namespace {

ErrorObjective objectiveOf(const nlohmann::json& c) {
  return c.at("objective") == "max" ? ErrorObjective::Max : ErrorObjective::Mean;
}

void compare(const nlohmann::json& c) {
  SCOPED_TRACE("n " + c.at("n").dump() + " bands " + c.at("bands").dump() + " " + c.at("workload").at("type").dump() +
               " " + c.at("objective").dump());
  const Index n = c.at("n");
  const Index bands = c.at("bands");
  const Workload workload = workloadOf(c.at("workload"));
  const double rtol = c.at("rtol");
  const Solution optimum =
      optimizeBandedToeplitz({.workload = workload, .iterations = n, .objective = objectiveOf(c)}, bands);
  EXPECT_EQ(optimum.summary.termination, Termination::Converged) << optimum.summary.message;
  const ErrorSummary error = errorOf(ToeplitzStrategy(n, optimum.coefficients), workload);
  const double mean = c.at("mean_rmse_single"), most = c.at("max_err_single");
  const bool forMax = objectiveOf(c) == ErrorObjective::Max;
  EXPECT_NEAR(std::sqrt(error.variance.mean), mean, (forMax ? 1e-5 : rtol) * mean);
  EXPECT_NEAR(std::sqrt(error.variance.max), most, (forMax ? rtol : 1e-5) * most);
  const double rtolCoefs = c.at("rtol_coefs");
  for (const auto& [lag, known] : coefficientsOf(c.at("strategy_coefs_unit_norm"))) {
    EXPECT_NEAR(optimum.coefficients[lag], known, rtolCoefs) << "lag " << lag;
  }
  const ErrorSummary normalized =
      errorOf(ToeplitzStrategy(n, optimum.coefficients, ColumnScaling::Normalized), workload);
  const double normalizedMean = c.at("column_normalised_mean_rmse");
  EXPECT_NEAR(std::sqrt(normalized.variance.mean), normalizedMean, (forMax ? 1e-5 : 1e-7) * normalizedMean);
  if (c.contains("multi_min_sep_equals_bands")) {
    const auto& multi = c.at("multi_min_sep_equals_bands");
    const Sensitivity sensitivity =
        sensitivityOf(ToeplitzStrategy(n, optimum.coefficients),
                      Participation::minSeparation(multi.at("max_participations"), multi.at("min_sep")));
    EXPECT_EQ(sensitivity.kind, BoundKind::Exact);
    EXPECT_NEAR(sensitivity.value, multi.at("sens").get<double>(), 1e-5 * sensitivity.value);
  }
}

TEST(BandedToeplitz, ReferenceOptima) {
  for (const auto& c : mechanismReference().at("banded_toeplitz_optimum")) compare(c);
}

TEST(BandedToeplitz, ReferenceOptimaUnderLearningRateSchedules) {
  for (const auto& c : mechanismReference().at("banded_toeplitz_optimum_lr_schedule")) compare(c);
}

TEST(BandedToeplitz, ReferenceOptimumForTheMaximumAtLargeN) {
  for (const auto& c : mechanismReference().at("tail_approximation")) {
    const Solution optimum = optimizeBandedToeplitz(
        {.workload = Workload::prefix(), .iterations = c.at("n"), .objective = ErrorObjective::Max}, c.at("bands"));
    const double known = c.at("optimal_max_err_single");
    EXPECT_NEAR(optimum.summary.objective, known, c.at("rtol").get<double>() * known);
  }
}

TEST(BandedToeplitz, SensitivityOfStretchedStrategies) {
  for (const auto& c : mechanismReference().at("min_sep_fragility")) {
    const Index n = c.at("n"), bands = c.at("bands");
    const Solution optimum = optimizeBandedToeplitz({Workload::prefix(), n}, bands);
    const auto& known = c.at("strategies").at("banded_toeplitz");
    const auto separations = c.at("min_seps").get<std::vector<Index>>();
    const auto sens = known.at("sens").get<std::vector<double>>();
    const ToeplitzStrategy strategy(n, optimum.coefficients);
    for (std::size_t i = 0; i < separations.size(); ++i) {
      const Sensitivity found =
          sensitivityOf(strategy, Participation::minSeparation(c.at("max_participations"), separations[i]));
      EXPECT_NEAR(found.value, sens[i], c.at("rtol").get<double>() * 10 * sens[i]);
    }
    EXPECT_NEAR(optimum.summary.objective, known.at("mean_unit_at_given_scale").get<double>(),
                1e-6 * optimum.summary.objective);
  }
}

TEST(DpSgd, ReferenceErrors) {
  for (const auto& c : mechanismReference().at("identity")) {
    const Workload workload = workloadOf(c.at("workload"));
    const Strategy strategy = IdentityStrategy(c.at("n"));
    const ErrorSummary error = errorOf(strategy, workload);
    const double rtol = c.at("rtol"), mean = c.at("mean_rmse_single"), most = c.at("max_err_single");
    EXPECT_NEAR(std::sqrt(error.variance.mean), mean, rtol * mean);
    EXPECT_NEAR(std::sqrt(error.variance.max), most, rtol * most);
    for (const auto& m : c.at("multi")) {
      const double sens =
          sensitivityOf(strategy, Participation::minSeparation(m.at("max_participations"), m.at("min_sep"))).value;
      EXPECT_NEAR(sens, m.at("sens").get<double>(), rtol * sens);
    }
  }
}

TEST(BandedToeplitz, WarmStartsEndWhereColdOnesDo) {
  const Solution narrow = optimizeBandedToeplitz({Workload::prefix(), 2000}, 20);
  const Solution cold = optimizeBandedToeplitz({Workload::prefix(), 2000}, 32);
  const Solution warm = optimizeBandedToeplitz({Workload::prefix(), 2000}, 32, {.start = narrow.coefficients});
  EXPECT_NEAR(warm.summary.objective, cold.summary.objective, 1e-12 * cold.summary.objective);
  EXPECT_LT(cold.summary.objective, narrow.summary.objective);
}

TEST(BandedToeplitz, HugeNIsAsGoodAsItsLimit) {
  // As n grows the loss tends to n / (2 b): constant coefficients, only the running sum's constant error left.
  for (const Index bands : {16, 32}) {
    const Solution optimum = optimizeBandedToeplitz({Workload::prefix(), 1'000'000'000'000}, bands);
    EXPECT_EQ(optimum.summary.termination, Termination::Converged);
    const double limit = std::sqrt(1e12 / (2.0 * static_cast<double>(bands)));
    EXPECT_GT(optimum.summary.objective, limit);
    EXPECT_LT(optimum.summary.objective, limit * (1 + 1e-5));
  }
}

TEST(BandedToeplitz, OptimumWithinTheColumnNormalizedClass) {
  for (const Workload& workload : someWorkloads(96)) {
    for (const ErrorObjective objective : {ErrorObjective::Mean, ErrorObjective::Max, ErrorObjective::Last}) {
      SCOPED_TRACE(std::string(toString(objective)) + ", rates " + std::to_string(workload.eta().size()) +
                   ", momentum " + std::to_string(workload.beta()));
      const auto errorAt = [&](const std::vector<double>& c) {
        const ToeplitzStrategy strategy(96, c, ColumnScaling::Normalized);
        return std::sqrt(strategy.columnNormSquared(0) * errorOf(strategy, workload).variance[objective]);
      };
      const auto plain = optimizeBandedToeplitz({.workload = workload, .iterations = 96, .objective = objective}, 12);
      const auto best = optimizeBandedToeplitz({.workload = workload, .iterations = 96, .objective = objective}, 12,
                                               {.scaling = ColumnScaling::Normalized});
      EXPECT_NEAR(best.summary.objective, errorAt(best.coefficients), 1e-9 * best.summary.objective);
      EXPECT_LE(best.summary.objective, errorAt(plain.coefficients) * (1 + 1e-12));
      if (objective == ErrorObjective::Last) continue;  // flat: many strategies are as good
      for (std::size_t l = 0; l < best.coefficients.size(); ++l) {
        std::vector<double> beside = best.coefficients;
        for (const double step : {1e-3, -1e-3}) {
          beside[l] = best.coefficients[l] + step;
          EXPECT_GT(errorAt(beside), best.summary.objective * (1 - 1e-9)) << "coefficient " << l;
        }
      }
    }
  }
}

TEST(BandedToeplitz, ColumnNormalizedClassesHardlyDifferWhereNIsLarge) {
  for (const Index bands : {4, 16, 32}) {
    const auto errorAt = [&](const std::vector<double>& c) {
      return std::sqrt(
          errorOf(ToeplitzStrategy(64 * bands, c, ColumnScaling::Normalized), Workload::prefix()).variance.mean);
    };
    const auto plain = optimizeBandedToeplitz({Workload::prefix(), 64 * bands}, bands);
    const auto best =
        optimizeBandedToeplitz({Workload::prefix(), 64 * bands}, bands, {.scaling = ColumnScaling::Normalized});
    EXPECT_NEAR(errorAt(plain.coefficients), best.summary.objective, 1e-6 * best.summary.objective);
  }
}

TEST(SquareRoot, KnownCoefficients) {
  const std::vector<double> r = squareRootCoefficients(Workload::prefix(), 5);
  const std::vector<double> known{1, 0.5, 0.375, 0.3125, 0.2734375};
  for (std::size_t j = 0; j < known.size(); ++j) EXPECT_DOUBLE_EQ(r[j], known[j]);
  for (const auto& c : mechanismReference().at("bsr")) {
    const auto values = coefficientsOf(c.at("strategy_coefs"));
    const std::vector<double> found =
        squareRootCoefficients(workloadOf(c.at("workload")), static_cast<Index>(values.back().first) + 1);
    for (const auto& [lag, value] : values) EXPECT_NEAR(found[lag], value, 1e-12);
  }
}

TEST(BandedToeplitz, RefusesBadInput) {
  EXPECT_THROW(optimizeBandedToeplitz({Workload::prefix(), 0}, 1), InvalidArgument);
  EXPECT_THROW(optimizeBandedToeplitz({Workload::prefix(), 4}, 5), InvalidArgument);
  EXPECT_THROW(optimizeBandedToeplitz({Workload::prefix(), 4}, 2, {.start = std::vector<double>{std::nan("")}}),
               InvalidArgument);
}

// A quick solve of many steps starts from one of fewer, longer steps, and ends within 1e-6 of the loss.
TEST(BandedToeplitz, QuickSolvesOfManyStepsStartFromFewer) {
  for (const Workload& workload : {Workload::prefix(), Workload::sgd(1, 0.9), Workload::sgd(0.99999, 0.5)}) {
    for (const auto& [n, bands] : {std::pair<Index, Index>{40'000, 600}, {40'001, 9000}}) {
      for (const ErrorObjective objective : {ErrorObjective::Mean, ErrorObjective::Max}) {
        SCOPED_TRACE("n " + std::to_string(n) + " bands " + std::to_string(bands) + " momentum " +
                     std::to_string(workload.beta()));
        const ErrorProblem problem{.workload = workload, .iterations = n, .objective = objective};
        const OptimizerSummary whole = optimizeBandedToeplitz(problem, bands).summary;
        const Solution quick = optimizeBandedToeplitz(problem, bands, {.quick = true});
        EXPECT_LE(quick.summary.objective, (1 + 1e-6) * whole.objective);
        EXPECT_LT(2 * quick.summary.evaluations, whole.evaluations);
      }
    }
  }
}

// Without a share of the mean the optimum is nearly singular: a mean of 10^10, and a last error of wrong digits.
TEST(BandedToeplitz, ManyBandsOfWorkloadsThatForgetFast) {
  for (const double decay : {0.5, 1e-300}) {
    const auto errorWith = [&](Index bands) {
      return optimizeBandedToeplitz({.workload = Workload::sgd(decay, 0), .iterations = 40'000}, bands, {})
          .summary.objective;
    };
    EXPECT_NEAR(errorWith(2000) / errorWith(16), 1, 1e-6) << decay;
  }
}

TEST(BandedToeplitz, TheLastErrorStaysAwayFromDegenerateStrategies) {
  const Solution solution =
      optimizeBandedToeplitz({.workload = Workload::prefix(), .iterations = 10, .objective = ErrorObjective::Last}, 10,
                             {.scaling = ColumnScaling::Normalized});
  EXPECT_EQ(solution.summary.termination, Termination::Converged);
  const ErrorSummary error = errorOf(solution.strategy, Workload::prefix());
  EXPECT_LT(error.variance.mean, 100);
  EXPECT_LT(error.variance.last, 1.23);
  EXPECT_NEAR(solution.summary.objective, std::sqrt(error.variance.last), 1e-9);
}

}  // namespace
}  // namespace noiseloom
