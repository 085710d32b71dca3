#include "core/strategy/matrix_picture.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/errors.h"
#include "tests/core/dense.h"

namespace noiseloom {
namespace {

std::vector<Strategy> examples() {
  std::mt19937_64 random(2);
  return {IdentityStrategy(40), ToeplitzStrategy(40, {1, -0.5, 0.25}), randomBanded(random, 40, 5)};
}

TEST(MatrixPicture, OneCellAnEntryShowsTheEntries) {
  std::vector<Strategy> strategies = examples();
  strategies.push_back(ToeplitzStrategy(40, {1, 0.6, 0.3}, ColumnScaling::Normalized));
  for (const Strategy& strategy : strategies) {
    for (const MatrixOf which : {MatrixOf::Strategy, MatrixOf::StrategyInverse}) {
      const Eigen::MatrixXd dense = which == MatrixOf::Strategy ? denseOf(strategy) : denseOf(strategy).inverse();
      const MatrixPicture picture = pictureOf(strategy, which, 5, 40, 3, 38, 200, 300);
      ASSERT_EQ(picture.height, 35);
      ASSERT_EQ(picture.width, 35);
      EXPECT_FALSE(picture.sampled);
      for (Index i = 0; i < 35; ++i) {
        for (Index j = 0; j < 35; ++j)
          EXPECT_NEAR(picture.values[static_cast<std::size_t>(i * 35 + j)], dense(5 + i, 3 + j), 1e-9);
      }
    }
  }
}

TEST(MatrixPicture, PooledCellsKeepTheLargestMagnitudeWithItsSign) {
  for (const Strategy& strategy : examples()) {
    const Eigen::MatrixXd dense = denseOf(strategy);
    constexpr Index rows = 9, columns = 7;  // neither divides 40
    const MatrixPicture picture = pictureOf(strategy, MatrixOf::Strategy, 0, 40, 0, 40, rows, columns);
    double overall = 0;
    for (Index y = 0; y < rows; ++y) {
      for (Index x = 0; x < columns; ++x) {
        const Index r0 = y * 40 / rows, r1 = (y + 1) * 40 / rows, c0 = x * 40 / columns, c1 = (x + 1) * 40 / columns;
        const Eigen::MatrixXd cell = dense.block(r0, c0, r1 - r0, c1 - c0);
        Eigen::Index i = 0, j = 0;
        cell.cwiseAbs().maxCoeff(&i, &j);
        EXPECT_EQ(picture.values[static_cast<std::size_t>(y * columns + x)], cell(i, j)) << y << " " << x;
        overall += std::abs(cell(i, j));
      }
    }
    EXPECT_GT(overall, 0);
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
  std::stop_source source;
  source.request_stop();
  std::mt19937_64 random(3);
  EXPECT_FALSE(pictureOf(randomBanded(random, 400, 5), MatrixOf::StrategyInverse, 0, 400, 0, 400, 50, 50,
                         {source.get_token(), {}})
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
