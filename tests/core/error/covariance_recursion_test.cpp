#include "core/error/covariance_recursion.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/errors.h"
#include "tests/calls.h"
#include "tests/core/dense.h"

namespace noiseloom {
namespace {

CovarianceRecursion::RowReader readerOf(const BandedStrategy& strategy) {
  return [&strategy](Index row, std::span<double> out) {
    const auto b = static_cast<std::size_t>(strategy.bands());
    std::copy_n(strategy.rows().begin() + row * strategy.bands(), b, out.begin());
  };
}

// Rows of A C^-1 one at a time, n values wide: the O(n^2 b) evaluation (scaling-bandmf, Algorithm 3).
std::vector<double> streamedVariances(const BandedStrategy& strategy, const Workload& workload) {
  const Index n = strategy.iterations();
  const Eigen::MatrixXd a = denseOf(workload, n);
  std::vector<Eigen::VectorXd> noise;  // rows of C^-1
  std::vector<double> variances;
  for (Index i = 0; i < n; ++i) {
    Eigen::VectorXd row = Eigen::VectorXd::Unit(n, i);
    for (Index j = std::max<Index>(0, i - strategy.bands() + 1); j < i; ++j)
      row -= strategy.entry(i, j) * noise[static_cast<std::size_t>(j)];
    noise.push_back(row / strategy.entry(i, i));
    Eigen::VectorXd sum = Eigen::VectorXd::Zero(n);
    for (Index j = 0; j <= i; ++j) sum += a(i, j) * noise[static_cast<std::size_t>(j)];
    variances.push_back(sum.squaredNorm());
  }
  return variances;
}

TEST(CovarianceRecursion, AgreesWithStreamingAndDenseAlgebra) {
  std::mt19937_64 random(11);
  for (const Index n : {1, 2, 5, 33, 120}) {
    for (const Index b : {1, 2, 3, 8, 9, 31, 33}) {
      if (b > n) continue;
      const BandedStrategy strategy = randomBanded(random, n, b);
      for (const Workload& workload : someWorkloads(n)) {
        CovarianceRecursion recursion(workload, n, b);
        ASSERT_TRUE(recursion.forward(readerOf(strategy), false));
        const Eigen::VectorXd dense = denseVariances(strategy, workload);
        const std::vector<double> streamed = streamedVariances(strategy, workload);
        for (Index i = 0; i < n; ++i) {
          const double v = recursion.variances()[static_cast<std::size_t>(i)];
          // The mean of all weights loses a digit where strategies are as bad as these.
          const double tolerance = (workload.averagesAll() ? 1e-9 : 1e-10) * v;
          EXPECT_NEAR(v, dense[i], tolerance) << "n " << n << " b " << b << " row " << i;
          EXPECT_NEAR(v, streamed[static_cast<std::size_t>(i)], tolerance);
        }
      }
    }
  }
}

TEST(CovarianceRecursion, GradientMatchesCentralDifferences) {
  std::mt19937_64 random(12);
  std::uniform_real_distribution<double> weight(-1, 2);
  for (const auto& [n, b] : std::vector<std::pair<Index, Index>>{{1, 1}, {4, 4}, {9, 3}, {20, 9}, {26, 17}}) {
    const BandedStrategy strategy = randomBanded(random, n, b);
    for (const Workload& workload : someWorkloads(n)) {
      std::vector<double> seeds(static_cast<std::size_t>(n));
      for (double& seed : seeds) seed = weight(random);
      std::vector<double> rows(strategy.rows().begin(), strategy.rows().end());
      const auto reader = [&rows, b = b](Index row, std::span<double> out) {
        std::copy_n(rows.begin() + row * b, b, out.begin());
      };
      const auto value = [&, n = n, b = b] {
        CovarianceRecursion fresh(workload, n, b);
        EXPECT_TRUE(fresh.forward(reader, false));
        double sum = 0;
        for (std::size_t i = 0; i < seeds.size(); ++i) sum += seeds[i] * fresh.variances()[i];
        return sum;
      };
      std::vector<double> gradient(rows.size(), -1.0);
      CovarianceRecursion recursion(workload, n, b);
      ASSERT_TRUE(recursion.forward(reader, true));
      ASSERT_TRUE(recursion.reverse(reader, seeds, [&, b = b](Index row, std::span<const double> out) {
        std::copy(out.begin(), out.end(), gradient.begin() + row * b);
      }));
      double scale = 0;
      for (const double g : gradient) scale = std::max(scale, std::abs(g));
      for (std::size_t k = 0; k < rows.size(); ++k) {
        if (static_cast<Index>(k) % b < b - 1 - static_cast<Index>(k) / b) {
          EXPECT_EQ(gradient[k], 0) << "left of column 0";
          continue;
        }
        const double kept = rows[k], step = 1e-5;
        rows[k] = kept + step;
        const double above = value();
        rows[k] = kept - step;
        const double below = value();
        rows[k] = kept;
        EXPECT_NEAR(gradient[k], (above - below) / (2 * step), 1e-6 * scale)
            << "n " << n << " b " << b << " entry " << k;
      }
    }
  }
}

TEST(CovarianceRecursion, StopsAndRefuses) {
  std::mt19937_64 random(14);
  const BandedStrategy strategy = randomBanded(random, 10, 2);
  CovarianceRecursion recursion(Workload::prefix(), 10, 2);
  EXPECT_FALSE(recursion.forward(readerOf(strategy), false, stoppedAtOnce()));
  EXPECT_THROW(CovarianceRecursion(Workload::prefix(), 3, 4), InvalidArgument);
  EXPECT_THROW(CovarianceRecursion(Workload::learningRates({1, 1}, 0), 3, 1), InvalidArgument);
  EXPECT_THROW(recursion.reverse(readerOf(strategy), std::vector<double>(3), [](Index, std::span<const double>) {}),
               InvalidArgument);
}

}  // namespace
}  // namespace noiseloom
