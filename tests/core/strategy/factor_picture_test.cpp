// A C^-1 and C^T C of every kind, against products of explicit matrices.

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/errors.h"
#include "core/strategy/matrix_picture.h"
#include "tests/calls.h"
#include "tests/core/dense.h"
#include "tests/core/falling_dense.h"
#include "tests/processor_time.h"

namespace noiseloom {
namespace {

DenseStrategy dense(Index iterations, Index blockSize) {
  return fallingDense(iterations, blockSize,
                      [](Index i, Index j) { return i == j ? 1 : 0.5 * std::cos(static_cast<double>(3 * i + j)); });
}

std::vector<Strategy> examples(Index n) {
  std::mt19937_64 random(7);
  return {IdentityStrategy(n),
          ToeplitzStrategy(n, {1, 0.5, 0.375, 0.3125}),
          ToeplitzStrategy(n, {2, -0.9, 0.25}, ColumnScaling::Normalized),
          InverseToeplitzStrategy(n, {1, -0.6}, ColumnScaling::Normalized),
          ToeplitzStrategy(n, {1, 0.6, 0.3, 0.2, 0.15, 0.1, 0.1}, ColumnScaling::Normalized),
          randomBanded(random, n, 5),
          randomBanded(random, n, 1),
          InverseToeplitzStrategy(n, {1, -0.5, -0.125}),
          dense(n, n),
          dense(n, 9),
          BltStrategy(n, {0.95, 0.3}, {0.8, 0.1}),
          BltStrategy(n, {0.95, 0.3}, {0.99, 0.1}),
          BltStrategy(n, {1, 0.3}, {0.8, 0.1}),
          TreeStrategy(n),
          TreeStrategy(n, TreeEstimate::OwnNode),
          someRecursion(n, 5)};
}

Eigen::MatrixXd explicitly(const Strategy& strategy, MatrixOf which, const Workload& workload) {
  const Index n = strategy.iterations();
  const Index rows = strategy.rows();
  if (which == MatrixOf::Strategy || which == MatrixOf::Gram) {
    Eigen::MatrixXd c(rows, n);
    for (Index i = 0; i < rows; ++i) {
      for (Index j = 0; j < n; ++j) c(i, j) = strategy.entry(i, j);
    }
    return which == MatrixOf::Strategy ? c : c.transpose() * c;
  }
  Eigen::MatrixXd inverse(n, rows);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < rows; ++j) inverse(i, j) = strategy.inverseEntry(i, j);
  }
  return which == MatrixOf::StrategyInverse ? inverse : denseOf(workload, n) * inverse;
}

constexpr std::array<MatrixOf, 4> kMatrices{MatrixOf::Strategy, MatrixOf::StrategyInverse, MatrixOf::ErrorFactor,
                                            MatrixOf::Gram};

std::string nameOf(const Strategy& strategy, MatrixOf which, const Workload& workload) {
  return std::string(strategy.kindName()) + " matrix " + std::to_string(static_cast<int>(which)) + " momentum " +
         std::to_string(workload.beta()) + (workload.isToeplitz() ? "" : " schedule");
}

TEST(DesignMatrix, EntriesAreThoseOfTheProducts) {
  for (const Strategy& strategy : examples(83)) {
    for (const Workload& workload : everyWorkload(83)) {
      for (const MatrixOf which : kMatrices) {
        const Eigen::MatrixXd expected = explicitly(strategy, which, workload);
        const DesignMatrix matrix = *DesignMatrix::prepare(strategy, which, workload);
        ASSERT_EQ(matrix.rows(), expected.rows());
        ASSERT_EQ(matrix.columns(), expected.cols());
        const double unit = 1 + expected.cwiseAbs().maxCoeff();
        for (Index i = 0; i < matrix.rows(); ++i) {
          for (Index j = 0; j < matrix.columns(); ++j) {
            // A decay of a BLT that coincides with the momentum is taken apart numerically.
            const bool coincides = strategy.as<BltStrategy>() && workload.beta() == 0.8;
            ASSERT_NEAR(matrix.entry(i, j), expected(i, j), (coincides ? 1e-8 : 1e-12) * unit)
                << nameOf(strategy, which, workload) << " " << i << " " << j;
          }
        }
      }
    }
  }
}

