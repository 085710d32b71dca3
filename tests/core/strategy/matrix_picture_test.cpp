#include "core/strategy/matrix_picture.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/errors.h"
#include "tests/calls.h"
#include "tests/core/dense.h"
#include "tests/core/falling_dense.h"
#include "tests/processor_time.h"
#include "tests/thorough.h"

namespace noiseloom {
namespace {

DenseStrategy dense(Index iterations, Index blockSize) {
  return fallingDense(iterations, blockSize,
                      [](Index i, Index j) { return i == j ? 1 : std::sin(static_cast<double>(5 * i + 3 * j)); });
}

// Every kind; the columns of the last Toeplitz one have factors, which pooled cells take from their first column.
std::vector<Strategy> examples() {
  std::mt19937_64 random(2);
  return {IdentityStrategy(40),
          ToeplitzStrategy(40, {1, -0.5, 0.25}),
          randomBanded(random, 40, 5),
          InverseToeplitzStrategy(40, {1, -0.5, -0.125}),
          dense(40, 40),
          dense(40, 9),
          BltStrategy(40, {0.95, 0.3}, {0.8, 0.1}),   // output scales of one sign on both sides
          BltStrategy(40, {0.95, 0.3}, {0.99, 0.1}),  // and of both signs
          TreeStrategy(40),
          TreeStrategy(37, TreeEstimate::OwnNode),
          someRecursion(38, 4)};
}

TEST(MatrixByLag, HasTheSameEntriesAndABandFillsIt) {
  int bands = 0;
  for (const Strategy& strategy : examples()) {
    for (const MatrixOf which : {MatrixOf::Strategy, MatrixOf::StrategyInverse, MatrixOf::Gram}) {
      const auto lags = lagsOf(strategy, which);
      if (!lags) {
        EXPECT_THROW(DesignMatrix::prepare(strategy, which, Workload::prefix(), {}, MatrixLayout::ByLag),
                     InvalidArgument);
        continue;
      }
      ++bands;
      const DesignMatrix matrix = *DesignMatrix::prepare(strategy, which);
      const DesignMatrix byLag = *DesignMatrix::prepare(strategy, which, Workload::prefix(), {}, MatrixLayout::ByLag);
      ASSERT_EQ(byLag.rows(), matrix.rows());
      ASSERT_EQ(byLag.columns(), *lags);
      const MatrixPicture all = byLag.picture(0, 40, 0, *lags, 40, 40);
      ASSERT_EQ(all.width, *lags);
      EXPECT_FALSE(all.sampled);
      for (Index i = 0; i < 40; ++i) {
        for (Index j = 0; j <= i; ++j) {
          const double entry = matrix.entry(i, j);
          if (i - j >= *lags) {
            EXPECT_EQ(entry, 0) << "nothing lies beyond the lags";
            continue;
          }
          EXPECT_EQ(byLag.entry(i, i - j), entry);
          EXPECT_EQ(all.values[static_cast<std::size_t>(i * *lags + i - j)], entry);
        }
        for (Index lag = i + 1; lag < *lags; ++lag) EXPECT_EQ(byLag.entry(i, lag), 0);
      }
      const MatrixPicture pooled = byLag.picture(0, 40, 0, *lags, 4, 1);
      double largest = 0;
      for (Index i = 10; i < 20; ++i) {
        for (Index lag = 0; lag < *lags; ++lag) {
          if (std::abs(byLag.entry(i, lag)) > std::abs(largest)) largest = byLag.entry(i, lag);
        }
      }
      EXPECT_EQ(pooled.values[1], largest);
    }
  }
  EXPECT_GE(bands, 10);
  // A tree's rows are nodes, and a full matrix has no band.
  EXPECT_FALSE(lagsOf(TreeStrategy(40), MatrixOf::Gram));
  EXPECT_FALSE(lagsOf(dense(40, 40), MatrixOf::Strategy));
  EXPECT_EQ(lagsOf(ToeplitzStrategy(40, {1, -0.5, 0.25}), MatrixOf::Strategy), 3);
  EXPECT_FALSE(lagsOf(ToeplitzStrategy(40, {1, -0.5, 0.25}), MatrixOf::StrategyInverse));
}

TEST(MatrixByLag, RowsThatAreAlikeAreReadOnce) {
  std::vector<double> coefficients(400);
  for (std::size_t lag = 0; lag < coefficients.size(); ++lag)
    coefficients[lag] = 1 / std::sqrt(static_cast<double>(lag) + 1);
  for (const ColumnScaling scaling : {ColumnScaling::None, ColumnScaling::Normalized}) {
    const ToeplitzStrategy strategy(1'000'000, coefficients, scaling);
    const DesignMatrix byLag =
        *DesignMatrix::prepare(strategy, MatrixOf::Strategy, Workload::prefix(), {}, MatrixLayout::ByLag);
    const MatrixPicture picture = byLag.picture(0, byLag.rows(), 0, byLag.columns(), 200, 400);
    EXPECT_FALSE(picture.sampled);
    for (const Index y : {0, 100, 199}) {
      for (Index lag = 0; lag < 400; ++lag) {
        double largest = 0;
        for (Index row = std::max<Index>(0, 5000 * (y + 1) - 900); row < 5000 * (y + 1); ++row) {
          if (std::abs(byLag.entry(row, lag)) > std::abs(largest)) largest = byLag.entry(row, lag);
        }
        ASSERT_EQ(picture.values[static_cast<std::size_t>(400 * y + lag)], largest) << y << ", lag " << lag;
      }
    }
  }
}

TEST(MatrixByLag, SamplesWhatIsTooLargeAndSaysSo) {
  // Rows of which none is known to be as another.
  constexpr Index kRows = 40'000, kBands = 120;
  std::vector<double> values;
  values.reserve(kRows * kBands);
  for (Index row = 0; row < kRows; ++row) {
    for (Index lag = kBands - 1; lag >= 0; --lag)
      values.push_back(lag > row ? 0 : 1 / std::sqrt(static_cast<double>(lag) + 1));
  }
  const BandedStrategy strategy(kRows, kBands, std::move(values));
  const DesignMatrix byLag =
      *DesignMatrix::prepare(strategy, MatrixOf::Strategy, Workload::prefix(), {}, MatrixLayout::ByLag);
  const MatrixPicture picture = byLag.picture(0, byLag.rows(), 0, byLag.columns(), 200, kBands);
  EXPECT_TRUE(picture.sampled);
  for (Index lag = 0; lag < kBands; ++lag) {
    EXPECT_EQ(picture.values[static_cast<std::size_t>(lag)], 1 / std::sqrt(static_cast<double>(lag) + 1))
        << "the last rows of a cell have all its lags";
  }
}

// The dense twin of either side, entry by entry.
Eigen::MatrixXd matrixOf(const Strategy& strategy, MatrixOf which) {
  const bool inverse = which == MatrixOf::StrategyInverse;
  const Index n = strategy.iterations();
  Eigen::MatrixXd dense(inverse ? n : strategy.rows(), inverse ? strategy.rows() : n);
  for (Index i = 0; i < dense.rows(); ++i) {
    for (Index j = 0; j < dense.cols(); ++j) {
      dense(i, j) = inverse ? strategy.inverseEntry(i, j) : strategy.entry(i, j);
    }
  }
  return dense;
}

TEST(MatrixPicture, OneCellAnEntryShowsTheEntries) {
  std::vector<Strategy> strategies = examples();
  strategies.push_back(ToeplitzStrategy(40, {1, 0.6, 0.3}, ColumnScaling::Normalized));
  strategies.push_back(InverseToeplitzStrategy(40, {1, -0.8}, ColumnScaling::Normalized));
  for (const Strategy& strategy : strategies) {
    for (const MatrixOf which : {MatrixOf::Strategy, MatrixOf::StrategyInverse}) {
      const Eigen::MatrixXd dense = matrixOf(strategy, which);
      const Index height = dense.rows() - 5, width = dense.cols() - 5;
      const MatrixPicture picture = pictureOf(strategy, which, 5, dense.rows(), 3, dense.cols() - 2, 200, 300);
      ASSERT_EQ(picture.height, height);
      ASSERT_EQ(picture.width, width);
      EXPECT_FALSE(picture.sampled);
      for (Index i = 0; i < height; ++i) {
        for (Index j = 0; j < width; ++j) {
          ASSERT_NEAR(picture.values[static_cast<std::size_t>(i * width + j)], dense(5 + i, 3 + j), 1e-9)
              << strategy.kindName() << " " << i << " " << j;
        }
      }
    }
  }
}

// Neither 9 nor 7 divides 40. Cells as large as these are looked at whole, but for a BLT without a law for its signs.
TEST(MatrixPicture, PooledCellsKeepTheLargestMagnitudeWithItsSign) {
  for (const Strategy& strategy : examples()) {
    for (const MatrixOf which : {MatrixOf::Strategy, MatrixOf::StrategyInverse}) {
      const Eigen::MatrixXd dense = matrixOf(strategy, which);
      const Index rows = 9, columns = dense.cols() == 40 || which == MatrixOf::Strategy ? 7 : 23;
      const MatrixPicture picture = pictureOf(strategy, which, 0, dense.rows(), 0, dense.cols(), rows, columns);
      if (picture.sampled && !strategy.as<BltStrategy>()) continue;  // tested below
      double overall = 0;
      for (Index y = 0; y < rows; ++y) {
        for (Index x = 0; x < columns; ++x) {
          const Index r0 = y * dense.rows() / rows, r1 = (y + 1) * dense.rows() / rows;
          const Index c0 = x * dense.cols() / columns, c1 = (x + 1) * dense.cols() / columns;
          const Eigen::MatrixXd cell = dense.block(r0, c0, r1 - r0, c1 - c0);
          Eigen::Index i = 0, j = 0;
          cell.cwiseAbs().maxCoeff(&i, &j);
          const double shown = picture.values[static_cast<std::size_t>(y * columns + x)];
          if (strategy.as<BandedStrategy>() && which == MatrixOf::StrategyInverse) {
            EXPECT_LE(std::abs(shown), std::abs(cell(i, j)) * (1 + 1e-12));
          } else {
            // Of equals with either sign any one will do.
            EXPECT_NEAR(std::abs(shown), std::abs(cell(i, j)), 1e-9) << strategy.kindName() << " " << y << " " << x;
            EXPECT_LT((cell.array() - shown).abs().minCoeff(), 1e-9) << strategy.kindName() << " " << y << " " << x;
          }
          overall += std::abs(shown);
        }
      }
      EXPECT_GT(overall, 0);
    }
  }
}

// Where cells are sampled they show entries of theirs, and are empty only where the matrix is.
TEST(MatrixPicture, SampledCellsShowEntriesOfTheirs) {
  const std::vector<Strategy> strategies{TreeStrategy(1500),     TreeStrategy(1024, TreeEstimate::OwnNode),
                                         dense(1500, 20),        dense(thorough(3500, 7000), 5),
                                         someRecursion(1500, 8), someRecursion(1000, 32)};
  for (const Strategy& strategy : strategies) {
    for (const MatrixOf which : {MatrixOf::Strategy, MatrixOf::StrategyInverse}) {
      const Eigen::MatrixXd dense = matrixOf(strategy, which);
      const Index side = 13;
      const MatrixPicture picture = pictureOf(strategy, which, 0, dense.rows(), 0, dense.cols(), side, side);
      for (Index y = 0; y < side; ++y) {
        for (Index x = 0; x < side; ++x) {
          const Index r0 = y * dense.rows() / side, r1 = (y + 1) * dense.rows() / side;
          const Index c0 = x * dense.cols() / side, c1 = (x + 1) * dense.cols() / side;
          const double largest = dense.block(r0, c0, r1 - r0, c1 - c0).cwiseAbs().maxCoeff();
          const double shown = picture.values[static_cast<std::size_t>(y * side + x)];
          EXPECT_LE(std::abs(shown), largest * (1 + 1e-12) + 1e-15) << y << " " << x;
          EXPECT_GE(std::abs(shown), 0.25 * largest) << strategy.kindName() << " " << y << " " << x;
        }
      }
    }
  }
}

// The cost of a kind whose size does not grow with n must not grow with it either.
TEST(MatrixPicture, HugeMatricesOfFewNumbersAreDrawnAtOnce) {
  const Index n = 1'000'000'000'000;
  const std::vector<Strategy> strategies{IdentityStrategy(n),
                                         ToeplitzStrategy(n, {1, 0.5, 0.25}),
                                         InverseToeplitzStrategy(n, {1, -0.5, -0.125}),
                                         dense(n, 9),
                                         BltStrategy(n, {0.999999, 0.3}, {0.99999, 0.1}),
                                         BltStrategy(n, {0.95, 0.3}, {0.99, 0.1}),
                                         TreeStrategy(n)};
  for (const Strategy& strategy : strategies) {
    for (const MatrixOf which : {MatrixOf::Strategy, MatrixOf::StrategyInverse}) {
      const bool inverse = which == MatrixOf::StrategyInverse;
      const Index rows = inverse ? n : strategy.rows(), columns = inverse ? strategy.rows() : n;
      const double start = processorSeconds();
      const MatrixPicture picture = pictureOf(strategy, which, 0, rows, 0, columns, 300, 300);
      EXPECT_LT(processorSeconds() - start, 2) << strategy.kindName();
      for (Index i = 0; i < 300; ++i) {
        const double diagonal = std::abs(picture.values[static_cast<std::size_t>(i * 301)]);
        EXPECT_GE(diagonal, 0.5) << strategy.kindName() << " " << i;
      }
    }
  }
}

// Off the diagonal there is only what a block that lies across the edge of two cells has there.
TEST(MatrixPicture, ManyBlocksInACellShowOneOfThem) {
  const Index n = 100'000'003, m = 5, cells = 70;
  const Strategy strategy = dense(n, m);
  const double largest = matrixOf(dense(m, m), MatrixOf::Strategy).cwiseAbs().maxCoeff();
  const MatrixPicture picture = pictureOf(strategy, MatrixOf::Strategy, 0, n, 0, n, cells, cells);
  EXPECT_TRUE(picture.sampled);
  for (Index y = 0; y < cells; ++y) {
    for (Index x = 0; x < cells; ++x) {
      double expected = x == y ? largest : 0;
      const Index edge = y * n / cells;
      if (x + 1 == y) {
        for (Index i = edge; i < edge / m * m + m; ++i) {
          for (Index j = edge / m * m; j < edge; ++j) expected = std::max(expected, std::abs(strategy.entry(i, j)));
        }
      }
      EXPECT_EQ(std::abs(picture.values[static_cast<std::size_t>(y * cells + x)]), expected) << y << " " << x;
    }
  }
}

TEST(MatrixPicture, ThinBandsOfAHugeMatrixDoNotVanish) {
  const Strategy strategy = ToeplitzStrategy(10'000'000, {1, 0.5, 0.25});
  for (const MatrixOf which : {MatrixOf::Strategy, MatrixOf::StrategyInverse}) {
    const MatrixPicture picture = pictureOf(strategy, which, 0, 10'000'000, 0, 10'000'000, 300, 300);
    for (Index i = 0; i < 300; ++i) EXPECT_EQ(picture.values[static_cast<std::size_t>(i * 301)], 1);
  }
}

TEST(MatrixPicture, StopsAndSaysSo) {
  std::mt19937_64 random(3);
  EXPECT_FALSE(
      pictureOf(randomBanded(random, 400, 5), MatrixOf::StrategyInverse, 0, 400, 0, 400, 50, 50, stoppedAtOnce())
          .complete);
}

TEST(MatrixPicture, RefusesWindowsOutsideTheMatrix) {
  const Strategy strategy = IdentityStrategy(4);
  EXPECT_THROW(pictureOf(strategy, MatrixOf::Strategy, 0, 5, 0, 4, 2, 2), InvalidArgument);
  EXPECT_THROW(pictureOf(strategy, MatrixOf::Strategy, 2, 2, 0, 4, 2, 2), InvalidArgument);
  EXPECT_THROW(pictureOf(strategy, MatrixOf::Strategy, 0, 4, 0, 4, 0, 2), InvalidArgument);
}

}  // namespace
}  // namespace noiseloom
