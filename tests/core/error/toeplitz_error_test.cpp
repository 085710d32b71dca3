#include "core/error/toeplitz_error.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/error/covariance_recursion.h"
#include "core/error/toeplitz_loss.h"
#include "core/error/transient_energy.h"
#include "core/mechanism/banded_toeplitz.h"
#include "core/mechanism/square_root.h"
#include "tests/core/dense.h"
#include "tests/core/error/column_error.h"

namespace noiseloom {
namespace {

std::vector<Workload> toeplitzWorkloads() {
  return {Workload::prefix(), Workload::sgd(1, 0.9), Workload::sgd(0.99, 0.5), Workload::sgd(0.9, 0)};
}

TEST(ErrorOf, EveryKindAgreesWithDenseAlgebra) {
  std::mt19937_64 random(21);
  constexpr Index n = 60;
  const std::vector<double> c = squareRootCoefficients(Workload::prefix(), 7);
  for (const Workload& workload : someWorkloads(n)) {
    const std::vector<Strategy> strategies = {
        IdentityStrategy(n),
        ToeplitzStrategy(n, c),
        ToeplitzStrategy(n, c, ColumnScaling::Normalized),
        ToeplitzStrategy(n, squareRootCoefficients(workload, n), ColumnScaling::Normalized),
        ToeplitzStrategy(n, {2.0}, ColumnScaling::Normalized),
        randomBanded(random, n, 5)};
    for (const Strategy& strategy : strategies) {
      const Eigen::VectorXd v = denseVariances(strategy, workload);
      const ErrorSummary error = errorOf(strategy, workload);
      ASSERT_TRUE(error.valid);
      EXPECT_NEAR(error.variance.mean, v.mean(), 1e-10 * v.mean());
      EXPECT_NEAR(error.variance.max, v.maxCoeff(), 1e-10 * v.maxCoeff());
    }
  }
}

TEST(ErrorOf, TinyRatesBetweenLargeOnesLoseNoDigits) {
  std::mt19937_64 random(22);
  constexpr Index n = 60;
  for (const double tiny : {1e-4, 1e-8, 1e-12}) {
    std::vector<double> eta;
    for (Index i = 0; i < n; ++i) eta.push_back(i % 2 == 0 ? 1 : tiny);
    for (const double momentum : {0.0, 0.9, 0.99}) {
      const Workload workload = Workload::learningRates(eta, momentum);
      for (const Strategy& strategy :
           std::vector<Strategy>{IdentityStrategy(n), ToeplitzStrategy(n, {1, 0.5, 0.3}, ColumnScaling::Normalized),
                                 randomBanded(random, n, 5), randomBanded(random, n, 2)}) {
        const ErrorSummary error = errorOf(strategy, workload);
        const ErrorSummary plain = errorByColumns(strategy, workload);
        ASSERT_TRUE(error.valid);
        EXPECT_NEAR(error.variance.mean, plain.variance.mean, 1e-12 * plain.variance.mean);
        EXPECT_NEAR(error.variance.max, plain.variance.max, 1e-12 * plain.variance.max);
        EXPECT_NEAR(error.variance.last, plain.variance.last, 1e-12 * plain.variance.last);
      }
    }
  }
}

TEST(ToeplitzError, ClosedTailAgreesWithAllTerms) {
  for (const Workload& workload : toeplitzWorkloads()) {
    const std::vector<double> theta = squareRootCoefficients(workload, 8);
    constexpr Index n = 20'000;
    const ToeplitzDecoder decoder = toeplitzDecoder(theta, workload, n);
    ASSERT_TRUE(decoder.settled);
    ASSERT_LT(decoder.w.size(), 15'000u);
    const ErrorSummary error = toeplitzError(decoder, n);
    // Every v_i by brute force: the full first column of A T^-1.
    std::vector<double> w(static_cast<std::size_t>(n), 0.0);
    w[0] = 1;
    const ToeplitzStrategy strategy(n, theta);
    strategy.solve(w, w);
    workload.multiply(w, w);
    double v = 0, sum = 0;
    for (const double value : w) sum += v += value * value;
    EXPECT_NEAR(error.variance.mean, sum / n, 1e-10 * error.variance.mean);
    EXPECT_NEAR(error.variance.max, v, 1e-10 * v);
    EXPECT_LT(error.relativeErrorBound, 1e-10);
    // The last rows of the column-normalised twin start from lagged sums with a closed tail.
    const ToeplitzStrategy normalized(n, theta, ColumnScaling::Normalized);
    const ErrorSummary tail = errorOf(normalized, workload);
    CovarianceRecursion recursion(workload, n, normalized.bands());
    ASSERT_TRUE(recursion.forward(
        [&](Index row, std::span<double> out) {
          for (Index p = 0; p < normalized.bands(); ++p) {
            const Index column = row - normalized.bands() + 1 + p;
            out[static_cast<std::size_t>(p)] = column < 0 ? 0 : normalized.entry(row, column);
          }
        },
        false));
    double total = 0;
    for (const double value : recursion.variances()) total += value;
    EXPECT_NEAR(tail.variance.mean, total / n, 1e-10 * tail.variance.mean);
    EXPECT_LT(tail.variance.mean, error.variance.mean) << "scaling the last columns up only helps";
  }
}

TEST(ToeplitzError, NormalisedTailAtEverySizeAndAtATrillion) {
  for (const Index n : {2, 3, 9, 40, 300}) {
    for (const Index b : {2, 3, 8, 40, 170}) {
      if (b > n) continue;
      const ToeplitzStrategy strategy(n, squareRootCoefficients(Workload::prefix(), b), ColumnScaling::Normalized);
      const Eigen::VectorXd v = denseVariances(strategy, Workload::prefix());
      const ErrorSummary error = errorOf(strategy, Workload::prefix());
      EXPECT_NEAR(error.variance.mean, v.mean(), 1e-11 * v.mean()) << n << " " << b;
      EXPECT_NEAR(error.variance.max, v.maxCoeff(), 1e-11 * v.maxCoeff()) << n << " " << b;
    }
  }
  constexpr Index n = 1'000'000'000'000;
  const Solution optimum = optimizeBandedToeplitz({Workload::prefix(), n}, 32);
  for (const ColumnScaling scaling : {ColumnScaling::None, ColumnScaling::Normalized}) {
    const ErrorSummary error = errorOf(ToeplitzStrategy(n, optimum.coefficients, scaling), Workload::prefix());
    ASSERT_TRUE(error.valid);
    EXPECT_NEAR(std::sqrt(error.variance.mean), optimum.summary.objective, 1e-10 * optimum.summary.objective);
    EXPECT_LT(error.relativeErrorBound, 1e-10);
  }
}

TEST(ToeplitzLoss, ClosedFormAgreesWithTheRecurrence) {
  for (const Workload& workload : toeplitzWorkloads()) {
    for (const ErrorObjective objective : {ErrorObjective::Mean, ErrorObjective::Max}) {
      for (const Index b : {1, 2, 7, 40}) {
        std::vector<double> theta = squareRootCoefficients(workload, b);
        theta[0] *= 1.05;  // away from any optimum
        std::vector<double> closed(theta.size()), recurrent(theta.size());
        constexpr Index n = 30'000;
        const double f = toeplitzLossClosed(theta, workload, n, objective, closed);
        ASSERT_NEAR(f, toeplitzLossByRecurrence(theta, workload, n, objective, recurrent), 1e-12 * f);
        double scale = f;
        for (const double g : recurrent) scale = std::max(scale, std::abs(g));
        for (std::size_t l = 0; l < theta.size(); ++l) EXPECT_NEAR(closed[l], recurrent[l], 1e-9 * scale);
      }
    }
  }
}

TEST(ToeplitzLoss, TransformsAgreeWithTheClosedFormAtManyBands) {
  constexpr Index n = 20'000, bands = 400;
  ASSERT_TRUE(prefersTransforms(bands, n));
  for (const Workload& workload : toeplitzWorkloads()) {
    if (workload.alpha() < 1 && workload.alpha() > 0.98) continue;  // no closed form there
    for (const ErrorObjective objective : {ErrorObjective::Mean, ErrorObjective::Max}) {
      const std::vector<double> theta = squareRootCoefficients(workload, bands);
      std::vector<double> byTransforms(theta.size()), closed(theta.size());
      const double loss = toeplitzLossByRecurrence(theta, workload, n, objective, byTransforms);
      EXPECT_NEAR(loss, toeplitzLossClosed(theta, workload, n, objective, closed), 1e-10 * loss);
      double scale = 0;
      for (const double g : closed) scale = std::max(scale, std::abs(g));
      for (std::size_t l = 0; l < theta.size(); ++l)
        EXPECT_NEAR(byTransforms[l], closed[l], 1e-10 * std::max(scale, 1e-3 * loss)) << l;
    }
  }
}

TEST(ToeplitzLoss, SquareRootIsTheFullToeplitzOptimumForTheLargestError) {
  // No Toeplitz matrix has a smaller largest error at single participation: the gradient vanishes there.
  constexpr Index n = 1000;
  for (const Workload& workload : toeplitzWorkloads()) {
    const std::vector<double> theta = squareRootCoefficients(workload, n);
    std::vector<double> gradient(theta.size());
    const double loss = toeplitzLoss(theta, workload, n, ErrorObjective::Max, gradient);
    double norm = 0;
    for (const double c : theta) norm += c * c;
    EXPECT_NEAR(loss, norm * norm, 1e-11 * loss);  // D = A^(1/2) as well
    for (const double g : gradient) EXPECT_NEAR(g, 0, 1e-9 * loss);
  }
}

TEST(ToeplitzLoss, GradientMatchesCentralDifferences) {
  for (const Workload& workload : toeplitzWorkloads()) {
    for (const ErrorObjective objective : {ErrorObjective::Mean, ErrorObjective::Max}) {
      for (const Index n : {Index{6}, Index{50}, Index{1000}, Index{5000}, Index{1'000'000'000}}) {
        std::vector<double> theta = squareRootCoefficients(workload, std::min<Index>(n, 6));
        theta[1] *= 0.9;
        std::vector<double> gradient(theta.size()), unused(theta.size());
        const double f = toeplitzLoss(theta, workload, n, objective, gradient);
        ASSERT_TRUE(std::isfinite(f));
        double scale = 0;
        for (const double g : gradient) scale = std::max(scale, std::abs(g));
        for (std::size_t l = 0; l < theta.size(); ++l) {
          const double kept = theta[l], step = 1e-5;
          theta[l] = kept + step;
          const double above = toeplitzLoss(theta, workload, n, objective, unused);
          theta[l] = kept - step;
          const double below = toeplitzLoss(theta, workload, n, objective, unused);
          theta[l] = kept;
          EXPECT_NEAR(gradient[l], (above - below) / (2 * step), 1e-6 * scale) << "n " << n << " lag " << l;
        }
      }
    }
  }
}

TEST(ToeplitzLoss, IsInfiniteOutsideItsDomain) {
  std::vector<double> gradient(2);
  EXPECT_TRUE(
      std::isinf(toeplitzLoss(std::vector<double>{-1, 0}, Workload::prefix(), 100, ErrorObjective::Mean, gradient)));
  EXPECT_TRUE(
      std::isinf(toeplitzLoss(std::vector<double>{1, 5}, Workload::prefix(), 10'000, ErrorObjective::Mean, gradient)));
  EXPECT_EQ(gradient, (std::vector<double>{0, 0}));
  EXPECT_TRUE(std::isinf(
      toeplitzLoss(std::vector<double>{1, 2}, Workload::prefix(), 1'000'000'000'000, ErrorObjective::Mean, gradient)));
}

TEST(TransientEnergy, MatchesTheSeries) {
  const std::vector<double> a{1.5, -0.7, 0.3, 0.1}, p{0.4, 1, -0.6, 0.2};
  const TransientEnergy found = transientEnergy(a, p);
  ASSERT_TRUE(found.stable);
  std::vector<double> d(400);
  double energy = 0, delay = 0;
  for (std::size_t j = 0; j < d.size(); ++j) {
    double value = j < p.size() ? p[j] : 0;
    for (std::size_t l = 1; l < a.size() && l <= j; ++l) value -= a[l] * d[j - l];
    d[j] = value / a[0];
    energy += d[j] * d[j];
    delay += static_cast<double>(j) * d[j] * d[j];
  }
  EXPECT_NEAR(found.energy, energy, 1e-13 * energy);
  EXPECT_NEAR(found.delay, delay, 1e-13 * delay);
  EXPECT_FALSE(transientEnergy(std::vector<double>{1, -1.01}, std::vector<double>{1, 0}).stable);
  EXPECT_TRUE(isStable(std::vector<double>{1, -0.9}, 1.1));
  EXPECT_FALSE(isStable(std::vector<double>{1, -0.9}, 1.2));
}

}  // namespace
}  // namespace noiseloom