// Windows anywhere, one cell an entry: inside, at the last rows, above the diagonal, below the band.
TEST(DesignMatrix, OneCellAnEntryShowsTheEntries) {
  for (const Strategy& strategy : examples(110)) {
    for (const Workload& workload : everyWorkload(110)) {
      for (const MatrixOf which : kMatrices) {
        const Eigen::MatrixXd expected = explicitly(strategy, which, workload);
        const DesignMatrix matrix = *DesignMatrix::prepare(strategy, which, workload);
        for (const auto& [top, left] : {std::pair<Index, Index>(0, 0), {3, 40}, {70, 2}, {matrix.rows() - 31, 81}}) {
          const Index height = 31, width = 29;
          const MatrixPicture picture = matrix.picture(top, top + height, left, left + width, 200, 300);
          ASSERT_EQ(picture.height, height);
          ASSERT_EQ(picture.width, width);
          EXPECT_FALSE(picture.sampled) << nameOf(strategy, which, workload);
          for (Index i = 0; i < height; ++i) {
            for (Index j = 0; j < width; ++j) {
              ASSERT_NEAR(picture.values[static_cast<std::size_t>(i * width + j)], expected(top + i, left + j), 1e-8)
                  << nameOf(strategy, which, workload) << " " << top + i << " " << left + j;
            }
          }
        }
      }
    }
  }
}

// Cells show entries of theirs: the largest where nothing was left out, and nearly that where it was.
TEST(DesignMatrix, PooledCellsKeepTheLargestMagnitude) {
  constexpr Index n = 300, side = 19;
  for (const Strategy& strategy : examples(n)) {
    for (const Workload& workload : everyWorkload(n)) {
      for (const MatrixOf which : {MatrixOf::ErrorFactor, MatrixOf::Gram}) {
        if (which == MatrixOf::Gram && workload.name() != "prefix") continue;
        const Eigen::MatrixXd expected = explicitly(strategy, which, workload);
        const DesignMatrix matrix = *DesignMatrix::prepare(strategy, which, workload);
        const MatrixPicture picture = matrix.picture(0, matrix.rows(), 0, matrix.columns(), side, side);
        const double overall = expected.cwiseAbs().maxCoeff();
        if (workload.name() == "identity") {
          const DesignMatrix inverse = *DesignMatrix::prepare(strategy, MatrixOf::StrategyInverse);
          EXPECT_EQ(picture.values, inverse.picture(0, matrix.rows(), 0, matrix.columns(), side, side).values);
          continue;
        }
        for (Index y = 0; y < side; ++y) {
          for (Index x = 0; x < side; ++x) {
            const Index r0 = y * matrix.rows() / side, r1 = (y + 1) * matrix.rows() / side;
            const Index c0 = x * matrix.columns() / side, c1 = (x + 1) * matrix.columns() / side;
            const Eigen::MatrixXd cell = expected.block(r0, c0, r1 - r0, c1 - c0);
            const double largest = cell.cwiseAbs().maxCoeff();
            const double shown = picture.values[static_cast<std::size_t>(y * side + x)];
            EXPECT_LT((cell.array() - shown).abs().minCoeff(), 1e-8 * (1 + overall))
                << nameOf(strategy, which, workload) << " " << y << " " << x;
            const double least = picture.sampled ? 0.4 * largest - 0.02 * overall : largest - 1e-8 * (1 + overall);
            EXPECT_GE(std::abs(shown), least) << nameOf(strategy, which, workload) << " " << y << " " << x;
          }
        }
      }
    }
  }
}

// A stamped, a banded and a Toeplitz C^T C of a window that lies across the end of a block, and across the last
// columns.
TEST(DesignMatrix, PooledWindowsAnywhereAgreeWithTheProducts) {
  constexpr Index n = 900;
  std::mt19937_64 random(11);
  std::vector<double> root{1};
  for (Index lag = 1; lag < 300; ++lag)
    root.push_back(root.back() * static_cast<double>(2 * lag - 1) / static_cast<double>(2 * lag));
  const std::vector<Strategy> strategies{randomBanded(random, n, 16), dense(n, 37), ToeplitzStrategy(n, root),
                                         ToeplitzStrategy(n, root, ColumnScaling::Normalized)};
  for (const Strategy& strategy : strategies) {
    for (const MatrixOf which : {MatrixOf::Strategy, MatrixOf::Gram}) {
      const Eigen::MatrixXd expected = explicitly(strategy, which, Workload::prefix());
      const DesignMatrix matrix = *DesignMatrix::prepare(strategy, which);
      const bool scaled = which == MatrixOf::Strategy && strategy.as<ToeplitzStrategy>() &&
                          strategy.as<ToeplitzStrategy>()->scaling() == ColumnScaling::Normalized;
      for (const auto& [top, left] : {std::pair<Index, Index>(0, 0), {70, 130}, {400, 380}, {500, 490}}) {
        const Index height = 400, width = 390, rows = 7, columns = 5;
        const MatrixPicture picture = matrix.picture(top, top + height, left, left + width, rows, columns);
        EXPECT_FALSE(picture.sampled);
        for (Index y = 0; y < rows; ++y) {
          for (Index x = 0; x < columns; ++x) {
            const Index r0 = top + y * height / rows, r1 = top + (y + 1) * height / rows;
            const Index c0 = left + x * width / columns, c1 = left + (x + 1) * width / columns;
            const double largest = expected.block(r0, c0, r1 - r0, c1 - c0).cwiseAbs().maxCoeff();
            // Rescaled columns of one cell are drawn with the factor of its first.
            const double tolerance = scaled ? largest : 1e-9;
            EXPECT_NEAR(std::abs(picture.values[static_cast<std::size_t>(y * columns + x)]), largest, tolerance)
                << nameOf(strategy, which, Workload::prefix()) << " " << top << " " << y << " " << x;
          }
        }
      }
    }
  }
}

