#include "core/balls_in_bins/bin_gram.h"

#include <gmock/gmock.h>

#include <Eigen/Dense>
#include <cmath>
#include <random>

#include "core/base/errors.h"
#include "tests/core/dense.h"

namespace noiseloom {
namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// From the columns of C, one by one.
Matrix bruteForce(const Strategy& strategy, Index epochs) {
  const Index n = strategy.iterations();
  const Index bins = (n + epochs - 1) / epochs;
  const std::vector<double> block = strategy.block(0, strategy.rows(), 0, n);
  const Matrix c = Eigen::Map<const Matrix>(block.data(), strategy.rows(), n);
  Matrix means = Matrix::Zero(strategy.rows(), bins);
  for (Index j = 0; j < n; ++j) means.col(j % bins) += c.col(j);
  return means.transpose() * means;
}

void expectMatches(const Strategy& strategy, Index epochs) {
  const Matrix expected = bruteForce(strategy, epochs);
  const BinGram gram = binGram(strategy, epochs);
  ASSERT_EQ(gram.bins, expected.rows());
  const double scale = expected.maxCoeff();
  for (Index i = 0; i < gram.bins; ++i) {
    for (Index j = 0; j < gram.bins; ++j) {
      EXPECT_NEAR(gram(i, j), expected(i, j), 2e-13 * scale)
          << strategy.kindName() << " n " << strategy.iterations() << " epochs " << epochs << " at " << i << ", " << j;
      EXPECT_GE(gram(i, j), 0);
      EXPECT_EQ(gram(i, j), gram(j, i));
    }
  }
  EXPECT_NEAR(gram.greatestNorm(), std::sqrt(expected.diagonal().maxCoeff()), 1e-12 * std::sqrt(scale));
}

std::vector<double> decaying(Index bands) {
  std::vector<double> c;
  for (Index i = 0; i < bands; ++i) c.push_back(1 / std::sqrt(1.0 + static_cast<double>(i)));
  return c;
}

TEST(BinGram, MatchesTheProductOfTheColumnsForEveryKind) {
  std::mt19937_64 random(5);
  for (const Index n : {1, 2, 7, 24, 60}) {
    for (const Index epochs : {1, 2, 3, 5, 7, 24, 60}) {
      if (epochs > n) continue;
      expectMatches(IdentityStrategy(n), epochs);
      expectMatches(TreeStrategy(n), epochs);
      expectMatches(someRecursion(n, 3), epochs);
      for (const Index bands : {1, 2, 5, 13, 60}) {
        if (bands > n) continue;
        expectMatches(ToeplitzStrategy(n, decaying(bands)), epochs);
        expectMatches(ToeplitzStrategy(n, decaying(bands), ColumnScaling::Normalized), epochs);
        expectMatches(randomBanded(random, n, bands, 0), epochs);
      }
      expectMatches(InverseToeplitzStrategy(n, n < 3 ? std::vector{1.0} : std::vector{1.0, -0.5, -0.125}), epochs);
      if (n > 1) expectMatches(InverseToeplitzStrategy(n, {1, -0.6}, ColumnScaling::Normalized), epochs);
      expectMatches(BltStrategy(n, {0.9, 0.3}, {0.6, 0.1}), epochs);
      const Index size = std::min<Index>(n, 5);
      std::vector<double> block(static_cast<std::size_t>(size * size), 0.0);
      for (Index i = 0; i < size; ++i) {
        for (Index j = 0; j <= i; ++j) block[static_cast<std::size_t>(i * size + j)] = 1.0 / double(1 + i + 2 * j);
      }
      expectMatches(DenseStrategy(n, size, block), epochs);
    }
  }
}

TEST(BinGram, WideAndTransformedRoutesAgreeWithTheProduct) {
  std::mt19937_64 random(6);
  // 600 bins that rows fill: blocks of rows at once.
  expectMatches(randomBanded(random, 1300, 550, 0), 2);
  expectMatches(ToeplitzStrategy(1300, decaying(900), ColumnScaling::Normalized), 2);
  // Long and wide enough for transforms.
  const Index n = 60'000;
  const ToeplitzStrategy full(n, decaying(n));
  const BinGram transformed = binGram(full, 20);
  std::vector<double> t = decaying(n);
  for (std::size_t r = 3000; r < t.size(); ++r) t[r] += t[r - 3000];
  for (const auto& [i, j] : {std::pair<Index, Index>{0, 0}, {2999, 2999}, {2999, 0}, {1200, 17}, {5, 4}}) {
    double sum = 0;
    for (Index r = i; r < n; ++r) sum += t[static_cast<std::size_t>(r - i)] * t[static_cast<std::size_t>(r - j)];
    EXPECT_NEAR(transformed(i, j), sum, 1e-12 * sum);
  }
}

TEST(BinGram, DoesNotDependOnTheLengthBeyondItsPeriods) {
  // A billion steps of four bands in two bins: each pair of rows adds the same.
  const ToeplitzStrategy longOne(1'000'000'000, {1, 0.5, 0.25, 0.125});
  const BinGram gram = binGram(longOne, 500'000'000);
  EXPECT_NEAR(gram(0, 0) / (0.5e9 * (1.25 * 1.25 + 0.625 * 0.625)), 1, 1e-8);
  EXPECT_NEAR(gram(0, 1) / (1e9 * 1.25 * 0.625), 1, 1e-8);
}

TEST(BinGram, RefusesNegativeEntriesByPlace) {
  const auto message = [](const Strategy& strategy) {
    try {
      binGram(strategy, 2);
    } catch (const InvalidArgument& error) {
      EXPECT_EQ(error.argument(), "strategy");
      return error.value().english();
    }
    return std::string("accepted");
  };
  EXPECT_EQ(message(ToeplitzStrategy(6, {1, 0.5, -0.25})), "C[2, 0] = -0.25");
  EXPECT_EQ(message(ToeplitzStrategy(6, {1, -1e-18})), "C[1, 0] = -1e-18");
  EXPECT_EQ(message(BandedStrategy(3, 2, {0, 1, 0.5, 1, -0.5, 1})), "C[2, 1] = -0.5");
  EXPECT_EQ(message(InverseToeplitzStrategy(6, {1, 0.5})), "C[1, 0] = -0.5");
  EXPECT_EQ(message(BltStrategy(6, {0.3}, {0.9})).substr(0, 10), "C[1, 0] = ");
  EXPECT_EQ(message(DenseStrategy(4, 2, {1, 0, -2, 1})), "C[1, 0] = -2");
}

TEST(BinGram, RefusesEpochsAndBinsOutOfRange) {
  const Strategy identity = IdentityStrategy(10'000);
  EXPECT_THROW(binGram(identity, 0), InvalidArgument);
  EXPECT_THROW(binGram(identity, 10'001), InvalidArgument);
  EXPECT_THROW(binGram(identity, 2), InvalidArgument);  // 5000 bins
  EXPECT_EQ(binGram(identity, 10'000).bins, 1);
}

}  // namespace
}  // namespace noiseloom
