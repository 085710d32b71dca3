#include "core/mechanism/banded.h"
#include "core/mechanism/banded/loss.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/errors.h"
#include "core/error/error_summary.h"
#include "core/mechanism/banded_toeplitz.h"
#include "core/participation/participation.h"
#include "tests/core/dense.h"
#include "tests/core/reference.h"

namespace noiseloom {
namespace {

Solution solve(const Workload& workload, Index n, Index bands, double tolerance) {
  const Solution start = optimizeBandedToeplitz({workload, n}, bands);
  return optimizeBanded({workload, n}, bands, {.start = start.coefficients, .gradientTolerance = tolerance});
}

TEST(Banded, ExampleB1OfThePaperToAllPrintedDigits) {
  // scaling-bandmf, Example B.1: n = 9, 3 bands, three decimals.
  const auto& c = mechanismReference().at("published_banded_example").at(0);
  const Solution optimum = solve(Workload::prefix(), 9, 3, 1e-9);
  EXPECT_EQ(optimum.summary.termination, Termination::Converged);
  for (Index i = 0; i < 9; ++i) {
    for (Index j = 0; j < 9; ++j) {
      const auto row = static_cast<std::size_t>(i), column = static_cast<std::size_t>(j);
      const double found = optimum.strategy.entry(i, j);
      EXPECT_EQ(std::round(found * 1000) / 1000, c.at("published_strategy")[row][column].get<double>())
          << i << ", " << j;
      EXPECT_NEAR(found, c.at("strategy")[row][column].get<double>(), c.at("rtol_entries").get<double>());
    }
  }
}

void compare(const nlohmann::json& c) {
  SCOPED_TRACE("n " + c.at("n").dump() + " bands " + c.at("bands").dump() + " " + c.at("workload").at("type").dump());
  const Index n = c.at("n"), bands = c.at("bands");
  const Workload workload = workloadOf(c.at("workload"));
  const Solution optimum = solve(workload, n, bands, n <= 16 ? 1e-9 : n > 1000 ? 1e-6 : 1e-7);
  EXPECT_EQ(optimum.summary.termination, Termination::Converged) << optimum.summary.message;
  const ErrorSummary error = errorOf(optimum.strategy, workload);
  const double known = c.at("mean_rmse_single"), rtol = c.at("rtol");
  EXPECT_NEAR(std::sqrt(error.variance.mean), known, rtol * known);
  EXPECT_GE(std::sqrt(error.variance.mean), c.at("certified_lower_bound_mean_rmse").get<double>() * (1 - 1e-9));
  const double most = c.at("max_err_single_of_mean_optimum");
  EXPECT_NEAR(std::sqrt(error.variance.max), most, 1e-4 * most);
  for (Index j = 0; j < n; ++j) EXPECT_NEAR(optimum.strategy.columnNormSquared(j), 1, 1e-12);
  const double rtolEntries = c.at("rtol_entries");
  if (c.contains("strategy")) {
    for (Index i = 0; i < n; ++i) {
      for (Index j = 0; j <= i; ++j) {
        EXPECT_NEAR(optimum.strategy.entry(i, j),
                    c.at("strategy")[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)].get<double>(),
                    rtolEntries);
      }
    }
  }
  if (c.contains("strategy_diagonal_head")) {
    const auto head = c.at("strategy_diagonal_head").get<std::vector<double>>();
    for (std::size_t i = 0; i < head.size(); ++i)
      EXPECT_NEAR(optimum.strategy.entry(static_cast<Index>(i), static_cast<Index>(i)), head[i], rtolEntries);
  }
  const auto& multi = c.at("min_sep_equals_bands");
  const Sensitivity sensitivity = sensitivityOf(
      optimum.strategy, Participation::minSeparation(multi.at("max_participations"), multi.at("min_sep")));
  EXPECT_EQ(sensitivity.kind, BoundKind::Exact);
  EXPECT_NEAR(sensitivity.value, multi.at("sens").get<double>(), 1e-10 * sensitivity.value);
}

TEST(Banded, ReferenceOptima) {
  for (const auto& c : mechanismReference().at("banded_general_optimum")) compare(c);
}

TEST(Banded, ReferenceOptimumAt2048Iterations) {
  for (const auto& c : mechanismReference().at("banded_general_optimum_large")) compare(c);
}

TEST(Banded, LossAndGradientMatchDenseAlgebraAndCentralDifferences) {
  std::mt19937_64 random(31);
  for (const auto& [n, b] : std::vector<std::pair<Index, Index>>{{1, 1}, {7, 3}, {12, 12}}) {
    const BandedStrategy start = randomBanded(random, n, b, 0);
    std::vector<double> theta(start.rows().begin(), start.rows().end());
    for (const Workload& workload : someWorkloads(n)) {
      BandedLoss loss(workload, n, b);
      std::vector<double> gradient(theta.size());
      const double f = loss(theta, gradient);
      const BandedStrategy normalized = columnNormalized(n, b, theta);
      EXPECT_NEAR(f, denseVariances(normalized, workload).mean(), 1e-10 * f);
      EXPECT_EQ(f, loss(theta, {})) << "with and without the gradient";
      double scale = 1e-9 * f;
      for (const double g : gradient) scale = std::max(scale, std::abs(g));
      for (std::size_t k = 0; k < theta.size(); ++k) {
        const double kept = theta[k], step = 1e-5;
        if (kept == 0) continue;
        theta[k] = kept + step;
        const double above = loss(theta, {});
        theta[k] = kept - step;
        const double below = loss(theta, {});
        theta[k] = kept;
        EXPECT_NEAR(gradient[k], (above - below) / (2 * step), 1e-6 * scale);
      }
    }
  }
}

TEST(Banded, NeverWorseThanTheToeplitzStart) {
  for (const auto& [n, b] : std::vector<std::pair<Index, Index>>{{40, 4}, {100, 20}, {1000, 16}}) {
    const Solution start = optimizeBandedToeplitz({Workload::prefix(), n}, b);
    const double toeplitz = std::sqrt(
        errorOf(ToeplitzStrategy(n, start.coefficients, ColumnScaling::Normalized), Workload::prefix()).variance.mean);
    const Solution optimum = optimizeBanded({Workload::prefix(), n}, b, {.start = start.coefficients});
    EXPECT_LT(optimum.summary.initialObjective, toeplitz);
    EXPECT_LT(optimum.summary.objective, toeplitz);
    EXPECT_GT(optimum.summary.objective, 0.98 * toeplitz) << "scaling-bandmf, section 4: within 2 %";
  }
}

TEST(Banded, StopKeepsAValidStrategy) {
  std::stop_source source;
  RunControl control{source.get_token(), [&](const Progress& progress) {
                       if (progress.fraction > 0.3) source.request_stop();
                     }};
  const Solution optimum = optimizeBanded({Workload::prefix(), 500}, 8, {.gradientTolerance = 1e-8}, control);
  EXPECT_EQ(optimum.summary.termination, Termination::Stopped);
  EXPECT_LT(optimum.summary.objective, optimum.summary.initialObjective);
  EXPECT_NEAR(std::sqrt(errorOf(optimum.strategy, Workload::prefix()).variance.mean), optimum.summary.objective,
              1e-10 * optimum.summary.objective);
}

TEST(Banded, RefusesAbsurdSizes) {
  EXPECT_THROW(optimizeBanded({Workload::prefix(), 1'000'000'000'000}, 16), InvalidArgument);
  EXPECT_THROW(optimizeBanded({Workload::prefix(), 10}, 11), InvalidArgument);
  EXPECT_EQ(mostBandedBands(Index{1} << 50), 0);
  EXPECT_GE(mostBandedBands(1'000'000), 64);
  EXPECT_EQ(mostBandedBands(10), 10);
}

TEST(Banded, ReferenceOptimaForTheMaximum) {
  for (const auto& c : mechanismReference().at("banded_general_optimum_max")) {
    const Index n = c.at("n"), bands = c.at("bands");
    SCOPED_TRACE("n " + std::to_string(n) + " bands " + std::to_string(bands));
    const Solution optimum =
        optimizeBanded({.workload = Workload::prefix(), .iterations = n, .objective = ErrorObjective::Max}, bands,
                       {.gradientTolerance = 1e-7});
    const double known = c.at("max_err_single");
    const ErrorSummary error = errorOf(optimum.strategy, Workload::prefix());
    EXPECT_NEAR(std::sqrt(error.variance.max), known, c.at("rtol").get<double>() * known)
        << optimum.summary.message << " " << optimum.summary.evaluations << " evaluations";
    EXPECT_NEAR(optimum.summary.objective, std::sqrt(error.variance.max), 1e-9 * known);
  }
}

TEST(Banded, OptimumForTheLastErrorIsBetterThere) {
  const Index n = 64, bands = 8;
  const Solution mean = optimizeBanded({Workload::prefix(), n}, bands);
  const Solution last =
      optimizeBanded({.workload = Workload::prefix(), .iterations = n, .objective = ErrorObjective::Last}, bands);
  const ErrorSummary error = errorOf(last.strategy, Workload::prefix());
  ASSERT_TRUE(error.valid);
  EXPECT_NEAR(last.summary.objective, std::sqrt(error.variance.last), 1e-9 * last.summary.objective);
  EXPECT_LT(error.variance.last, 0.9 * errorOf(mean.strategy, Workload::prefix()).variance.last);
}

}  // namespace
}  // namespace noiseloom
