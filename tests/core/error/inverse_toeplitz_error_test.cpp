#include "core/error/inverse_toeplitz_error.h"

#include <gtest/gtest.h>

#include "core/base/errors.h"
#include "tests/calls.h"
#include "tests/core/dense.h"

namespace noiseloom {
namespace {

const std::vector<std::vector<double>>& someNoisings() {
  static const std::vector<std::vector<double>> values{
      {2}, {1, -0.5}, {1, -0.9, 0.3}, {1.5, -0.7, -0.2, -0.1, -0.05, 0.01}};
  return values;
}

// Compares errors with those of dense algebra; returns its variances.
Eigen::VectorXd expectDenseErrors(const Strategy& strategy, const Workload& workload) {
  const Eigen::VectorXd known = denseVariances(strategy, workload);
  const ErrorSummary error = errorOf(strategy, workload);
  EXPECT_TRUE(error.valid);
  EXPECT_NEAR(error.variance.mean, known.mean(), 1e-12 * known.mean());
  EXPECT_NEAR(error.variance.max, known.maxCoeff(), 1e-12 * known.maxCoeff());
  EXPECT_NEAR(error.variance.last, known(known.size() - 1), 1e-12 * known.maxCoeff());
  return known;
}

TEST(InverseToeplitzError, AgreesWithDenseAlgebraUnderEveryWorkload) {
  for (const Index n : {6, 7, 40}) {
    for (const auto& g : someNoisings()) {
      const InverseToeplitzStrategy strategy(n, g);
      for (const Workload& workload : someWorkloads(n)) {
        const Eigen::VectorXd known = expectDenseErrors(strategy, workload);
        const std::vector<double> variances = inverseToeplitzVariances(g, workload, n);
        for (Index i = 0; i < n; ++i)
          EXPECT_NEAR(variances[static_cast<std::size_t>(i)], known(i), 1e-12 * known.maxCoeff());
      }
    }
  }
}

TEST(InverseToeplitzError, OfRescaledColumnsAgreesWithDenseAlgebra) {
  for (const Index n : {6, 7, 40, 120}) {
    for (const auto& g : someNoisings()) {
      const InverseToeplitzStrategy strategy(n, g, ColumnScaling::Normalized);
      for (const Workload& workload : someWorkloads(n)) expectDenseErrors(strategy, workload);
    }
  }
}

TEST(InverseToeplitzError, RescaledRowsStartWhereTheClosedFormEnds) {
  const Index n = 20'000;
  for (const auto& [alpha, beta] :
       std::vector<std::pair<double, double>>{{1, 0}, {1, 0.9}, {0.9999, 0.9998}, {0.99, 0}}) {
    const Workload workload = Workload::sgd(alpha, beta);
    for (const auto& g : someNoisings()) {
      const InverseToeplitzStrategy strategy(n, g, ColumnScaling::Normalized);
      const ErrorSummary closed = errorOf(strategy, workload);
      const std::vector<double> all = inverseToeplitzVariancesFrom(strategy, workload, 0);
      const ErrorSummary steps = summaryOf(all);
      EXPECT_NEAR(closed.variance.mean, steps.variance.mean, 1e-9 * steps.variance.mean) << alpha << " " << beta;
      EXPECT_NEAR(closed.variance.max, steps.variance.max, 1e-9 * steps.variance.max) << alpha << " " << beta;
      EXPECT_NEAR(closed.variance.last, steps.variance.last, 1e-9 * steps.variance.last) << alpha << " " << beta;
    }
  }
}

TEST(InverseToeplitzError, BothRoutesAgreeAtLargeN) {
  const Index n = 200'000;
  for (const auto& [alpha, beta] :
       std::vector<std::pair<double, double>>{{1, 0}, {1, 0.9}, {0.9999, 0.9998}, {1, 0.99999}, {0.99, 0}}) {
    const Workload workload = Workload::sgd(alpha, beta);
    for (const auto& g : someNoisings()) {
      const ErrorSummary closed = errorOf(InverseToeplitzStrategy(n, g), workload);
      const ErrorSummary steps = summaryOf(inverseToeplitzVariances(g, workload, n));
      EXPECT_NEAR(closed.variance.mean, steps.variance.mean, 1e-9 * steps.variance.mean) << alpha << " " << beta;
      EXPECT_NEAR(closed.variance.last, steps.variance.last, 1e-9 * steps.variance.last) << alpha << " " << beta;
    }
  }
}

TEST(InverseToeplitzError, HugeNHasItsLimit) {
  // w_j = g(1) from the p-th term on: v_i grows by g(1)^2 a step.
  const Index n = 1'000'000'000'000;
  const ErrorSummary error = errorOf(InverseToeplitzStrategy(n, {1, -0.5}), Workload::prefix());
  EXPECT_NEAR(error.variance.last, 1 + 0.25 * 999'999'999'999.0, 1e-12 * error.variance.last);
  EXPECT_NEAR(error.variance.mean, 1 + 0.25 * (1e12 - 1) / 2, 1e-12 * error.variance.mean);
}

TEST(InverseToeplitzError, GradientMatchesCentralDifferences) {
  const Index n = 50;
  for (const Workload& workload : {Workload::prefix(), Workload::sgd(1, 0.9), Workload::sgd(0.99, 0.5)}) {
    for (const ErrorObjective objective : {ErrorObjective::Mean, ErrorObjective::Max, ErrorObjective::Last}) {
      for (std::vector<double> g : someNoisings()) {
        std::vector<double> gradient(g.size());
        inverseToeplitzVariance(g, workload, n, objective, gradient);
        for (std::size_t l = 0; l < g.size(); ++l) {
          const double kept = g[l], step = 1e-3;
          g[l] = kept + step;
          const double above = inverseToeplitzVariance(g, workload, n, objective);
          g[l] = kept - step;
          const double below = inverseToeplitzVariance(g, workload, n, objective);
          g[l] = kept;
          // A quadratic: central differences are exact to rounding.
          EXPECT_NEAR(gradient[l], (above - below) / (2 * step), 1e-10 * above);
        }
      }
    }
  }
}

TEST(InverseToeplitzError, GramGivesWeightedVariancesUnderSchedules) {
  const Index n = 30;
  std::vector<double> weights;
  for (Index i = 0; i < n; ++i) weights.push_back(1 + static_cast<double>(i % 4));
  for (const Workload& workload : someWorkloads(n)) {
    if (workload.isToeplitz()) continue;
    for (const auto& g : someNoisings()) {
      const std::size_t p = g.size();
      const std::vector<double> gram = noisingGram(workload, weights, static_cast<Index>(p));
      double form = 0;
      for (std::size_t l = 0; l < p; ++l) {
        for (std::size_t m = 0; m < p; ++m) form += g[l] * gram[l * p + m] * g[m];
      }
      const std::vector<double> variances = inverseToeplitzVariances(g, workload, n);
      double known = 0;
      for (std::size_t i = 0; i < weights.size(); ++i) known += weights[i] * variances[i];
      EXPECT_NEAR(form, known, 1e-12 * gram[0]);
    }
  }
}

TEST(InverseToeplitzError, StopsAndRefuses) {
  const RunControl stopped = stoppedAtOnce();
  const Workload schedule = Workload::learningRates(std::vector<double>(100'000, 1), 0.9);
  EXPECT_TRUE(inverseToeplitzVariances(std::vector<double>{1, -0.5}, schedule, 100'000, stopped).empty());
  EXPECT_FALSE(errorOf(InverseToeplitzStrategy(100'000, {1, -0.5}), schedule, stopped).valid);
  EXPECT_TRUE(noisingGram(schedule, std::vector<double>(100'000, 1), 3, stopped).empty());
  EXPECT_THROW(inverseToeplitzVariance(std::vector<double>{1}, schedule, 100'000, ErrorObjective::Mean),
               InvalidArgument);
  EXPECT_THROW(inverseToeplitzVariances(std::vector<double>{1}, schedule, 10), InvalidArgument);
  EXPECT_THROW(inverseToeplitzVariance(std::vector<double>{1, 1}, Workload::prefix(), 1, ErrorObjective::Mean),
               InvalidArgument);
}

}  // namespace
}  // namespace noiseloom
