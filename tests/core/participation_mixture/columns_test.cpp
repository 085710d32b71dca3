#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "core/base/aligned_buffer.h"
#include "core/strategy/banded_strategy.h"
#include "tests/core/participation_mixture/mixtures.h"

namespace noiseloom {
namespace {

void expectColumnsOf(const Strategy& strategy) {
  const MixtureColumns columns(strategy, {});
  const Index n = strategy.iterations(), b = columns.bands;
  ASSERT_EQ(columns.steps, n);
  ASSERT_EQ(b, std::min(strategy.bands(), n));
  const auto entry = [&](Index row, Index column) {
    return row >= column && row - column < b ? std::abs(strategy.entry(row, column)) : 0.0;
  };
  double greatest = 0, total = 0;
  for (Index i = 0; i < n; ++i) {
    double sum = 0;
    for (Index d = 1 - b; d < b; ++d) {
      double expected = 0;
      if (i + d >= 0 && i + d < n) {
        for (Index row = 0; row < n; ++row) expected += entry(row, i) * entry(row, i + d);
      }
      EXPECT_NEAR(columns.row(i)[b - 1 + d], expected, 1e-14) << i << " " << d;
      EXPECT_EQ(columns.product(i, std::abs(d)), columns.row(i)[b - 1 + std::abs(d)]);
      sum += expected;
    }
    EXPECT_NEAR(columns.halfNorms[static_cast<std::size_t>(i)], columns.product(i, 0) / 2, 1e-15);
    EXPECT_NEAR(columns.sums[static_cast<std::size_t>(i)], sum, 1e-13);
    greatest = std::max(greatest, columns.product(i, 0));
    double row = 0;
    for (Index j = 0; j < n; ++j) row += entry(i, j);
    total += row * row;
  }
  EXPECT_EQ(columns.greatestNormSquared, greatest);
  EXPECT_NEAR(columns.totalNormSquared, total, 1e-12 * total);
  // |C|^T of a vector of ones in lane 0.
  AlignedBuffer in(static_cast<std::size_t>(n * kLanes)), out(in.size());
  std::fill_n(in.data(), in.size(), 0.0);
  for (Index i = 0; i < n; ++i) in[static_cast<std::size_t>(i * kLanes)] = 1;
  columns.transposed.multiply(in.data(), out.data());
  for (Index i = 0; i < n; ++i) {
    double sum = 0;
    for (Index row = 0; row < n; ++row) sum += entry(row, i);
    EXPECT_NEAR(out[static_cast<std::size_t>(i * kLanes)], sum, 1e-14) << i;
  }
}

TEST(MixtureColumns, AreThoseOfTheMatrix) {
  for (const ColumnScaling scaling : {ColumnScaling::None, ColumnScaling::Normalized}) {
    for (const Index b : {1, 2, 5, 12}) {
      for (const Index n : {b, b + 1, 2 * b, 40 * b / (b + 1) + 2 * b}) expectColumnsOf(squareRoot(n, b, scaling));
    }
  }
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> uniform(-0.5, 0.5);
  std::vector<double> rows;
  for (Index i = 0; i < 30; ++i) {
    const bool own = i >= 17 && i < 21;  // rows that are not those above
    for (Index lag = 2; lag >= 0; --lag) {
      const double value = lag > i ? 0 : 1 - 0.6 * static_cast<double>(lag);
      rows.push_back(own ? value + uniform(random) : value);
    }
  }
  expectColumnsOf(BandedStrategy(30, 3, rows));
}

// 10^5 steps of 100 bands are 2 10^7 products otherwise.
TEST(MixtureColumns, StepsThatAreAlikeShareTheirProducts) {
  for (const ColumnScaling scaling : {ColumnScaling::None, ColumnScaling::Normalized}) {
    const MixtureColumns columns(squareRoot(500, 8, scaling), {});
    EXPECT_LE(columns.products.different(), 3 * 8);
    EXPECT_TRUE(columns.products.repeats(250));
  }
}

}  // namespace
}  // namespace noiseloom