TEST(DesignMatrix, TenMillionStepsTakeBoundedTime) {
  constexpr Index n = 10'000'000;
  std::vector<double> eta(n);
  for (Index i = 0; i < n; ++i) eta[static_cast<std::size_t>(i)] = 1 - 0.5 * static_cast<double>(i) / n;
  const std::vector<Workload> workloads{Workload::prefix(), Workload::sgd(0.999999, 0.9),
                                        Workload::learningRates(eta, 0.9), Workload::learningRates(eta, 0.9, 0.9999)};
  const std::vector<Strategy> strategies{IdentityStrategy(n),
                                         ToeplitzStrategy(n, {1, 0.5, 0.375}, ColumnScaling::Normalized),
                                         InverseToeplitzStrategy(n, {1, -0.5, -0.125}),
                                         dense(n, 40),
                                         BltStrategy(n, {0.999999, 0.3}, {0.99999, 0.1}),
                                         TreeStrategy(n),
                                         someRecursion(n, 100)};
  for (const Strategy& strategy : strategies) {
    for (const Workload& workload : workloads) {
      for (const MatrixOf which : {MatrixOf::ErrorFactor, MatrixOf::Gram}) {
        const double start = processorSeconds();
        const DesignMatrix matrix = *DesignMatrix::prepare(strategy, which, workload);
        const MatrixPicture picture = matrix.picture(0, matrix.rows(), 0, matrix.columns(), 300, 300);
        EXPECT_LT(processorSeconds() - start, 8) << nameOf(strategy, which, workload);
        for (Index i = 0; i < 300; ++i)
          EXPECT_GE(std::abs(picture.values[static_cast<std::size_t>(i * 301)]), 0.4)
              << nameOf(strategy, which, workload) << " " << i;
        // Deep inside, an entry on the diagonal and one far below it.
        EXPECT_TRUE(std::isfinite(matrix.entry(n / 2, n / 2)));
        EXPECT_TRUE(std::isfinite(matrix.entry(n - 1, n / 2)));
      }
    }
  }
}

// Closed forms far from the diagonal against plain sums.
TEST(DesignMatrix, FarEntriesOfABltAgreeWithItsSums) {
  constexpr Index n = 40'000;
  const BltStrategy blt(n, {0.9999, 0.4}, {0.999, 0.2});
  std::vector<double> z(n, 0.0);
  constexpr Index column = 1000;
  z[column] = 1;
  blt.solve(z, z);
  for (const Workload& workload : everyWorkload(n)) {
    std::vector<double> expected(n);
    workload.multiply(z, expected);
    const DesignMatrix matrix = *DesignMatrix::prepare(blt, MatrixOf::ErrorFactor, workload);
    for (const Index row : {column, column + 1, column + 70, column + 5000, n - 1}) {
      const double value = expected[static_cast<std::size_t>(row)];
      EXPECT_NEAR(matrix.entry(row, column), value, 1e-9 * (1 + std::abs(value)))
          << nameOf(blt, MatrixOf::ErrorFactor, workload) << row;
    }
  }
}

TEST(DesignMatrix, StopsAndRefuses) {
  std::mt19937_64 random(3);
  const Strategy banded = randomBanded(random, 400, 5);
  EXPECT_FALSE(DesignMatrix::prepare(banded, MatrixOf::Gram, Workload::prefix(), stoppedAtOnce()));
  const DesignMatrix matrix = *DesignMatrix::prepare(banded, MatrixOf::ErrorFactor);
  EXPECT_FALSE(matrix.picture(0, 400, 0, 400, 50, 50, stoppedAtOnce()).complete);
  EXPECT_THROW(matrix.entry(400, 0), InvalidArgument);
  EXPECT_THROW(matrix.picture(0, 401, 0, 4, 2, 2), InvalidArgument);
  EXPECT_THROW(DesignMatrix::prepare(banded, MatrixOf::ErrorFactor, Workload::learningRates({1, 1}, 0)),
               InvalidArgument);
  EXPECT_THROW(pictureOf(banded, MatrixOf::ErrorFactor, 0, 4, 0, 4, 4, 4), InvalidArgument);
}

}  // namespace
}  // namespace noiseloom
